"""Who plays, in the studies of kumar2022."""

from __future__ import annotations

from dataclasses import replace

from metamer.core.study import Learner
from metamer.learners.players import (
    MASKED,
    CoRelNetPlayer,
    EpnPlayer,
    LstmPlayer,
    TransformerPlayer,
)
from metamer.paradigms.tiles.references import (
    Neighbour,
    Random,
    RuleObserver,
    StatisticsObserver,
)
from metamer.training.recipes import Recipe

REFERENCES: tuple[Learner, ...] = (
    Neighbour(),
    Random(),
    RuleObserver(),
    RuleObserver(knows="family"),
    RuleObserver(seeks="information"),
    StatisticsObserver(),
    StatisticsObserver(seeks="information"),
)
"""Players without training: the paper's yardstick, and ideal observers."""

FEW: tuple[Learner, ...] = (
    Neighbour(),
    Random(),
    RuleObserver(),
    StatisticsObserver(),
)
"""Those that a demo has time for."""

LAPTOP = Recipe(games=64, rate=1e-3, length=200_000)
"""A few minutes on two cores. Source: ours, after a sweep on rectangle boards."""

LARGE = Recipe(games=512, rate=2e-3, length=2_000_000)
"""A GPU's share. Source: kumar2022, Methods, for the length; ours otherwise."""

LONG = replace(MASKED, games=256, rate=1e-3, length=8_000_000, counted_in="steps")
"""For transformer and CoRelNet. Source: kumar2022, the authors' code, for the length."""

NETWORKS: tuple[Learner, ...] = (
    LstmPlayer(recipe=LARGE),
    EpnPlayer(recipe=replace(LONG, masked=False)),
    TransformerPlayer(recipe=LONG),
    CoRelNetPlayer(recipe=LONG),
    CoRelNetPlayer(version="repaired", recipe=LONG),
)
"""The paper's four networks, and the fourth repaired."""
