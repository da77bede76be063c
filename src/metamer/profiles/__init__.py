"""Learners through all paradigms: who takes part where, and one run in each."""
