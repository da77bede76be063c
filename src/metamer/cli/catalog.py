"""`metamer catalog`: everything there is, one line each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from typing import Annotated, Any

import typer

import metamer
from metamer.core.capabilities import HasSizes, HasTypicalShape
from metamer.core.commands import Json, print_json
from metamer.core.registry import Registry
from metamer.core.settings import to_plain

KINDS: dict[str, Registry] = {
    "paradigms": metamer.paradigm,
    "learners": metamer.learner,
    "measures": metamer.measure,
    "studies": metamer.study,
}

Kind = Annotated[
    str, typer.Argument(metavar="[KIND]", help=f"One of: {', '.join(KINDS)}; or all.")
]


def catalog(kind: Kind = "all", json: Json = False) -> None:
    """List every paradigm, condition, learner, measure and study, one line each."""
    from metamer.core.errors import one_of

    one_of("kind", kind, (*KINDS, "all"))
    chosen = KINDS if kind == "all" else {kind: KINDS[kind]}
    found = {
        name: [_entry(registry, entry) for entry in registry]
        for name, registry in chosen.items()
    }
    if json:
        print_json(found)
        return
    for name, entries in found.items():
        print(f"\n{name}")
        for entry in entries:
            print(_line(entry))


def _entry(registry: Registry, name: str) -> dict[str, Any]:
    """What can be said of one thing without running it."""
    thing = registry(name)
    entry: dict[str, Any] = {"name": name, "what": _first_line(thing)}
    if is_dataclass(thing):
        entry["settings"] = {
            field.name: to_plain(field.default)
            for field in fields(thing)
            if field.default is not MISSING
        }
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
    line = f"  {entry['name']:<26} {entry['what']}"
    for what, names in entry.get("offers", {}).items():
        line += f"\n{'':29}{what}: {', '.join(names)}"
    if "parameters" in entry:
        shape = "x".join(map(str, entry["item_shape"]))
        line += f"\n{'':29}{entry['parameters']:,} parameters (items of {shape})"
        line += "".join(
            f"; {count:,} with {size}" for size, count in entry["sizes"].items()
        )
    return line
