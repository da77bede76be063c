"""Metamers that are made in a moment: files that use the same ones share them."""

from metamer.metamers.recipes.gibbs import Gibbs
from metamer.paradigms.tiles import Tiles

QUICK = Gibbs(updates=20, sweeps=2)
"""A network that learned next to nothing, and chains that hardly begin."""

RECTANGLES = Tiles(("rectangle",), recipe=QUICK, pool=256, boards=5, weigh=False)
