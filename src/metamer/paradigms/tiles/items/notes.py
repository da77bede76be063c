"""What can be said of each board before anybody plays it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from metamer.core.items import identify
from metamer.core.kept import keep_arrays
from metamer.core.keys import root
from metamer.paradigms.tiles.controls import Control, metamers
from metamer.paradigms.tiles.distributions.distribution import contains
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.items import orders
from metamer.paradigms.tiles.items.asked import Deal
from metamer.paradigms.tiles.observers.bayes import EXACT_SLIP, SAMPLE_SLIP
from metamer.paradigms.tiles.observers.games import ideal_blues, neighbour_blues

if TYPE_CHECKING:
    from metamer.paradigms.tiles import Tiles

TRIALS = 1000
"""Games of the neighbour player on each board. Source: kumar2022, Results."""

PLAYS = 20
"""Games of the ideal player on each board: only ties make them differ. Source: ours."""


def notes(
    settings: Tiles, control: Control, kind: str, deal: Deal
) -> dict[str, np.ndarray]:
    """Columns of the table that depend on the board alone, one entry per board."""
    boards = deal.boards
    rule = distribution_of(control.rule, control.reading)
    return {
        # Before the item, so that measures keep the two kinds of boards apart.
        **(
            {"boards": np.full(len(boards), kind, object)}
            if settings.asked == "all"
            else {}
        ),
        "item": board_ids(deal, control.rule, kind),
        "board": np.arange(len(boards), dtype=np.int16),
        "reds": boards.sum(axis=1).astype(np.int16),
        "legal": contains(rule, boards),
        "order_1": orders.order_1(boards).astype(np.int16),
        "order_2": orders.order_2(boards).astype(np.int16),
        "order_3": orders.order_3(boards).astype(np.int16),
        **keep_arrays(
            "references",
            [control, kind, deal, settings.boards_seed, settings.trials, rule],
            lambda: _reference_blues(settings, control, kind, deal),
        ),
    }


def board_ids(deal: Deal, rule: str, kind: str) -> np.ndarray:
    """An id for each board, made from its tiles and from which of them are face up."""
    whole = np.concatenate([deal.boards, deal.shown], axis=1).astype(np.uint8)
    return identify(f"tiles/{Path(rule).stem}/{kind}", whole)


def _reference_blues(
    settings: Tiles, control: Control, kind: str, deal: Deal
) -> dict[str, np.ndarray]:
    """The blue tiles that the neighbour player and the ideal player turn up."""
    key = root(settings.boards_seed).stream("neighbour", control.rule, kind)
    usual = neighbour_blues(deal.boards, deal.starts, TRIALS, key)
    precise = usual
    if settings.trials > TRIALS:
        precise = neighbour_blues(
            deal.boards, deal.starts, settings.trials, key.stream("precise")
        )
    known, slip = distribution_of(control.rule, control.reading), EXACT_SLIP
    if kind == "metamer":
        known, slip = metamers(control), SAMPLE_SLIP
    ideal = ideal_blues(
        known, deal.boards, deal.starts, PLAYS, key.stream("ideal"), slip
    )
    return {
        "neighbour_mean": usual[0].astype(np.float32),
        "neighbour_sd": usual[1].astype(np.float32),
        "neighbour_mean_precise": precise[0].astype(np.float32),
        "neighbour_sd_precise": precise[1].astype(np.float32),
        "ideal_blues": ideal.astype(np.float32),
    }
