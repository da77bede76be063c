"""Figures and tables of matrices."""
