"""Figures and tables of the tile game."""
