"""A Ray of its own for one run, and engines that cannot be."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="Ray is not installed (make extras)")

PLAN = """
name = "floors"
units = 40
learners = ["copy-input", "most-common-output"]
[paradigm]
name = "concepts"
concepts = ["Count", "Order"]
tasks = 2
"""


def descendants(pid):
    """All processes below one, by their ids."""
    below = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:  # it has ended meanwhile
            continue
        below.setdefault(parent, []).append(int(stat.parent.name))
    found = [pid]
    for each in found:
        found += below.get(each, [])
    return found[1:]


def alive(pids):
    stats = [Path(f"/proc/{pid}/stat") for pid in pids]
    return [stat for stat in stats if stat.exists() and ") Z" not in stat.read_text()]


def wait_until(happens, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if happens():
            return True
        time.sleep(0.05)
    return False


def test_ctrl_c_ends_the_ray_that_was_started_for_a_run(tmp_path):
    (tmp_path / "floors.toml").write_text(PLAN)
    program = Path(sys.executable).parent / "metamer"
    command = [program, "run", "floors.toml", "--engine", "ray", "--out", "run"]
    process = subprocess.Popen(
        command,
        cwd=tmp_path,
        env={**os.environ, "RAY_ADDRESS": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert wait_until(lambda: list(tmp_path.glob("run/parts/*.parquet")))
        started = descendants(process.pid)
        process.send_signal(signal.SIGINT)
        told, complaints = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130
    assert told == ""
    words = [line for line in complaints.splitlines() if not line.endswith(" ...")]
    assert words == ["metamer: stopped; the same command goes on where it stopped"]
    assert started
    assert wait_until(lambda: not alive(started), 20)


REFUSED = {
    "address=127.0.0.1:1": "there is no Ray cluster at 127.0.0.1:1 ",
    "address=ray://head:10001": "engine.address is HOST:PORT as `ray start --head`",
    "gpus=1.5": "engine.gpus must be a whole number or below 1, not 1.5",
    "gpus=-2": "engine.gpus must be at least 0, not -2.0",
    "cpus=0": "engine.cpus must be at least 0.01, not 0.0",
    "cores=2": "unknown key 'cores'; allowed: address, cpus, gpus, shared",
    "shared=1": "shared: must be true or false, not 1",
}


@pytest.mark.parametrize("setting, complaint", REFUSED.items())
def test_settings_that_cannot_be_are_refused(
    setting, complaint, monkeypatch, capsys, tmp_path
):
    told = refusal(["--set", f"engine.{setting}"], monkeypatch, capsys, tmp_path)
    assert complaint in told


def refusal(words, monkeypatch, capsys, folder):
    """What `metamer run` says as it refuses an engine."""
    from metamer.cli import main

    command = ["metamer", "run", "categories-plane", "--engine", "ray", *words]
    monkeypatch.setattr(sys, "argv", [*command, "--out", str(folder / "run")])
    with pytest.raises(SystemExit) as end:
        main()
    told = capsys.readouterr().err
    assert end.value.code == 2
    assert told.count("\n") == 1
    assert not (folder / "run").exists()
    return told


def test_without_ray_the_engine_says_how_to_install_it(monkeypatch, capsys, tmp_path):
    monkeypatch.setitem(sys.modules, "ray", None)
    told = refusal([], monkeypatch, capsys, tmp_path)
    assert "needs Ray, which is not installed: pip install 'metamer[ray]'" in told
