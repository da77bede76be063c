"""What every measure must do with learners that are always right, or always wrong."""

import numpy as np
import pandas as pd
import pytest

from metamer.core.items import Lesson
from metamer.core.keys import root
from metamer.core.play import Played, Round
from metamer.core.registry import measure, paradigm
from metamer.core.responses import as_table
from metamer.core.solve import Guess, Solved
from metamer.core.study import Condition
from metamer.metamers.recipes.gibbs import Gibbs

each_measure = pytest.mark.parametrize("name", list(measure))

CATEGORIES = {
    "held_out_accuracy": (1.0, 0.0),
    "familiar_accuracy": (1.0, 0.0),
    "taught_accuracy": (1.0, 0.0),
    "feature_bias": (0.5, -0.5),
    "exemplar_bias": (0.0, 0.0),
    "exemplar_bias_of_learned": (0.0, None),
    "competence": (1.0, 0.0),
}
"""For a learner that is always right and for one that is always wrong; None: no rows."""

NOTES = {
    "neighbour_mean": 10.0,
    "neighbour_sd": 5.0,
    "neighbour_mean_precise": 12.0,
    "neighbour_sd_precise": 4.0,
    "ideal_blues": 4.0,
}
"""Round numbers for a yardstick. All boards are blocks of 9 red tiles among 40 blue."""

TILES = {
    "blues": (0.0, 40.0),
    "z": (-2.0, 6.0),
    "z_precise": (-3.0, 7.0),
    "z_of_board": (-3.0, 7.0),
    "z_of_finished": (-3.0, 7.0),
    "fraction_of_ideal": (1.5, -3.5),
    "finished_share": (1.0, 1.0),
    "legal_share": (1.0, 1.0),
}
"""For a player that clicks red tiles only, and for one that clicks all blue ones first."""

BOARDS = ("order_1", "order_2", "order_3")
"""Those that are numbers of boards, whoever plays."""

POINTERS = {
    "iid_accuracy": (1.0, 0.0),
    "dshift_accuracy": (1.0, 0.0),
    "holdout_accuracy": (1.0, 0.0),
    "others_accuracy": (1.0, 0.0),
    "matched_accuracy": (1.0, 0.0),
    "fitted": (1.0, 0.0),
    "iid_accuracy_of_fitted": (1.0, None),
    "holdout_accuracy_of_fitted": (1.0, None),
    "holdout_gap": (0.0, 0.0),
    "rule_position": (1.0, None),
    "fitted_after": (0.5, 0.5),
}
"""For a learner that is always right and for one that always says the next digit."""

OTHERS = (
    "rule_evidence",
    "base_rate",
    "noise_sensitivity",
    "missed_position",
    "missed_rule",
    "missed_digit",
    "error_share",
)
"""Those that have a test of their own."""

MATRICES = {
    "test_accuracy": (1.0, 0.0),
    "validation_accuracy": (1.0, 0.0),
    "generalisation_gap": (0.0, 0.0),
    "blind_advantage": (0.875, -0.125),
    "accuracy_by_triples": (1.0, 0.0),
    "accuracy_by_relation": (1.0, 0.0),
    "accuracy_by_attribute": (1.0, 0.0),
    "accuracy_by_object": (1.0, 0.0),
    "accuracy_by_explanation": (1.0, 0.0),
    "accuracy_by_certainty": (1.0, 0.0),
    "certainty_correlation": (None, None),
}
"""For a learner that is always right and for one that always picks the next candidate."""

CONCEPTS = {
    "solved": (1.0, 0.0),
    "solved_overall": (1.0, 0.0),
    "solved_first": (1.0, 0.0),
    "solved_minimal": (1.0, 0.0),
    "solved_by_family": (1.0, 0.0),
    "solved_of_item": (1.0, 0.0),
    "strict": (1.0, 0.0),
    "strict_overall": (1.0, 0.0),
    "strict_of_task": (1.0, 0.0),
    "consistency_within_task": (1.0, None),
    "consistency_within_concept": (0.0, None),
}
"""For a learner that is always right and for one that has a colour wrong everywhere."""

EXPECTED = CATEGORIES | TILES | POINTERS | MATRICES | CONCEPTS


def columns(learner, unit, condition):
    return {
        "learner": learner,
        "unit": unit,
        "condition": condition.name,
        **dict(condition.details),
    }


def answered(learner, unit, condition, lesson: Lesson, correct):
    many = len(lesson.asked.labels)
    return {
        "paradigm": "categories",
        **columns(learner, unit, condition),
        **lesson.notes,
        "answer": "x",
        "correct": np.full(many, correct),
    }


def in_order(red, shown, reds_only):
    """The clicks on one board, filled up with -1."""
    first = np.flatnonzero(~red)[: 0 if reds_only else None]
    tiles = np.concatenate([first, np.flatnonzero(red & ~shown)])
    return np.pad(tiles, (0, len(red) - len(tiles)), constant_values=-1)


def played(it: Round, reds_only):
    pairs = zip(it.red, it.shown, strict=True)
    tiles = np.array([in_order(*pair, reds_only) for pair in pairs])
    return Played(tiles, np.full(tiles.shape, np.nan))


@pytest.fixture(scope="module")
def answers():
    """Two units of a learner that knows everything and of one that is always wrong."""
    small = paradigm("categories")(per_class=4, held_out=3, familiar=2, again=2)
    frames = [
        pd.DataFrame(answered(name, unit, condition, lesson, correct))
        for name, correct in (("right", True), ("wrong", False))
        for unit in range(2)
        for condition in small.conditions()
        for lesson in [small.lesson(condition, root(0).stream("unit", unit))]
    ]
    return as_table(pd.concat(frames, ignore_index=True).to_dict("series"))


@pytest.fixture(scope="module")
def blocks(tmp_path_factory):
    """A file with every board whose red tiles are a block of three by three."""
    boards = np.zeros((5, 5, 7, 7), np.uint8)
    for row, column in np.ndindex(5, 5):
        boards[row, column, row : row + 3, column : column + 3] = 1
    path = tmp_path_factory.mktemp("boards") / "blocks.npy"
    np.save(path, boards.reshape(25, 7, 7))
    return path


@pytest.fixture(scope="module")
def games(blocks):
    """Two units of a player that clicks red only, and of one that clicks blue first.

    Both conditions are played on the same boards, so what contrasts them is 0.
    """
    small = paradigm("tiles")(
        (str(blocks),), recipe=Gibbs(updates=200), boards=4, pool=256
    )
    it = small.lesson(small.conditions()[0], root(0))
    yardstick = {name: np.full(4, value) for name, value in NOTES.items()}
    it = it._replace(notes={**it.notes, **yardstick})
    frames = [
        pd.DataFrame(
            {
                "paradigm": "tiles",
                **columns(name, unit, Condition(kind, (("rule", "blocks"),))),
                **small.score(it, played(it, name == "right")),
            }
        )
        for name in ("right", "wrong")
        for unit in range(2)
        for kind in ("abstract", "metamer")
    ]
    return as_table(pd.concat(frames, ignore_index=True).to_dict("series"))


@pytest.fixture(scope="module")
def pointed():
    """Two units of a learner that is always right and of one that says the next digit."""
    small = paradigm("pointers")(
        trainings=("holdout-2", "digits"),
        complexities=(2,),
        sizes=(50,),
        asked=20,
        again=10,
        noise=(0.1,),
        pairs=5,
    )
    frames = [
        pd.DataFrame(
            {
                "paradigm": "pointers",
                **columns(name, unit, condition),
                **lesson.notes,
                **small.score(lesson, (lesson.asked.labels + step) % 10),
                "fitted_after": 0.5,
            }
        )
        for condition in small.conditions()
        for unit in range(2)
        for lesson in [small.lesson(condition, root(0).stream("unit", unit))]
        for name, step in (("right", 0), ("wrong", 1))
    ]
    return as_table(pd.concat(frames, ignore_index=True).to_dict("series"))


@pytest.fixture(scope="module")
def completed():
    """Two units of a learner that is always right and of one that picks the next."""
    small = paradigm("matrices")(sizes=(20,), asked=30, again=10)
    (condition,) = small.conditions()
    frames = [
        pd.DataFrame(
            {
                "paradigm": "matrices",
                **columns(name, unit, condition),
                **lesson.notes,
                **small.score(lesson, (lesson.asked.labels + step) % 8),
                **small.explained(lesson, lesson.asked.hints.astype(float)),
            }
        )
        for unit in range(2)
        for lesson in [small.lesson(condition, root(0).stream("unit", unit))]
        for name, step in (("right", 0), ("wrong", 1))
    ]
    return as_table(pd.concat(frames, ignore_index=True).to_dict("series"))


@pytest.fixture(scope="module")
def guessed():
    """Two units of a learner that is always right and of one with wrong colours.

    The first task of each concept is taken for a minimal one.
    """
    small = paradigm("concepts")(concepts=("Center", "Count"), tasks=4)
    frames = [
        pd.DataFrame(
            {
                "paradigm": "concepts",
                **columns(name, unit, condition),
                **rows,
                "minimal": rows["task"] == rows["task"][0],
                "mode": "ranked",
            }
        )
        for condition in small.conditions()
        for unit in range(2)
        for it in [small.lesson(condition, root(0).stream("unit", unit))]
        for name, step in (("right", 0), ("wrong", 1))
        for rows in [small.score(it, [off_by(step, known) for known in it.known])]
    ]
    return as_table(pd.concat(frames, ignore_index=True).to_dict("series"))


def off_by(step, known):
    return Solved(tuple((Guess((it + step) % 10),) for it in known.answers), 1.0)


TABLES = {
    "tiles": "games",
    "pointers": "pointed",
    "matrices": "completed",
    "concepts": "guessed",
}


@pytest.fixture
def table(name, request):
    """What the measure is for, by the module it stands in."""
    module = measure(name).__module__.rpartition(".")[2]
    return request.getfixturevalue(TABLES.get(module, "answers"))


def test_every_measure_is_tried():
    assert set(measure) == {*EXPECTED, *BOARDS, *OTHERS}


@pytest.mark.parametrize("name", EXPECTED)
def test_always_right_and_always_wrong_get_what_they_should(name, table):
    values = measure(name)(table)
    for learner, expected in zip(("right", "wrong"), EXPECTED[name], strict=True):
        own = values[values.index.get_level_values("learner") == learner]
        assert set(own) == ({expected} if expected is not None else set())
        units = own.index.get_level_values("unit")
        assert set(units) == ({0, 1} if expected is not None else set())


@pytest.mark.parametrize("name", BOARDS)
def test_numbers_of_boards_are_those_of_each_board(name, games):
    values = measure(name)(games).xs("abstract", level="condition")
    boards = games.drop_duplicates("board").set_index("board")[name]
    assert values.groupby("unit").first().to_dict() == boards.to_dict()
    assert set(values.index.get_level_values("learner")) == {"boards"}


def test_clicks_on_red_speak_for_the_rule_and_clicks_on_blue_against_it(games):
    found = measure("rule_evidence")(games).groupby("learner", observed=True)
    assert found.min()["right"] > 0 > found.max()["wrong"]


@each_measure
def test_the_order_of_rows_changes_nothing(name, table):
    shuffled = table.sample(frac=1.0, random_state=0)
    pd.testing.assert_series_equal(
        measure(name)(table), measure(name)(shuffled), check_index_type=False
    )


@each_measure
def test_it_leaves_the_table_as_it_is(name, table):
    before = table.copy()
    measure(name)(table)
    pd.testing.assert_frame_equal(table, before)
