"""One file per rule: how it draws a board, all boards it can draw, and its check."""
