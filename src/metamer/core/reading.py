"""Strict reading of plain values: no unknown keys, no silent change of type."""

import functools
from collections.abc import Callable
from dataclasses import asdict, fields, is_dataclass
from types import UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import cattrs
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
)
from cattrs.gen import make_dict_structure_fn

from metamer.core.errors import Refusal, likely
from metamer.core.lookup import find_named, is_foreign
from metamer.core.recorded import CALLED, TAG, Recorded
from metamer.core.registry import (
    Registry,
    figure,
    finding,
    learner,
    paradigm,
    test,
)
from metamer.core.study import Figure, Finding, Learner, Paradigm, Test

T = TypeVar("T")

REGISTRIES: dict[type, Registry] = {
    Paradigm: paradigm,
    Learner: learner,
    Test: test,
    Figure: figure,
    Finding: finding,
}


def read_by_name(protocol: Any, registry: Registry) -> None:
    """Let fields of type `protocol` be read from tables that name one of `registry`."""
    REGISTRIES[protocol] = registry
    _converter.cache_clear()


RENAMED: dict[object, dict[str, str]] = {}
"""Settings that older versions called otherwise, by class: the new name of each."""


def renamed(**names: str) -> Callable[[T], T]:
    """Let a class still be read from tables with the old names of its settings.

    `@renamed(recipe="training")` reads what was called `recipe` as `training`.
    """

    def note(kind: T) -> T:
        RENAMED[kind] = names
        return kind

    return note


def from_plain(kind: type[T], plain: Any, where: str, forgiving: bool = False) -> T:
    """A `kind` made from plain values; `where` begins the sentence if that fails."""
    list(paradigm)  # imports all paradigms: some bring kinds of their own
    return structure(kind, plain, where, forgiving)


def structure(kind: Any, plain: Any, where: str, forgiving: bool = False) -> Any:
    """The same for kinds that paradigms do not bring."""
    try:
        return _converter(forgiving).structure(plain, kind)
    except Refusal:
        raise
    except Exception as error:  # cattrs wraps whatever our hooks and checks raise
        raise Refusal(f"{where}: {'; '.join(_sentences(error))}") from error


@functools.cache
def _converter(forgiving: bool) -> cattrs.Converter:
    """A strict converter; a forgiving one records what cannot be made again."""
    converter = cattrs.Converter(forbid_extra_keys=True)
    for kind, accepted in _STRICT.items():
        converter.register_structure_hook(kind, _strict(kind, accepted))
    converter.register_structure_hook_func(
        _is_table, functools.partial(_table, converter)
    )
    converter.register_structure_hook_func(
        _is_sequence, functools.partial(_sequence, converter)
    )
    converter.register_structure_hook_func(_is_choice, _choice)
    converter.register_structure_hook_func(
        _is_union, functools.partial(_union, converter)
    )
    for protocol, registry in REGISTRIES.items():
        hook = functools.partial(_named, converter, registry)
        if forgiving:
            again = protocol in (Paradigm, Learner)
            read = _named_or_recorded if again else _named_unless_foreign
            hook = functools.partial(read, converter, registry)
        converter.register_structure_hook_func(functools.partial(_is, protocol), hook)
    return converter


_STRICT: dict[type, tuple[tuple[type, ...], str]] = {
    int: ((int,), "a whole number"),
    float: ((int, float), "a number"),
    str: ((str,), "a text"),
    bool: ((bool,), "true or false"),
}


def _strict(
    kind: type, rule: tuple[tuple[type, ...], str]
) -> Callable[[Any, Any], Any]:
    accepted, words = rule

    def structure(value: Any, _: Any) -> Any:
        if isinstance(value, bool) != (kind is bool) or not isinstance(value, accepted):
            raise Refusal(f"must be {words}, not {value!r}")
        return kind(value)

    return structure


def _is(protocol: type, kind: Any) -> bool:
    return kind is protocol


def _is_sequence(kind: Any) -> bool:
    return get_origin(kind) is tuple


def _sequence(converter: cattrs.Converter, value: Any, kind: Any) -> tuple:
    if not isinstance(value, list | tuple):
        raise Refusal(f"must be a list, not {value!r}")
    inner = get_args(kind)
    if inner[-1] is Ellipsis:
        inner = (inner[0],) * len(value)
    if len(inner) != len(value):
        raise Refusal(f"must have {len(inner)} entries, not {len(value)}")
    made = []
    for place, (entry, expected) in enumerate(zip(value, inner, strict=True)):
        try:
            made.append(converter.structure(entry, expected))
        except Exception as error:
            raise Refusal(f"[{place}] {'; '.join(_sentences(error))}") from error
    return tuple(made)


def _is_table(kind: Any) -> bool:
    return get_origin(kind) is dict


def _table(converter: cattrs.Converter, value: Any, kind: Any) -> dict:
    if not isinstance(value, dict):
        raise Refusal(f"must be a table, not {value!r}")
    _, inner = get_args(kind)
    made = {}
    for key, entry in value.items():
        try:
            made[key] = converter.structure(entry, inner)
        except Refusal as error:
            raise Refusal(f"{key}: {error}") from error
    return made


def _is_choice(kind: Any) -> bool:
    return get_origin(kind) is Literal


def _choice(value: Any, kind: Any) -> Any:
    if not any(
        value == entry and type(value) is type(entry) for entry in get_args(kind)
    ):
        allowed = ", ".join(repr(entry) for entry in get_args(kind))
        raise Refusal(f"must be one of {allowed}, not {value!r}")
    return value


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType)


def _union(converter: cattrs.Converter, value: Any, kind: Any) -> Any:
    complaints = []
    for option in get_args(kind):
        try:
            return converter.structure(value, option)
        except Refusal as error:
            complaints.append(str(error))
    raise Refusal(" or ".join(complaints))


def _named(
    converter: cattrs.Converter, registry: Registry, value: Any, protocol: Any
) -> Any:
    """What a table with a name, or just a name, stands for."""
    table = _named_table(registry, value)
    kind: Any = find_named(registry, protocol, table[TAG])
    names: dict[str, str] = RENAMED.get(kind, {})
    own: dict[str, Any] = {
        str(names.get(key, key)): entry
        for key, entry in table.items()
        if key not in (TAG, CALLED)
    }
    if not (isinstance(kind, type) and is_dataclass(kind)):
        return kind(**own)
    return make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True)(
        _with_defaults(own, kind), kind
    )


def _with_defaults(own: dict[str, Any], kind: Any) -> dict[str, Any]:
    """`own`, with every table in it filled up from the defaults of `kind`.

    `training = { rate = 0.1 }` changes the rate of this learner's own training; the rest
    is not that of a `Training` without arguments.
    """
    usual = {
        field.name: asdict(field.default)
        for field in fields(kind)
        if is_dataclass(field.default) and not isinstance(field.default, type)
    }
    return {
        key: {**usual[key], **entry}
        if key in usual and isinstance(entry, dict) and TAG not in entry
        else entry
        for key, entry in own.items()
    }


def _named_table(registry: Registry, value: Any) -> dict[str, Any]:
    """A table with a name; a name alone is short for it."""
    table = {TAG: value} if isinstance(value, str) else value
    if not isinstance(table, dict) or not isinstance(table.get(TAG), str):
        raise Refusal(
            f"must be a table with the name of a {registry.kind}, not {value!r:.60}"
        )
    return table


def _named_unless_foreign(
    converter: cattrs.Converter, registry: Registry, value: Any, protocol: Any
) -> Any:
    """The same, but nothing is imported that is neither registered nor ours."""
    name = _named_table(registry, value)[TAG]
    if is_foreign(registry, name):
        raise Refusal(f"{name!r} is not part of metamer and is not imported here")
    return _named(converter, registry, value, protocol)


def _named_or_recorded(
    converter: cattrs.Converter, registry: Registry, value: Any, protocol: Any
) -> Any:
    """The same, or a record of what cannot be made again."""
    table = _named_table(registry, value)
    try:
        return _named_unless_foreign(converter, registry, table, protocol)
    except Exception:  # whatever it was, its settings can still be read
        return Recorded(table)


def _sentences(error: BaseException) -> list[str]:
    """Every fault in a failed reading, each with the key it was found at."""
    if isinstance(error, ForbiddenExtraKeysError):
        names = [field.name for field in fields(error.cl)]
        unknown = ", ".join(
            f"{key!r}{likely(key, names)}" for key in sorted(error.extra_fields)
        )
        return [f"unknown key {unknown}; allowed: {', '.join(names) or 'none'}"]
    if isinstance(error, ClassValidationError | IterableValidationError):
        located, others = error.group_exceptions()
        found = [
            f"{note.name if isinstance(note, AttributeValidationNote) else ''}: {line}"
            for inner, note in located
            for line in _sentences(inner)
        ]
        return found + [line for inner in others for line in _sentences(inner)]
    if isinstance(error, KeyError):
        return [f"needs a value for {error.args[0]!r}"]
    return [str(error)]
