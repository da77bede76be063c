"""Settings given in Python, read as strictly as those of a TOML file."""

from dataclasses import fields
from typing import Any, get_args, get_type_hints

from metamer.core.errors import Refusal
from metamer.core.reading import REGISTRIES, structure
from metamer.core.recorded import Recorded


def read_given(thing: Any, where: str) -> None:
    """Check the fields of a frozen dataclass, and let names stand for registered things.

    `Pointers(style="blocks")` is what `style = "blocks"` is in TOML, and `sizes=10` is
    refused as it is there.
    """
    hints = get_type_hints(type(thing))
    for field in fields(thing):
        value = getattr(thing, field.name)
        made = _read(value, hints[field.name], f"{where}: {field.name}")
        object.__setattr__(thing, field.name, made)


def _read(value: Any, kind: Any, where: str) -> Any:
    if kind in REGISTRIES:
        return _thing(value, kind, where)
    inner = get_args(kind)
    if isinstance(value, list | tuple) and inner and inner[0] in REGISTRIES:
        return tuple(
            _thing(entry, inner[0], f"{where}[{place}]")
            for place, entry in enumerate(value)
        )
    return _structure(kind, value, where) if _is_plain(value) else value


def _structure(kind: Any, value: Any, where: str) -> Any:
    try:
        return structure(kind, value, where)
    except Refusal as refusal:
        raise Refusal(f"{where}: {refusal}") from None


def _thing(value: Any, protocol: type, where: str) -> Any:
    """A registered thing, from its name or as it was given."""
    if isinstance(value, str | dict):
        return _structure(protocol, value, where)
    if not isinstance(value, (protocol, Recorded)) or isinstance(value, type):
        word = REGISTRIES[protocol].kind
        known = ", ".join(REGISTRIES[protocol])
        raise Refusal(f"{where} must be a {word}, not {value!r:.60}; there is: {known}")
    return value


def _is_plain(value: Any) -> bool:
    """Whether TOML could have said it."""
    if isinstance(value, list | tuple):
        return all(map(_is_plain, value))
    return value is None or isinstance(value, str | bool | int | float)
