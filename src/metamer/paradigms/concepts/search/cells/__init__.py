"""Rules for cells: each cell of the output from what can be said of it in the input."""

from importlib import import_module
from pkgutil import iter_modules

from metamer.paradigms.concepts.search.cells.find import find

__all__ = ["find"]

# Conditions and expressions are found because their file is in this folder. Files are
# imported in the order of their names, and tried in this order.
for _module in iter_modules(__path__):
    import_module(f"{__name__}.{_module.name}")
