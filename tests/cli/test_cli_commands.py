"""What each command does, on a machine with nothing else of ours."""

import json
import os
import re
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest
import typer.main
from places import published

from metamer.cli.app import program
from metamer.core.registry import measure


def lines(group, words=()):
    """Every command below a group, as it is written."""
    yield " ".join(words)
    for name, inner in getattr(group, "commands", {}).items():
        yield from lines(inner, (*words, name))


COMMANDS = list(lines(typer.main.get_command(program())))

KINDS = {"paradigms", "learners", "measures", "figures", "tests", "studies"}

LOOK = """
import json, sys
from metamer.cli import main
for words in json.loads(sys.argv[1]):
    sys.argv = ["metamer", *words.split(), "--help"]
    try:
        main()
    except SystemExit as end:
        assert not end.code, end.code
heavy = ("jax", "pandas", "matplotlib", "statsmodels", "sklearn", "scipy", "pyarrow")
print([name for name in heavy if name in sys.modules])
"""


def test_all_help_is_quick_since_nothing_heavy_is_imported():
    words = [sys.executable, "-c", LOOK, json.dumps(COMMANDS)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    *printed, heavy = done.stdout.splitlines()
    assert heavy == "[]"
    usages = [line for line in printed if line.startswith("Usage: ")]
    assert [line.split("[")[0].split() for line in usages] == [
        ["Usage:", "metamer", *command.split()] for command in COMMANDS
    ]


def test_no_command_at_all_shows_the_commands(metamer):
    done = metamer()
    assert done.returncode == 2
    names = {command.split()[0] for command in COMMANDS if command}
    assert len(names) >= 9
    for command in names:
        assert re.search(rf"^\s+{command}\s", done.stderr, re.MULTILINE)


def test_a_run_prints_its_means_as_json(finished):
    told = json.loads((finished.parent / "printed.json").read_text())
    assert told["report"] == str(finished / "report.html")
    rows = told["runs"][str(finished)]
    rule = [row for row in rows if (row["learner"], row["condition"]) == ("rule", "")]
    assert [(row["measure"], row["mean"]) for row in rule] == [("exemplar_bias", 0.0)]
    assert {row["count"] for row in rows} == {12}


def test_measures_without_a_contrast_are_printed_by_condition(metamer, tmp_path):
    done = metamer(
        "run",
        "categories-interpolation",
        "--scale=demo",
        "--units=1",
        '--set=learners=["rule"]',
        "--set=tests=[]",
        "--set=figures=[]",
        f"--out={tmp_path / 'run'}",
    )
    assert done.returncode == 0, done.stderr
    # One unit has no standard error.
    assert re.search(r"rule +0.32/0 .* 1.000", done.stdout)
    assert "nan" not in done.stdout


def test_a_run_folder_is_complete(finished):
    there = {path.name for path in finished.iterdir()}
    assert there >= {
        "study.toml",
        "items.npz",
        "responses.parquet",
        "measures.csv",
        "tests.csv",
        "report.html",
        "versions.json",
    }
    assert not list(finished.rglob("*.tmp"))
    columns = list(pd.read_csv(finished / "measures.csv"))
    assert columns[:3] == ["measure", "learner", "condition"]
    assert columns[-2:] == ["unit", "value"]
    assert {"test", "effect", "statistic", "df", "p", "n"} <= set(
        pd.read_csv(finished / "tests.csv")
    )


def test_its_own_plan_goes_on_in_the_folder(metamer, finished):
    before = {path: path.stat().st_mtime_ns for path in finished.glob("parts/*")}
    measures = (finished / "measures.csv").read_bytes()
    done = metamer("run", finished / "study.toml", "--out", finished)
    assert done.returncode == 0, done.stderr
    assert f"The report is {finished}/report.html" in done.stdout
    assert before == {
        path: path.stat().st_mtime_ns for path in finished.glob("parts/*")
    }
    assert (finished / "measures.csv").read_bytes() == measures


def test_one_page_can_tell_of_two_runs(metamer, finished, tmp_path):
    done = metamer("report", finished, finished, "--out", "both.html", "--json")
    assert json.loads(done.stdout)["report"] == "both.html"
    page = (tmp_path / "both.html").read_text()
    assert page.count("<h2") >= 2
    assert not re.search(r"(src|href)=[\"']https?:", page)


def test_the_catalogue_lists_everything(metamer):
    found = json.loads(metamer("catalog", "--json").stdout)
    assert set(found) == KINDS
    assert all(entry["what"] for entries in found.values() for entry in entries)
    assert "zero_shot" in found["paradigms"][0]["offers"]["conditions"]
    printed = metamer("catalog", "learners").stdout
    assert printed.splitlines()[2].split()[0] == found["learners"][0]["name"]
    named = {entry["name"]: entry for kind in found.values() for entry in kind}
    assert named["tiles"]["offers"]["conditions"] == ["abstract", "metamer"]
    assert named["tiles"]["settings"]["recipe"]["name"] == "gibbs"
    assert named["pointers"]["offers"]["styles"] == ["blocks", "sequence", "vector"]
    assert named["wren"]["parameters"] == 1_413_037
    assert named["token-mlp"]["parameters"] == 1_445_194
    assert named["token-mlp"]["sizes"] == {"scale 2": 5_052_426}


@pytest.mark.parametrize(
    "condition, law",
    [
        ("cue_conflict", [0, 40, 40, 0]),
        ("zero_shot", [40, 0, 40, 0]),
        ("partial_exposure", [20, 20, 40, 0]),
        ("full_exposure", [20, 20, 20, 20]),
        ("--pi0 .25 --pi1 .1", [30, 10, 36, 4]),
    ],
)
def test_made_items_follow_their_law(metamer, tmp_path, condition, law):
    words = condition if "--" in condition else f"--condition {condition}"
    done = metamer(*f"make categories -n 100 --out a.npz {words}".split())
    assert done.returncode == 0, done.stderr
    with np.load(tmp_path / "a.npz") as made:
        law_of = {"x", "label", "discriminant", "distractor", "split"}
        assert set(made) == {*law_of, "item"}
        corner = 2 * made["discriminant"] + made["distractor"]
        assert (
            np.bincount(corner[made["split"] == "train"], minlength=4).tolist() == law
        )
        assert corner[made["split"] == "test"].tolist() == [3] * 20
        assert (made["label"] == made["discriminant"]).all()
        assert made["x"].shape == (100, 2)


def test_the_same_seed_makes_the_same_file_and_json_tells_of_it(metamer, tmp_path):
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        words = f"make categories -n 20 --seed {seed} --out deep/{name}.npz --json"
        told = json.loads(metamer(*words.split()).stdout)
        assert told["file"] == f"deep/{name}.npz"
    a, b, c = (np.load(tmp_path / "deep" / f"{name}.npz")["x"] for name in "abc")
    assert np.array_equal(a, b)
    assert not np.array_equal(a, c)


@pytest.mark.parametrize("condition", ["abstract", "metamer"])
def test_made_boards_are_as_promised(metamer, tmp_path, condition):
    words = f"make tiles --rule rectangle --condition {condition} -n 40 --seed 3"
    brief = "--set recipe.updates=50 --out deep/a.npz --json"
    done = metamer(*words.split(), *brief.split())
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "file": "deep/a.npz",
        "boards": 40,
        "rule": "rectangle",
        "condition": condition,
    }
    with np.load(tmp_path / "deep" / "a.npz") as made:
        assert set(made) == {"boards", "starts", "item"}
        boards, (rows, columns) = made["boards"], made["starts"].T
    assert (boards.dtype, boards.shape) == (np.uint8, (40, 7, 7))
    assert (boards[np.arange(40), rows, columns] == 1).all()
    assert (boards.sum(axis=(1, 2)) >= 3).all()


def test_made_boards_can_be_shown(metamer):
    done = metamer("make", "tiles", "--rule=zigzag", "-n60", "--out=a.npz")
    assert done.stdout == "60 boards are in a.npz\n"
    shown = metamer("show", "tiles", "--rule=a.npz", "-n3").stdout.splitlines()
    assert shown[:2] == ["a", "abstract"]
    assert "".join(shown).count("@") == 3


@pytest.mark.slow
def test_made_boards_can_be_made_into_metamers(metamer, tmp_path):
    metamer("make", "tiles", "--rule=zigzag", "-n60", "--out=a.npz")
    words = "make metamers --of a.npz -n 5 --set updates=50 --out b.npz"
    done = metamer(*words.split())
    assert done.returncode == 0, done.stderr
    assert np.load(tmp_path / "b.npz")["boards"].shape == (5, 7, 7)
    assert "told_apart_trees" in json.loads((tmp_path / "b.json").read_text())


def test_boards_can_be_shown_as_text(metamer):
    done = metamer("show", "tiles", "-n2")
    assert done.returncode == 0, done.stderr
    titles = done.stdout.splitlines()[::10]
    assert titles[:2] == ["copy", "symmetry"] and titles[7] == "zigzag"
    assert done.stdout.count("@") == 16


@pytest.mark.parametrize("words", ["--condition both", "--sweeps"])
def test_boards_and_sweeps_can_be_shown_as_a_picture(metamer, tmp_path, words):
    brief = "--rule rectangle -n 2 --set recipe.updates=50 --out a.png"
    done = metamer("show", "tiles", *words.split(), *brief.split())
    assert done.stdout == "The picture is a.png\n", done.stderr
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "words, shape",
    [
        ("--style vector --complexity 2 --aggregate max --condition holdout-6", (11,)),
        ("--style blocks --condition holdout", (24, 24)),
        ("--style sequence --condition iid", (12, 132)),
    ],
)
def test_made_rows_and_pictures_are_as_promised(metamer, tmp_path, words, shape):
    rest = "--split train -n 40 --seed 3 --out deep/a.npz --json"
    done = metamer("make", "pointers", *words.split(), *rest.split())
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["file"], told["items"], told["split"]) == ("deep/a.npz", 40, "train")
    with np.load(tmp_path / "deep" / "a.npz") as made:
        assert made["inputs"].shape == (40, *shape)
        arrays = set(made) - {"origin", "item"}
        assert {made[name].dtype for name in arrays} == {np.dtype(np.uint8)}
        assert made["labels"].shape == (40,) and made["labels"].max() < 10


def test_what_was_left_out_of_training_is_made_as_a_test(metamer, tmp_path):
    words = "make pointers --complexity 1 --condition holdout-2 --split test -n 30"
    done = metamer(*words.split(), "--out=a.npz")
    assert done.stdout == "30 items are in a.npz\n"
    with np.load(tmp_path / "a.npz") as made:
        pointers, values = made["inputs"][:, 0].astype(int), made["inputs"][:, 1:]
        assert set(made["labels"]) == {1}
    windows = [
        (row[place], row[(place + 1) % 10])
        for place, row in zip(pointers, values, strict=True)
    ]
    assert set(windows) == {(0, 1)}


def test_rows_can_be_shown_with_signs_below_what_is_pointed_at(metamer):
    words = "show pointers --complexity 2 --condition iid -n 1"
    done = metamer(*words.split())
    assert done.returncode == 0, done.stderr
    assert [done.stdout.count(sign) for sign in "^[>"] == [6, 2, 2]


def test_pictures_of_digits_can_be_shown_as_a_picture(metamer, tmp_path):
    done = metamer("show", "pointers", "--style=blocks", "-n1", "--out=a.png")
    assert done.stdout == "The picture is a.png\n", done.stderr
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_published_scores_become_a_run_folder(metamer, tmp_path):
    scores = published("tiles-people")
    words = ("people", "import", "tiles", scores, "--out", "people")
    done = metamer(*words, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["learners"] == {"people": 799, "published lstm": 240}
    assert sum(cell["rows"] for cell in told["unfinished"]) == 53
    assert len(pd.read_parquet(tmp_path / "people" / "responses.parquet")) == 1039
    again = metamer("report", "people")
    assert again.returncode == 0, again.stderr
    tests = pd.read_csv(tmp_path / "people" / "tests.csv")
    assert (tests["statistic"].round(4) == 888.7157).any()


@pytest.mark.parametrize("domain", ["plane", "digits", "reviews", "faces"])
def test_items_can_be_shown_as_text(metamer, domain):
    done = metamer("show", "categories", "--domain", domain)
    assert done.returncode == 0, done.stderr
    first = [line.split() for line in done.stdout.splitlines() if line.strip()]
    assert sum(words[0] == "?" for words in first) == 4
    assert sum(words[0] in ("0", "1") for words in first) >= 8


def test_items_can_be_shown_as_a_picture(metamer, tmp_path):
    done = metamer("show", "categories", "--out", "a.png")
    assert done.stdout == "The picture is a.png\n"
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_data_sets_are_told_as_json(metamer):
    told = json.loads(metamer("data", "--json").stdout)
    assert {"mnist", "imdb", "celeba"} <= {entry["name"] for entry in told}


def test_the_shell_completes_studies(program):
    words = {"COMP_WORDS": "metamer run categories-p", "COMP_CWORD": "2"}
    environment = {**os.environ, **words, "_METAMER_COMPLETE": "complete_bash"}
    done = subprocess.run([program], env=environment, capture_output=True, text=True)
    assert done.stdout.split() == ["categories-people", "categories-plane"]


def test_solve_writes_its_guesses_and_says_the_program(metamer, tmp_path):
    pairs = [
        {"input": [[1, 0], [0, colour]], "output": [[colour, 0], [0, 1]]}
        for colour in (2, 3, 4)
    ]
    rows = {"train": pairs[:2], "test": [pairs[2], {"input": [[1, 0], [0, 5]]}]}
    (tmp_path / "Turned1.json").write_text(json.dumps(rows))
    done = metamer("solve", "Turned1.json", "--steps", "20000", "--out", "out.json")
    assert done.returncode == 0, done.stderr
    assert "Turned1: 1 of 1 right, " in done.stdout
    said = json.loads((tmp_path / "out.json").read_text())
    assert said["Turned1"][0][0] == [[4, 0], [0, 1]]
    assert said["Turned1"][1][0] == [[5, 0], [0, 1]]
    assert not (tmp_path / "out.json.part").exists()


def test_the_page_and_the_terminal_share_one_computation_of_each_measure(
    metamer, finished, monkeypatch
):
    name, calls = "exemplar_bias", []
    compute = measure(name)

    def counting(table):
        calls.append(name)
        return compute(table)

    monkeypatch.setitem(measure._entries, name, counting)
    assert metamer("report", finished, "--out", "page.html").returncode == 0
    assert calls == [name]
