"""What can be set, a module for each section. The field comments are the reference."""
