"""Write `docs/papers/<key>.md` from what docstrings say about each paper.

Docstrings carry lines that begin with `Source:`, `Unstated:`, `Unclear:` or `Differs:`.
The docstring of a paradigm's package cites its papers in lines that begin with `Paper:`
and a key, and may say after `Read:` how they were read. This script reads all of it
without importing anything, and writes a page for each paradigm, named after its first
paper. Pictures and captions are those of `docs/figures/captions.toml`. Run it after
changing such a line:

    python docs/make_papers.py
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "metamer"
PAGES = ROOT / "docs" / "papers"
CAPTIONS = ROOT / "docs" / "figures" / "captions.toml"

HEADINGS = {
    "Source": "What the paper says, and where it is in the code",
    "Ours": "What is ours, and stands beside it",
    "Unstated": "What the paper leaves open, and what we do",
    "Unclear": "Where the paper contradicts itself, and how we read it",
    "Differs": "Where we do otherwise, and why",
}

_KEY = re.compile(r"\b[a-z]+(?:19|20)\d\d\b")
_LABELS = "Source|Unstated|Unclear|Differs"
_CITED = re.compile(r"^(Paper|Read):\s*(.*?)(?=^(?:Paper|Read):|\Z)", re.M | re.S)
_LINE = re.compile(rf"\b({_LABELS}):\s*(.*?)(?=\b(?:{_LABELS}):|\n\s*\n|\Z)", re.DOTALL)


@dataclass(frozen=True)
class Remark:
    """One line of one docstring, and the papers it speaks of."""

    label: str
    text: str
    papers: frozenset[str]
    subject: str
    """What the docstring belongs to: `Lstm.units = 20`."""
    summary: str
    """The first sentence of that docstring."""
    file: Path
    line: int


@dataclass(frozen=True)
class Text:
    """A docstring, and the docstrings around it from the inside out."""

    subject: str
    words: str
    file: Path
    line: int
    around: tuple[str, ...]


def texts(file: Path) -> Iterator[Text]:
    """Every docstring of a file: of the module, classes, functions, fields and tables."""
    yield from _inside(ast.parse(file.read_text(encoding="utf-8")), file, "", ())


def _inside(
    node: ast.Module | ast.ClassDef | ast.FunctionDef,
    file: Path,
    name: str,
    around: tuple[str, ...],
) -> Iterator[Text]:
    own = ast.get_docstring(node)
    if own:
        line = 1 if isinstance(node, ast.Module) else node.lineno
        yield Text(name or _module(file), own, file, line, around)
        around = (own, *around)
    for entry, below in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(entry, ast.ClassDef | ast.FunctionDef):
            yield from _inside(entry, file, _joined(name, entry.name), around)
        elif _is_text(below) and isinstance(entry, ast.Assign | ast.AnnAssign):
            words = ast.literal_eval(below.value)  # type: ignore[union-attr]
            yield Text(
                _joined(name, _assigned(entry)), words, file, entry.lineno, around
            )


def _module(file: Path) -> str:
    return str(file.relative_to(PACKAGE).with_suffix("")).replace("/", ".")


def _joined(name: str, inner: str) -> str:
    return f"{name}.{inner}" if name else inner


def _is_text(node: ast.stmt | None) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _assigned(entry: ast.Assign | ast.AnnAssign) -> str:
    """A field or constant, with its value where that is short."""
    target = entry.targets[0] if isinstance(entry, ast.Assign) else entry.target
    value = ast.unparse(entry.value) if entry.value else ""
    short = value and len(value) <= 24
    return ast.unparse(target) + (f" = {value}" if short else "")


def keys(words: str) -> frozenset[str]:
    """The papers that the labelled lines of a docstring name."""
    return frozenset(
        key for _, line in _LINE.findall(words) for key in _KEY.findall(line)
    )


def remarks() -> list[Remark]:
    """Every labelled line in the package.

    A line that names no paper speaks of the one named around it: in its docstring, then
    in those that enclose it, then in its file and its folder if these name only one.
    """
    found = [text for file in sorted(PACKAGE.rglob("*.py")) for text in texts(file)]
    return [
        _remark(label, line, text, found)
        for text in found
        for label, line in _LINE.findall(text.words)
    ]


def _remark(label: str, line: str, text: Text, found: list[Text]) -> Remark:
    papers = keys(f"{label}: {line}")
    if not papers and label != "Source":
        papers = _papers_around(text, found)
    summary = re.split(rf"\b(?:{_LABELS}):|(?<=\.)\s|\n\s*\n", text.words.strip())[0]
    ours = label == "Source" and line.startswith("ours")
    return Remark(
        "Ours" if ours else label,
        _flat(line),
        papers,
        text.subject,
        _flat(summary),
        text.file,
        text.line,
    )


def _papers_around(text: Text, found: list[Text]) -> frozenset[str]:
    for words in (text.words, *text.around):
        if keys(words):
            return keys(words)
    for place in (text.file, text.file.parent):
        near = [
            keys(other.words) for other in found if other.file.is_relative_to(place)
        ]
        papers = frozenset().union(*near)
        if len(papers) == 1:
            return papers
    return frozenset()


def _flat(words: str) -> str:
    return " ".join(words.split())


@dataclass(frozen=True)
class Home:
    """A paradigm's folder, and the papers that it is taken from."""

    folder: Path
    papers: dict[str, str]
    """How each is cited, by its key; the first gives the page its name."""
    read: str
    """What a reader must know about how they were read."""


def homes() -> list[Home]:
    """The paradigms that are taken from papers."""
    files = sorted((PACKAGE / "paradigms").glob("*/__init__.py"))
    found = [_home(file) for file in files]
    return [home for home in found if home.papers]


def _home(file: Path) -> Home:
    """What a paradigm's package says of papers; if nothing, those its class names."""
    module = ast.parse(file.read_text(encoding="utf-8"))
    lines = _CITED.findall(ast.get_docstring(module) or "")
    cited = [_flat(words).split(". ", 1) for label, words in lines if label == "Paper"]
    read = " ".join(_flat(words) for label, words in lines if label == "Read")
    classes = [node for node in module.body if isinstance(node, ast.ClassDef)]
    sources = [
        key
        for node in classes
        if _registered(node, "paradigm")
        for key in sorted(keys(ast.get_docstring(node) or ""))
    ]
    papers = dict(cited) or dict.fromkeys(sources, "")
    return Home(file.parent, papers, read)


def studies(folder: Path) -> list[tuple[str, str]]:
    """Name and first line of each study of a paradigm."""
    files = sorted([*folder.glob("studies.py"), *folder.glob("studies/*.py")])
    return [
        (name, (ast.get_docstring(node) or "").split("\n")[0])
        for file in files
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
        for name in _registered(node, "study")
    ]


def _registered(node: ast.ClassDef | ast.FunctionDef, kind: str) -> list[str]:
    """The names under which `@kind.add(name)` keeps a class or function."""
    calls = [made for made in node.decorator_list if isinstance(made, ast.Call)]
    return [
        ast.literal_eval(call.args[0])
        for call in calls
        if ast.unparse(call.func) == f"{kind}.add"
    ]


def page(home: Home, remarks: list[Remark]) -> str:
    """The page of a paradigm's first paper, and of those that lend it something."""
    key, *others = home.papers
    lines = [
        f"# {key}",
        "",
        home.papers[key],
        "",
        *(
            f"With what is taken from {other}: {home.papers[other]}\n"
            for other in others
        ),
        *([home.read + "\n"] if home.read else []),
        "Made from the docstrings by `python docs/make_papers.py`; change those, not this.",
        "",
        "## Studies",
        "",
        *(f"- `metamer run {name}`: {what}" for name, what in studies(home.folder)),
        *pictures(key),
    ]
    for label, heading in HEADINGS.items():
        own = [
            remark
            for remark in remarks
            if remark.label == label and remark.papers & set(home.papers)
        ]
        lines += ["", f"## {heading}", "", *(map(_entry, own) if own else ["Nothing."])]
    return "\n".join(lines) + "\n"


def pictures(key: str) -> Iterator[str]:
    """What was measured of a paper, as pictures with captions."""
    every = tomllib.loads(CAPTIONS.read_text(encoding="utf-8"))
    own = {name: entry for name, entry in every.items() if entry.get("paper") == key}
    if own:
        yield from ("", "## What was measured here")
    for name, entry in own.items():
        folders = (
            f"[`{folder}`](../../results/{folder})" for folder in entry["results"]
        )
        image = f"![{entry['alt']}](../images/{name}.svg)"
        drawn = f"{entry['caption']} Drawn from {', '.join(folders)}."
        yield from ("", image, "", drawn)
    if own:
        yield from ("", "All numbers: [results](../results.md).")


def _entry(remark: Remark) -> str:
    place = remark.file.relative_to(ROOT).as_posix()
    link = f"[`{remark.subject}`](../../{place}#L{remark.line})"
    text = remark.text.replace("<", "&lt;")
    about = f" {remark.summary}" if remark.summary else ""
    return f"- {link}{about}<br>\n  *{_printed(remark.label)}:* {text}"


def _printed(label: str) -> str:
    return "Source" if label == "Ours" else label


def pages() -> dict[str, str]:
    """The text of each page, by the name of its file."""
    found = remarks()
    return {f"{next(iter(home.papers))}.md": page(home, found) for home in homes()}


if __name__ == "__main__":
    PAGES.mkdir(exist_ok=True)
    for name, words in pages().items():
        (PAGES / name).write_text(words, encoding="utf-8")
        print(PAGES / name)
