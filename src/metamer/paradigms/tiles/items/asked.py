"""The boards that are played, and those that are left to learn on."""

from __future__ import annotations

import functools
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from jaxtyping import Bool, Int

from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.paradigms.tiles.controls import boards_of
from metamer.paradigms.tiles.distributions.distribution import (
    Distribution,
    contains,
    tally,
    without,
)
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.items.published import published_boards

if TYPE_CHECKING:
    from metamer.paradigms.tiles import Tiles


LEARNING_BOARDS = 25
"""Boards that people played before part-revealed ones. Source: kumar2022, Results."""


class Deal(NamedTuple):
    """Boards, and which of their tiles are face up at the start."""

    boards: Bool[np.ndarray, "board tile"]
    starts: Int[np.ndarray, " board"]
    """The red tile of each board that is always face up."""
    shown: Bool[np.ndarray, "board tile"]
    """All tiles that are face up."""


@functools.lru_cache(maxsize=64)
def asked_boards(settings: Tiles, rule: str, kind: str) -> Deal:
    """The boards of one condition that are played, the same for every unit.

    Differs: drawn without repeats; of the paper's 25, up to 2 are repeats.
    """
    generator = root(settings.boards_seed).stream("asked", rule, kind).numpy
    if settings.published:
        side = isqrt(distribution_of(rule, settings.reading).boards.shape[1])
        boards, starts = published_boards(Path(settings.published), rule, kind, side)
    else:
        known = boards_of(kind, settings.control(rule))
        if len(known.boards) <= settings.boards:
            raise Refusal(
                f"the rule {rule} has {len(known.boards)} {kind} boards, so none is left "
                f"to teach once {settings.boards} are asked; ask fewer"
            )
        boards, starts = _draw(known, settings.boards, generator)
    return Deal(boards, starts, face_up(boards, starts, settings.shown, generator))


@functools.lru_cache(maxsize=64)
def learning_boards(settings: Tiles, rule: str, kind: str) -> Deal:
    """Whole boards that people play before part-revealed ones, none of which is asked."""
    asked = asked_boards(settings, rule, kind)
    known = hold_out(boards_of(kind, settings.control(rule)), [asked], rule)
    generator = root(settings.boards_seed).stream("learning", rule, kind).numpy
    number = min(LEARNING_BOARDS, len(known.boards))
    boards, starts = _draw(known, number, generator)
    return Deal(boards, starts, face_up(boards, starts, 0, generator))


def _draw(
    known: Distribution, number: int, generator: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Boards, all different, and one red tile of each."""
    chosen = generator.choice(
        len(known.boards), number, replace=False, p=known.probabilities
    )
    boards = known.boards[chosen]
    starts = np.array([generator.choice(np.flatnonzero(board)) for board in boards])
    return boards, starts


def face_up(
    boards: np.ndarray, starts: np.ndarray, more: int, generator: np.random.Generator
) -> np.ndarray:
    """The start tile of each board and `more` others, with at least one red left hidden.

    Unstated: how the paper chose the tiles of its part-revealed boards. Half of them,
    rounded up, are red if the board has enough; all are drawn uniformly.
    """
    shown = np.zeros(boards.shape, bool)
    for board, start, mask in zip(boards, starts, shown, strict=True):
        red = generator.permutation(np.setdiff1d(np.flatnonzero(board), [start]))
        blue = generator.permutation(np.flatnonzero(~board))
        reds = min(-(-more // 2), len(red) - 1)
        mask[[start, *red[:reds], *blue[: more - reds]]] = True
    return shown


def hold_out(whole: Distribution, deals: list[Deal], rule: str) -> Distribution:
    """The boards to learn on: none that is asked, whichever condition asks it.

    Differs: the paper holds out the asked boards of the same condition only, so that a
    board asked as abstract may be taught as metamer.
    """
    held_out = np.concatenate([deal.boards for deal in deals])
    if contains(tally(held_out), whole.boards).all():
        raise Refusal(
            f"the rule {rule} has {len(whole.boards)} boards, so none is left to teach "
            f"once {len(held_out)} are asked; ask fewer"
        )
    return without(whole, held_out)
