"""The rows of `docs/reproduction.md`: one file for each paper."""
