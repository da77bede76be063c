"""Figures and tables of pointers."""
