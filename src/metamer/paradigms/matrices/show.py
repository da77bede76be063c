"""PLACEHOLDER by the lead so that the package imports; helper 1 replaces this file. Keep EXAMPLES."""

EXAMPLES = 4


def pictures(items):
    return []
