"""Figures and tests, on one page."""
