"""What people do about baselines: pure, on what the state topic says."""
