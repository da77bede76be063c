"""Studies after Kumar, Dasgupta, Daw, Cohen and Griffiths (2023)."""
