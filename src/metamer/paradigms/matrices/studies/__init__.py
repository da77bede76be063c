"""Barrett et al. (2018): matrices to complete, one study for each result."""
