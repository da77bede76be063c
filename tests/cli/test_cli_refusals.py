"""Bad input: one sentence, exit code 2, and nothing half-written."""

import os
import shlex
import shutil
import subprocess

import numpy as np
import pandas as pd
import pytest

from metamer.core.checked import read_toml
from metamer.core.checkpoints import Place
from metamer.core.jobs import series
from metamer.core.settings import study_from_plain

GOOD = "paradigm = 'categories'\nlearners = ['rule']\n"
GAMES = "learners = ['neighbour']\nunits = 1\n[paradigm]\nname = 'tiles'\n"


@pytest.mark.parametrize(
    "words, complaint",
    [
        ("run nonsense", "no study 'nonsense'; there is: categories-attributes"),
        ("run gone.toml", "there is no file gone.toml"),
        ("run categories-plane --scale huge", "no scale 'huge'; there is: demo"),
        ("run categories-plane --units many", "'--units'"),
        ("run categories-plane --units 0", "units must be at least 1, not 0"),
        ("run categories-plane --engine cloud", "no engine 'cloud'; there is: local"),
        ("run categories-plane --set units", "--set takes key=value, not 'units'"),
        ("run categories-plane --set colour=1", "there is no 'colour' here"),
        ("run categories-plane --set units.x=1", "there is no 'x' here"),
        ("run categories-plane --set units=two", "must be a whole number, not 'two'"),
        ("run", "Missing argument 'STUDY'"),
        ("fly", "No such command 'fly'"),
        ("run categories-plane --fast", "No such option: --fast"),
        ("catalog dreams", "no kind 'dreams'; there is: paradigms"),
        ("report gone", "there is no run folder gone"),
        ("report .", "is not a run folder"),
        ("make categories -n 3 --out a.npz", "-n must be at least 10, not 3"),
        ("make categories -n 50 --domain x --out a.npz", "no domain 'x'; there is"),
        (
            "make categories -n 50 --condition x --out a.npz",
            "no training condition 'x'",
        ),
        ("make categories -n 50 --pi0 .5 --out a.npz", "--pi0 and --pi1 go together"),
        (
            "make categories -n 50 --pi0 2 --pi1 0 --out a.npz",
            "pi0 must be a probability",
        ),
        ("make categories -n 99999 --domain digits --out a.npz", "lower per_class"),
        ("show categories --out picture.gif", "no picture format 'gif'; there is: png"),
        ("show categories --set colour=1", "unknown key 'colour'; allowed: alpha"),
        ("data nonsense", "nonsense"),
        (
            "make tiles --rule moon -n 3 --out a.npz",
            "no rule 'moon'; there is: copy, symmetry, rectangle, connected, tree, "
            "pyramid, cross, zigzag",
        ),
        (
            "make tiles --rule copy --condition x -n 3 --out a.npz",
            "no condition 'x'; there is: abstract, metamer",
        ),
        (
            "make tiles --rule copy --reading x -n 3 --out a.npz",
            "no reading 'x'; there is: as_coded, as_described",
        ),
        ("make tiles --rule copy -n -3 --out a.npz", "-n must be at least 1, not -3"),
        ("make tiles --rule copy -n 0 --out a.npz", "-n must be at least 1, not 0"),
        (
            "make tiles --rule copy -n 3 --seed -1 --out a.npz",
            "seed must be at least",
        ),
        ("make tiles -n 3 --out a.npz", "Missing option '--rule'"),
        (
            "make tiles --rule copy -n 1000000000000000 --out a.npz",
            "-n must be at most 10,000,000, not 1000000000000000",
        ),
        ("show matrices -n 1000000000", "-n must be at most 100, not 1000000000"),
        ("make metamers --of a.npz -n 99999999999 --out b.npz", "-n must be at most"),
        ("make pointers -n 99999999999 --out b.npz", "-n must be at most 10,000,000"),
        ("make categories -n 99999999999 --out b.npz", "must be at most 10,000,000"),
        ("run categories-plane --units 1000000000000", "units must be at most 100,000"),
        (
            "run categories-plane --set paradigm.per_class=1000000000000",
            "categories: per_class must be at most 10,000,000, not 1000000000000",
        ),
        ("run categories-plane --set learners.².name=rule", "there is no '²' here"),
        (
            "run categories-plane --set name=../escape",
            "the name of a study must be 1 to",
        ),
        ("make tiles --rule gone.npz -n 3 --out a.npz", "there is no file gone.npz"),
        (
            "make tiles --rule copy -n 3 --out a.npz --set recipe=stew",
            "no recipe 'stew'; there is: gibbs, max_entropy, order_agnostic",
        ),
        (
            "make tiles --rule copy -n 3 --out a.npz --set colour=1",
            "there is no 'colour' here; there is: rules",
        ),
        ("make metamers --of gone.npz -n 3 --out a.npz", "there is no file gone.npz"),
        ("show tiles --rule moon", "no rule 'moon'; there is: copy"),
        (
            "show tiles --condition x",
            "no condition 'x'; there is: abstract, metamer, b",
        ),
        ("show tiles -n -1", "-n must be from 1 to 400 to show boards, not -1"),
        ("show tiles --sweeps -n 0", "-n must be from 1 to 400"),
        ("show tiles --out a.gif", "no picture format 'gif'; there is: png"),
        ("show tiles --sweeps --condition abstract", "--sweeps shows metamers"),
        (
            "make pointers -n 3 --complexity 10 --out a.npz",
            "a window of 11 digits (complexity 10) is longer than the 10 values; allowed: "
            "complexity 0 to 9",
        ),
        (
            "make pointers -n 3 --set alphabet=1 --out a.npz",
            "alphabet must be from 2 to 256 different digits, not 1",
        ),
        (
            "make pointers -n 3 --complexity 1 --condition holdout-3 --out a.npz",
            "holdout-3 needs 3 permutations; complexity 1 has 2! = 2",
        ),
        (
            "make pointers -n 3 --condition x --out a.npz",
            "no training 'x'; there is: iid, holdout, holdout-I",
        ),
        (
            "make pointers -n 3 --style morse --out a.npz",
            "no style 'morse'; there is: blocks, sequence, vector",
        ),
        (
            "make pointers -n 3 --aggregate product --out a.npz",
            "no aggregate 'product'; there is: mod_sum, median",
        ),
        ("make pointers -n 0 --out a.npz", "-n must be at least 1, not 0"),
        (
            "make pointers -n 3 --style blocks --set images=gone --out a.npz",
            "no images 'gone'; there is: embedded, mnist",
        ),
        ("show pointers -n 41", "-n must be from 1 to 40 items of each part, not 41"),
        (
            "make matrices --regime hard --split test --out a",
            "matrices: no regime 'hard'; there is: neutral, interpolation",
        ),
        (
            "make matrices --regime neutral --split test --out a --structure size",
            "no triple 'size'; there is: shape size progression, shape size XOR",
        ),
        (
            "show matrices --structure 'shape number progression' "
            "--structure 'shape position OR'",
            "no matrix can have both shape number progression and shape position OR",
        ),
        ("show matrices --folder gone", "there is no folder gone"),
        ("show pointers --out a.gif", "no picture format 'gif'; there is: png"),
        (
            "run pointers-size --scale demo --set paradigm.boundary=bounce",
            "boundary: must be one of 'wrap', 'truncate', 'restrict', not 'bounce'",
        ),
        ("people import faces .", "no paradigm with data of people 'faces'"),
        ("people import concepts gone", "there is no file gone"),
        ("solve gone.json", "there is no file or folder gone.json"),
        ("solve gone.json --guesses 0", "--guesses must be at least 1, not 0"),
        ("solve gone.json --cores 0", "--cores must be -1 or at least 1, not 0"),
        (
            "solve gone.json --seconds 0",
            "program-search needs a limit: steps or seconds",
        ),
        ("make concepts --out t -n 1 --concept Up", "no concept 'Up'; there is: Above"),
        ("make concepts --out t -n 0", "-n must be at least 1, not 0"),
        ("show concepts gone.json", "gone.json"),
        ("show concepts a.json --concept Count", "give either a file, or --concept"),
        (
            "show concepts --training zero",
            "no training condition 'zero'; there is: cue",
        ),
        (
            "show concepts --training zero_shot --family x",
            "--family has no shortcut; give either it or --training",
        ),
        ("show concepts --concept Count --family up", "no family of Count 'up'"),
        ("run concepts-corpus --set folder=gone", "there is no file or folder gone"),
        ("people import tiles gone", "there is no file gone; give performancedata.csv"),
        ("people import tiles .", "there is no file performancedata.csv"),
    ],
)
def test_a_wrong_command_is_refused(refused, tmp_path, words, complaint):
    assert complaint in refused(*shlex.split(words))
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "text, complaint",
    [
        ("units = = 3", "study.toml is not valid TOML"),
        (
            GOOD.replace("rule", "nobody"),
            "no learner 'nobody'; there is: answers, answers-from-file",
        ),
        (
            GOOD.replace("'rule'", "'neighbour'"),
            "neighbour cannot take part: it has no method 'answer'",
        ),
        (
            GAMES.replace("neighbour", "glm"),
            "glm:lin cannot take part: it has no method",
        ),
        (GAMES + "rules = ['moon']", "no rule 'moon'; there is: copy, symmetry"),
        (GAMES + "taught = ['x']", "no condition 'x'; there is: abstract, metamer"),
        (GAMES + "recipe = 'stew'", "no recipe 'stew'; there is: gibbs, max_entropy"),
        (GAMES + "boards = -1", "tiles: boards must be at least 1, not -1"),
        (
            GAMES + "rules = ['zigzag']\nboards = 364",
            "the rule zigzag has 364 abstract boards, so none is left to teach once 364 "
            "are asked; ask fewer",
        ),
        (
            GAMES + "published = 'gone'",
            "there is no copy_sample.npy in gone; `published`",
        ),
        (GOOD + "units = 'many'", "units: must be a whole number, not 'many'"),
        (GOOD + "colour = 1", "unknown key 'colour'; allowed: paradigm"),
    ],
)
def test_a_wrong_study_is_refused(refused, tmp_path, text, complaint):
    (tmp_path / "study.toml").write_text(text)
    assert complaint in refused("run", "study.toml", "--out", "run")
    assert os.listdir(tmp_path) == ["study.toml"]


def test_what_is_no_learner_is_refused(refused_untyped, tmp_path):
    study = GOOD.replace("'rule'", "{ name = 'fractions:Fraction' }")
    (tmp_path / "study.toml").write_text(study)
    complaint = (
        "learners: [0] 'fractions:Fraction' cannot be a learner: it needs the methods "
    )
    complaint += "answer and fit or "
    assert complaint in refused_untyped("run", "study.toml", "--out", "run")


SQUARES = np.zeros((3, 7, 7), np.uint8)
SQUARES[:, 2:4, 2:4] = 1


@pytest.mark.parametrize(
    "boards, complaint",
    [
        (
            SQUARES[:, :3],
            "shape (boards, side, side) or (boards, side * side), not (3, 3",
        ),
        (
            SQUARES[0, 0],
            "shape (boards, side, side) or (boards, side * side), not (7,)",
        ),
        (SQUARES * 2, "every tile must be 1 (red) or 0 (blue)"),
        (SQUARES * 0, "board 0, counted from 0, has fewer than 2 red tiles"),
    ],
    ids=["not square", "one axis", "twos", "no red"],
)
def test_a_file_of_wrong_boards_is_refused(refused, tmp_path, boards, complaint):
    np.savez(tmp_path / "own.npz", boards=boards)
    told = refused("make", "tiles", "--rule=own.npz", "-n3", "--out=a.npz")
    assert told.startswith("metamer: own.npz: ") and complaint in told
    (tmp_path / "study.toml").write_text(GAMES + "rules = ['own.npz']")
    assert complaint in refused("run", "study.toml", "--out", "run")
    assert sorted(os.listdir(tmp_path)) == ["own.npz", "study.toml"]


@pytest.mark.parametrize(
    "spoilt, complaint",
    [
        ("3/notes.txt", "3/notes.txt is not an image; allowed: .png, .jpg, .jpeg"),
        ("3/broken.png", "3/broken.png cannot be read as an image"),
        ("ten/a.png", "ten does not belong there; allowed: folders 0 to 9"),
    ],
)
def test_a_folder_of_wrong_files_is_refused(refused, tmp_path, spoilt, complaint):
    for digit in range(10):
        (tmp_path / "own" / str(digit)).mkdir(parents=True)
    (tmp_path / "own" / spoilt).parent.mkdir(exist_ok=True)
    (tmp_path / "own" / spoilt).write_text("no picture")
    words = "make pointers -n 3 --style blocks --set images=own --out a.npz"
    assert complaint in refused(*words.split())
    assert os.listdir(tmp_path) == ["own"]


def test_a_published_start_that_is_not_red_is_refused(refused, tmp_path):
    np.save(tmp_path / "copy_sample.npy", SQUARES)
    np.save(tmp_path / "copy_sample_starts.npy", np.array([[2, 2], [3, 3], [0, 6]]))
    (tmp_path / "study.toml").write_text(
        GAMES + "rules = ['copy']\ntaught = ['abstract']\npublished = '.'"
    )
    told = refused("run", "study.toml", "--out", "run")
    assert (
        "copy_sample.npy: the start of board 2, counted from 0, must be a red" in told
    )
    assert not (tmp_path / "run").exists()


def test_a_broken_checkpoint_is_named_with_what_to_do(refused, tmp_path):
    plan = tmp_path / "study.toml"
    plan.write_text(
        "learners = [{ name = 'corelnet-player', width = 2, training = { length = 1 } }]\n"
        "units = 1\n[paradigm]\nname = 'tiles'\nrules = ['zigzag']\n"
        "taught = ['abstract']\nboards = 2\nweigh = false\n"
    )
    (job,) = series(study_from_plain(read_toml(plan)))
    path = Place(tmp_path / "run", job.id).checkpoint
    path.parent.mkdir(parents=True)
    path.write_bytes(b"broken")
    told = refused("run", "study.toml", "--out", "run")
    assert f"run/checkpoints/{job.id}.npz is broken" in told
    assert "delete it, and this training begins again" in told


FRAME = pd.DataFrame({"x": np.arange(8.0), "d": [0, 0, 1, 1] * 2, "e": [0, 1] * 4})


@pytest.mark.parametrize(
    "frame, complaint",
    [
        (FRAME.drop(columns="e"), "no column 'e'; there is: x, d"),
        (FRAME.assign(e=[0, 1, 2, 0] * 2), "'e' must have two values, not 3: 0, 1, 2"),
        (FRAME[(FRAME.d == 0) | (FRAME.e == 0)], "no row has d = 1 and e = 1"),
    ],
    ids=["missing column", "three values", "empty quadrant"],
)
def test_a_wrong_table_is_refused(refused_untyped, tmp_path, frame, complaint):
    frame.to_csv(tmp_path / "own.csv", index=False)
    table = "{ name = 'table', path = 'own.csv', discriminant = 'd', distractor = 'e' }"
    (tmp_path / "study.toml").write_text(
        "learners = ['glm']\n[paradigm]\nname = 'categories'\nper_class = 2\n"
        f"held_out = 1\nfamiliar = 0\ndomains = [{table}]\n"
    )
    assert complaint in refused_untyped("run", "study.toml", "--out", "run")
    left = {path.name for path in (tmp_path / "run").rglob("*") if path.is_file()}
    assert left <= {"study.toml"}


def test_a_refused_table_can_be_corrected_in_the_same_folder(
    metamer, refused, tmp_path
):
    study = tmp_path / "study.toml"
    study.write_text(GOOD + "units = 1")
    change = "paradigm.domains=['digits']"
    told = refused("run", "study.toml", "--out", "run", "--set", change)
    assert "lower per_class" in told
    done = metamer("run", "study.toml", "--out", "run", "--json")
    assert done.returncode == 0, done.stderr


def test_an_output_folder_below_a_file_is_refused(refused, tmp_path, plan):
    (tmp_path / "file").write_text("")
    told = refused("run", plan, "--out", "file/run")
    assert "cannot write to file/run: Not a directory" in told


@pytest.fixture
def mounted(tmp_path):
    """A mount point below a new folder, or a reason why there is none."""
    place = tmp_path / "disk"
    place.mkdir()
    done = []

    def mount(options):
        command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(place)]
        if (
            not shutil.which("mount")
            or subprocess.run(command, capture_output=True).returncode
        ):
            pytest.skip("may not mount a file system here")
        done.append(place)
        return place

    yield mount
    for path in done:
        subprocess.run(["umount", str(path)], check=True)


def test_a_read_only_output_folder_is_refused(refused, mounted, plan):
    folder = mounted("ro,size=1m")
    told = refused("run", plan, "--out", folder / "run")
    assert "cannot write to" in told and "Read-only file system" in told
    assert os.listdir(folder) == []


def test_a_full_output_folder_is_refused(refused, mounted, plan):
    folder = mounted("size=32k")
    told = refused("run", plan, "--out", folder / "run")
    assert "cannot write to" in told and "No space left on device" in told
    assert not list(folder.rglob("*.tmp"))
    for part in folder.rglob("*.parquet"):
        pd.read_parquet(part)


def test_a_file_on_a_full_disk_is_refused(refused, mounted):
    folder = mounted("size=4k")
    told = refused(*f"make categories -n 9000 --out {folder}/a.npz".split())
    assert "No space left on device" in told
    assert os.listdir(folder) == []


@pytest.mark.parametrize("name", ["study.toml", "versions.json", "responses.parquet"])
def test_a_broken_run_folder_is_named(refused, finished, tmp_path, name):
    shutil.copytree(finished, tmp_path / "run")
    (tmp_path / "run" / name).write_bytes(b"\x00broken")
    assert f"run/{name} is" in refused("report", "run")
