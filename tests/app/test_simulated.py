"""Simulated participants give the answers of the unit that they stand for."""

import numpy as np
import pytest

from metamer.app.simulated import Prepared, Teacher, look
from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.jobs import Job, unit_key
from metamer.core.people import People, TrialBlock
from metamer.core.study import Study
from metamer.engines.perform import perform
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.references import CopyInput
from metamer.paradigms.tiles import Tiles

COMPARED = ("item", "step", "answer", "correct")


class FirstHidden:
    """A player without chance: it turns up the first tile that is hidden."""

    name = "first-hidden"

    def fit(self, game, key):
        return None

    def act(self, fitted, view, memory, key):
        return np.argmax(np.asarray(view.observation) < 0, axis=1), memory


def put(study, simulant, condition):
    """The rows of all items of the blocks of a study that a participant is put."""
    rows = []
    for block in study.people.blocks:
        for item in study.paradigm.trial_items(condition, unit_key(study.seed, 0)):
            if item.pool != block.pool:
                continue
            trial, told = study.paradigm.trial(item, block.asking), {}
            simulant.begin(f"{block.label}-{item.id}", trial.view())
            while not trial.over:
                told = trial.respond(simulant.answer(trial.view(), told))
            rows.append(trial.rows())
    return {name: np.concatenate([row[name] for row in rows]) for name in COMPARED}


def answered(study, condition, folder):
    """The rows of the only unit of a run of the study."""
    job = Job(study.paradigm, study.learners[0], condition, range(1), study.seed)
    return perform(job, Place(folder, job.id))[0]


def sorted_rows(columns):
    order = np.lexsort((columns["step"], np.asarray(columns["item"], str)))
    return {name: np.asarray(columns[name])[order].tolist() for name in COMPARED}


def test_a_player_clicks_what_it_clicks_in_a_run(tmp_path):
    board = TrialBlock("boards", "test", feedback=True)
    paradigm = Tiles(
        ("rectangle",), taught=("abstract",), boards=3, trials=2, pool=64, weigh=False
    )
    study = Study(paradigm, (FirstHidden(),), units=1, people=People((board,)))
    (condition,) = paradigm.conditions()
    (simulant,) = Teacher(study, FirstHidden()).teach([condition], 0, range(1))
    table = answered(study, condition, tmp_path)
    assert sorted_rows(put(study, simulant, condition)) == sorted_rows(table)


def test_a_solver_hands_in_the_guesses_of_a_run(tmp_path):
    block = TrialBlock("scored", "scored", feedback=True, attempts=3)
    paradigm = Concepts(("Copy",), tasks=2)
    study = Study(paradigm, (CopyInput(),), units=1, people=People((block,)))
    (condition,) = paradigm.conditions()
    (simulant,) = Teacher(study, CopyInput()).teach([condition], 0, range(1))
    found = put(study, simulant, condition)
    table = answered(study, condition, tmp_path)
    first = {name: np.asarray(table[name])[table["step"] == 0] for name in COMPARED}
    mine = {name: found[name][found["step"] == 0] for name in COMPARED}
    assert sorted_rows(mine) == sorted_rows(first)


def test_practice_without_a_limit_ends_with_the_right_answer():
    block = TrialBlock("practice", "practice", feedback=True, attempts=0)
    paradigm = Concepts(("Copy",), tasks=1)
    study = Study(paradigm, (CopyInput(),), units=1, people=People((block,)))
    (condition,) = paradigm.conditions()
    (simulant,) = Teacher(study, CopyInput()).teach([condition], 0, range(1))
    assert put(study, simulant, condition)["correct"].all()


def test_equal_views_look_alike_whatever_their_order():
    assert look({"a": 1, "b": None}) == look({"b": None, "a": 1}) != look({"a": 2})


def test_an_item_of_another_study_is_refused():
    with pytest.raises(Refusal, match="of the same study"):
        Prepared({}).begin("trial-1-1", {"digits": [1]})
