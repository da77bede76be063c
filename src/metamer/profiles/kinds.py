"""What kind of learner a family is: the groups of a picture with many learners."""

from collections.abc import Sequence

KINDS = {
    "references": ("rule", "statistics"),
    "linear and Bayes": ("linear", "bayes"),
    "by similarity": ("svm", "nearest", "exemplars", "gp"),
    "trees": ("tree", "forest", "boosting"),
    "networks": (
        "mlp",
        "nn",
        "torch",
        "lstm",
        "transformer",
        "mixer",
        "resnet",
        "wren",
        "predrnet",
        "row-relations",
        "corelnet",
        "epn",
    ),
    "programs": ("search",),
    "heuristics": ("copy", "most-common", "neighbour", "marginal", "chance"),
}
"""In the order in which a picture has them."""

OTHERS = "others"
"""Learners that are no family: registered ones by name, and your own."""


def kinds_of(names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The learners of each kind, in the order of the table above."""
    known = {name for families in KINDS.values() for name in families}
    groups = {**KINDS, OTHERS: tuple(name for name in names if name not in known)}
    found = {
        kind: tuple(name for name in families if name in names)
        for kind, families in groups.items()
    }
    return {kind: own for kind, own in found.items() if own}
