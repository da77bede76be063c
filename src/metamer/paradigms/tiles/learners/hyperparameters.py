"""Hyper-parameters of the four networks, as published."""

from __future__ import annotations

from typing import Any

from metamer.core.errors import one_of
from metamer.core.learner import PlayerNetwork
from metamer.paradigms.tiles.learners.networks import (
    CoRelNetPlayer,
    EpnPlayer,
    LstmPlayer,
    TransformerPlayer,
)
from metamer.training.settings import PlayerTraining

PLAYERS: dict[str, Any] = {
    "lstm": LstmPlayer,
    "epn": EpnPlayer,
    "transformer": TransformerPlayer,
    "corelnet": CoRelNetPlayer,
}
"""The paper's networks by its names for them."""

LENGTH = {"lstm": 2_000_000}
OTHERS_LENGTH = 8_000_000
"""Clicks of training.

Source: kumar2022, the authors' code; the paper calls them episodes.
"""

Settings = dict[str, float | int | str]

MAX_NORM = 0.5
"""Where the norm of the gradient is clipped. Source: kumar2022, the authors' code."""

LEARNING = ("rate", "entropy", "value", "steps", "gamma", "schedule")
COLUMNS = {
    "lstm": LEARNING,
    "epn": (*LEARNING, "width", "heads", "slots"),
    "transformer": (*LEARNING, "width", "heads", "blocks", "dropout"),
    "corelnet": LEARNING,
}
"""The hyper-parameters of each network, in the order of `TABLES`.

`rate` is the learning rate and `schedule` what becomes of it, `entropy` and `value` weigh
terms of the loss, an update is made of `steps` clicks, `gamma` discounts; the rest are
sizes. Source: kumar2022, Table S8.
"""

TABLES = {
    "lstm": """
        copy      abstract 0.00062239 0.0024315  0.0010111 2  0.9 constant
        copy      metamer  0.0003057  0.0085121  0.011165  2  0.9 constant
        symmetry  abstract 0.0013131  0.0051328  0.018439  4  0.9 constant
        symmetry  metamer  0.0011769  0.0019797  0.017076  4  0.9 linear
        rectangle abstract 0.0012355  1.1967e-08 0.026937  2  0.9 constant
        rectangle metamer  0.0010864  0.015873   0.02786   4  0.9 linear
        connected abstract 0.0020952  0.061884   0.018256  6  0.9 constant
        connected metamer  0.00083198 0.009634   0.020337  2  0.9 linear
        tree      abstract 0.0037796  0.045692   0.010203  10 0.9 linear
        tree      metamer  0.0014222  0.00014317 0.010322  10 0.9 constant
        pyramid   abstract 0.00094057 0.00077839 0.014786  2  0.9 constant
        pyramid   metamer  0.00093163 0.00065686 0.025478  6  0.9 linear
        cross     abstract 0.00045011 0.00059439 0.004072  2  0.9 linear
        cross     metamer  0.00080997 3.8805e-06 0.064216  2  0.9 linear
        zigzag    abstract 0.0016543  4.2074e-07 0.032292  4  0.9 constant
        zigzag    metamer  0.00075596 0.00061885 0.03651   4  0.9 constant
    """,
    "epn": """
        copy      abstract 0.00033313 6.5433e-06 0.77189 2 0.995 constant 16 2 10
        copy      metamer  0.00014579 0.0022542  0.36511 2 0.9   constant 16 1 10
        symmetry  abstract 8.1569e-05 4.1619e-05 0.40128 2 0.9   constant 64 4 20
        symmetry  metamer  0.00022314 0.00053168 0.57356 2 0.9   constant 32 1 20
        rectangle abstract 0.00058851 7.4387e-08 0.5492  2 0.98  linear   16 2 10
        rectangle metamer  0.00032927 0.0014834  0.33774 4 0.95  constant 16 4 20
        connected abstract 0.00038639 0.015865   0.37999 2 0.98  linear   16 2 5
        connected metamer  0.00064304 0.01234    0.74103 2 0.95  linear   32 8 40
        tree      abstract 0.00044907 4.9511e-08 0.66246 2 0.9   linear   32 4 40
        tree      metamer  0.00077876 1.1905e-06 0.1945  6 0.9   linear   16 1 20
        pyramid   abstract 0.00017242 0.098457   0.87942 2 0.95  constant 16 2 5
        pyramid   metamer  0.00047711 1.2625e-05 0.85292 2 0.9   linear   32 1 10
        cross     abstract 0.00041926 0.0087979  0.72214 2 0.99  linear   32 8 10
        cross     metamer  0.00027736 0.00012245 0.1184  2 0.98  constant 16 4 20
        zigzag    abstract 0.00010779 9.4421e-06 0.2569  2 0.9   constant 16 4 20
        zigzag    metamer  8.4678e-05 0.0019391  0.12525 2 0.95  constant 64 2 20
    """,
    "transformer": """
        copy      abstract 6.1062e-05 0.00013691 0.43871  10 0.995 constant 16 2 9 0.15
        copy      metamer  0.00011745 0.00013081 0.32089  14 0.95  constant 64 1 9 0.15
        symmetry  abstract 0.00015481 2.1255e-05 0.068653 2  0.95  linear   64 2 7 0.15
        symmetry  metamer  0.0007978  0.018026   0.20609  2  0.98  linear   16 1 9 0.0
        rectangle abstract 0.00015984 0.00013658 0.62288  4  0.995 linear   64 1 3 0.15
        rectangle metamer  0.00013261 0.00031288 0.13048  6  0.98  constant 16 2 9 0.15
        connected abstract 0.00037219 1.4289e-06 0.27743  14 0.9   constant 32 8 3 0.15
        connected metamer  4.412e-05  9.8034e-05 0.4386   6  0.999 constant 16 2 7 0.15
        tree      abstract 0.00011141 8.6778e-08 0.81537  8  0.99  constant 32 4 3 0.15
        tree      metamer  4.412e-05  9.8034e-05 0.4386   6  0.999 constant 16 2 7 0.15
        pyramid   abstract 2.8396e-05 0.0033286  0.37987  8  0.95  linear   16 1 2 0.15
        pyramid   metamer  0.00055707 0.018807   0.26666  2  0.9   constant 16 8 3 0.0
        cross     abstract 0.00095565 1.0326e-07 0.48806  6  0.95  linear   32 2 3 0.15
        cross     metamer  4.9011e-05 0.092865   0.056531 14 0.95  constant 64 1 9 0.15
        zigzag    abstract 8.4001e-05 0.0013214  0.032316 2  0.99  linear   64 2 9 0.15
        zigzag    metamer  0.00062963 0.012155   0.67293  2  0.995 linear   16 2 7 0.0
    """,
    "corelnet": """
        copy      abstract 0.00017245 3.0082e-06 0.9145   2  0.995  linear
        copy      metamer  1.3214e-05 0.0054118  0.68377  6  0.95   linear
        symmetry  abstract 0.00085595 0.089058   0.52761  14 0.999  linear
        symmetry  metamer  0.00070923 1.7362e-06 0.50733  8  0.9999 linear
        rectangle abstract 0.00080133 1.0612e-08 0.41778  6  0.99   linear
        rectangle metamer  0.0014807  5.4689e-05 0.41924  6  0.999  linear
        connected abstract 0.00094003 4.7615e-08 0.67603  10 0.9    constant
        connected metamer  0.00037109 0.006248   0.22857  14 0.99   linear
        tree      abstract 2.2656e-05 0.006735   0.77816  4  0.95   linear
        tree      metamer  0.00024816 0.036865   0.019631 6  0.999  linear
        pyramid   abstract 3.8759e-05 1.9091e-08 0.84544  4  0.995  linear
        pyramid   metamer  0.00015848 1.2048e-05 0.52708  4  0.95   constant
        cross     abstract 2.5674e-05 1.9524e-08 0.7163   12 0.9    linear
        cross     metamer  0.00019137 7.3924e-05 0.51232  10 0.95   constant
        zigzag    abstract 0.00011151 1.0743e-05 0.28885  8  0.95   linear
        zigzag    metamer  2.7634e-05 0.00033608 0.24634  4  0.999  linear
    """,
}
"""Rule, condition, and the hyper-parameters chosen for them, to five digits.

Source: kumar2022, Table S8.
Unclear: S8 calls both lines of each EPN, transformer and CoRelNet pair "_null"; the first
is the abstract one. A few digits are missing in print; the released files have them. Of
three released CoRelNet searches we take the one that fits the network described, without a
number of layers and dropout (`corelnet2softmax`). The transformer's lines for the metamers
of connected and of tree agree in all digits.
"""


def hyperparameters(network: str, rule: str, condition: str) -> Settings:
    """What the paper's search found for one network, rule and condition.

    Source: kumar2022, Table S8; `max_norm` from the authors' code.
    """
    one_of("network with published hyper-parameters", network, TABLES)
    rows = [line.split() for line in TABLES[network].strip().splitlines()]
    found = {(row[0], row[1]): row[2:] for row in rows}
    one_of("rule", rule, dict.fromkeys(row[0] for row in rows))
    one_of("condition", condition, dict.fromkeys(row[1] for row in rows))
    values = zip(COLUMNS[network], found[rule, condition], strict=True)
    return {**{name: _value(text) for name, text in values}, "max_norm": MAX_NORM}


def player(network: str, rule: str, condition: str) -> PlayerNetwork:
    """A network in the paper's own setting: one game at a time, RMSProp, Table S8.

    This is slow, hours on a CPU: one game at a time leaves the processor idle.

    Source: kumar2022, Table S8 and the authors' code.
    """
    found = hyperparameters(network, rule, condition)
    sizes = {name: found.pop(name) for name in COLUMNS[network] if name not in LEARNING}
    plain = PLAYERS[network]()
    numbers: dict[str, Any] = {
        **found,
        "games": 1,
        "optimiser": "rmsprop",
        "masked": plain.training.masked,
        "length": LENGTH.get(network, OTHERS_LENGTH),
        "counted_in": "steps",
    }
    return PLAYERS[network](**sizes, training=PlayerTraining(**numbers))


def _value(text: str) -> float | int | str:
    """A whole number, a number, or a word."""
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text
