"""Searching for settings of a learner: what may vary, who tries it, and what came out."""
