"""Outside data sets: where they come from, checked and kept."""
