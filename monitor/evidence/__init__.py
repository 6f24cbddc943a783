"""What it takes to say that a version became worse: evidence that holds while one looks. Pure."""
