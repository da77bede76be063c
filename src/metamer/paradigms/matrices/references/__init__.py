"""Solvers that need no training: one that reads symbols, and some that see no context."""
