"""What can be checked of how the code is laid out, file by file."""

import ast
import re
from collections import defaultdict
from functools import cache

import pytest
from places import ROOT

SOURCE = ROOT / "src" / "metamer"
FILES = sorted(SOURCE.rglob("*.py"))
MAX_LINES = 300
MAX_FUNCTION = 60

LONG: dict[str, str] = {}
"""Files above the limit, each with its reason."""

VAGUE = {"MOST", "LEAST", "FEW", "FEWEST", "MANY", "ENOUGH"}
"""Constants must say of what: `MAX_SIDE`, `MIN_ITEMS`."""

OUTMODED = re.compile(
    r"\b(slopes|is not to be had|against the clock|those of who|leave \S+ away|"
    r"equal to nothing|so many (?:times|tiles|items|of)|who is not)\b"
)
"""Phrases that have a plain or a usual word in their place."""


@cache
def parsed(path):
    return ast.parse(path.read_text("utf-8"))


def place(path):
    return path.relative_to(SOURCE).as_posix()


def nodes(*kinds):
    """Every node of some kinds, with its file."""
    for path in FILES:
        for node in ast.walk(parsed(path)):
            if isinstance(node, kinds):
                yield path, node


def home(path):
    """The paradigm that a file belongs to, or its top-level package."""
    parts = path.relative_to(SOURCE).parts
    return "/".join(parts[:2]) if parts[0] == "paradigms" else parts[0]


def test_no_file_is_long_without_a_reason():
    lengths = {place(path): len(path.read_text("utf-8").splitlines()) for path in FILES}
    long = {name for name, length in lengths.items() if length > MAX_LINES}
    assert long == set(LONG)


def test_no_function_is_long():
    functions = nodes(ast.FunctionDef, ast.AsyncFunctionDef)
    assert not [
        f"{place(path)}: {node.name}"
        for path, node in functions
        if node.end_lineno - node.lineno + 1 > MAX_FUNCTION
    ]


def test_no_module_imports_what_another_keeps_private():
    assert not [
        f"{place(path)}: {name.name}"
        for path, node in nodes(ast.ImportFrom)
        if (node.module or "").startswith("metamer")
        for name in node.names
        if name.name.startswith("_")
    ]


def test_a_class_name_means_one_thing_in_a_paradigm():
    places = defaultdict(set)
    for path, node in nodes(ast.ClassDef):
        places[home(path), node.name].add(place(path))
    assert not {key: files for key, files in places.items() if len(files) > 1}


@pytest.mark.parametrize("paradigm", sorted((SOURCE / "paradigms").glob("*/")))
def test_a_class_name_of_a_paradigm_is_not_one_of_the_shared_packages(paradigm):
    shared, own = set(), set()
    for path, node in nodes(ast.ClassDef):
        if "paradigms" not in path.parts:
            shared.add(node.name)
        elif paradigm in path.parents:
            own.add(node.name)
    assert not shared & own


def test_nothing_is_called_it():
    bound = [
        f"{place(path)}:{node.lineno}"
        for path, node in nodes(ast.Name)
        if node.id == "it" and isinstance(node.ctx, ast.Store)
    ]
    taken = [
        f"{place(path)}:{node.lineno}"
        for path, node in nodes(ast.arg)
        if node.arg == "it"
    ]
    assert not bound + taken


def test_constants_say_what_they_limit():
    assert not [
        f"{place(path)}:{node.lineno} {node.id}"
        for path, node in nodes(ast.Name)
        if node.id in VAGUE and isinstance(node.ctx, ast.Store)
    ]


def test_optional_methods_are_protocols_and_not_guesses():
    """`hasattr`, or `getattr` with a default, on a name that stands in the code."""
    assert not [
        f"{place(path)}:{node.lineno}"
        for path, node in nodes(ast.Call)
        if isinstance(node.func, ast.Name)
        and (node.func.id == "hasattr" or (node.func.id == "getattr" and node.args[2:]))
        and isinstance(node.args[1], ast.Constant)
    ]


@pytest.mark.parametrize(
    "path",
    [*FILES, ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_no_outmoded_phrase(path):
    assert not OUTMODED.findall(path.read_text("utf-8"))
