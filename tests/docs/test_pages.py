"""What the pages say can be done can be done."""

import importlib
import re
import shlex
import tomllib
from pathlib import Path

import pandas as pd
import pytest
import typer.main
from pages import PAGES, ROOT, blocks, everywhere

import metamer
from metamer.cli.app import program
from metamer.core.commands import command
from metamer.core.registry import Registry
from metamer.core.responses import details
from metamer.core.settings import study_from_plain
from metamer.paradigms.categories import Categories
from metamer.paradigms.matrices.controls.list_files import read
from metamer.paradigms.matrices.controls.lists import derive

HELD_OUT = "docs/guides/matrices-held-out.md"

SMALL = Categories(per_class=10, held_out=6, familiar=2, again=4)


PATIENTS = "age,ill,smoker\n61,1,0\n38,0,1\n44,0,0\n70,1,1\n"
"""The file of which the pages speak."""


@pytest.fixture
def make_settings(monkeypatch):
    """The script that writes the page of settings."""
    monkeypatch.syspath_prepend(ROOT / "docs")
    return importlib.import_module("make_settings")


def commands():
    """Every line of a page that begins with `metamer`."""
    lines = [line for _, block in everywhere("bash") for line in block.splitlines()]
    plain = [re.sub(r"^\w+=\S+ ", "", line) for line in lines]
    return sorted({line for line in plain if line.startswith("metamer ")})


def parsed(line):
    """The command that a line starts, and its words, as the program reads them."""
    words = shlex.split(line, comments=True)[1:]
    command = typer.main.get_command(program())
    while hasattr(command, "commands"):
        command = command.commands[words.pop(0)]
    return command, command.make_context(line, words, resilient_parsing=False)


@pytest.mark.parametrize("line", commands())
def test_every_command_on_a_page_is_one(line):
    command, context = parsed(line)
    study = context.params.get("name") if command.name == "run" else None
    assert study is None or study.endswith(".toml") or study in metamer.study


def test_the_table_of_commands_has_all_that_no_paradigm_brings():
    listed = set(
        re.findall(r"^\| `metamer (\w+)", (ROOT / "README.md").read_text(), re.M)
    )
    every = set(typer.main.get_command(program()).commands)
    assert listed <= every
    assert every - set(command) <= listed


def anchors(page):
    """The anchors that GitHub and the site give to the headings of a page."""
    words = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)
    plain = [
        re.sub(r"[^\w\- ]", "", re.sub(r"\]\([^)]*\)", "", heading)).lower()
        for heading in re.findall(r"^#+ (.*)$", words, re.M)
    ]
    return {heading.strip().replace(" ", "-") for heading in plain}


def links(page):
    """File and anchor of each link and picture on a page that leads to a file of ours."""
    words = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.M | re.S)
    found = re.findall(r"\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)", words)
    return [*found, *((place, "") for place in re.findall(r"src=\"([^\"]+)", words))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page):
    for place, anchor in links(page):
        target = page.parent / place if place else page
        assert target.exists(), place
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), f"{place}#{anchor}"


def test_the_navigation_of_the_site_has_every_page():
    listed = set(
        re.findall(r": ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.M)
    )
    docs = ROOT / "docs"
    there = {page.relative_to(docs).as_posix() for page in docs.rglob("*.md")}
    assert there <= listed
    assert listed - there == {"contributing.md", "changes.md", "results-folder.md"}


def test_the_page_of_public_names_has_all_of_them():
    page = (ROOT / "docs/api.md").read_text("utf-8")
    assert set(re.findall(r"^::: metamer\.(\w+)$", page, re.M)) == set(metamer.__all__)
    listed = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| `.*? \|", page, re.M)))
    assert sorted(listed) == sorted(metamer.__all__)
    for name in re.findall(r"^::: (metamer\.core\S+)$", page, re.M):
        module, _, thing = name.rpartition(".")
        assert thing in vars(importlib.import_module(module))


@pytest.mark.parametrize("page, block", everywhere("python"))
def test_every_block_of_python_is_python(page, block):
    compile(block, page, "exec")


@pytest.mark.parametrize("page, block", everywhere("toml"))
def test_every_block_of_toml_says_what_a_study_can_be(
    page, block, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    Path("patients.csv").write_text(PATIENTS)
    plain = tomllib.loads(block)
    if "paradigm" not in plain:
        return
    named = [it if isinstance(it, str) else it["name"] for it in plain["learners"]]
    importable = [
        it for it, name in zip(plain["learners"], named, strict=True) if ":" not in name
    ]
    assert study_from_plain({**plain, "learners": importable}).paradigm


def sections(page):
    """Each part of a page that has a heading of its own."""
    return {part.strip() for part in re.split(r"^(?=##)", page, flags=re.M)}


def test_the_page_of_settings_says_nothing_that_is_not_so(make_settings):
    """What was added since the page was made is missing there, until it is made again."""
    written = make_settings.PAGE.read_text(encoding="utf-8")
    assert not sections(written) - sections(make_settings.page()), (
        "run `python docs/make_settings.py`"
    )


def test_the_held_out_lists_on_the_page_are_those_of_studies(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "docs")
    lists = importlib.import_module("make_lists")
    assert lists.PAGE.read_text(encoding="utf-8") == lists.page(), (
        "run `python docs/make_lists.py`"
    )


def test_the_page_of_held_out_lists_draws_them_again():
    found = {}
    exec(blocks(HELD_OUT, "python")[0], found)
    held = tuple(map(tuple, (found["triples"], found["both"], found["attributes"])))
    drawn = derive()
    assert held == (drawn.triples, drawn.triple_pairs, drawn.attribute_pairs)


def test_the_files_of_the_page_of_held_out_lists_can_be_read(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(blocks(HELD_OUT, "python")[1], {})
    assert read("seed-7.toml") == derive(seed=7) != derive()
    Path("own.toml").write_text(blocks(HELD_OUT, "toml")[0])
    assert len(read("own.toml").triples) == 2


def test_the_compiled_learner_of_the_guide_goes_by_rule(tmp_path):
    found = {}
    exec(blocks("docs/guides/learners.md", "python")[1], found)
    plan = metamer.Study(SMALL, (found["Line"](),), ("exemplar_bias",), units=4)
    responses = metamer.run(plan, tmp_path)
    assert metamer.measure("exemplar_bias")(responses.table).abs().max() <= 0.5
    assert responses.table["probability"].notna().all()


def test_the_measure_of_the_contributing_page_measures(tmp_path):
    found = {"measure": Registry("measure"), "pd": pd, "details": details}
    exec(blocks("CONTRIBUTING.md", "python")[0], found)
    plan = metamer.Study(SMALL, (metamer.learner("exemplars")(),), units=3)
    values = found["sure_and_wrong"](metamer.run(plan, tmp_path).table)
    assert len(values) == 3 * len(SMALL.trainings)
    assert values.between(0, 1).all()


def test_settings_within_settings_are_explained_where_the_page_says(make_settings):
    page = make_settings.page()
    headings = re.findall(r"^##+ (.*)$", page, re.M)
    anchors = {make_settings.anchor(heading) for heading in headings}
    assert set(re.findall(r"\]\(#([\w-]+)\)", page)) <= anchors
    assert "| `sweeps` | whole number | `20` |" in page
    assert "| `again` | number | `-2.0` |" in page


def test_published_numbers_make_a_recipe_as_the_guide_says():
    found = {}
    exec(blocks("docs/guides/tiles.md", "python")[-1], found)
    assert found["learner"].training.value == 0.026937
    assert found["learner"].training.optimiser == "rmsprop"


@pytest.mark.parametrize("page", ["docs/guides/data.md", "docs/guides/statistics.md"])
def test_the_python_of_a_guide_runs(page):
    for block in blocks(page, "python"):
        exec(block, {})


def test_the_study_of_the_guide_can_be_changed():
    found = {}
    exec(blocks("docs/guides/studies.md", "python")[0], found)
    assert found["plan"].units == 2


def test_the_licence_is_named_alike_everywhere():
    assert "Apache License" in (ROOT / "LICENSE").read_text()
    assert "Copyright The metamer developers" in (ROOT / "LICENSE").read_text()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    cited = Path(ROOT / "CITATION.cff").read_text()
    assert f"license: {project['license']}\n" in cited
    assert f"version: {project['version']}\n" in cited


def test_the_floor_plan_names_only_files_that_exist():
    page = (ROOT / "docs/architecture.md").read_text("utf-8")
    package = ROOT / "src/metamer"
    named = re.findall(r"`([a-z_]+/[a-z_/]+\.py)`", page)
    assert named
    missing = [name for name in named if not (package / name).exists()]
    assert set(missing) <= {"engines/slurm.py"}  # the example of one to be added
