"""Classes by name: from a registry, or from `package.module:Name`.

A plan may come from a stranger. What stands behind the colon must therefore be a class
that does the work of a learner (a paradigm, a figure ...), and that is checked before it
is called.
"""

import importlib
from dataclasses import is_dataclass
from inspect import isfunction
from typing import Any

from metamer.core.errors import Refusal
from metamer.core.registry import Registry
from metamer.core.study import SHAPES, Figure, Learner, Test

PUBLISHED_ITEMS = "metamer.paradigms.concepts.studies.published"

MOVED = {
    "metamer.studies.moskvichev2023.people": PUBLISHED_ITEMS,
    "metamer.paradigms.concepts.studies.people": PUBLISHED_ITEMS,
}
"""Where modules now are that run folders of older versions name."""

OURS = "metamer."
"""How the names of this package's modules begin."""


def find_named(registry: Registry, protocol: type, name: str) -> Any:
    """A registry's entry, or the class at `package.module:Name`."""
    if ":" not in name or name in registry:
        return registry(name)
    module, _, attribute = name.partition(":")
    try:
        kind = getattr(importlib.import_module(MOVED.get(module, module)), attribute)
    except Exception as error:  # importing runs a module, which may raise anything
        raise Refusal(f"cannot import {registry.kind} {name!r}: {error}") from None
    _check_class(kind, registry.kind, protocol, name)
    return kind


def is_foreign(registry: Registry, name: str) -> bool:
    """Whether `name` stands for code that is neither registered nor ours."""
    return ":" in name and name not in registry and not name.startswith(OURS)


def _check_class(kind: Any, word: str, protocol: type, name: str) -> None:
    """Refuse whatever is not a class with the methods of the protocol."""
    if not isinstance(kind, type):
        raise Refusal(f"{name!r} is not a {word} but {kind!r:.60}; give a class")
    if protocol in (Test, Figure) and not is_dataclass(kind):
        raise Refusal(f"{name!r} cannot be a {word}: it must be a dataclass")
    options = [_methods(protocol)]
    if protocol is Learner:
        shapes = SHAPES.values()
        options = [_methods(each) for way in shapes for each in way[1:]]
    if not any(methods <= set(dir(kind)) for methods in options):
        needed = " or ".join(
            dict.fromkeys(" and ".join(sorted(methods)) for methods in options)
        )
        raise Refusal(f"{name!r} cannot be a {word}: it needs the methods {needed}")


def _methods(protocol: type) -> set[str]:
    """The methods that a protocol asks for; values may be set when a thing is made."""
    return {
        name
        for base in protocol.__mro__
        for name, entry in vars(base).items()
        if isfunction(entry) and (not name.startswith("_") or name == "__call__")
    }
