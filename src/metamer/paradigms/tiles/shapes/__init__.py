"""One file per rule: how it draws a board, all it can draw, and whether it holds."""
