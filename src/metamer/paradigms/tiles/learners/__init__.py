"""Who learns to play."""
