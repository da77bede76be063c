"""What every learner must do, whoever added it."""

import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from functools import cache

import numpy as np
import pytest
import tomli_w
from small import ALSO, small

from metamer.core.answers import AnswersById
from metamer.core.capabilities import HasTypicalShape, is_innate
from metamer.core.checkpoints import Place
from metamer.core.conversation import Respondent
from metamer.core.errors import Refusal
from metamer.core.items import Items, Lesson, Stream
from metamer.core.jobs import Job, unit_key
from metamer.core.learner import (
    Classifier,
    ClassifierNetwork,
    DiffersByCondition,
    Learner,
    Player,
    PlayerNetwork,
    Solver,
)
from metamer.core.reading import REGISTRIES, from_plain
from metamer.core.registry import learner, paradigm
from metamer.core.settings import to_plain
from metamer.engines.classifying import answer_all, as_choices
from metamer.engines.perform import perform
from metamer.learners.torch import TorchModule
from metamer.learners.torch.making import check_package
from metamer.paradigms.concepts.submissions import write_submission
from metamer.paradigms.concepts.tasks import from_text
from metamer.paradigms.matrices import Matrices
from metamer.training.drawing import draw_stream
from metamer.training.networks import teachable

each_learner = pytest.mark.parametrize("name", list(learner))


def is_network(entry):
    """Whether it has weights; the small ones among them have methods, too."""
    return isinstance(entry, PlayerNetwork | ClassifierNetwork | HasTypicalShape)


def taught(shape):
    """Learners of one shape; networks are slow, since they compile."""
    return pytest.mark.parametrize(
        "name",
        [
            pytest.param(name, marks=[pytest.mark.slow] * is_network(learner(name)()))
            for name in learner
            if isinstance(teachable(learner(name)()), shape)
        ],
    )


SMALLER = {
    "epochs": (1,),
    "least_steps": (1,),
    "warm_up": (0,),
    "batch": (4,),
    "length": (1,),
    "games": (2,),
    "steps": (2,),
    "width": (8,),
    "depth": (1, 10),
    "hidden": (8,),
    "token_hidden": (8,),
    "channel_hidden": (8,),
    "units": (8,),
    "kernels": (4,),
    "channels": (8,),
    "embedding": (4, 8),
    "blocks": (1,),
    "pixels": (40,),
    "widths": ((8,),),
    "relate": ((8,),),
    "judge": ((8,),),
    "examples": (50,),
    "sizes": ((3,),),
}
"""Names that settings of learners and trainings have, with values that take less time;
the first is taken that a learner does not refuse."""


def quick(settings):
    """A learner, or its training, as small and short as it can be."""
    for field in fields(settings):
        value = getattr(settings, field.name)
        options = SMALLER.get(field.name, ())
        if is_dataclass(value):
            options = (quick(value),)
        for option in options:
            with suppress(Refusal, TypeError):
                settings = replace(settings, **{field.name: option})
                break
    return settings


def variants(settings) -> Iterator:
    """A paradigm, and the same with each of its domains, its styles ..."""
    yield settings
    for field in fields(settings):
        value = getattr(settings, field.name)
        first = value[0] if isinstance(value, tuple) and value else value
        for kind, registry in REGISTRIES.items():
            if isinstance(first, kind) and registry.name_of(type(first)):
                for name in registry:
                    with suppress(TypeError, Refusal):
                        option = registry(name)()
                        option = (option,) if isinstance(value, tuple) else option
                        yield replace(settings, **{field.name: option})


class Gathered(Matrices):
    """Taught matrices are gathered first: drawing them while training compiles longer."""

    @cache  # noqa: B019 (all learners share them)
    def lesson(self, condition, key):
        lesson = super().lesson(condition, key)
        return lesson._replace(taught=draw_stream(lesson.taught))


def gathered(settings):
    """The same paradigm, but matrices at hand."""
    if not isinstance(settings, Matrices):
        return settings
    own = {field.name: getattr(settings, field.name) for field in fields(settings)}
    return Gathered(**own)


def asking(name, shape) -> Iterator:
    """Small paradigms that ask so; first that in whose folder the learner stands."""
    words = learner(name).__module__.split(".")
    for kind in sorted(paradigm, key=lambda kind: kind not in words):
        if paradigm(kind).shape == shape:
            for settings in variants(small(kind)):
                yield gathered(settings)
            if kind in ALSO:
                yield replace(small(kind), **ALSO[kind])


def answers(entry, settings, folder):
    job = Job(settings, entry, settings.conditions()[0], range(2), seed=0)
    return perform(job, Place(folder, job.id))[0]


def first_answers(entry, name, shape, folder):
    """The first paradigm in which the learner can take part, and its rows."""
    refusals = []
    for settings in asking(name, shape):
        try:
            return settings, answers(entry, settings, folder / "first")
        except Refusal as refusal:
            refusals.append(str(refusal))
    raise AssertionError(f"{name} can take part in nothing: {refusals}")


def taught_items(lesson):
    items = lesson.taught
    return draw_stream(items) if isinstance(items, Stream) else items


def possible(settings, labels):
    """All answers that a unit can give, as the table has them."""
    lessons = [
        settings.lesson(settings.conditions()[0], unit_key(0, n)) for n in (0, 1)
    ]
    parts = [
        part for lesson in lessons for part in (taught_items(lesson), lesson.asked)
    ]
    labels = max(labels, 2, *(int(part.labels.max()) + 1 for part in parts))
    count = len(lessons[0].asked.labels)
    scored = [settings.score(lessons[0], np.full(count, n)) for n in range(labels)]
    return {str(text) for columns in scored for text in columns["answer"]}


@taught(Classifier)
def test_it_gives_legal_answers_and_the_same_ones_again(name, tmp_path):
    entry = knowing(name, tmp_path)
    settings, table = first_answers(entry, name, "classify", tmp_path)
    lesson = settings.lesson(settings.conditions()[0], unit_key(0, 1))
    assert list(table["item"][table["unit"] == 1]) == list(lesson.notes["item"])
    # A network may have labels that are never taught, and say one before it has learned.
    legal = possible(settings, getattr(entry, "labels", 0))
    assert set(table["answer"].astype(str)) <= legal
    assert table["probability"].dropna().between(0, 1 + 1e-6, inclusive="right").all()
    assert answers(entry, settings, tmp_path / "second").equals(table)


def with_an_untaught_label(settings) -> Items:
    """What a unit is taught, with a gap in the middle of its labels."""
    items = taught_items(settings.lesson(settings.conditions()[0], unit_key(0, 0)))
    known = np.unique(items.labels)
    if len(known) == 2:
        return items._replace(labels=items.labels * 2)
    return items.rows(items.labels != known[len(known) // 2])


def own_answers(entry, settings, items, folder):
    """What one unit answers to the items that it was taught."""
    job = Job(settings, entry, settings.conditions()[0], range(1), seed=0)
    lesson = Lesson(items, items, {})
    given = answer_all(job, [lesson], Place(folder, job.id))[0]
    return as_choices(given.answer, lesson, entry.name)[0]


def first_untaught(entry, name, folder):
    """The first paradigm in which the learner can take part, with an untaught label.

    Its items, their labels in order, and the answers after labels without a gap.
    """
    for settings in asking(name, "classify"):
        with suppress(Refusal):
            items = with_an_untaught_label(settings)
            known, dense = np.unique(items.labels, return_inverse=True)
            renumbered = items._replace(labels=dense.astype(items.labels.dtype))
            answers = own_answers(entry, settings, renumbered, folder / "dense")
            # An answer beyond these labels is none of them.
            expected = np.append(known, -1)[np.minimum(answers, len(known))]
            return settings, items, expected
    raise AssertionError(f"{name} can take part in nothing")


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in learner
        if isinstance(learner(name)(), Classifier)
        and not is_network(learner(name)())  # these have a readout for every label
        and not is_innate(learner(name)())  # these are taught no labels
    ],
)
def test_a_label_that_is_not_taught_does_not_shift_the_others(name, tmp_path):
    entry = knowing(name, tmp_path)
    settings, items, expected = first_untaught(entry, name, tmp_path)
    try:
        answers = own_answers(entry, settings, items, tmp_path / "gap")
    except Refusal as refusal:
        assert f"has the label {items.labels.max()}:" in str(refusal)
        return
    # One that infers how labels are made is right, and puzzled by other numbers.
    right = np.array_equal(answers, items.labels)
    assert right or np.array_equal(answers, expected)


def save_policy(path):
    """A policy of Stable-Baselines3 that has learned nothing yet."""
    sb3 = pytest.importorskip(
        "stable_baselines3", reason="Stable-Baselines3 is not installed"
    )
    from metamer.paradigms.tiles.gymnasium import environment

    sb3.PPO("MlpPolicy", environment(), seed=0, device="cpu").save(path)
    return path


@taught(Player)
def test_it_makes_legal_moves_and_the_same_ones_again(name, tmp_path):
    entry = knowing(name, tmp_path)
    settings, table = first_answers(entry, name, "play", tmp_path)
    for _, game in table.groupby(["unit", "item"], observed=True):
        assert game["step"].tolist() == list(range(len(game)))
    assert table["probability"].dropna().between(0, 1 + 1e-6, inclusive="right").all()
    if "finished" in table:
        stopped = table[~table["finished"]].groupby(["unit", "item"], observed=True)
        assert (stopped.size() == settings.asked_limit).all()
    assert answers(entry, settings, tmp_path / "second").equals(table)


def knowing(name, folder):
    """The learner as it can take part: quick, with a limit, or with the file it needs.

    Skips the test if a package that the learner needs is absent.
    """
    entry = learner(name)()
    if name == "policy-player":
        return replace(entry, path=str(save_policy(folder / "policy.zip")))
    if isinstance(entry, TorchModule):
        try:
            check_package(name)
        except Refusal as refusal:
            pytest.skip(str(refusal))
    if name == "program-search":
        return replace(entry, seconds=1e6, steps=3000)
    if name == "answers-from-file":
        concepts = small("concepts")
        lessons = [
            concepts.lesson(concepts.conditions()[0], unit_key(0, unit))
            for unit in range(2)
        ]
        guesses = {
            known.name: [[answer] for answer in known.answers]
            for lesson in lessons
            for known in lesson.known
        }
        write_submission(guesses, folder / "answers.json")
        return replace(entry, path=str(folder / "answers.json"))
    return quick(entry)


@taught(Solver)
def test_it_makes_legal_guesses_and_the_same_ones_again(name, tmp_path):
    entry = knowing(name, tmp_path)
    settings, table = first_answers(entry, name, "solve", tmp_path)
    assert table["step"].between(0, settings.guesses - 1).all()
    for text in table["answer"].astype(str):
        assert not text or from_text(text).size <= 900
    again = answers(entry, settings, tmp_path / "second")
    assert again.drop(columns="seconds").equals(table.drop(columns="seconds"))


@each_learner
def test_it_has_a_name_and_is_a_learner(name):
    entry = learner(name)()
    assert isinstance(entry, Learner)
    able = teachable(entry)
    ways = (Classifier, Player, Solver, Respondent, AnswersById, DiffersByCondition)
    assert sum(isinstance(able, kind) for kind in ways) == 1
    assert able.name == entry.name
    assert entry.name and "\n" not in entry.name


@each_learner
@pytest.mark.parametrize("change", [lambda entry: entry, quick], ids=["usual", "quick"])
def test_it_survives_toml_and_back(name, change):
    entry = change(learner(name)())
    text = tomli_w.dumps({"learner": to_plain(entry)})
    again = from_plain(Learner, tomllib.loads(text)["learner"], "a test")
    assert again == entry
    assert hash(again) == hash(entry)
