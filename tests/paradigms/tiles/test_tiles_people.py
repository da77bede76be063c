"""Published scores become a run folder like any other."""

import json
from dataclasses import replace

import numpy as np
import pytest
from typer.testing import CliRunner

import metamer
from metamer.cli.app import program
from metamer.core.errors import Refusal
from metamer.core.imported import Imported
from metamer.core.store import Run
from metamer.paradigms.tiles import people
from metamer.paradigms.tiles.people import LSTM, PEOPLE
from metamer.paradigms.tiles.rules import rule as rules
from metamer.paradigms.tiles.studies.published import take

HEADER = ",abstraction,condition,member,performance"

PASSES = [-1.0, 6.2, 6.2, 6.2, 6.2, 6.2]
"""A network that got stuck: five passes with one score."""


def write(folder, lines, header=HEADER):
    file = folder / people.SCORES
    rows = [f"{place},{line}" for place, line in enumerate(lines)]
    file.write_text("\n".join([header, *rows]) + "\n")
    return file


def cell(rule, condition, member, values):
    return [f"{rule},{condition},{member},{value}" for value in values]


def small(folder):
    """Two rules; the agent is stuck on boards made by copy."""
    lines = [
        *cell("copy", "Abstract", "Human", [-1.5, -2.0, -2.5]),
        *cell("copy", "Metamer", "Human", [0.5, 0.0, 0.2]),
        *cell("copy", "Abstract", "Agent", PASSES),
        *cell("copy", "Metamer", "Agent", [-3.0, -3.5, -3.2]),
        *cell("tree", "Abstract", "Human", [-1.1, -1.2, -1.7]),
        *cell("tree", "Metamer", "Human", [-1.0, -1.4, -1.2]),
        *cell("tree", "Abstract", "Agent", [-2.0, -2.2, -2.1]),
        *cell("tree", "Metamer", "Agent", [-2.3, -2.1, -2.6]),
    ]
    return write(folder, lines)


@pytest.fixture(scope="module")
def imported(tmp_path_factory):
    """The responses of a small file, and their report."""
    folder = tmp_path_factory.mktemp("people")
    responses = take(small(folder), folder / "run")
    metamer.report(responses)
    return responses


def test_a_row_becomes_a_response_with_its_unit_counted_within_its_cell(imported):
    table = imported.table
    assert len(table) == 27
    own = table[(table["learner"] == PEOPLE) & (table["rule"] == "tree")]
    assert list(own["unit"]) == [0, 1, 2, 0, 1, 2]
    assert list(own["published_z"]) == [-1.1, -1.2, -1.7, -1.0, -1.4, -1.2]
    assert set(own["item"]) == {
        "tiles/published/tree/abstract",
        "tiles/published/tree/metamer",
    }
    assert set(table["learner"]) == {PEOPLE, LSTM}


def test_nothing_is_known_of_single_answers(imported):
    assert imported.table["correct"].isna().all()
    assert set(imported.table["answer"]) == {""}


def test_the_folder_holds_what_every_run_folder_holds(imported):
    names = {path.name for path in imported.folder.iterdir()}
    assert names >= {
        "study.toml",
        "responses.parquet",
        "items.npz",
        "versions.json",
        "measures.csv",
        "tests.csv",
        "report.html",
    }
    assert Run(imported.folder).items() == {}


def test_the_folder_is_read_again_and_reported_again(imported, tmp_path):
    again = metamer.load(imported.folder)
    assert again.table.equals(imported.table)
    assert again.study.tests == imported.study.tests
    assert again.study.figures == imported.study.figures
    assert again.study.learners == imported.study.learners
    page = metamer.report(again, tmp_path / "again.html").read_text()
    assert "Passes that finished no board" in page
    assert "copy abstract 5" in page


def test_scores_that_repeat_five_times_finished_no_board(imported):
    marked = imported.table[~imported.table["finished"]]
    assert set(marked["rule"]) == {"copy"} and set(marked["learner"]) == {LSTM}
    assert list(marked["unit"]) == [1, 2, 3, 4, 5]


def test_measures_are_the_published_numbers(imported):
    table = metamer.load(imported.folder).table
    z = metamer.measure("z")(table).xs(LSTM, level="learner")
    assert z.xs(("copy", "abstract"), level=("rule", "condition")).tolist() == PASSES
    share = metamer.measure("finished_share")(table).groupby(["learner", "rule"]).mean()
    assert share[LSTM, "copy"] == pytest.approx(4 / 9)
    assert share[PEOPLE, "copy"] == 1


@pytest.mark.parametrize(
    "scores, none_finished, marked",
    [
        ([1.0, 6.2, 6.2], 6.25, [False, True, True]),
        ([1.0, 6.2, 6.2], 7.0, [False, False, False]),
        ([1.0, 6.2, 6.3], 6.25, [False, False, False]),
        ([1.0, 6.2, 6.2], None, [False, False, False]),
        ([6.2, 6.2, 6.2, 6.2, 6.2 + 5e-10], None, [True] * 5),
        ([6.2, 6.2, 6.2, 6.2, 6.2 + 1e-8], None, [False] * 5),
    ],
)
def test_a_score_is_unfinished_if_it_repeats_and_is_what_finishing_nothing_gives(
    scores, none_finished, marked
):
    rows = [people.Score("copy", "abstract", LSTM, score) for score in scores]
    known = {} if none_finished is None else {("copy", "abstract"): none_finished}
    assert list(~people.table(rows, known)["finished"]) == marked


def test_people_who_score_alike_are_not_marked():
    rows = [people.Score("copy", "abstract", PEOPLE, 6.2)] * 6
    assert people.table(rows, {("copy", "abstract"): 6.2})["finished"].all()


def test_the_reference_beside_the_file_says_what_finishing_nothing_gives(tmp_path):
    lines = ["copy,Abstract,6.0", "copy,Abstract,6.4", "copy,Metamer,4.0"]
    text = "\n".join(["rule,condition,z_did_not_finish", *lines])
    (tmp_path / "nn_reference.csv").write_text(text)
    found = people.unfinished_scores(tmp_path)
    assert found == {
        ("copy", "abstract"): pytest.approx(6.2),
        ("copy", "metamer"): 4.0,
    }


def test_without_marked_rows_nothing_is_tested_twice(tmp_path):
    file = small(tmp_path)
    file.write_text(file.read_text().replace("6.2", "5.0", 3))
    plan = take(file, tmp_path / "run").study
    assert not any(type(test).__name__ == "Only" for test in plan.tests)


def test_published_boards_come_along_where_the_folder_has_them(tmp_path):
    home = tmp_path / "boards_7x7"
    home.mkdir()
    for place, rule in enumerate(people.FAMILY):
        for kind in ("", "_null"):
            boards = np.ones((25, 7, 7))
            boards[:, 0, 1] = place % 2
            np.save(home / f"{rule}{kind}_sample.npy", boards)
            starts = np.full((25, 2), place % 7)
            np.save(home / f"{rule}{kind}_sample_starts.npy", starts)
    items = Run(take(small(tmp_path), tmp_path / "run").folder).items()
    assert items["published/boards"].shape == (16, 25, 7, 7)
    assert items["published/boards"][:, 0, 0, 1].tolist() == [0, 0, 1, 1] * 4
    assert items["published/starts"][:, 0, 1].tolist() == [
        *np.repeat(range(7), 2),
        0,
        0,
    ]
    assert items["published/item"][1] == "tiles/published/copy/metamer"
    (home / "tree_null_sample.npy").unlink()
    with pytest.raises(Refusal, match="tree_null_sample.npy"):
        take(tmp_path, tmp_path / "other")


def test_whoever_was_imported_cannot_play():
    someone = Imported("people")
    for method in (someone.fit, someone.answer, someone.start, someone.act):
        with pytest.raises(Refusal, match="people cannot be asked"):
            method(None, None)


def test_every_rule_of_the_file_is_a_rule_of_the_paradigm():
    assert set(people.FAMILY) <= set(rules)


def test_the_same_file_may_be_imported_again(tmp_path):
    file = small(tmp_path)
    first = take(file, tmp_path / "run").table
    assert take(tmp_path, tmp_path / "run").table.equals(first)


def test_a_folder_with_another_run_is_left_alone(tmp_path):
    file = small(tmp_path)
    folder = take(file, tmp_path / "run").folder
    before = (folder / "responses.parquet").read_bytes()
    file.write_text(file.read_text().replace("-1.5", "-1.6"))
    with pytest.raises(Refusal, match="holds another study"):
        take(file, folder)
    assert (folder / "responses.parquet").read_bytes() == before


def test_a_folder_of_another_study_is_left_alone(tmp_path):
    plan = metamer.study("categories-plane")("demo")
    run = Run(tmp_path / "run")
    run.begin(replace(plan, units=1))
    with pytest.raises(Refusal, match="holds another study"):
        take(small(tmp_path), run.folder)


def test_imported_responses_are_not_written_over_by_a_run(tmp_path):
    folder = take(small(tmp_path), tmp_path / "run").folder
    before = (folder / "study.toml").read_text()
    with pytest.raises(Refusal, match="holds another study"):
        Run(folder).begin(metamer.study("categories-plane")("demo"))
    assert (folder / "study.toml").read_text() == before
    with pytest.raises(Refusal, match="cannot be run again"):
        metamer.run(metamer.load(folder).study, folder)


@pytest.mark.parametrize(
    "lines, header, complaint",
    [
        ([], HEADER, "has no rows"),
        (
            ["copy,Abstract,Human,1"],
            ",rule,condition,who,z",
            "abstraction, member, perf",
        ),
        (
            ["copy,Abstract,Human,1", "spiral,Abstract,Human,1"],
            HEADER,
            "line 3: no abst",
        ),
        (["copy,abstract,Human,1"], HEADER, "line 2: no condition 'abstract'"),
        (["copy,Abstract,Robot,1"], HEADER, "line 2: no member 'Robot'"),
        (["copy,Abstract,Human,fast"], HEADER, "line 2: performance must be .* 'fast'"),
        (["copy,Abstract,Human,nan"], HEADER, "line 2: performance must be a finite"),
        (["copy,Abstract,Human"], HEADER, "line 2: performance must be .* ''"),
    ],
)
def test_a_file_that_is_not_the_published_one_is_refused(
    tmp_path, lines, header, complaint
):
    file = write(tmp_path, lines, header)
    with pytest.raises(Refusal, match=complaint):
        take(file, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(Refusal, match="there is no file .*performancedata.csv"):
        take(tmp_path, tmp_path / "run")
    with pytest.raises(Refusal, match="there is no file .*nowhere"):
        take(tmp_path / "nowhere", tmp_path / "run")


def test_what_is_no_text_is_refused(tmp_path):
    (tmp_path / people.SCORES).write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(Refusal, match="cannot read .* as a table"):
        take(tmp_path, tmp_path / "run")


@pytest.fixture
def call():
    """Run `metamer people`."""
    app = program()
    return lambda *words: CliRunner().invoke(app, ["people", *map(str, words)])


def test_the_command_says_what_it_took(call, tmp_path):
    small(tmp_path)
    done = call("import", "tiles", tmp_path, "--out", tmp_path / "run", "--json")
    told = json.loads(done.stdout)
    assert told["responses"] == 27
    assert told["learners"] == {PEOPLE: 12, LSTM: 15}
    assert told["unfinished"] == [{"rule": "copy", "condition": "abstract", "rows": 5}]
    assert (tmp_path / "run" / "report.html").exists()


def test_the_command_refuses_a_paradigm_without_published_data(call, tmp_path):
    done = call("import", "faces", tmp_path)
    assert isinstance(done.exception, Refusal)
    assert "there is: categories, concepts, matrices, pointers, tiles" in str(
        done.exception
    )
