"""Write `docs/papers/<key>.md` from what docstrings say about each paper.

Docstrings carry lines that begin with `Source:`, `Unstated:`, `Unclear:` or `Differs:`.
This script reads them without importing anything, and writes a page for each paper that a
paradigm is taken from. Run it after changing such a line:

    python docs/make_papers.py
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "metamer"
PAGES = ROOT / "docs" / "papers"

HEADINGS = {
    "Source": "What the paper says, and where it is in the code",
    "Ours": "What is ours, and stands beside it",
    "Unstated": "What the paper leaves open, and what we do",
    "Unclear": "Where the paper contradicts itself, and how we read it",
    "Differs": "Where we do otherwise, and why",
}

PAPERS = {
    "barrett2018": "Barrett, Hill, Santoro, Morcos & Lillicrap (2018). Measuring abstract "
    "reasoning in neural networks. ICML 2018; arXiv:1807.04225.",
    "dasgupta2022": "Dasgupta, Grant & Griffiths (2022). Distinguishing rule- and "
    "exemplar-based generalization in learning systems. ICML 2022.",
    "kumar2021": "Kumar, Dasgupta, Cohen, Daw & Griffiths (2021). Meta-learning of "
    "structured task distributions in humans and machines. ICLR 2021.",
    "kumar2022": "Kumar, Dasgupta, Daw, Cohen & Griffiths (2023). Disentangling "
    "abstraction from statistical pattern matching in human and machine learning. PLOS "
    "Computational Biology 19(8), e1011316; arXiv:2204.01437 (2022).",
    "moskvichev2023": "Moskvichev, Odouard & Mitchell (2023). The ConceptARC benchmark: "
    "evaluating understanding and generalization in the ARC domain. TMLR.",
    "yang2023": "Yang, You, Zhen, Wang, Wan, Xie & Zhang (2023). Neural prediction errors "
    "enable analogical visual reasoning in human standard intelligence tests. ICML 2023.",
    "zhang2021": "Zhang, Raghu, Kleinberg & Bengio (2021). Pointer value retrieval: a new "
    "benchmark for understanding the limits of neural network generalization. "
    "arXiv:2107.12580.",
}
"""How each paper is cited; a key that is not here heads its page alone."""

COMPANIONS = {"barrett2018": ("yang2023",), "kumar2022": ("kumar2021",)}
"""Papers that lend something to the paradigm of another, and share its page."""

READ = {
    "barrett2018": "The text of this paper was at hand only through a description of it, "
    "so places (sections, figures) may be coarse. Its generator and its held-out lists "
    "were never published, and no released file was at hand: what stands here as of the "
    "released items or files comes from three items, decoded from public pictures of "
    "them, and from what the authors and others tell of the files.",
    "kumar2022": "Table S1, which describes the rules, was at hand only in quotations; "
    "where no quotation says otherwise, a rule is as in the authors' code.",
    "zhang2021": "The text of this paper was at hand only through a description of it, so "
    "places (sections, figures) may be coarse. Values of the curves in its figures were "
    "not at hand; only its sentences, tables and counts are compared with.",
}
"""What a reader must know about how a paper was read."""

_KEY = re.compile(r"\b[a-z]+(?:19|20)\d\d\b")
_LABELS = "Source|Unstated|Unclear|Differs"
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


def paradigm_papers() -> list[str]:
    """The papers from which a paradigm is taken: its class says so in its `Source:`."""
    found: set[str] = set()
    for file in sorted((PACKAGE / "paradigms").glob("*/__init__.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and _registered(node, "paradigm"):
                found |= keys(ast.get_docstring(node) or "")
    return sorted(found)


def studies(key: str) -> list[tuple[str, str]]:
    """Name and first line of each study of a paper."""
    place = PACKAGE / "studies"
    files = sorted([*place.glob(f"{key}.py"), *place.glob(f"{key}/*.py")])
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


def page(key: str, said: list[Remark]) -> str:
    """The page of one paper, and of those that lend something to its paradigm."""
    spoken_of = {key, *COMPANIONS.get(key, ())}
    lines = [
        f"# {key}",
        "",
        PAPERS.get(key, ""),
        "",
        *(
            f"With what is taken from {other}: {PAPERS[other]}\n"
            for other in COMPANIONS.get(key, ())
        ),
        *([READ[key] + "\n"] if key in READ else []),
        "Made from the docstrings by `python docs/make_papers.py`; change those, not this.",
        "",
        "## Studies",
        "",
        *(f"- `metamer run {name}`: {what}" for name, what in studies(key)),
    ]
    for label, heading in HEADINGS.items():
        own = [
            remark
            for remark in said
            if remark.label == label and remark.papers & spoken_of
        ]
        lines += ["", f"## {heading}", "", *(map(_entry, own) if own else ["Nothing."])]
    return "\n".join(lines) + "\n"


def _entry(remark: Remark) -> str:
    place = remark.file.relative_to(ROOT).as_posix()
    link = f"[`{remark.subject}`](../../{place}#L{remark.line})"
    text = remark.text.replace("<", "&lt;")
    about = f" {remark.summary}" if remark.summary else ""
    return f"- {link}{about}<br>\n  *{_said(remark.label)}:* {text}"


def _said(label: str) -> str:
    return "Source" if label == "Ours" else label


def pages() -> dict[str, str]:
    """The text of each page, by the name of its file."""
    said = remarks()
    return {f"{key}.md": page(key, said) for key in paradigm_papers()}


if __name__ == "__main__":
    PAGES.mkdir(exist_ok=True)
    for name, words in pages().items():
        (PAGES / name).write_text(words, encoding="utf-8")
        print(PAGES / name)
