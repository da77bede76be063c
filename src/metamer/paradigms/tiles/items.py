"""Boards to learn on and boards to play: drawn, held out, and named."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.items import identify
from metamer.core.keys import root
from metamer.core.play import Round
from metamer.core.study import Condition
from metamer.paradigms.tiles import observers, published, statistics
from metamer.paradigms.tiles.controls import Control, boards_of, metamers
from metamer.paradigms.tiles.course import Course, dealt
from metamer.paradigms.tiles.neighbours import blues, observer_blues
from metamer.paradigms.tiles.tables import Table, contains, table, without

if TYPE_CHECKING:
    from metamer.paradigms.tiles import Tiles

TRIALS = 1000
"""Games of the neighbour player on each board. Source: kumar2022, Results."""

PLAYS = 20
"""Games of the ideal player on each board: only ties make them differ. Source: ours."""


class Asked(NamedTuple):
    """The boards that are played in one condition."""

    boards: np.ndarray
    starts: np.ndarray
    """The red tile of each that is face up at the start."""
    shown: np.ndarray
    """All tiles of each that are face up at the start."""


@functools.lru_cache(maxsize=64)
def round_of(settings: Tiles, condition: Condition) -> Round:
    """What every unit in this condition learns on and plays."""
    import jax.numpy as jnp

    from metamer.games.tiles import Game

    rule = str(dict(condition.details)["rule"])
    control = settings.control(rule)
    sets = {kind: asked(settings, rule, kind) for kind in settings.conditions_of}
    known = taught(boards_of(condition.name, control), list(sets.values()), rule)
    ranks, threshold, other = map(jnp.asarray, dealt(known, settings.slots))
    game = Game(ranks, threshold, other, settings.limit, settings.lag, settings.rewards)
    played = replace(game, limit=settings.asked_limit)
    kinds = settings.conditions_of if settings.asked == "all" else (condition.name,)
    notes = [note(settings, control, kind, sets[kind]) for kind in kinds]
    return Round(
        Course(game, known, control),
        played,
        np.concatenate([sets[kind].boards for kind in kinds]),
        np.concatenate([sets[kind].shown for kind in kinds]),
        {name: np.concatenate([it[name] for it in notes]) for name in notes[0]},
    )


def taught(whole: Table, sets: list[Asked], rule: str) -> Table:
    """The boards to learn on: none that is asked, whichever condition asks it.

    Differs: the paper holds out the asked boards of the same condition only, so that a
    board asked as abstract may be taught as metamer.
    """
    held_out = np.concatenate([it.boards for it in sets])
    if contains(Table(held_out, np.ones(len(held_out))), whole.boards).all():
        raise Refusal(
            f"the rule {rule} has no boards left to teach once {len(held_out)} are "
            f"asked; it has {len(whole.boards)}: ask fewer"
        )
    return without(whole, held_out)


@functools.lru_cache(maxsize=64)
def asked(settings: Tiles, rule: str, kind: str) -> Asked:
    """The boards of one condition that are played, the same for every unit.

    Differs: drawn without repeats; of the paper's 25, up to 2 are repeats.
    """
    generator = root(settings.boards_seed).stream("asked", rule, kind).numpy
    if settings.published:
        found = published.boards(Path(settings.published), rule, kind)
        return Asked(*found, shown_of(*found, settings.shown, generator))
    known = boards_of(kind, settings.control(rule))
    if len(known.boards) <= settings.boards:
        raise Refusal(
            f"the rule {rule} has no boards left to teach once {settings.boards} "
            f"{kind} boards are asked; it has {len(known.boards)}: ask fewer"
        )
    chosen = generator.choice(
        len(known.boards), settings.boards, replace=False, p=known.probabilities
    )
    boards = known.boards[chosen]
    starts = np.array([generator.choice(np.flatnonzero(board)) for board in boards])
    return Asked(boards, starts, shown_of(boards, starts, settings.shown, generator))


def shown_of(
    boards: np.ndarray, starts: np.ndarray, more: int, generator: np.random.Generator
) -> np.ndarray:
    """The start tile of each board and `more` others, one red tile at least left hidden.

    Unstated: how the paper chose the tiles of its part-revealed boards. Half of them,
    rounded up, are red where there are as many; all are drawn uniformly.
    """
    shown = np.zeros(boards.shape, bool)
    for board, start, mask in zip(boards, starts, shown, strict=True):
        red = generator.permutation(np.setdiff1d(np.flatnonzero(board), [start]))
        blue = generator.permutation(np.flatnonzero(~board))
        reds = min(-(-more // 2), len(red) - 1)
        mask[[start, *red[:reds], *blue[: more - reds]]] = True
    return shown


def note(
    settings: Tiles, control: Control, kind: str, it: Asked
) -> dict[str, np.ndarray]:
    """What can be said of each asked board before anybody plays it."""
    ideal, slip = table(control.rule, control.reading), observers.NEVER
    if kind == "metamer":
        ideal, slip = metamers(control), observers.SELDOM
    key = root(settings.boards_seed).stream("neighbour", control.rule, kind)
    usual = blues(it.boards, it.starts, TRIALS, key)
    precise = usual
    if settings.trials > TRIALS:
        precise = blues(it.boards, it.starts, settings.trials, key.stream("precise"))
    many = len(it.boards)
    whole = np.concatenate([it.boards, it.shown], axis=1).astype(np.uint8)
    return {
        # Before the item, so that measures keep the two kinds of boards apart.
        **({"boards": np.full(many, kind, object)} if settings.asked == "all" else {}),
        "item": identify(f"tiles/{Path(control.rule).stem}/{kind}", whole),
        "board": np.arange(many, dtype=np.int16),
        "reds": it.boards.sum(axis=1).astype(np.int16),
        "legal": contains(table(control.rule, control.reading), it.boards),
        "order_1": statistics.order_1(it.boards).astype(np.int16),
        "order_2": statistics.order_2(it.boards).astype(np.int16),
        "order_3": statistics.order_3(it.boards).astype(np.int16),
        "neighbour_mean": usual[0].astype(np.float32),
        "neighbour_sd": usual[1].astype(np.float32),
        "neighbour_mean_precise": precise[0].astype(np.float32),
        "neighbour_sd_precise": precise[1].astype(np.float32),
        "ideal_blues": observer_blues(
            ideal, it.boards, it.starts, PLAYS, key.stream("ideal"), slip
        ).astype(np.float32),
    }


def kept(rounds: Sequence[Round]) -> dict[str, Any]:
    """The boards that were played, for `items.npz`."""
    it = rounds[0]
    side = isqrt(it.red.shape[1])
    square = (-1, side, side)
    return {
        "tiles/item": it.notes["item"].astype(str),
        "tiles/board": it.red.reshape(square).astype(np.uint8),
        "tiles/shown": it.shown.reshape(square).astype(np.uint8),
    }
