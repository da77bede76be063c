"""Which numbers that the code takes from a paper could be mistyped unnoticed?

    python benchmarks/mutate_printed.py --out survivors.csv

Finds every number below `src/metamer/` whose docstring has a `Source:` line with one of the
five papers, and every number in a study's `printed` words. Changes the last digit of one
at a time and runs the tests of `tests/papers/` that name the paper; a change that no test
notices survives. Nothing on disk is changed: one forked process sees each change.
"""

from __future__ import annotations

import argparse
import ast
import csv
import importlib.machinery
import inspect
import io
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from itertools import chain, pairwise, product
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "metamer"
TESTS = ROOT / "tests" / "papers"

PAPERS = ("barrett2018", "dasgupta2022", "kumar2022", "moskvichev2023", "zhang2021")
SOURCE = re.compile(rf"Source:(?!\s*ours).*?\b({'|'.join(PAPERS)})\b", re.DOTALL)
NUMBER = re.compile(r"(?<![\w.])-?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE]-?\d+)?(?![\w])")

PARADIGMS = {
    "categories": "dasgupta2022",
    "tiles": "kumar2022",
    "pointers": "zhang2021",
    "matrices": "barrett2018",
    "concepts": "moskvichev2023",
}

SLOW = (
    "not (finding or run_with_a_report or depths_and_seeds or evr_of_0 or figure_13_asks "
    "or released or rows_are_found or table_s4_t or results_pooled_t_tests)"
)
"""Tests that take seconds and look at data, not at printed numbers."""


QUICK = 0.3
"""Seconds that a test of a table may take."""


@dataclass(frozen=True)
class Place:
    """One number in one file."""

    file: Path
    start: int
    end: int
    line: int
    paper: str
    name: str

    @property
    def text(self) -> str:
        return source(self.file)[self.start : self.end]

    @property
    def module(self) -> str:
        return ".".join(self.file.relative_to(ROOT / "src").with_suffix("").parts)

    @property
    def in_table(self) -> bool:
        """Whether its file has no classes and registers nothing: it can run again."""
        words = source(self.file)
        return not re.search(r"^(class |@?\w+\.add)", words, re.MULTILINE)

    def changed(self) -> str:
        """The file with another last digit in this number."""
        mantissa = re.match(r"-?[\d_.]+", self.text)
        assert mantissa is not None
        at = self.start + mantissa.end() - 1
        words = source(self.file)
        while not words[at].isdigit():
            at -= 1
        return f"{words[:at]}{(int(words[at]) + 1) % 10}{words[at + 1 :]}"


def source(file: Path) -> str:
    return file.read_text("utf-8")


def places() -> list[Place]:
    """Every number that has a paper for its source."""
    return [place for file in sorted(PACKAGE.rglob("*.py")) for place in _of(file)]


def _of(file: Path) -> Iterator[Place]:
    tree = ast.parse(source(file))
    for node in ast.walk(tree):
        body = node.body if isinstance(node, ast.Module | ast.ClassDef) else []
        for entry, below in pairwise(body):
            if isinstance(entry, ast.Assign | ast.AnnAssign) and entry.value:
                found = SOURCE.search(_words(below))
                if found:
                    name = ast.unparse(
                        getattr(entry, "target", None) or entry.targets[0]
                    )
                    yield from _numbers(file, entry.value, found[1], name)
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg == "printed":
            paper = PARADIGMS.get(file.relative_to(PACKAGE).parts[1], "")
            if paper and isinstance(node.value, ast.Constant):
                yield from _numbers(file, node.value, paper, "printed")


def _words(node: ast.AST) -> str:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return str(node.value.value)
    return ""


def _numbers(file: Path, value: ast.expr, paper: str, name: str) -> Iterator[Place]:
    """The numbers of an expression, also those inside of texts, but not in names."""
    words = source(file)
    lines = [0]
    for line in words.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    for node in ast.walk(value):
        if not isinstance(node, ast.Constant) or isinstance(node.value, bool | None):
            continue
        if isinstance(node.value, str) and not re.search(r"\s|^-?[\d.]+$", node.value):
            continue
        start = lines[node.lineno - 1] + node.col_offset
        end = lines[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        for match in NUMBER.finditer(words[start:end]):
            line = words.count("\n", 0, start + match.start()) + 1
            at = start + match.start(), start + match.end()
            yield Place(file, *at, line, paper, name)


def survives(paper: str, place: Place | None) -> bool:
    """Whether the tests of the paper pass all the same; without a place, as they are."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        code = 99
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            try:
                code = _tested(paper, place)
            finally:
                os.write(writer, bytes([int(code)]))
                os._exit(0)
    os.close(writer)
    answer = os.read(reader, 1)
    os.close(reader)
    os.waitpid(child, 0)
    # No answer: the process ended by itself, which is no pass.
    return answer == b"\0"


def _tested(paper: str, place: Place | None) -> int:
    """What pytest answers in this process, with the change: 0 if all tests pass."""
    import pytest

    # Annotations are not checked, which would take most of the time of imports.
    sys.modules["typechecking"] = SimpleNamespace(install=lambda: None)  # type: ignore
    if place:
        _change(place)
    files = [str(file) for file in test_files(paper)]
    quick = ["-x", "-q", "-p", "no:cacheprovider", "-o", "filterwarnings=", "-k", SLOW]
    return int(pytest.main([*quick, *files]))


def test_files(paper: str) -> list[Path]:
    """The tests of a paper, and those of settings of all papers."""
    return [TESTS / "test_paper_settings.py", *sorted(TESTS.glob(f"test_{paper}*.py"))]


def _change(place: Place) -> None:
    """Let the next import of the file see the change."""
    original = importlib.machinery.SourceFileLoader.get_code

    def get_code(self, name):  # type: ignore[no-untyped-def]
        if Path(self.path) == place.file:
            return self.source_to_code(place.changed().encode(), self.path)
        return original(self, name)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]


def cases(paper: str) -> list[Callable[[], None]]:
    """The paper's tests that need no fixture and pass quickly, one for each parameter."""
    sys.path[:0] = [str(TESTS), str(TESTS.parent)]
    found = []
    for file in test_files(paper):
        for name, test in vars(importlib.import_module(file.stem)).items():
            if name.startswith("test_"):
                found += _with_parameters(test)
    return [case for case in found if _is_quick(case)]


def _with_parameters(test: Callable[..., None]) -> list[Callable[[], None]]:
    marks = [
        one for one in getattr(test, "pytestmark", []) if one.name == "parametrize"
    ]
    names, rows = [], []
    for mark in marks:
        own = re.split(r",\s*", mark.args[0])
        names += own
        values = [getattr(one, "values", one) for one in mark.args[1]]
        rows.append([one if len(own) > 1 else (one,) for one in values])
    if {*inspect.signature(test).parameters} != {*names}:
        return []
    return [
        partial(test, **dict(zip(names, chain(*parts), strict=True)))
        for parts in product(*rows)
    ]


def _is_quick(case: Callable[[], None]) -> bool:
    started = time.monotonic()
    return _passes(case) and time.monotonic() - started < QUICK


def _passes(case: Callable[[], None]) -> bool:
    try:
        case()
    except Exception:
        return False
    return True


def survives_in_table(place: Place, tests: list[Callable[[], None]]) -> bool:
    """Run a table's file again with the change, tell who has imported it, and test."""
    try:
        _run_again(place, place.changed())
        return all(map(_passes, tests))
    except Exception:
        return False
    finally:
        _run_again(place, source(place.file))


def _run_again(place: Place, words: str) -> None:
    table = vars(sys.modules[place.module])
    before = dict(table)
    exec(compile(words, place.file, "exec"), table)
    for name, module in [*sys.modules.items()]:
        if name.startswith(("metamer", "test_")):
            for known, value in [*vars(module).items()]:
                if known in before and value is before[known]:
                    setattr(module, known, table[known])


def _import_what_is_large() -> None:
    """So that each process need not: nothing of `metamer`, which must see the change."""
    import equinox  # noqa: F401
    import jax  # noqa: F401
    import optax  # noqa: F401
    import pandas  # noqa: F401
    import pyarrow  # noqa: F401
    import pytest  # noqa: F401
    import scipy.stats  # noqa: F401
    import sklearn.linear_model  # noqa: F401
    import statsmodels.formula.api  # noqa: F401


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("survivors.csv"))
    parser.add_argument("--only", default="", help="a pattern in the path of a file")
    parser.add_argument("--without", default="^$", help="the same, for files to omit")
    parser.add_argument(
        "--every", type=int, default=1, help="try each n-th number only"
    )
    options = parser.parse_args()
    every = [
        place
        for place in places()
        if re.search(options.only, str(place.file))
        and not re.search(options.without, str(place.file))
    ][:: options.every]
    _import_what_is_large()
    survivors = 0
    with options.out.open("w", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(("file", "line", "name", "number", "paper"))
        for count, (place, survived) in enumerate(tried(every), start=1):
            if survived:
                survivors += 1
                where = str(place.file.relative_to(ROOT))
                rows.writerow((where, place.line, place.name, place.text, place.paper))
                file.flush()
            print(f"{count} of {len(every)}, {survivors} survive", file=sys.stderr)
    print(f"{len(every)} numbers, {survivors} survive: {options.out}")


def tried(every: list[Place]) -> Iterator[tuple[Place, bool]]:
    """Each number, and whether its change survives; those in tables come last."""
    _import_what_is_large()
    elsewhere = [place for place in every if not place.in_table]
    for paper in sorted({place.paper for place in elsewhere}):
        if not survives(paper, None):
            sys.exit(f"the tests of {paper} do not pass as they are")
    for place in elsewhere:
        yield place, survives(place.paper, place)
    for paper in PAPERS:
        own = [place for place in every if place.in_table and place.paper == paper]
        tests = cases(paper) if own else []
        yield from ((place, survives_in_table(place, tests)) for place in own)


if __name__ == "__main__":
    main()
