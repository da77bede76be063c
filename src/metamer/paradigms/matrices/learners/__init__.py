"""Learners that see matrices as pixels."""
