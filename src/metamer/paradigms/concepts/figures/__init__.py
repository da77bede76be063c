"""Figures and tables of grid tasks."""
