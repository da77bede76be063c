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
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from metamer.core.registry import Registry, figure, learner, paradigm, test
from metamer.core.settings import to_plain
from metamer.core.study import Study
from metamer.games.rewards import Rewards
from metamer.metamers import recipe as metamers
from metamer.paradigms.categories.domains.domain import domain
from metamer.paradigms.pointers.styles.style import Style, style
from metamer.training import recipes as training

PAGE = Path(__file__).resolve().parent / "guides" / "settings.md"

KINDS: dict[str, Registry] = {
    "Paradigms": paradigm,
    "Domains of `categories`": domain,
    "Recipes for metamers": metamers.recipe,
    "Styles of pointers": style,
    "Learners": learner,
    "Tests": test,
    "Figures and tables": figure,
}

PARTS: dict[str, type] = {
    "How players are trained": training.Recipe,
    "What clicks earn": Rewards,
    "How networks that classify are trained": training.Training,
}
"""Settings within settings, which have no name of their own."""

TOLD = {metamers.Recipe: "Recipes for metamers", Style: "Styles of pointers"} | {
    kind: title for title, kind in PARTS.items()
}
"""Under which heading each kind of a setting within a setting is told."""

INTRODUCTION = """# Every setting

Made from the code by `python docs/make_settings.py`; change that, not this. How these keys
make a study is told in [studies](studies.md). A key without a default must be given. A key
that a table lacks has the default of that table's own section, also where a learner that
is given no table at all has another one; `{}` is a table with all of them.
"""


def page() -> str:
    """The whole page."""
    parts = [INTRODUCTION, *_study(), *_kinds(), *_parts()]
    return "\n".join(parts).rstrip() + "\n"


def _study() -> Iterator[str]:
    yield f"## A study\n\n{_first_line(Study)}\n"
    yield from _table(Study)


def _kinds() -> Iterator[str]:
    for title, registry in KINDS.items():
        yield f"## {title}\n"
        for name in registry:
            entry = registry(name)
            yield f"### `{name}`\n\n{_first_line(entry)}\n"
            yield from _table(entry)


def _parts() -> Iterator[str]:
    for title, kind in PARTS.items():
        yield f"## {title}\n"
        yield from _table(kind)


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


LONGEST = 128
"""A default that is longer as text is not shown."""

PLAIN = {int: "whole number", float: "number", str: "text", bool: "true or false"}


def in_words(kind: Any) -> str:
    """A type as someone who writes TOML would say it."""
    inner = get_args(kind)
    if kind in PLAIN:
        return PLAIN[kind]
    if kind in TOLD:
        place = TOLD[kind].lower()
        named = "table" if kind in PARTS.values() else "name or table"
        return f"{named} ([{place}](#{place.replace(' ', '-')}))"
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
    if field.default is not MISSING:
        shown = as_toml(_changed(field.default))
    elif field.default_factory is not MISSING:
        shown = as_toml(_changed(field.default_factory()))
    else:
        return "none: give one"
    return f"`{shown}`" if len(shown) <= LONGEST else "(a longer text)"


def _changed(value: Any) -> Any:
    """A plain value; of a setting within a setting, what is not at its default."""
    plain = to_plain(value)
    if not is_dataclass(value):
        return plain
    usual = {field.name: to_plain(field.default) for field in fields(value)}
    return {key: it for key, it in plain.items() if it != usual.get(key)}


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
    source = ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0]
    assert isinstance(source, ast.ClassDef)
    found = {field.name: "" for field in fields(thing)}
    for entry, below in zip(source.body, source.body[1:], strict=False):
        if isinstance(entry, ast.AnnAssign) and isinstance(below, ast.Expr):
            words = " ".join(ast.literal_eval(below.value).split())
            about = re.split(r"\b(?:Source|Unstated|Unclear|Differs):", words)[0]
            found[ast.unparse(entry.target)] = about.strip().replace("|", "\\|")
    return found


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
