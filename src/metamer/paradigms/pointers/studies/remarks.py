"""What readers of several studies of pointers must know."""

from __future__ import annotations

SMALLER = (
    "These are not the paper's sizes; `--scale paper` has its networks, training and "
    "sizes, and needs a GPU."
)
WRAP = (
    "Inferred: a window that reaches the end of the values continues at their start. Only "
    "then are there the 10^(m+2) cases that the paper counts. "
    "`--set paradigm.boundary=truncate` cuts it off there."
)
ALL_UNITS = (
    "All units count. The paper leaves out runs that did not fit (below 20 % of training "
    "items right in Fig. 12, below 60 % in Fig. 13); measures named `of_fitted` do the "
    "same."
)
SENTENCES = (
    "The values of the paper's curves are not printed, so only its sentences can be "
    "compared, such as that its MLP is at chance with m = 3 at 10^6 items and learns it at "
    "10^7."
)


def remarks(scale: str, *own: str) -> tuple[str, ...]:
    """A warning about smaller scales, then the remarks of one study."""
    return (*(() if scale == "paper" else (SMALLER,)), *own)
