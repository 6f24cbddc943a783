"""The Bluffing Coefficient: how much of a judge's score is backed by what it says it saw.

Source: SycoPhantasy (arXiv 2604.24346), as this project reads it.
"""
