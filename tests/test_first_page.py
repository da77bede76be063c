"""The README's commands and code, run as they stand there."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")
SCRIPTS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
COMMANDS = [
    line.partition("#")[0].strip()
    for block in re.findall(r"```bash\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("metamer ")
]
PROGRAM = Path(sys.executable).parent / "metamer"


def brief(command):
    return not re.match("metamer (run|demo)", command)


def finish(command, folder):
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_there_is_something_to_copy():
    assert SCRIPTS and COMMANDS


@pytest.mark.parametrize("command", list(dict.fromkeys(filter(brief, COMMANDS))))
def test_its_brief_commands_work(command, tmp_path):
    assert finish([str(PROGRAM), *shlex.split(command)[1:]], tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", list(dict.fromkeys(it for it in COMMANDS if not brief(it)))
)
def test_its_long_commands_write_a_report(command, tmp_path):
    finish([str(PROGRAM), *shlex.split(command)[1:]], tmp_path)
    assert list(tmp_path.rglob("report.html"))


@pytest.mark.slow
@pytest.mark.parametrize("script", SCRIPTS, ids=range(len(SCRIPTS)))
def test_its_scripts_work(script, tmp_path):
    (tmp_path / "script.py").write_text(script)
    assert finish([sys.executable, "script.py"], tmp_path)
