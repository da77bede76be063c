"""Two modules to begin with; your own is made by a function just like these."""

from __future__ import annotations

from typing import Any

WIDTH = 64
"""Units of the hidden layers. Source: ours; that of the learner `mlp`."""

SYMBOLS = 1024
"""Different tokens that can be told apart: more than a panel of `matrices` has."""

EMBEDDING = 16
"""Numbers for each token. Source: ours."""


def mlp(shape: tuple[int, ...], labels: int) -> Any:
    """One hidden layer over all that an item shows."""
    from math import prod

    from torch import nn

    return nn.Sequential(
        nn.Flatten(),
        nn.Linear(prod(shape), WIDTH),
        nn.ReLU(),
        nn.Linear(WIDTH, labels),
    )


def token_mlp(shape: tuple[int, ...], labels: int) -> Any:
    """Two hidden layers over the embeddings of all tokens of an item."""
    from math import prod

    from torch import nn

    net: Any = nn.Sequential(
        nn.Embedding(SYMBOLS, EMBEDDING),
        nn.Flatten(),
        nn.Linear(prod(shape) * EMBEDDING, WIDTH),
        nn.ReLU(),
        nn.Linear(WIDTH, WIDTH),
        nn.ReLU(),
        nn.Linear(WIDTH, labels),
    )
    net.tokens = True
    return net
