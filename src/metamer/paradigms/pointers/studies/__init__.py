"""Zhang et al. (2021): pointers to values, one study for each result."""
