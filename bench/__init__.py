"""Speed and memory, as figures of one run that are compared with each other."""
