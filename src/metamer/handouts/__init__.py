"""A study's items as files, for whoever answers them elsewhere."""
