"""Whoever answers: networks, classical models, references."""
