"""One job, from lesson to rows."""

from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
import pytest

from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.items import Items, Lesson
from metamer.core.jobs import Job
from metamer.engines.classifying import as_choices
from metamer.engines.perform import perform
from metamer.learners.exemplars import Exemplars
from metamer.learners.gaussian_process import GaussianProcess
from metamer.learners.networks import Mlp
from metamer.learners.perceptron import Perceptron
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.references import Rule
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.tiles import Tiles
from metamer.paradigms.tiles.references import Neighbour

SMALL = Categories(
    trainings=("zero_shot",), per_class=6, held_out=3, familiar=1, again=2
)

DIGITS = Pointers(sizes=(100,), asked=4, again=2)

MATRICES = Matrices(mixture="one", sizes=(8,), asked=6, again=2)

GAMES = Tiles(("rectangle",), taught=("abstract",), boards=3, pool=64, weigh=False)


@dataclass(frozen=True)
class Broken:
    """A learner that cannot learn."""

    compiled: bool = False
    name: str = "broken"

    def fit(self, items, key):
        raise KeyError("no such luck\nand more of it")

    def answer(self, fitted, items):
        return None


@dataclass(frozen=True)
class Peeking:
    """A learner that answers with what it is shown of the answers."""

    compiled: ClassVar[bool] = False
    name: str = "peeking"

    def fit(self, items, key):
        return None

    def answer(self, fitted, items):
        assert items.labels is None
        return np.zeros(len(items.inputs), int)


@dataclass(frozen=True)
class Records:
    """A learner that keeps the type of the labels that it is taught."""

    types: list
    name: str = "records"

    def fit(self, items, key):
        self.types.append(items.labels.dtype)

    def answer(self, fitted, items):
        return np.zeros(len(items.inputs), int)


@dataclass(frozen=True)
class Certain(Records):
    """A learner that knows two labels, and is always sure of the second."""

    name: str = "certain"

    def answer(self, fitted, items):
        return np.tile([0.0, 1.0], (len(items.inputs), 1))


@dataclass(frozen=True)
class Row:
    """A player that clicks hidden tiles from the first to the last, and says so."""

    speaks: bool = False
    name: str = "row"

    def fit(self, course, key):
        return None

    def start(self, fitted, many):
        return None

    def act(self, fitted, view, memory, key):
        first = (view.observation < 0).argmax(axis=1)
        if not self.speaks:
            return first, memory
        return np.where(np.arange(49) == first[:, None], 0.0, -np.inf), memory


@dataclass(frozen=True)
class Stubborn(Row):
    """A player that clicks the same tile for ever."""

    name: str = "stubborn"

    def act(self, fitted, view, memory, key):
        return np.full(len(view.observation), 3), memory


@pytest.fixture
def done(tmp_path):
    """The rows of some units of a learner."""

    def run(learner, units=range(3), paradigm=SMALL):
        job = Job(paradigm, learner, paradigm.conditions()[0], units, seed=0)
        return perform(job, Place(tmp_path, job.id))[0]

    return run


@pytest.mark.parametrize("learner", [Rule(), Exemplars()], ids=["rule", "exemplars"])
def test_units_together_answer_as_each_does_alone(done, learner):
    # Three units on two devices: the number need not divide.
    together = done(learner)
    for unit in range(3):
        alone = done(learner, range(unit, unit + 1))
        own = together[together["unit"] == unit].reset_index(drop=True)
        assert list(own["item"].astype(str)) == list(alone["item"].astype(str))
        assert list(own["answer"].astype(str)) == list(alone["answer"].astype(str))
        assert np.allclose(own["probability"], alone["probability"], atol=1e-5)


def test_a_row_says_who_answered_what(done):
    table = done(Peeking(), range(4, 5))
    assert list(table)[:8] == [
        "paradigm",
        "learner",
        "unit",
        "condition",
        "domain",
        "arrangement",
        "item",
        "step",
    ]
    first = table.iloc[0]
    assert (first["paradigm"], first["learner"]) == ("categories", "peeking")
    assert (first["unit"], first["condition"], first["answer"]) == (4, "zero_shot", "0")
    assert table["probability"].isna().all()


@pytest.mark.parametrize("kind", ["categories", "pointers", "matrices"])
def test_labels_are_taught_as_pytorch_wants_them(done, kind):
    paradigms = {"categories": SMALL, "pointers": DIGITS, "matrices": MATRICES}
    types = []
    done(Records(types), range(2), paradigms[kind])
    assert types == [np.int64, np.int64]


def test_a_label_without_a_column_has_the_logit_of_probability_0(done):
    table = done(Certain([]), range(1), replace(DIGITS, logits=3))
    low = np.log(np.finfo(np.float32).tiny)
    logits = table[["logit_0", "logit_1", "logit_2"]].to_numpy()
    assert np.allclose(logits, np.array([low, 0, low]) - 2 * low / 3)


@pytest.mark.parametrize(
    "learner",
    [Exemplars(), GaussianProcess(), Perceptron(), Mlp()],
    ids=lambda learner: learner.name,
)
def test_more_labels_than_a_learner_has_are_refused(done, learner):
    complaint = "has 2 labels, and an item has the label 9: take a learner with more"
    with pytest.raises(Refusal, match=f"^{learner.name} {complaint}"):
        done(learner, paradigm=DIGITS)


@pytest.mark.parametrize(
    "compiled, who", [(False, "unit 0"), (True, "units 0-2")], ids=["alone", "compiled"]
)
def test_a_learner_that_fails_is_named_in_one_line(done, compiled, who):
    with pytest.raises(Refusal) as refusal:
        done(Broken(compiled))
    told = str(refusal.value)
    assert told.startswith("failed: broken, zero_shot domain=plane")
    assert f"{who}: KeyError: 'no such luck" in told
    assert "\n" not in told


@pytest.mark.parametrize(
    "compiled, who", [(False, "unit 0"), (True, "units 0-2")], ids=["alone", "compiled"]
)
def test_a_player_that_fails_is_named_in_one_line(done, compiled, who):
    with pytest.raises(Refusal) as refusal:
        done(Broken(compiled), paradigm=GAMES)
    told = str(refusal.value)
    assert told.startswith("failed: broken, abstract rule=rectangle")
    assert f"{who}: KeyError: 'no such luck" in told
    assert "\n" not in told


def test_players_together_play_as_each_does_alone(done):
    together = done(Neighbour(), paradigm=GAMES)
    assert not together[together["unit"] == 0]["answer"].equals(
        together[together["unit"] == 1]["answer"]
    )
    for unit in range(3):
        alone = done(Neighbour(), range(unit, unit + 1), GAMES)
        own = together[together["unit"] == unit].reset_index(drop=True)
        assert list(own["answer"].astype(str)) == list(alone["answer"].astype(str))


@pytest.mark.parametrize("speaks", [False, True], ids=["tiles", "log probabilities"])
def test_a_row_says_who_clicked_what(done, speaks):
    table = done(Row(speaks), range(4, 5), GAMES)
    first = table.iloc[0]
    assert (first["paradigm"], first["learner"], first["unit"]) == ("tiles", "row", 4)
    assert (first["condition"], first["rule"]) == ("abstract", "rectangle")
    assert (first["step"], first["answer"]) in ((0, "0,0"), (0, "0,1"))
    assert table["finished"].all() and not table["again"].any()
    assert (table["probability"].fillna(-1) == (1 if speaks else -1)).all()
    assert (table.groupby("board")["correct"].sum() + 1).tolist() == (
        table.groupby("board")["reds"].first().tolist()
    )


def test_who_never_finishes_is_stopped_at_the_limit(done):
    table = done(Stubborn(), range(1), GAMES)
    assert (table.groupby("board").size() == GAMES.asked_limit).all()
    assert not table["finished"].any()
    assert table["again"].mean() >= 119 / 120


LESSON = Lesson(Items(None), Items(np.zeros((4, 2)), np.zeros(4, int)), {})


@pytest.mark.parametrize(
    "answer, complaint",
    [
        (np.zeros(3, int), r"shape \(3,\) to 4 items"),
        (np.zeros((4, 2, 2)), r"shape \(4, 2, 2\) to 4 items"),
        (np.array(1), r"shape \(\) to 4 items"),
        (np.zeros((4, 1)), r"shape \(4, 1\) to 4 items"),
        (np.zeros(4), "float64 values; needed: whole numbers"),
        (np.array(["a"] * 4), "<U1 values; needed: whole numbers"),
    ],
)
def test_answers_of_the_wrong_shape_or_kind_are_refused(answer, complaint):
    with pytest.raises(Refusal, match=f"someone answered with {complaint}"):
        as_choices(answer, LESSON, "someone")


def test_the_most_probable_label_is_the_answer():
    shares = np.array([[0.9, 0.1], [0.2, 0.8], [0.5, 0.5], [0.0, 1.0]])
    choices, probability = as_choices(shares, LESSON, "someone")
    assert choices.tolist() == [0, 1, 0, 1]
    assert np.allclose(probability, [0.9, 0.8, 0.5, 1.0])


def test_a_probability_that_is_no_number_is_no_answer():
    shares = np.array([[0.9, 0.1], [np.nan, np.nan], [0.5, 0.5], [0.0, 1.0]])
    choices, probability = as_choices(shares, LESSON, "someone")
    assert choices.tolist() == [0, -1, 0, 1]
    assert np.isnan(probability[1])


def test_true_and_false_are_labels():
    choices, _ = as_choices(np.array([True, False, True, True]), LESSON, "someone")
    assert choices.tolist() == [1, 0, 1, 1]
