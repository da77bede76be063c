"""What readers of every study of matrices must know."""

from __future__ import annotations

SMALLER = (
    "These are not the paper's networks, items or training; `--scale paper` has those, and "
    "needs a GPU. Panels are smaller here, and each item is seen once, unless settings say "
    "otherwise."
)
OTHER_ITEMS = (
    "Published values are for PGM's released items. Here items are drawn anew, and how "
    "foils are made, how often attributes distract and how many triples there are is "
    "inferred, so differences of a few points are to be expected."
)
TRAINING_LENGTH = (
    "Unstated: how long the paper trains. It stops early by the loss on validation items; "
    "here every network takes a fixed number of steps, on items that are drawn while it "
    "trains."
)
STOPPED_EARLY = (
    "Training stops by the loss on validation items, as in the paper. Unstated: how often "
    "it looks and how long it waits; here once an epoch, ten epochs, and at most 100."
)
NO_NETWORK = (
    "No network at this scale: from so few items none learns anything. In its place "
    "`matrix-counts` learns how often each value occurs in a complete matrix (that of a "
    "consistent union: three times), which is a statistic that the rule leaves behind, and "
    "`matrix-solver` finds the rule. Both read symbols; networks see pixels."
)
SYMBOL_NETWORK = (
    "No network at this scale sees pixels: from so few items none learns anything. "
    "`row-relations` is a small network that reads symbols and knows where rows and "
    "columns are; it and its settings were chosen after seeing that a relation network "
    "without that knowledge does not learn these items in a minute. `matrix-counts` "
    "learns how often each value occurs in a complete matrix (that of a consistent "
    "union: three times), which is a statistic that the rule leaves behind."
)
CEILING = (
    "`matrix-solver` is a program that knows all relations and reads symbols, while "
    "networks see pixels. It shows that every item has one answer."
)


def remarks(scale: str, *own: str) -> tuple[str, ...]:
    """A warning about smaller scales, then the remarks of one study."""
    return (*(() if scale == "paper" else (SMALLER,)), *own)
