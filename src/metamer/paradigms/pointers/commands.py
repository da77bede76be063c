"""Rows and pictures of digits from the command line: as files, and to look at."""

from __future__ import annotations

from dataclasses import asdict
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from metamer.core.commands import (
    Json,
    NpzFile,
    Picture,
    Seed,
    Set,
    assignments,
    check_format,
    make,
    people,
    print_json,
    print_outcome,
    save_picture,
    show,
    where_made,
)
from metamer.core.errors import MAX_HELD, Refusal, at_least, one_of
from metamer.core.files import write_arrays
from metamer.core.items import Items, identify
from metamer.core.keys import root
from metamer.core.progress import bar
from metamer.core.reading import from_plain
from metamer.core.settings import toml_value
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.controls.holdouts import holdout
from metamer.paradigms.pointers.items import ORIGIN, asked_key, taught_key
from metamer.paradigms.pointers.styles.style import SPLITS, Style

if TYPE_CHECKING:
    from metamer.core.responses import Responses

StyleName = Annotated[str, typer.Option(help="vector, blocks, sequence.")]
PARTS = {"train": "taught", "validation": "iid"}
"""What items of these splits are called in the table."""

Complexity = Annotated[
    int, typer.Option(help="Digits of a window beyond the one pointed at.")
]
Aggregate = Annotated[str, typer.Option(help="mod_sum, median, majority, min, max ...")]


@make.add("pointers")
def make_items(
    out: NpzFile,
    n: Annotated[int, typer.Option("-n", help="How many items.")],
    style: StyleName = "vector",
    complexity: Complexity = 0,
    aggregate: Aggregate = "mod_sum",
    condition: Annotated[
        str,
        typer.Option(
            help="iid, holdout, holdout-I, multisets-H, windows-H, digits: what training "
            "leaves out."
        ),
    ] = "iid",
    split: Annotated[str, typer.Option(help="train, validation, test.")] = "train",
    part: Annotated[
        str | None,
        typer.Option(
            help="Which test: iid, dshift, holdout, others, matched. Default: holdout "
            "where training leaves something out, else iid."
        ),
    ] = None,
    seed: Seed = 0,
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
    json: Json = False,
) -> None:
    """Write inputs (rows or pictures), labels, digits (pointer first), item, and origin.

    --set changes settings of the style, e.g. --style blocks --set images=mnist.
    """
    changes = assignments(settings)
    paradigm = with_one_condition(style, changes, complexity, aggregate, condition)
    part = part_of(condition, split, part)
    with bar("compiling the generator (once), drawing", n) as advance:
        items = draw(paradigm, split, part, n, seed)
        advance(n)
    origin = {
        "style": paradigm.style.name,
        "condition": condition,
        "part": part if split == "test" else PARTS[split],
        "rule": asdict(paradigm.rule(paradigm.conditions()[0])),
    }
    ids = identify(f"pointers/{paradigm.style.name}", np.asarray(items.inputs))
    made = {"item": ids.astype(str), **arrays(items)}
    write_arrays(out, {**made, ORIGIN: np.array([dumps(origin)])})
    outcome = {"file": str(out), "items": n, "condition": condition, "style": style}
    outcome |= {"split": split, "part": part}
    print_outcome(outcome, where_made(n, "item", out), json)


@show.add("pointers")
def show_items(
    style: StyleName = "vector",
    source: Annotated[
        str | None,
        typer.Option(help="Images: embedded, mnist ... or a folder of your own."),
    ] = None,
    complexity: Complexity = 0,
    aggregate: Aggregate = "mod_sum",
    condition: Annotated[
        str, typer.Option(help="iid, holdout, holdout-I, windows-H ...")
    ] = "holdout",
    n: Annotated[int, typer.Option("-n", help="Items of each part.")] = 4,
    seed: Seed = 0,
    out: Picture = None,
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
    json: Json = False,
) -> None:
    """Show a few taught items with their answers, and a few of each part that is asked.

    Above or beside each item stand the digits pointed at and the answer; in the terminal
    a ^ is below them. --set changes settings of the style, e.g. --set length=20.
    """
    from metamer.paradigms.pointers.show import picture, plain, text

    check_format(out)
    changes = assignments(settings) | ({} if source is None else {"images": source})
    paradigm = with_one_condition(style, changes, complexity, aggregate, condition)
    chosen = paradigm.conditions()[0]
    with bar("compiling the generator (once), drawing", n) as advance:
        show: Any = picture if out else plain if json else text
        shown = show(paradigm, chosen, root(seed), n)
        advance(n)
    if out is not None:
        save_picture(out, shown, json)
    else:
        print_json(shown) if json else print(shown)


def with_one_condition(
    style: str, settings: dict[str, str], complexity: int, aggregate: str, training: str
) -> Pointers:
    """A paradigm with one condition; settings of the style are texts."""
    values = {key: toml_value(text) for key, text in settings.items()}
    chosen = from_plain(Style, {**values, "name": style}, f"style {style}")  # type: ignore[type-abstract]
    return Pointers(chosen, (training,), (complexity,), (aggregate,))


def part_of(training: str, split: str, part: str | None) -> str:
    """Which part is meant if none is named: what training left out, if anything."""
    one_of("split", split, SPLITS)
    if split == "test":
        return part or ("iid" if training == "iid" else "holdout")
    if part:
        raise Refusal(f"--part goes with --split test, not with --split {split}")
    return "taught"


def draw(settings: Pointers, split: str, part: str, count: int, seed: int) -> Items:
    """The first `count` items of one part.

    Those of `train` are what unit 0 of a study with this seed is taught, and those of
    `test` what it is asked. Pictures of each split are made of images of their own.
    """
    from metamer.training.drawing import draw_items

    at_least("-n", count, 1, MAX_HELD)
    condition, unit = settings.conditions()[0], root(seed).stream("unit", 0)
    rule = settings.rule(condition)
    held_out = holdout(condition.name, settings.style, rule)
    if split == "test":
        one_of(f"part of {condition.name}", part, held_out.parts)
        distribution, key = held_out.parts[part], asked_key(condition, part, unit)
    else:
        distribution, key = held_out.taught, taught_key(condition, unit)
    # Validation has the distribution of training, but other items.
    key = key.stream("validation") if split == "validation" else key
    return draw_items(settings.style.source(distribution, rule, split), key, count)


def arrays(items: Items) -> dict[str, np.ndarray]:
    """The arrays of an npz file: the inputs, the right answers, and the digits.

    A row of `digits` has the pointer first, whatever the style.
    """
    return {
        "inputs": items.inputs,
        "labels": items.labels.astype(np.uint8),
        "digits": items.features,
    }


@people.add("pointers")
def take_choices(path: Path, out: Path) -> tuple[Responses, list[dict[str, Any]]]:
    """A csv of people's choices about items that `metamer make pointers` wrote."""
    from metamer.paradigms.pointers.studies.own_choices import take

    if not path.is_file():
        raise Refusal(f"there is no file {path}; give the csv file of choices")
    return take(path, out), []
