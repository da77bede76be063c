"""Dasgupta et al. (2022): exemplar or rule, one study for each result."""
