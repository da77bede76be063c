"""Drawing what one unit is taught and asked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from metamer.core.errors import Refusal
from metamer.core.items import Items, Lesson, identify
from metamer.core.keys import Key
from metamer.core.study import Condition
from metamer.paradigms.categories import rules
from metamer.paradigms.categories.controls import training_condition
from metamer.paradigms.categories.domains.domain import Domain, Flat, Pool

if TYPE_CHECKING:
    from metamer.paradigms.categories import Categories

ASKED = 3
"""The held-out quadrant, as `rules.quadrant` counts."""


def lesson(settings: Categories, condition: Condition, key: Key) -> Lesson:
    """The lesson of one unit, drawn from the same pool of items in every condition.

    Each quadrant takes the first items of its part of the pool. So zero shot and partial
    exposure share as many items as they can, and every condition asks the same ones: the
    conditions of a unit are paired.

    Differs: the authors keep one data set for all runs of their networks and draw new
    ones for Gaussian processes. Here every unit has its own, the same for all learners.
    """
    where = dict(condition.details)
    domain = settings.domain(str(where["domain"]))
    arrangement = str(where["arrangement"])
    pool = _pool(domain, settings.pool_size, key.stream("pool", domain.name))
    roles = rules.roles(pool.features, arrangement)
    counts = training_condition(condition.name).counts(settings.per_class)
    taught, asked, part = _deal(settings, domain, roles, counts)
    taught = key.stream("order", condition.name).numpy.permutation(taught)
    asked = np.concatenate([asked, taught[: settings.again]])
    part = np.concatenate(
        [part, np.full(len(taught[: settings.again]), "taught", object)]
    )
    return _assemble(settings, domain, arrangement, pool, taught, asked, part)


@lru_cache(maxsize=16)
def _pool(domain: Domain, size: int, key: Key) -> Pool:
    """A unit's items, cached: every condition and learner takes its items from them."""
    return domain.pool(size, key.numpy)


def _deal(
    settings: Categories, domain: Domain, roles: np.ndarray, counts: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Rows of the pool to teach and to ask, and the `part` that each asked row is in.

    Asked rows are taken first, so that they are the same whatever is taught.
    """
    taught, asked, part = [], [], []
    for quadrant, count in enumerate(counts.tolist()):
        rows = np.flatnonzero(rules.quadrant(roles) == quadrant)
        questions = settings.held_out if quadrant == ASKED else settings.familiar
        if len(rows) < questions + count:
            raise Refusal(_too_few(domain, quadrant, len(rows), questions, count))
        seen = "familiar" if count else "unfamiliar"
        asked.append(rows[:questions])
        part += [("held_out" if quadrant == ASKED else seen)] * questions
        taught.append(rows[questions : questions + count])
    return np.concatenate(taught), np.concatenate(asked), np.array(part, dtype=object)


def _too_few(
    domain: Domain, quadrant: int, available: int, questions: int, count: int
) -> str:
    return (
        f"{domain.name} has {available} items with discriminant {quadrant // 2} and "
        f"distractor {quadrant % 2}, and {count + questions} are needed ({count} to teach, "
        f"{questions} to ask); lower per_class, held_out or familiar"
    )


def _assemble(
    settings: Categories,
    domain: Domain,
    arrangement: str,
    pool: Pool,
    taught: np.ndarray,
    asked: np.ndarray,
    part: np.ndarray,
) -> Lesson:
    shown = Pool(pool.inputs[asked], pool.features[asked])
    if settings.map:
        grid = _grid(domain, settings.map)
        shown = Pool(*(np.concatenate(pair) for pair in zip(shown, grid, strict=True)))
        part = np.concatenate([part, np.full(len(grid.features), "map", object)])
    whole = Pool(pool.inputs[taught], pool.features[taught])
    asks = _items(shown, arrangement)
    return Lesson(_items(whole, arrangement), asks, notes_of(domain, asks, part))


def notes_of(domain: Domain, asked: Items, part: np.ndarray) -> dict[str, np.ndarray]:
    """The table's columns for items of these parts, from `item` on."""
    return {
        "item": identify(f"categories/{domain.name}", asked.inputs),
        "step": np.zeros(len(part), np.int8),
        "part": part,
        "discriminant": asked.features[:, 0],
        "distractor": asked.features[:, 1],
    }


def _grid(domain: Domain, side: int) -> Pool:
    if not isinstance(domain, Flat):
        raise Refusal(
            f"{domain.name} has no map; set map = 0, or use the domain 'plane'"
        )
    return domain.grid(side)


def _items(pool: Pool, arrangement: str) -> Items:
    return Items(
        pool.inputs,
        rules.labels(pool.features, arrangement).astype(np.int32),
        rules.roles(pool.features, arrangement),
    )


def arrays(lesson: Lesson) -> dict[str, Any]:
    """One unit's lesson as the arrays of an npz file: training and test items."""
    test = lesson.notes["part"] == "held_out"
    asked = lesson.asked.rows(test)
    inputs, labels, roles = (
        np.concatenate(pair) for pair in zip(lesson.taught[:3], asked[:3], strict=True)
    )
    return {
        "x": _storable(inputs),
        "label": labels.astype(np.int8),
        "discriminant": roles[:, 0],
        "distractor": roles[:, 1],
        "split": np.array(
            ["train"] * len(lesson.taught.labels) + ["test"] * test.sum()
        ),
    }


def archive(condition: Condition, lessons: Sequence[Lesson]) -> dict[str, Any]:
    """All items that these units were asked, each once, as the arrays of `items.npz`."""
    ids, first = np.unique(
        np.concatenate([lesson.notes["item"] for lesson in lessons]), return_index=True
    )
    inputs, features = (
        np.concatenate([getattr(lesson.asked, part) for lesson in lessons])[first]
        for part in ("inputs", "features")
    )
    group = dict(condition.details)["domain"]
    return {
        f"{group}/item": ids.astype(str),
        f"{group}/x": _storable(inputs),
        f"{group}/features": features,
    }


def _storable(inputs: np.ndarray) -> np.ndarray:
    """Texts with a fixed width: an npz file of objects cannot be opened safely."""
    return inputs.astype(str) if inputs.dtype == object else inputs
