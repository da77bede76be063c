"""What every learner must do, whoever added it."""

import tomllib
from dataclasses import fields, replace

import pytest
import tomli_w

from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.jobs import Job, unit_key
from metamer.core.play import Player
from metamer.core.reading import from_plain
from metamer.core.registry import learner
from metamer.core.settings import to_plain
from metamer.core.solve import Solver
from metamer.core.study import Classifier, Learner
from metamer.engines.perform import perform
from metamer.metamers.recipes.gibbs import Gibbs
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.domains.digits import Digits
from metamer.paradigms.categories.domains.plane import Plane
from metamer.paradigms.categories.domains.reviews import Reviews
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.score import from_text
from metamer.paradigms.concepts.submissions import write_submission
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.score import LETTERS
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.styles.blocks import Blocks
from metamer.paradigms.pointers.styles.vectors import Vectors
from metamer.paradigms.tiles import Tiles
from metamer.training.drawing import whole

TILES = Tiles(
    ("rectangle",),
    taught=("abstract",),
    recipe=Gibbs(updates=10, sweeps=2),
    boards=2,
    pool=64,
    asked_limit=60,
)


ALIKE = ("panel-lstm", "matrix-resnet", "wild-resnet", "predrnet")
"""They learn and answer by the very functions of `wren`, and compile for a minute each."""


def taught(shape):
    """Learners of one shape; networks are slow, for they compile for long."""
    return [
        pytest.param(name, marks=[pytest.mark.slow] * hasattr(learner(name), "net"))
        for name in learner
        if isinstance(learner(name)(), shape) and name not in ALIKE
    ]


each_learner = pytest.mark.parametrize("name", list(learner))
each_classifier = pytest.mark.parametrize("name", taught(Classifier))
each_player = pytest.mark.parametrize("name", taught(Player))
each_solver = pytest.mark.parametrize("name", taught(Solver))


SMALL = {
    "token-mlp": {"widths": (8,), "embedding": 2},
    "encoder": {"width": 8, "depth": 1, "hidden": 8},
    "mixer": {"width": 8, "depth": 1, "token_hidden": 8, "channel_hidden": 8},
    "image-resnet": {"depth": 10, "width": 2},
    "image-vgg": {"width": 2, "hidden": 8},
    "cnn-mlp": {"kernels": 4, "hidden": 8, "pixels": 40},
    "wren": {"kernels": 4, "embedding": 8, "relate": (8,), "judge": (8,), "pixels": 40},
}
"""Networks that would take long as they are."""

POINTERS = tuple(
    Pointers(style, sizes=(16,), asked=6, again=2)
    for style in (Vectors(length=3, alphabet=2), Blocks(rows=3, columns=3))
)


class AtHand(Matrices):
    """Taught matrices are gathered first: drawing them while training compiles longer."""

    def lesson(self, condition, key):
        lesson = super().lesson(condition, key)
        return lesson._replace(taught=whole(lesson.taught))


MATRICES = AtHand(mixture="one", sizes=(8,), asked=4, again=2)


def quick(name):
    """The learner with its defaults, and as short a training as can be."""
    entry = learner(name)()
    settings = {field.name for field in fields(entry)}
    if "recipe" in settings:
        brief = replace(entry.recipe, length=1, games=2, steps=2)
        return replace(entry, recipe=brief)
    if "training" in settings:
        brief = replace(entry.training, epochs=1, least_steps=1, warm_up=0, batch=4)
        return replace(entry, training=brief, **SMALL.get(name, {}))
    return replace(entry, epochs=1) if "epochs" in settings else entry


def answers(entry, paradigm, folder):
    job = Job(paradigm, entry, paradigm.conditions()[0], range(2), seed=0)
    return perform(job, Place(folder, job.id))[0]


def first_answers(entry, folder):
    """Rows about points, pictures, texts, digits or panels: the first it can see."""
    asking = [
        Categories(
            (domain,), ("zero_shot",), per_class=6, held_out=3, familiar=1, again=2
        )
        for domain in (Plane(), Digits(), Reviews())
    ]
    for paradigm in (*asking, *POINTERS, MATRICES):
        try:
            return paradigm, answers(entry, paradigm, folder)
        except Refusal:
            continue
    raise AssertionError(f"{entry.name} answers nothing that there is to ask")


@each_classifier
def test_it_gives_legal_answers_and_the_same_ones_again(name, tmp_path):
    entry = quick(name)
    paradigm, table = first_answers(entry, tmp_path)
    lesson = paradigm.lesson(paradigm.conditions()[0], unit_key(0, 1))
    assert list(table["item"][table["unit"] == 1]) == list(lesson.notes["item"])
    # A network may have labels that are never taught, and say one before it has learned.
    labels = getattr(entry, "labels", 2)
    known = LETTERS[:8] if isinstance(paradigm, Matrices) else range(labels)
    assert set(table["answer"].astype(str)) <= {str(it) for it in known}
    least = 1 / labels - 1e-6
    assert table["probability"].dropna().between(least, 1 + 1e-6).all()
    assert answers(entry, paradigm, tmp_path).equals(table)


@each_player
def test_it_makes_legal_clicks_and_the_same_ones_again(name, tmp_path):
    entry = quick(name)
    table = answers(entry, TILES, tmp_path / "first")
    games = table.groupby(["unit", "board"])
    assert len(games) == 2 * 2
    for _, game in games:
        many = len(game)
        assert game["step"].tolist() == list(range(many))
        assert game["finished"].all() or many == TILES.asked_limit
        found = game["correct"].sum()
        assert found == game["reds"].iloc[0] - 1 or not game["finished"].any()
    assert set(table["answer"].astype(str)) <= {
        f"{r},{c}" for r in range(7) for c in range(7)
    }
    assert table["probability"].dropna().between(0, 1 + 1e-6, inclusive="right").all()
    assert answers(entry, TILES, tmp_path / "second").equals(table)


CONCEPTS = Concepts(("Center",), tasks=1)


def able(name, folder):
    """The learner as it can solve: with a limit in steps, or with a file of answers."""
    entry = learner(name)()
    if name == "program-search":
        return replace(entry, seconds=1e6, steps=20_000)
    if name == "answers-from-file":
        sittings = [
            CONCEPTS.lesson(CONCEPTS.conditions()[0], unit_key(0, unit))
            for unit in range(2)
        ]
        said = {
            known.name: [[answer] for answer in known.answers]
            for sitting in sittings
            for known in sitting.known
        }
        write_submission(said, folder / "answers.json")
        return replace(entry, path=str(folder / "answers.json"))
    return entry


@each_solver
def test_it_makes_legal_guesses_and_the_same_ones_again(name, tmp_path):
    entry = able(name, tmp_path)
    table = answers(entry, CONCEPTS, tmp_path / "first")
    assert table.groupby(["unit", "item"]).ngroups == 2 * 3
    assert table["step"].between(0, CONCEPTS.guesses - 1).all()
    for text in table["answer"].astype(str):
        assert not text or from_text(text).size <= 900
    assert table["correct"].equals(table["error"] == "right")
    again = answers(entry, CONCEPTS, tmp_path / "second")
    assert again.drop(columns="seconds").equals(table.drop(columns="seconds"))


@each_learner
def test_it_has_a_name_and_is_a_learner(name):
    entry = learner(name)()
    assert isinstance(entry, Learner)
    assert sum(isinstance(entry, it) for it in (Classifier, Player, Solver)) == 1
    assert entry.name and "\n" not in entry.name


@each_learner
def test_it_survives_toml_and_back(name):
    entry = learner(name)()
    text = tomli_w.dumps({"learner": to_plain(entry)})
    again = from_plain(Learner, tomllib.loads(text)["learner"], "a test")
    assert again == entry
    assert hash(again) == hash(entry)


@each_learner
def test_how_it_is_trained_survives_toml_and_back(name):
    entry = quick(name)
    text = tomli_w.dumps({"learner": to_plain(entry)})
    assert from_plain(Learner, tomllib.loads(text)["learner"], "a test") == entry
