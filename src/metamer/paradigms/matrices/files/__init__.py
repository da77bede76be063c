"""Items in files: released ones read, and our own written in the same format."""
