"""What one unit of pointers is taught and asked."""

import jax
import numpy as np
import pytest

from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.jobs import Job
from metamer.core.keys import root
from metamer.engines.perform import perform
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.learners import TokenMlp
from metamer.paradigms.pointers.references import Induction
from metamer.paradigms.pointers.styles.blocks import Blocks
from metamer.paradigms.pointers.styles.vectors import Vectors
from metamer.training.drawing import draw_items
from metamer.training.settings import Training

UNIT = root(0).stream("unit", 0)
ROWS = Vectors(length=4, alphabet=4)


def lesson(**settings):
    made = Pointers(**{"style": ROWS, "asked": 40, "again": 20, **settings})
    return made.lesson(made.conditions()[0], UNIT)


def asked(lesson, part):
    return lesson.asked.inputs[lesson.notes["part"] == part]


@pytest.mark.parametrize(
    "training, parts",
    [
        ("iid", ["taught", "iid"]),
        ("holdout-1", ["taught", "iid", "holdout", "matched"]),
        ("holdout-2", ["taught", "iid", "holdout", "others", "matched"]),
        ("digits", ["taught", "iid", "dshift", "holdout"]),
    ],
)
def test_every_training_asks_its_parts(training, parts):
    found = lesson(trainings=(training,), complexities=(1,))
    assert list(dict.fromkeys(found.notes["part"])) == parts
    counts = [len(asked(found, part)) for part in parts]
    assert counts == [20, *[40] * (len(parts) - 1)]


def test_a_smaller_training_set_is_the_beginning_of_a_larger_one():
    small, large = lesson(sizes=(30,)), lesson(sizes=(3000,))
    assert small.taught.key == large.taught.key
    assert (asked(small, "taught") == asked(large, "taught")).all()


def test_taught_items_that_are_asked_again_are_the_first_taught_ones():
    found = lesson()
    first = draw_items(found.taught.source, found.taught.key, 20)
    assert (asked(found, "taught") == first.inputs).all()


def test_every_size_and_aggregate_is_asked_the_same_rows():
    one = lesson(sizes=(100,), complexities=(1,))
    other = lesson(sizes=(900,), complexities=(1,), aggregates=("max",))
    assert (asked(one, "iid") == asked(other, "iid")).all()


def test_pictures_after_both_trainings_are_the_same_three_sets():
    made = Pointers(Blocks(), ("iid", "holdout"), sizes=(50,), asked=12, again=5)
    one, other = (made.lesson(condition, UNIT) for condition in made.conditions())
    for part in ("iid", "dshift", "holdout"):
        assert (asked(one, part) == asked(other, part)).all()


def test_noise_has_pairs_of_rows_for_each_strength():
    found = lesson(noise=(0.01, 0.4), pairs=50)
    rows, notes = asked(found, "noise"), found.notes
    where = notes["part"] == "noise"
    for delta, most in ((0.01, 0.2), (0.4, 1.0)):
        mine = np.isclose(notes["delta"][where], delta)
        first, second = rows[mine][:50], rows[mine][50:]
        pairs = notes["pair"][where][mine]
        assert (pairs[:50] == pairs[50:]).all() and len(set(pairs)) == 50
        assert 0 < (first != second).mean() < most


def test_the_pointer_may_stand_anywhere_in_the_row():
    found = lesson(style=Vectors(length=4, alphabet=4, pointer=2), noise=(0.1,))
    digits, rows = found.asked.features, found.asked.inputs
    assert (rows == digits[:, [1, 2, 0, 3, 4]]).all()


def test_fifty_million_items_are_never_at_hand(tmp_path):
    made = Pointers(ROWS, sizes=(50_000_000,), asked=4, again=4)
    brief = Training(epochs=1, least_steps=1, batch=10_000_000)
    net = TokenMlp(widths=(4,), embedding=2, labels=4, training=brief)
    found = made.lesson(made.conditions()[0], UNIT)
    kept = jax.tree.leaves(found.taught.source)
    assert sum(leaf.size for leaf in kept) < 100
    few = draw_items(found.taught.source, found.taught.key, 3, first=49_999_997)
    assert few.inputs.shape == (3, 5)
    assert net.training.updates(found.taught.size) == 5


def test_what_a_learner_tells_of_its_training_is_in_the_table(tmp_path):
    made = Pointers(ROWS, sizes=(60,), asked=30, again=30, logits=4)
    training = Training(epochs=60, least_steps=1, batch=20, warm_up=2, rate=0.1)
    net = TokenMlp(widths=(32,), embedding=8, labels=4, training=training)
    for entry, told in ((net, True), (Induction(), False)):
        job = Job(made, entry, made.conditions()[0], range(2), seed=0)
        table, _ = perform(job, Place(tmp_path / entry.name, job.id))
        assert table["fitted_after"].notna().all() == told
        logits = table[[f"logit_{label}" for label in range(4)]]
        assert logits.notna().all(axis=None) == told
        if told:
            assert np.allclose(logits.sum(axis=1), 0, atol=1e-4)
            best = logits.to_numpy().argmax(axis=1).astype(str)
            assert (best == table["answer"].astype(str)).all()


def test_a_network_with_too_few_labels_is_refused(tmp_path):
    made = Pointers(Vectors(length=4, alphabet=12), sizes=(60,), asked=3, again=3)
    job = Job(made, TokenMlp(), made.conditions()[0], range(1), seed=0)
    with pytest.raises(Refusal, match="token-mlp has 10 labels, and an item has the"):
        perform(job, Place(tmp_path, job.id))


@pytest.mark.parametrize(
    "settings, sentence",
    [
        ({"trainings": ()}, "trainings must not be empty"),
        ({"sizes": (0,)}, "sizes must be at least 1, not 0"),
        ({"noise": (1.5,)}, "noise must be above 0 and below 1, not 1.5"),
        ({"noise": (0.1,), "boundary": "restrict"}, "needs the boundary wrap or trunc"),
        ({"noise": (0.1,), "style": Blocks()}, "set style to vector"),
        (
            {"complexities": (4,)},
            "longer than the 4 values; allowed: complexity 0 to 3",
        ),
        ({"trainings": ("holdout-3",), "complexities": (1,)}, "2! = 2 permutations"),
    ],
)
def test_what_cannot_be_is_refused_at_once(settings, sentence):
    with pytest.raises(Refusal, match=sentence):
        Pointers(**{"style": ROWS, **settings})


def test_a_holdout_is_left_out_only_where_it_cannot_be():
    made = Pointers(ROWS, ("holdout-2", "holdout-4"), complexities=(1, 2))
    found = [
        (condition.name, dict(condition.details)["complexity"])
        for condition in made.conditions()
    ]
    assert found == [("holdout-2", 1), ("holdout-2", 2), ("holdout-4", 2)]
