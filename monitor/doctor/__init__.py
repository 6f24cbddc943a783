"""`sycomon doctor`: whether what a configuration speaks of is there and does what it must."""
