"""Programs that are compositions of operations, and layers of what these make.

Source: moskvichev2023, Sec. 6, names the winner of the 2020 ARC competition, whose idea
this follows; operations, search and code are ours.
"""

from metamer.paradigms.concepts.search.compositions.find import Piece, find, pieces

__all__ = ["Piece", "find", "pieces"]
