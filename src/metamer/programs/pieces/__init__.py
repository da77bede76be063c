"""Programs that are compositions of operations, layered: `find` and `pieces`.

Source: moskvichev2023, Sec. 5, names the winner of the 2020 ARC competition, whose idea
this follows; operations, search and code are ours.
"""

from metamer.programs.pieces.search import Piece, find, pieces

__all__ = ["Piece", "find", "pieces"]
