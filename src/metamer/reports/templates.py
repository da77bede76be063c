"""Pages from templates: one style, and words in backticks as code."""

from __future__ import annotations

import re
from importlib import resources
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markupsafe import Markup


def render(package: str, file: str, **values: Any) -> str:
    """The page made from a template in a package; `style` is the common style sheet."""
    import jinja2

    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["code"] = code
    template = environment.from_string(_read(package, file))
    return template.render(style=_read("metamer.reports", "style.css"), **values)


def _read(package: str, file: str) -> str:
    return (resources.files(package) / file).read_text("utf-8")


def code(text: str) -> Markup:
    """A text for a page, with what stands in backticks as code."""
    from markupsafe import Markup, escape

    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))
