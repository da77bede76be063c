"""Files with finished tasks: broken ones, and disks that cannot be written."""

import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from metamer.core.errors import Refusal
from metamer.core.solve import Guess
from metamer.paradigms.concepts.learners import ProgramSearch
from metamer.paradigms.concepts.part_file import Solution, open_part
from metamer.paradigms.concepts.tasks import as_grid

LEARNER = ProgramSearch(steps=100)
SOLUTION = Solution(
    "Up1", "0" * 12, "finished", [[Guess(as_grid([[1, 2]]), "copy")]], 1.5, 0.25
)
LINE = {
    "name": "Up1",
    "task": "0",
    "ended": "time",
    "guesses": [[[[[1]], "copy"]]],
    "seconds": 1.5,
    "gigabytes": 0.25,
}


@pytest.fixture
def out(tmp_path):
    return tmp_path / "out.json"


@pytest.fixture
def part(out):
    """The path of a part file with one solution."""
    file = open_part(out, LEARNER, 3)
    file.add(SOLUTION)
    return file.path


def test_a_file_is_begun_before_anything_is_solved(tmp_path):
    out = tmp_path / "new" / "folder" / "out.json"
    assert open_part(out, LEARNER, 3).recorded == {}
    settings = json.loads((tmp_path / "new/folder/out.json.part").read_text())
    assert settings["steps"] == 100 and settings["guesses"] == 3


def test_no_file_is_written_without_a_path(tmp_path):
    open_part(None, LEARNER, 3).add(SOLUTION)
    assert not list(tmp_path.iterdir())


def test_other_settings_are_refused(out, part):
    for learner, guesses in ((LEARNER, 2), (replace(LEARNER, steps=99), 3)):
        with pytest.raises(Refusal, match="part was begun with other settings"):
            open_part(out, learner, guesses)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "Expecting property name"),
        (b"", "Expecting value"),
        (b"\x80\xff\x00", "codec can't decode"),
        (b"[" * 100_000, "recursion"),
        (b"[1]", "it must have name, task, ended, guesses"),
        (json.dumps({"name": "Up1"}).encode(), "it must have name, task, ended"),
        (json.dumps({**LINE, "more": 1}).encode(), "it must have name, task, ended"),
        (json.dumps({**LINE, "name": 1}).encode(), "name and task must be texts"),
        (
            json.dumps({**LINE, "ended": "soon"}).encode(),
            "no end 'soon'; there is: time",
        ),
        (json.dumps({**LINE, "seconds": "1"}).encode(), "must be numbers, 0 or more"),
        (json.dumps({**LINE, "seconds": -1}).encode(), "must be numbers, 0 or more"),
        (json.dumps({**LINE, "gigabytes": True}).encode(), "must be numbers, 0 or mo"),
        (json.dumps({**LINE, "guesses": 3}).encode(), "guesses must be lists"),
        (json.dumps({**LINE, "guesses": [3]}).encode(), "guesses must be lists"),
        (json.dumps({**LINE, "guesses": [[3]]}).encode(), "must be a grid and a text"),
        (
            json.dumps({**LINE, "guesses": [[[[[1]], 5]]]}).encode(),
            "must be a grid and a text",
        ),
        (
            json.dumps({**LINE, "guesses": [[[[[99]], "a"]]]}).encode(),
            "a guess: row 1, cell 1 is 99",
        ),
        (json.dumps({**LINE, "guesses": [[["1", "a"]]]}).encode(), "is not a list"),
    ],
)
def test_a_broken_line_is_named(out, part, line, reason):
    whole = part.read_bytes()
    part.write_bytes(whole + line + b"\n" + b"cut off")
    with pytest.raises(Refusal) as refused:
        open_part(out, LEARNER, 3)
    told = str(refused.value)
    assert told.startswith(f"{part}, line 3 is broken (") and reason in told
    assert told.endswith("; delete the line to solve its task again")
    assert part.read_bytes() == whole + line + b"\n" + b"cut off"


@pytest.mark.parametrize("content", [b"", b"\x00\xff", b"{\n", b"not ours"])
def test_a_file_that_is_not_ours_is_named_and_left_alone(out, part, content):
    part.write_bytes(content)
    with pytest.raises(Refusal, match=r"part, line 1 is broken \(.*delete the file"):
        open_part(out, LEARNER, 3)
    assert part.read_bytes() == content


def test_a_first_line_without_an_end_is_named(out, part):
    part.write_bytes(part.read_bytes().split(b"\n")[0])
    with pytest.raises(Refusal, match=r"part, line 1 is broken \(it has no end\)"):
        open_part(out, LEARNER, 3)


@pytest.mark.parametrize("torn", [b"{", b'{"name": "Up2"', b"\x00\x00\xff"])
def test_a_torn_last_line_is_dropped(out, part, torn):
    whole = part.read_bytes()
    part.write_bytes(whole + torn)
    assert set(open_part(out, LEARNER, 3).recorded) == {"Up1"}
    assert part.read_bytes() == whole


def test_a_folder_is_refused_as_a_file(tmp_path):
    with pytest.raises(Refusal, match="is a folder; give the name of a json file"):
        open_part(tmp_path, LEARNER, 3)


def test_a_device_is_refused_as_a_file():
    with pytest.raises(Refusal, match="/dev/null is not a plain file"):
        open_part(Path("/dev/null"), LEARNER, 3)


def test_a_place_below_a_file_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Refusal, match="cannot write to .*file"):
        open_part(tmp_path / "file" / "out.json", LEARNER, 3)


def test_a_name_that_is_too_long_is_refused(tmp_path):
    with pytest.raises(Refusal, match="cannot write to .*: File name too long"):
        open_part(tmp_path / ("a" * 300), LEARNER, 3)


@pytest.fixture
def mount(tmp_path):
    """Mount a file system of its own with some options, or skip the test."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = []

    def do(options):
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
        if (
            not shutil.which("mount")
            or subprocess.run(command, capture_output=True).returncode
        ):
            pytest.skip("may not mount a file system here")
        mounted.append(place)
        return place

    yield do
    for path in mounted:
        subprocess.run(["umount", str(path)], check=True)


def test_a_read_only_folder_is_refused_before_anything_is_solved(mount):
    disk = mount("ro,size=1m")
    with pytest.raises(Refusal, match=f"cannot write to {disk}: Read-only file system"):
        open_part(disk / "out.json", LEARNER, 3)


def test_a_full_disk_keeps_what_was_solved_and_the_next_command_goes_on(mount):
    disk = mount("size=8k")
    out = disk / "out.json"
    file = open_part(out, LEARNER, 3)
    long = Guess(as_grid([[1] * 30] * 30), "copy")
    with pytest.raises(Refusal) as refused:
        for number in range(20):
            file.add(SOLUTION._replace(name=f"Up{number}", guesses=[[long]]))
    assert str(refused.value) == (
        f"cannot write to {disk}: No space left on device; what was solved is kept in "
        f"{out}.part: give the same command again to go on"
    )
    names = set(open_part(out, LEARNER, 3).recorded)
    assert names == {f"Up{place}" for place in range(number)} and names
    subprocess.run(["mount", "-o", "remount,size=1m", str(disk)], check=True)
    open_part(out, LEARNER, 3).add(SOLUTION._replace(name="Last"))
    assert set(open_part(out, LEARNER, 3).recorded) == {*names, "Last"}
