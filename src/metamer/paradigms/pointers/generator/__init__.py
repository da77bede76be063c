"""Drawing rows of digits, and pictures of them, in JAX."""
