"""What MkDocs does beside building pages: it takes in files that lie outside `docs/`.

Pages link to files as the repository has them, so that they can be read on GitHub too. On
the site, texts from outside `docs/` become pages, and files of code that a page links to
become plain pages with numbered lines.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound

ROOT = Path(__file__).resolve().parents[1]

PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "results/README.md": "results-folder.md",
}
"""Texts outside `docs/`, and the pages that stand for them on the site."""

_LOADED = re.compile(
    r"<(?:script|img|iframe|link)\b[^>]*?(?:src|href)=\"((?:https?:)?//\S+?)\""
)
_LINK = re.compile(r"(\]\()(?!\w+:|#)([^)\s#]+)(#[^)\s]*)?(?=\))")
_CODE = re.compile(r"(^```.*?^```|`[^`\n]+`)", re.MULTILINE | re.DOTALL)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """All files of the site: those of `docs/`, and those that they link to."""
    for place, page in PAGES.items():
        if page not in files.src_uris:
            words = (ROOT / place).read_text(encoding="utf-8")
            files.append(File.generated(config, page, content=words))
    pages = [file for file in files if file.is_documentation_page()]
    for place in sorted(_linked(pages) - PAGES.keys()):
        files.append(File.generated(config, code_page(place), content=_code(place)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """The text of a page, with links to where the site keeps what they lead to."""
    own = page.file.src_uri

    def moved(link: re.Match[str]) -> str:
        start, target, anchor = link.group(1), link.group(2), link.group(3) or ""
        place = repository_path(own, target)
        there = site_path(place)
        if there.startswith("code/"):
            anchor = anchor.replace("#L", "#line-")
        return f"{start}{posixpath.relpath(there, posixpath.dirname(own))}{anchor}"

    return "".join(
        part if part.startswith("`") else _LINK.sub(moved, part)
        for part in _CODE.split(markdown)
    )


def on_post_page(output: str, page: Any, **_: Any) -> str:
    """The page as it is; refused if opening it would ask another host for something."""
    asked = _LOADED.findall(output)
    if asked:
        raise PluginError(f"{page.file.src_uri} loads {', '.join(asked)}")
    return output


def repository_path(page: str, target: str) -> str:
    """Where in the repository a link on a page of the site leads."""
    outside = {there: place for place, there in PAGES.items() if there != "index.md"}
    own = outside.get(page, f"docs/{page}")
    return posixpath.normpath(posixpath.join(posixpath.dirname(own), target))


def site_path(place: str) -> str:
    """Where on the site a file of the repository is."""
    if place.startswith("docs/"):
        return place.removeprefix("docs/")
    return PAGES.get(place) or code_page(place)


def code_page(place: str) -> str:
    """The page with the lines of a file, or with links to the files of a folder."""
    return (
        f"code/{place}/index.html" if (ROOT / place).is_dir() else f"code/{place}.html"
    )


def _linked(pages: list[File]) -> set[str]:
    """The files outside `docs/` that pages link to, and those in such folders."""
    places = {
        repository_path(page.src_uri, link[1])
        for page in pages
        for link in _LINK.findall(_CODE.sub("", page.content_string))
    }
    outside = {place for place in places if not place.startswith("docs/")}
    return outside | {
        file.relative_to(ROOT).as_posix()
        for place in outside
        if (ROOT / place).is_dir()
        for file in (ROOT / place).iterdir()
        if file.is_file()
    }


def _code(place: str) -> str:
    path = ROOT / place
    if path.is_dir():
        names = sorted(file.name for file in path.iterdir() if file.is_file())
        entries = (f'<li><a href="{name}.html">{name}</a></li>' for name in names)
        return f"<!doctype html><title>{place}</title><ul>{''.join(entries)}</ul>"
    words = path.read_text(encoding="utf-8")
    style = {"full": True, "title": place, "linespans": "line", "linenos": "inline"}
    page = highlight(words, _lexer(path.name), HtmlFormatter(**style))
    return page.replace("</style>", ":target { background: #fff3bf; }\n</style>", 1)


def _lexer(name: str) -> Lexer:
    try:
        return get_lexer_for_filename(name)
    except ClassNotFound:
        return TextLexer()
