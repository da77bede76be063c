"""`metamer catalog`: everything there is, one line each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from textwrap import wrap
from typing import Annotated, Any

import typer

import metamer
from metamer.cli import tables
from metamer.cli.papers import lines, of_paper
from metamer.cli.suitability import suits
from metamer.core.capabilities import HasSizes, HasTypicalShape
from metamer.core.commands import Json, completion, print_json
from metamer.core.registry import Registry, figure, test
from metamer.core.settings import to_plain

KINDS: dict[str, Registry] = {
    "paradigms": metamer.paradigm,
    "learners": metamer.learner,
    "measures": metamer.measure,
    "figures": figure,
    "tests": test,
    "studies": metamer.study,
}

SUITED = ("learners", "measures", "figures")
"""What goes with some paradigms and not with others."""

MAX_NAMES = 20
"""Names of a list that are printed at most."""

INDENT = 29
"""Where the words begin that follow a name."""

Kind = Annotated[
    str,
    typer.Argument(
        metavar="[KIND]",
        help=f"One of: {', '.join(KINDS)}; or all.",
        autocompletion=completion(lambda: (*KINDS, "all")),
    ),
]


def catalog(
    kind: Kind = "all",
    paper: Annotated[
        str | None,
        typer.Option(help="What can be repeated of a paper, e.g. zhang2021."),
    ] = None,
    json: Json = False,
) -> None:
    """List every paradigm, learner, measure, figure, test and study, one line each.

    In brackets stand the paradigms that a thing goes with. With --paper: each study of a
    paper, what it reproduces, its command, and how long it takes.
    """
    from metamer.core.errors import one_of

    if paper is not None:
        print_json(of_paper(paper)) if json else print("\n".join(lines(paper)))
        return
    one_of("kind", kind, (*KINDS, "all"))
    chosen = KINDS if kind == "all" else {kind: KINDS[kind]}
    found = {
        name: [_entry(name, registry, entry) for entry in registry]
        for name, registry in chosen.items()
    }
    if json:
        print_json(found)
        return
    for name, entries in found.items():
        print(f"\n{name}")
        for entry in entries:
            print(_line(entry))


def _entry(kind: str, registry: Registry, name: str) -> dict[str, Any]:
    """What can be said of one thing without running it."""
    thing = registry(name)
    entry: dict[str, Any] = {"name": name, "what": _first_line(thing)}
    if is_dataclass(thing):
        entry["settings"] = {
            field.name: to_plain(field.default)
            for field in fields(thing)
            if field.default is not MISSING
        }
    if kind in SUITED:
        entry["suits"] = suits(registry, name)
    if registry is metamer.paradigm:
        entry["offers"] = thing.offers()
    if isinstance(thing, HasTypicalShape):
        entry |= _network(thing)
    return entry


def _network(kind: Any) -> dict[str, Any]:
    """How many parameters a network has, in each of its sizes."""
    from metamer.training.networks import count_parameters

    shape = kind.typical
    sizes = kind.sizes if isinstance(kind, HasSizes) else {}
    return {
        "parameters": count_parameters(kind(), shape),
        "item_shape": shape,
        "sizes": {
            size: count_parameters(kind(**settings), shape)
            for size, settings in sizes.items()
        },
    }


def _first_line(thing: Callable[..., Any]) -> str:
    return (thing.__doc__ or "").strip().split("\n")[0]


def _line(entry: dict[str, Any]) -> str:
    """A name, what it is, and what it goes with, within the width of the terminal."""
    suited = f" [{', '.join(entry['suits'])}]" if "suits" in entry else ""
    words = [f"{entry['what']}{suited}"]
    for what, names in entry.get("offers", {}).items():
        words.append(f"{what}: {_few(names)}")
    if "parameters" in entry:
        shape = "x".join(map(str, entry["item_shape"]))
        sizes = (f"; {count:,} with {size}" for size, count in entry["sizes"].items())
        words.append(
            f"{entry['parameters']:,} parameters (items of {shape}){''.join(sizes)}"
        )
    room = max(tables.width() - INDENT, INDENT)
    told = [line for text in words for line in wrap(text, room, break_on_hyphens=False)]
    first, *rest = ["", *told] if len(entry["name"]) > INDENT - 4 else told or [""]
    below = (" " * INDENT + line for line in rest)
    return "\n".join([f"  {entry['name']:<{INDENT - 2}}{first}".rstrip(), *below])


def _few(names: list[str]) -> str:
    """Names for people to read: a long list is cut, and says how long it is."""
    if len(names) <= MAX_NAMES:
        return ", ".join(names)
    return f"{', '.join(names[: MAX_NAMES // 2])} ... ({len(names)} in all, see --json)"
