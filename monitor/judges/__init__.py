"""Judges: who gives the labels of the rubrics."""
