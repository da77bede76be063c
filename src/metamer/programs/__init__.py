"""Programs over grids: what is seen in a grid, what can be done to it, and the search."""
