"""What every paradigm must do whose items are put to people step by step."""

import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small import small_for_people
from test_every_paradigm import ids

import metamer.paradigms
from metamer.core.errors import Refusal
from metamer.core.jobs import unit_key
from metamer.core.people import Asking
from metamer.core.registry import paradigm, study
from metamer.core.responses import COLUMNS
from metamer.core.settings import tag_of
from metamer.core.trial import CompletesRows, PutsTrials, Trial, TrialItem, replay

NAMES = [name for name in paradigm if issubclass(paradigm(name), PutsTrials)]
each_paradigm = pytest.mark.parametrize("name", NAMES)
each_study = pytest.mark.parametrize(
    "name", [name for name in study if study(name)(scale="demo").people.blocks]
)

OPEN = Asking(feedback=True, attempts=0)
"""As many attempts as it takes."""

KEYS = {
    "tiles": {"side", "tiles", "points", "clicks", "limit"},
    "concepts": {"demonstrations", "input", "attempts", "max_side"},
    "matrices": {"context", "candidates", "options"},
    "categories": {"figure", "labels", "options"},
    "pointers": {"digits", "options"},
}
"""What a view has, as in docs/app.md."""


@cache
def first_items(name):
    """What the first unit can be put in the first condition."""
    made = small_for_people(name)
    return made.trial_items(made.conditions()[0], unit_key(0, 0))


def samples(name):
    """The first and the last item of each pool."""
    found = {}
    for item in first_items(name):
        found.setdefault(item.pool, [item, item])[1] = item
    return [item for pair in found.values() for item in pair]


def put(name, item, asking=OPEN):
    return small_for_people(name).trial(item, asking)


def candidates(item, view):
    """Answers among which a right one is, whatever the screen."""
    if "options" in view:
        return list(range(view["options"]))
    if "tiles" in view:
        return [at for at, tile in enumerate(view["tiles"]) if tile is None]
    wrong = [[[0]], [[1, 2]]]
    return [*wrong, item.content["output"]]


def solved(name, item):
    """The trial after each candidate was tried until it was over."""
    trial = put(name, item)
    for answer in candidates(item, trial.view()):
        if trial.over:
            break
        trial.respond(answer)
    return trial


@each_paradigm
def test_items_are_plain_json(name):
    for item in first_items(name):
        again = TrialItem(*json.loads(json.dumps(item, allow_nan=False)))
        assert again == item


@each_paradigm
def test_the_same_key_gives_the_same_items(name):
    made = small_for_people(name)
    assert made.trial_items(made.conditions()[0], unit_key(0, 0)) == first_items(name)


@each_paradigm
def test_people_are_put_what_learners_are_asked(name):
    made = small_for_people(name)
    lesson = made.lesson(made.conditions()[0], unit_key(0, 0))
    put_to_people = [item.id for item in first_items(name)]
    assert set(ids(made, lesson)) <= set(put_to_people)
    assert all(item.startswith(f"{name}/") for item in put_to_people)
    pools = {(item.pool, item.id) for item in first_items(name)}
    assert len(pools) == len(put_to_people)


@each_paradigm
def test_a_view_is_plain_json_with_the_documented_parts(name):
    for item in samples(name):
        trial = put(name, item)
        assert isinstance(trial, Trial) and trial.item == item.id and not trial.over
        assert set(trial.view()) == KEYS.get(name, set(trial.view()))
        text = json.dumps(trial.view(), allow_nan=False)
        assert json.loads(text) == trial.view()


@each_paradigm
def test_no_view_names_the_item_or_its_condition(name):
    condition = small_for_people(name).conditions()[0]
    hidden = {condition.name, *(str(value) for _, value in condition.details)}
    for item in samples(name):
        trial = solved(name, item)
        for view in (put(name, item).view(), trial.view()):
            text = json.dumps(view)
            parts = [part for part in item.id.split("/")[1:] if len(part) > 5]
            assert parts and not [part for part in parts if part in text]
            assert not [word for word in hidden if f'"{word}"' in text]


@each_paradigm
def test_some_answer_is_right_and_ends_the_trial(name):
    for item in samples(name):
        trial = solved(name, item)
        assert trial.over and trial.rows()["correct"][-1]
        with pytest.raises(Refusal, match="it is over"):
            trial.respond(0)


@each_paradigm
def test_an_impossible_answer_is_refused_and_changes_nothing(name):
    trial = put(name, samples(name)[0])
    before = trial.view()
    for answer in (None, "x", -1, 10**6, 0.5, True, [], {}, [["x"]], float("nan")):
        with pytest.raises(Refusal):
            trial.respond(answer)
    assert trial.view() == before and not len(trial.rows()["item"])


@each_paradigm
def test_rows_have_what_every_response_has(name):
    item = samples(name)[0]
    rows = solved(name, item).rows()
    assert {"item", "step", "answer", "correct"} <= set(rows)
    assert not {"paradigm", "learner", "unit", "condition"} & set(rows)
    assert {len(column) for column in rows.values()} == {len(rows["item"])}
    assert rows["step"].tolist() == list(range(len(rows["step"])))
    assert set(item.notes) <= set(rows)
    assert set(COLUMNS) - {"paradigm", "learner", "unit", "condition"} <= set(rows)


@each_paradigm
@settings(deadline=None, max_examples=25)
@given(data=st.data())
def test_a_replayed_trial_equals_the_one_that_was_played(name, data):
    item = data.draw(st.sampled_from(samples(name)))
    asking = data.draw(st.builds(Asking, st.booleans(), st.integers(0, 3)))
    played, taken = put(name, item, asking), []
    possible = candidates(item, played.view())
    for answer in data.draw(st.lists(st.sampled_from(possible), max_size=8)):
        if not played.over:
            played.respond(answer)
            taken.append(answer)
    again = replay(put(name, item, asking), json.loads(json.dumps(taken)))
    assert (again.over, again.view()) == (played.over, played.view())
    mine, theirs = played.rows(), again.rows()
    assert list(mine) == list(theirs)
    for column in mine:
        np.testing.assert_array_equal(mine[column], theirs[column])


WITHOUT_JAX = """
import json, sys
from metamer.core.people import Asking
from metamer.core.registry import paradigm
from metamer.core.trial import TrialItem
for name, (item, answer) in json.load(sys.stdin).items():
    trial = paradigm(name)().trial(TrialItem(*item), Asking())
    trial.respond(answer)
    trial.rows(), trial.view()
print(sorted({"jax", "pandas", "matplotlib", "numba"} & set(sys.modules)))
"""


def test_trials_need_no_heavy_package():
    """A server process holds no generators: it makes trials from stored items."""
    asked = {}
    for name in NAMES:
        item = samples(name)[0]
        asked[name] = item, candidates(item, put(name, item).view())[0]
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_JAX],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"


@each_paradigm
def test_completed_rows_are_the_same_rows_with_more_columns(name):
    import pandas as pd

    made = small_for_people(name)
    if not isinstance(made, CompletesRows):
        return
    rows = [solved(name, item).rows() for item in samples(name)]
    table = pd.concat([pd.DataFrame(part) for part in rows], ignore_index=True)
    done = made.complete_rows(made.conditions()[0], table)
    pd.testing.assert_frame_equal(done[list(table)], table)
    assert set(done) > set(table)


@each_paradigm
def test_it_has_texts_for_participants(name):
    own = paradigm(name).__module__.removeprefix(f"{metamer.paradigms.__name__}.")
    folder = Path(metamer.paradigms.__file__).parent / own / "texts"
    texts = {path.name: path.read_text("utf-8") for path in folder.glob("*.md")}
    assert set(texts) == {"instructions.md", "debriefing.md"}
    assert all(page.strip() for page in texts["instructions.md"].split("\n---\n"))
    for text in texts.values():
        assert set(re.findall(r"{[^}]*}", text)) <= {"{contact}"}


@each_study
def test_a_study_for_people_puts_pools_that_its_paradigm_has(name):
    plan = study(name)(scale="demo")
    pools = {item.pool for item in first_items(tag_of(plan.paradigm))}
    assert {block.pool for block in plan.people.blocks} <= pools
