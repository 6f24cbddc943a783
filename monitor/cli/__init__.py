"""The `sycomon` command."""
