"""Distributions of boards: of a rule, of a file, or of a sample."""
