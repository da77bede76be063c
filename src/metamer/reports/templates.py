"""Pages from templates: one style, and words in backticks as code."""

from __future__ import annotations

import re
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markupsafe import Markup


def render(package: str, file: str, **values: Any) -> str:
    """The page made from a template in a package; `style` is the common style sheet.

    Every text that the template prints has its words in backticks as code. Where no
    element can stand, in an attribute or a title, it prints `text | plain`; where
    backticks must stay, in program text, `text | e`.
    """
    import jinja2

    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, finalize=_finalize
    )
    environment.filters["plain"] = plain
    template = environment.from_string(_read(package, file))
    return template.render(style=_read("metamer.reports", "style.css"), **values)


def _read(package: str, file: str) -> str:
    return (resources.files(package) / file).read_text("utf-8")


def _finalize(value: Any) -> Any:
    """What a template prints for a value: texts with code, all else as it is."""
    from markupsafe import Markup

    is_text = isinstance(value, str) and not isinstance(value, Markup)
    return code(value) if is_text else value


def code(text: str) -> Markup:
    """A text for a page, with what stands in backticks as code."""
    from markupsafe import Markup, escape

    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


def plain(text: str) -> Markup:
    """A text for a page where no element can stand: without its backticks."""
    from markupsafe import escape

    return escape(re.sub(r"`([^`]+)`", r"\1", text))
