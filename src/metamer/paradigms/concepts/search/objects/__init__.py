"""Programs about objects: choose some, and recolour, move, copy or complete them."""

from metamer.paradigms.concepts.search.objects.find import find

__all__ = ["find"]
