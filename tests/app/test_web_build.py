"""The committed pages for people are what their sources build to."""

import re
import shutil
import subprocess
from importlib import resources
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
STATIC = Path(str(resources.files("metamer.app") / "static"))
NAMED = {"www.w3.org", "www.jspsych.org", "doi.org", "joss.theoj.org"}
"""An XML vocabulary, and jsPsych's messages and citation: nothing is fetched from there."""


def contents(folder):
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_the_committed_files_are_what_the_sources_build_to(tmp_path):
    if not (WEB / "node_modules" / "vite").is_dir() or not shutil.which("npx"):
        pytest.skip(
            "the web app's tools are not installed (Node, then `npm ci` in web/)"
        )
    build = ["npx", "vite", "build", "--outDir", str(tmp_path), "--logLevel", "error"]
    subprocess.run(build, cwd=WEB, check=True, capture_output=True)
    assert contents(tmp_path).keys() == contents(STATIC).keys(), "run `make web`"
    assert contents(tmp_path) == contents(STATIC)


def test_the_pages_are_small():
    assert sum(map(len, contents(STATIC).values())) < 300_000


def test_the_pages_name_no_other_host():
    text = b"".join(contents(STATIC).values()).decode()
    named = set(re.findall(r"(?:https?:)?//([\w-]+(?:\.[\w-]+)+)", text))
    assert named <= NAMED


def test_the_lock_file_names_no_registry():
    assert "resolved" not in (WEB / "package-lock.json").read_text()
