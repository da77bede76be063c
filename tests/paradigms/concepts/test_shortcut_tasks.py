"""What every rule with a shortcut must do, and the tasks that are drawn from it."""

from functools import cache

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.paradigms.concepts.controls import (
    FAMILIAR,
    HELD_OUT,
    TRAININGS,
    explains,
    shortcut_rivals,
)
from metamer.paradigms.concepts.rules import (
    CONCEPTS,
    SHORTCUTS,
    RuleAndShortcut,
    Unfit,
    shortcuts_of,
    variants,
)
from metamer.paradigms.concepts.shortcut_tasks import (
    ShortcutTask,
    cues_of,
    draw_input,
    draw_tasks,
    shortcut_answer,
)
from metamer.paradigms.concepts.tasks import COLOURS, LARGEST, same

SEEDS, MANY_SEEDS = 4, 12

each_rule = pytest.mark.parametrize("name", list(SHORTCUTS))


@cache
def sets(name):
    """Tasks of some seeds in all training conditions, and the rules that made them."""
    return [
        draw_tasks(SHORTCUTS(name), root(3).stream(name, seed).numpy)
        for seed in range(SEEDS)
    ]


def in_training(name, training):
    return [(tasks[training], both) for tasks, both in sets(name)]


def shortcut_explains(both: RuleAndShortcut, task: ShortcutTask):
    """Of each demonstration, whether the shortcut explains it."""
    return [explains(both.shortcut, pair) for pair in task.demonstrations]


@each_rule
@pytest.mark.parametrize("training", TRAININGS)
def test_the_rule_explains_every_demonstration_and_gives_every_answer(name, training):
    for task, both in in_training(name, training):
        assert all(explains(both.answer, pair) for pair in task.demonstrations)
        for one in task.asked:
            assert same(both.answer(one.input.copy()), one.answer)
            assert same(shortcut_answer(both, one.input), one.shortcut) or (
                one.shortcut is None and shortcut_answer(both, one.input) is None
            )


@each_rule
def test_under_cue_conflict_the_shortcut_explains_every_demonstration(name):
    for task, both in in_training(name, "cue_conflict"):
        assert all(shortcut_explains(both, task))


@each_rule
def test_under_partial_exposure_one_demonstration_refutes_the_shortcut(name):
    for task, both in in_training(name, "partial_exposure"):
        assert shortcut_explains(both, task).count(False) == 1
        refuting = task.demonstrations[shortcut_explains(both, task).index(False)]
        assert shortcut_answer(both, refuting.input) is not None


def test_any_demonstration_may_be_the_one_that_refutes_the_shortcut():
    places = [
        shortcut_explains(both, task).index(False)
        for name in SHORTCUTS
        for task, both in in_training(name, "partial_exposure")
    ]
    assert {*places} == {0, 1, 2}


@pytest.mark.slow
@each_rule
def test_all_this_holds_for_many_seeds(name):
    for seed in range(MANY_SEEDS):
        tasks, both = draw_tasks(SHORTCUTS(name), root(4).stream(name, seed).numpy)
        explained = {
            training: shortcut_explains(both, task).count(True)
            for training, task in tasks.items()
        }
        assert explained == {"cue_conflict": 3, "partial_exposure": 2, "zero_shot": 0}
        for task in tasks.values():
            assert all(explains(both.answer, pair) for pair in task.demonstrations)
            held_out = [one for one in task.asked if one.part == HELD_OUT]
            assert not any(same(one.answer, one.shortcut) for one in held_out)


@each_rule
def test_at_zero_shot_the_shortcut_says_nothing_of_any_demonstration(name):
    for task, both in in_training(name, "zero_shot"):
        for pair in task.demonstrations:
            assert shortcut_answer(both, pair.input) is None


@each_rule
@pytest.mark.parametrize("training", TRAININGS)
def test_rule_and_shortcut_part_on_every_held_out_input(name, training):
    for task, _ in in_training(name, training):
        asked = [one for one in task.asked if one.part == HELD_OUT]
        assert len(asked) == 2
        for one in asked:
            assert one.shortcut is not None
            assert not same(one.answer, one.shortcut)
            assert not same(one.input, one.answer)
            assert not same(one.input, one.shortcut)


@each_rule
def test_familiar_inputs_are_like_the_demonstrations(name):
    for tasks, both in sets(name):
        for training, task in tasks.items():
            (one,) = [one for one in task.asked if one.part == FAMILIAR]
            cues = "absent" if training == "zero_shot" else "agree"
            assert cues_of(one.answer, shortcut_answer(both, one.input)) == cues


@each_rule
def test_conditions_ask_the_same_held_out_inputs(name):
    for tasks, _ in sets(name):
        asked = [
            [one.input.tolist() for one in task.asked if one.part == HELD_OUT]
            for task in tasks.values()
        ]
        assert asked[0] == asked[1] == asked[2]


@each_rule
def test_one_demonstration_is_all_that_breaks_the_tie(name):
    for tasks, _ in sets(name):
        both_explain, broken = (
            [pair.input.tolist() for pair in tasks[training].demonstrations]
            for training in ("cue_conflict", "partial_exposure")
        )
        pairs = zip(both_explain, broken, strict=True)
        assert sum(one != other for one, other in pairs) == 1


@each_rule
@pytest.mark.parametrize("training", TRAININGS)
def test_no_other_rule_explains_the_demonstrations_and_answers_otherwise(
    name, training
):
    for task, both in in_training(name, training):
        shown = list(task.demonstrations)
        for rival in shortcut_rivals(SHORTCUTS(name), both, shown):
            if all(explains(rival, pair) for pair in shown):
                for one in task.asked:
                    meant = [one.answer]
                    if training == "cue_conflict":
                        meant.append(one.shortcut)
                    assert any(same(rival(one.input), answer) for answer in meant)


@each_rule
def test_all_grids_of_a_set_differ_and_are_legal(name):
    for tasks, _ in sets(name):
        for task in tasks.values():
            inputs = [*(pair.input for pair in task.demonstrations)]
            inputs += [one.input for one in task.asked]
            assert len({(it.shape, it.tobytes()) for it in inputs}) == len(inputs)
            outputs = [pair.output for pair in task.demonstrations]
            for grid in (*inputs, *outputs, *(one.answer for one in task.asked)):
                assert grid.dtype == np.uint8 and grid.max() < COLOURS
                assert min(grid.shape) >= 1 and max(grid.shape) <= LARGEST


@each_rule
def test_the_same_seed_gives_the_same_set(name):
    tasks, both = sets(name)[0]
    again, other = draw_tasks(SHORTCUTS(name), root(3).stream(name, 0).numpy)
    assert both == other
    for training in TRAININGS:
        assert repr(tasks[training]) == repr(again[training])


@each_rule
def test_every_variant_can_be_drawn_with_all_cues(name, keys):
    rng = keys().numpy
    for both in variants(SHORTCUTS(name).rule):
        for cues in ("agree", "part", "absent"):
            pair = draw_input(both, rng, cues)
            said = shortcut_answer(both, pair.input)
            assert cues_of(both.answer(pair.input), said) == cues


@each_rule
def test_rule_and_shortcut_leave_their_input_as_it_was(name):
    tasks, both = sets(name)[0]
    for one in tasks["cue_conflict"].asked:
        before = one.input.copy()
        both.answer(one.input)
        both.shortcut(one.input)
        assert same(one.input, before)


@each_rule
def test_a_rule_and_its_shortcut_answer_any_grid_or_say_that_they_cannot(name, keys):
    rng = keys().numpy
    grids = (np.zeros((4, 5), np.uint8), rng.integers(0, 3, (5, 4), np.uint8))
    for both in variants(SHORTCUTS(name).rule):
        for grid in grids:
            for ask in (both.answer, both.shortcut, *both.others()):
                try:
                    made = ask(grid)
                except Unfit:
                    continue
                assert made.dtype == np.uint8 and made.size


@each_rule
def test_the_docstring_says_rule_shortcut_and_source(name):
    said, *rest = SHORTCUTS(name).rule.__doc__.split("\n\n")
    rule, found, other = " ".join(said.split()).partition(". Shortcut: ")
    assert found and len(rule.split()) > 3 and other.endswith(".")
    assert any("Source:" in part for part in rest)


def test_every_concept_has_a_rule_with_a_shortcut():
    assert all(shortcuts_of(concept) for concept in CONCEPTS)


def test_names_of_rules_with_shortcuts_differ_between_concepts():
    names = [SHORTCUTS(name).name for name in SHORTCUTS]
    assert len(set(names)) == len(names) >= 12


class Undrawable:
    """A rule that has no inputs."""

    def draw(self, rng, cues):
        raise Unfit

    def answer(self, grid):
        return grid

    def shortcut(self, grid):
        return grid

    def others(self):
        return ()


def test_a_rule_without_inputs_is_refused_as_faulty(keys):
    with pytest.raises(Refusal, match="on which rule and shortcut part; this is a fau"):
        draw_input(Undrawable(), keys().numpy, "part")
