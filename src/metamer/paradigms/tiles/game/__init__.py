"""The game: compiled for many games at once, and in plain NumPy for one."""
