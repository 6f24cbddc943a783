"""The monitor: samples live traffic, plays canaries, scores both, exports rates."""
