"""README and tutorial: every block runs, in order and as printed, in one folder."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent
PROGRAMS = Path(sys.executable).parent
INSTALLING = ("make ", "pip ")


def blocks(page):
    """The blocks of a page, each with its language."""
    text = (HOME / page).read_text("utf-8")
    return re.findall(r"```(bash|python|toml)\n(.*?)```", text, re.DOTALL)


def finish(command, folder):
    path = f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert done.returncode == 0, f"{command}\n{done.stderr}"


def run_script(text, folder):
    finish([sys.executable, "-c", text], folder)


def write_plan(text, folder):
    """The first line of a plan is its file name, as a comment."""
    name = re.match(r"# (\S+\.toml)\n", text)
    assert name, f"this plan has no name:\n{text}"
    (folder / name[1]).write_text(text)


def run_commands(text, folder):
    for line in text.splitlines():
        if line and not line.startswith(INSTALLING):
            take_from_demo(shlex.split(line, comments=True), folder)
            finish(["bash", "-c", line], folder)


def take_from_demo(words, folder):
    """Let a demo study or profile go on from what `metamer demo` has computed already."""
    if (
        words[0] != "metamer"
        or words[1] not in ("run", "profile")
        or "demo" not in words
    ):
        return
    name = words[2] if words[1] == "run" else "profile"
    out = words[words.index("--out") + 1] if "--out" in words else f"runs/{name}-demo"
    if (folder / "demo" / name).exists() and not (folder / out).exists():
        shutil.copytree(folder / "demo" / name, folder / out)


RUN = {"bash": run_commands, "python": run_script, "toml": write_plan}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder like a clone of the repository, for both pages."""
    place = tmp_path_factory.mktemp("clone")
    (place / "examples").symlink_to(HOME / "examples")
    return place


@pytest.mark.slow
@pytest.mark.parametrize("page", ["README.md", "docs/tutorial.md"])
def test_every_block_runs_in_order_as_printed(page, folder):
    found = blocks(page)
    assert {language for language, _ in found} >= {"bash", "python"}
    for language, text in found:
        RUN[language](text, folder)


@pytest.mark.slow
def test_the_page_of_the_demo_has_all_its_runs(folder):
    page = (folder / "demo" / "report.html").read_text("utf-8")
    runs = [path.parent.name for path in (folder / "demo").glob("*/study.toml")]
    assert len(runs) >= 5
    assert all(name in page for name in runs)
