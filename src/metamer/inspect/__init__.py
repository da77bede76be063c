"""Inspect AI: our items as its tasks, and its logs as run folders."""
