"""Tests and intervals, each a thin layer over SciPy and statsmodels."""
