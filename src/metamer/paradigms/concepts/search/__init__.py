"""Search for programs over grids: what is seen in them and what can be done to it."""
