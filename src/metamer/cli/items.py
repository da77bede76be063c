"""`metamer make` and `metamer show` for paradigms that bring no such command."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import TYPE_CHECKING, Annotated, Any

import typer

import metamer
from metamer.core.commands import (
    Json,
    NpzFile,
    Picture,
    Seed,
    Set,
    assignments,
    check_format,
    print_json,
    print_outcome,
    save_picture,
    where_made,
)
from metamer.core.errors import MAX_HELD, Refusal, at_least
from metamer.core.settings import with_changes
from metamer.core.study import Condition, Paradigm

if TYPE_CHECKING:
    import numpy as np

EXAMPLES = 4
"""Items that are shown of each group."""

Arrays = dict[str, Any]
"""What `Paradigm.items` gives: `group/item` are ids, other arrays of a group go along."""


def maker(name: str) -> Callable[..., None]:
    """The command that writes what a paradigm asks."""

    def make_items(
        out: NpzFile,
        n: Annotated[int, typer.Option("-n", help="How many items.")],
        condition: Annotated[
            str | None, typer.Option(help="Default: the paradigm's first.")
        ] = None,
        seed: Seed = 0,
        settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
        json: Json = False,
    ) -> None:
        """Write items that are asked in one condition, as `items.npz` of a run has them.

        --set changes settings of the paradigm.
        """
        from metamer.core.files import write_arrays

        at_least("-n", n, 1, MAX_HELD)
        paradigm = _paradigm(name, settings)
        chosen = _condition(paradigm, condition)
        write_arrays(out, _first_items(paradigm, chosen, n, seed))
        outcome = {"file": str(out), "items": n, "condition": str(chosen)}
        print_outcome(outcome, where_made(n, "item", out), json)

    return make_items


def shower(name: str) -> Callable[..., None]:
    """The command that shows what a paradigm asks."""

    def show_items(
        seed: Seed = 0,
        out: Picture = None,
        settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
        json: Json = False,
    ) -> None:
        """Show the conditions in words with a few items, or a picture of items.

        --set changes settings of the paradigm.
        """
        from metamer.core.keys import root

        check_format(out)
        paradigm = _paradigm(name, settings)
        asked = _of_all_conditions(paradigm, seed)
        if out is None and json:
            first = {name: array[:EXAMPLES] for name, array in asked.items()}
            print_json({"conditions": paradigm.description(), "items": first})
            return
        if out is None:
            print("\n".join([*_description(paradigm), *_examples(asked)]))
            return
        pictures = paradigm.pictures(root(seed), asked)
        if not pictures:
            raise Refusal(
                f"{name} draws no pictures; without --out it is shown as text"
            )
        for number, (_, figure) in enumerate(pictures, 1):
            path = out if number == 1 else out.with_stem(f"{out.stem}-{number}")
            save_picture(path, figure, json)

    return show_items


def _paradigm(name: str, settings: list[str]) -> Paradigm:
    return with_changes(Paradigm, metamer.paradigm(name)(), assignments(settings))


def _condition(paradigm: Paradigm, name: str | None) -> Condition:
    """The condition of this name, alone or with its details; without a name the first."""
    known = paradigm.conditions()
    for condition in known:
        if name in (None, condition.name, str(condition)):
            return condition
    listed = ", ".join(map(str, known))
    raise Refusal(f"no condition {name!r}; there is: {listed}")


def _first_items(
    paradigm: Paradigm, condition: Condition, wanted: int, seed: int
) -> Arrays:
    """What the first units are asked, up to `wanted` items."""
    from metamer.core.jobs import unit_key

    lessons: list[Any] = []
    found = 0
    for unit in count():
        lessons.append(paradigm.lesson(condition, unit_key(seed, unit)))
        arrays = paradigm.items(condition, lessons)
        before, found = found, sum(len(ids) for _, ids in _groups(arrays))
        if found >= wanted:
            return _cut(arrays, wanted)
        if found == before:
            raise Refusal(
                f"the condition {condition} has {found} items; -n must be at most that, "
                f"not {wanted}"
            )
    raise AssertionError


def _groups(arrays: Arrays) -> Iterator[tuple[str, np.ndarray]]:
    """Each group of arrays, with the ids of its items."""
    for name, array in arrays.items():
        if name.endswith("/item"):
            yield name.removesuffix("item"), array


def _cut(arrays: Arrays, left: int) -> Arrays:
    """The first items, group by group."""
    kept: Arrays = {}
    for group, ids in _groups(arrays):
        of_group = {name: arrays[name] for name in arrays if name.startswith(group)}
        kept |= {name: array[:left] for name, array in of_group.items()}
        left -= min(left, len(ids))
    return kept


def _of_all_conditions(paradigm: Paradigm, seed: int) -> Arrays:
    """What unit 0 is asked in every condition."""
    import numpy as np

    from metamer.core.jobs import unit_key

    parts = [
        paradigm.items(condition, [paradigm.lesson(condition, unit_key(seed, 0))])
        for condition in paradigm.conditions()
    ]
    names = dict.fromkeys(name for part in parts for name in part)
    return {
        name: np.concatenate([part[name] for part in parts if name in part])
        for name in names
    }


def _description(paradigm: Paradigm) -> Iterator[str]:
    for row in paradigm.description():
        yield "; ".join(f"{name}: {words}" for name, words in row.items())


def _examples(asked: Arrays) -> Iterator[str]:
    """The first items of each group, with all that is known of them."""
    for group, ids in _groups(asked):
        others = [name for name in asked if name.startswith(group)]
        others.remove(f"{group}item")
        for place, item in enumerate(ids[:EXAMPLES]):
            yield f"\n{item}"
            for name in others:
                yield f"{name.removeprefix(group)}: {asked[name][place]}"
