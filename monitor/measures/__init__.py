"""Measures: from the trials of one run to its rates, one module a family. Pure."""
