"""Boards from the command line: as files, as pictures, and the published scores."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from metamer.core.commands import (
    Json,
    NpzFile,
    Picture,
    Seed,
    Set,
    assignments,
    check_format,
    completion,
    make,
    people,
    print_json,
    print_outcome,
    save_picture,
    show,
    where_made,
)
from metamer.core.errors import Refusal, one_of
from metamer.core.files import write_arrays
from metamer.core.keys import root
from metamer.core.progress import bar
from metamer.core.settings import with_changes
from metamer.core.study import Paradigm
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.controls import CONDITIONS
from metamer.paradigms.tiles.rules import FAMILY, READINGS
from metamer.paradigms.tiles.rules import rule as rules_known

if TYPE_CHECKING:
    from metamer.core.responses import Responses

MAKING = "drawing boards (metamers train a network first)"
"""What takes a while."""

rule_names = completion(lambda: rules_known)
"""What the shell offers after `--rule`."""

Reading = Annotated[str, typer.Option(help="as_coded or as_described.")]


@make.add("tiles")
def make_boards(
    rule: Annotated[
        str,
        typer.Option(
            help="copy, symmetry ..., or a file of boards.", autocompletion=rule_names
        ),
    ],
    n: Annotated[int, typer.Option("-n", help="How many boards.")],
    out: NpzFile,
    condition: Annotated[str, typer.Option(help="abstract or metamer.")] = "abstract",
    reading: Reading = "as_coded",
    seed: Seed = 0,
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
    json: Json = False,
) -> None:
    """Write boards (1 is red), starts (row and column of the tile that is face up), item.

    Boards are drawn by their exact probability, so some may be equal. --set changes
    settings of the paradigm, e.g. --set recipe=max_entropy or --set recipe.sweeps=200.
    """
    from metamer.paradigms.tiles.items.draw import arrays, draw_boards
    from metamer.paradigms.tiles.items.notes import board_ids

    paradigm = paradigm_with(rule, reading, assignments(settings))
    with bar(MAKING, n) as advance:
        boards = draw_boards(paradigm, rule, condition, n, seed)
        advance(n)
    ids = board_ids(boards, rule, condition).astype(str)
    write_arrays(out, {"item": ids, **arrays(boards)})
    outcome = {"file": str(out), "boards": n, "rule": rule, "condition": condition}
    print_outcome(outcome, where_made(n, "board", out), json)


@show.add("tiles")
def show_boards(
    rule: Annotated[
        str,
        typer.Option(
            help="copy, symmetry ...; without it the eight of the paper.",
            autocompletion=rule_names,
        ),
    ] = "",
    condition: Annotated[
        str | None, typer.Option(help="abstract (the default), metamer, or both.")
    ] = None,
    reading: Reading = "as_coded",
    sweeps: Annotated[
        bool, typer.Option("--sweeps", help="Show how metamers come about.")
    ] = False,
    n: Annotated[int | None, typer.Option("-n", help="Boards, or chains.")] = None,
    seed: Seed = 0,
    out: Picture = None,
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
    json: Json = False,
) -> None:
    """Show boards of a rule, metamers of them, or how a metamer comes about.

    In the terminal # is red, . is blue, @ is the red tile that is face up. The boards are
    those that `metamer make tiles` writes with the same seed. --set changes settings of
    the paradigm, e.g. --set recipe=max_entropy.
    """
    from metamer.paradigms.tiles import show

    check_format(out)
    if sweeps and condition not in (None, "metamer"):
        raise Refusal("--sweeps shows metamers only; leave out --condition")
    paradigm = paradigm_with(rule, reading, assignments(settings))
    headings = show.sweep_titles() if sweeps else _conditions(condition or "abstract")
    usual = show.CHAINS if sweeps else show.EXAMPLES
    count = usual if n is None else n
    with bar(MAKING, count) as advance:
        rows = (
            show.sweeps(paradigm, count, root(seed))
            if sweeps
            else show.boards(paradigm, headings, count, seed)
        )
        advance(count)
    if out is not None:
        save_picture(out, show.picture(rows, headings), json)
    elif json:
        print_json(show.plain(rows, headings))
    else:
        print(show.text(rows, headings))


def _conditions(name: str) -> tuple[str, ...]:
    """The conditions that a name stands for."""
    one_of("condition", name, (*CONDITIONS, "both"))
    return tuple(CONDITIONS) if name == "both" else (name,)


def paradigm_with(rule: str, reading: str, changes: dict[str, str]) -> Tiles:
    """The paradigm for one rule, or for the eight; some settings are given as texts."""
    one_of("reading", reading, READINGS)
    settings = Tiles((rule,) if rule else FAMILY, reading)  # type: ignore[arg-type]
    return cast(Tiles, with_changes(Paradigm, settings, changes))  # type: ignore[type-abstract]


@people.add("tiles")
def take_people(path: Path, out: Path) -> tuple[Responses, list[dict[str, Any]]]:
    """Published scores of people and of the LSTM agent, or a csv of people's clicks."""
    from metamer.core.csv_rows import columns_of
    from metamer.paradigms.tiles.people import unfinished_cells
    from metamer.paradigms.tiles.studies.people_clicks import take_clicks
    from metamer.paradigms.tiles.studies.published import take

    if path.is_file() and {"tile", "board"} & set(columns_of(path)):
        return take_clicks(path, out)
    responses = take(path, out)
    return responses, unfinished_cells(responses.table)
