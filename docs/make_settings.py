"""Write `docs/guides/settings.md`: every key that a study in TOML can have.

Made from the dataclasses themselves, whose fields are those keys. Run it after changing
one of them:

    python docs/make_settings.py
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import textwrap
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from metamer.core.reading import REGISTRIES
from metamer.core.registry import PARADIGMS, Registry, paradigm
from metamer.core.settings import to_plain
from metamer.core.study import Study

PAGE = Path(__file__).resolve().parent / "guides" / "settings.md"

INTRODUCTION = """# Every setting

Made from the code by `python docs/make_settings.py`; change that, not this. How these keys
make a study is explained in [studies](studies.md). A key without a default must be given.
A key that a table lacks has the default of that table's own section, even if a learner that
is given no table at all has another one; `{}` is a table with all of them.
"""

MAX_DEFAULT = 128
"""A default that is longer as text is not shown."""

PLAIN = {
    int: "whole number",
    float: "number",
    str: "text",
    bool: "true or false",
    Any: "text",  # and what only Python can give
}


def page() -> str:
    """The whole page."""
    parts = [INTRODUCTION, *_study(), *_kinds(), *_parts()]
    return "\n".join(parts).rstrip() + "\n"


@cache
def registries() -> dict[str, Registry]:
    """What has settings and a name, by its heading; first the paradigms."""
    list(paradigm)  # found first, since paradigms add kinds of their own
    titles = {_heading(registry): registry for registry in REGISTRIES.values()}
    return {"Paradigms": titles.pop("Paradigms"), **dict(sorted(titles.items()))}


def _heading(registry: Registry) -> str:
    """What a registry holds, and of which paradigm, if it is of one."""
    home = registry.packages[0].removeprefix(f"{PARADIGMS}.").split(".")[0]
    owner = f" of `{home}`" if home in paradigm else ""
    return f"{registry.kind.capitalize()}s{owner}"


@cache
def sections() -> dict[type, str]:
    """The heading of each kind of setting within a setting."""
    headings = {id(registry): title for title, registry in registries().items()}
    named = {kind: headings[id(registry)] for kind, registry in REGISTRIES.items()}
    return named | {kind: _title(kind) for kind in unnamed()}


def _title(kind: type) -> str:
    """What a kind of table is, without what else is said of it."""
    return _first_line(kind).rstrip(".").split(";")[0]


@cache
def unnamed() -> tuple[type, ...]:
    """Settings within settings that have no name of their own."""
    entries = [
        registry(name) for registry in registries().values() for name in registry
    ]
    settings = [Study, *(entry for entry in entries if is_dataclass(entry))]
    found: dict[type, None] = {}
    left = list(settings)
    while left:
        new = [kind for kind in _held(left.pop(0)) if kind not in (*settings, *found)]
        found |= dict.fromkeys(new)
        left += new
    return tuple(found)


def _held(entry: Any) -> list[type]:
    """The kinds of tables that a table can hold, alone or in a list."""
    kinds = list(get_type_hints(entry).values())
    kinds += [inner for kind in kinds for inner in get_args(kind)]
    return [kind for kind in kinds if isinstance(kind, type) and is_dataclass(kind)]


def _study() -> Iterator[str]:
    yield f"## A study\n\n{_first_line(Study)}\n"
    yield from _table(Study)


def _kinds() -> Iterator[str]:
    for title, registry in registries().items():
        yield f"## {title}\n"
        for name in registry:
            entry = registry(name)
            yield f"### `{name}`\n\n{_first_line(entry)}\n"
            yield from _table(entry)


def _parts() -> Iterator[str]:
    for kind in unnamed():
        yield f"## {sections()[kind]}\n"
        yield from _table(kind)


def anchor(title: str) -> str:
    """How a link names a heading."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def _first_line(thing: Any) -> str:
    return (inspect.getdoc(thing) or "").split("\n")[0]


def _table(thing: Any) -> Iterator[str]:
    """A row for each field of a dataclass."""
    own = fields(thing) if is_dataclass(thing) else ()
    if not own:
        yield "No settings.\n"
        return
    words, kinds = _field_docstrings(thing), get_type_hints(thing)
    yield "| key | what it may be | default | what it is |\n|---|---|---|---|"
    for field in own:
        kind = in_words(kinds[field.name])
        yield f"| `{field.name}` | {kind} | {_default(field)} | {words[field.name]} |"
    yield ""


def in_words(kind: Any) -> str:
    """A type as someone who writes TOML would say it."""
    inner = tuple(one for one in get_args(kind) if one is not type(None))
    if kind in PLAIN:
        return PLAIN[kind]
    if kind in sections():
        title = sections()[kind]
        form = "table" if kind in unnamed() else "name or table"
        return f"{form} ([{title.lower()}](#{anchor(title)}))"
    if get_origin(kind) is Literal:
        return " or ".join(f"`{as_toml(value)}`" for value in inner)
    if get_origin(kind) is tuple and inner[-1] is Ellipsis:
        return f"list of: {in_words(inner[0])}"
    if get_origin(kind) is tuple:
        return f"list ({', '.join(map(in_words, inner))})"
    if get_origin(kind) is dict:
        return f"table of: {in_words(inner[1])}"
    return " or ".join(map(in_words, inner)) or f"name or table ({kind.__name__})"


def _default(field: Field) -> str:
    if field.default is None:
        return "left out"
    if field.default is not MISSING:
        shown = as_toml(_changed(field.default))
    elif field.default_factory is not MISSING:
        shown = as_toml(_changed(field.default_factory()))
    else:
        return "none: give one"
    return f"`{shown}`" if len(shown) <= MAX_DEFAULT else "(a longer text)"


def _changed(value: Any) -> Any:
    """A plain value; of a setting within a setting, what is not at its default."""
    plain = to_plain(value)
    if not is_dataclass(value):
        return plain
    usual = {field.name: to_plain(field.default) for field in fields(value)}
    return {key: entry for key, entry in plain.items() if entry != usual.get(key)}


def as_toml(value: Any) -> str:
    """A plain value as TOML writes it in one line."""
    if isinstance(value, dict):
        pairs = ", ".join(f"{key} = {as_toml(entry)}" for key, entry in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value))}]"
    return json.dumps(value)


def _field_docstrings(thing: type) -> dict[str, str]:
    """What stands below each field, up to the lines about papers."""
    found = {field.name: "" for field in fields(thing)}
    for kind in reversed(thing.__mro__):  # fields may be those of a parent
        if is_dataclass(kind):
            found |= _own_docstrings(kind)
    return found


def _own_docstrings(thing: type) -> dict[str, str]:
    """What stands below the fields that a class itself declares."""
    source = ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]
    assert isinstance(source, ast.ClassDef)
    found = {}
    for entry, below in zip(source.body, source.body[1:], strict=False):
        if isinstance(entry, ast.AnnAssign) and isinstance(below, ast.Expr):
            words = " ".join(ast.literal_eval(below.value).split())
            about = re.split(r"\b(?:Source|Unstated|Unclear|Differs):", words)[0]
            found[ast.unparse(entry.target)] = about.strip().replace("|", "\\|")
    return found


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
