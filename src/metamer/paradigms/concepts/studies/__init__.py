"""Moskvichev et al. (2023): grid tasks of sixteen concepts."""
