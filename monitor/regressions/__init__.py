"""What the leader knows of versions side by side: their answers, comparisons, drift and alarms."""
