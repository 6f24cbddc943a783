"""What we say to a model: probe families, their items and their suites. No network, no clock."""
