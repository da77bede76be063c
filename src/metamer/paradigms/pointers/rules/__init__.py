"""What is to be learned: where a pointer points, and how the digits there are combined."""
