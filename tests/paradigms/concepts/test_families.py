"""What every family of generated tasks must do."""

from functools import cache

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.paradigms.concepts.controls import misleads, recolouring, rivals
from metamer.paradigms.concepts.items import draw_task
from metamer.paradigms.concepts.rules import (
    CONCEPTS,
    Unfit,
    families,
    family,
    find_family,
    variants,
)
from metamer.paradigms.concepts.tasks import COLOURS, LARGEST, Pair, same

each_family = pytest.mark.parametrize(
    "entry", list(families()), ids=lambda entry: f"{entry.concept}-{entry.name}"
)


def draw(entry, number):
    key = root(6).stream("families", entry.concept, entry.name, number)
    return draw_task(entry, key.numpy, demonstrations=2 + 2 * number, asked=3)


@cache
def tasks(entry):
    """A task with two demonstrations and one with four, their answers and rules."""
    return [draw(entry, number) for number in range(2)]


def asked(task, answers):
    return [Pair(*pair) for pair in zip(task.inputs, answers, strict=True)]


@each_family
def test_the_rule_solves_every_pair_of_its_tasks(entry):
    for task, answers, rule in tasks(entry):
        for given, made in (*task.demonstrations, *asked(task, answers)):
            assert same(rule.answer(given.copy()), made)


@each_family
def test_grids_are_at_most_thirty_cells_wide_with_ten_colours(entry):
    for task, answers, _ in tasks(entry):
        for grid in (*sum(task.demonstrations, ()), *task.inputs, *answers):
            assert grid.dtype == np.uint8
            assert min(grid.shape) >= 1 and max(grid.shape) <= LARGEST
            assert grid.max() < COLOURS


@each_family
def test_answers_leave_their_input_as_it_was(entry):
    task, _, rule = tasks(entry)[0]
    for grid in task.inputs:
        before = grid.copy()
        rule.answer(grid)
        assert same(grid, before)


@each_family
def test_the_same_seed_gives_the_same_task(entry):
    task, answers, rule = tasks(entry)[0]
    again, others, other = draw(entry, 0)
    assert rule == other
    assert all(map(same, (*task.seen, *answers), (*again.seen, *others)))


@each_family
def test_inputs_differ_in_content_and_size(entry):
    inputs = [grid for task, _, _ in tasks(entry) for grid in task.seen]
    assert len({(grid.shape, grid.tobytes()) for grid in inputs}) == len(inputs)
    assert len({grid.shape for grid in inputs}) >= 4


@each_family
def test_no_other_rule_explains_the_demonstrations_and_misleads(entry):
    for task, answers, rule in tasks(entry):
        shown, rest = list(task.demonstrations), asked(task, answers)
        assert not any(
            misleads(rival, shown, rest) for rival in rivals(entry, rule, shown)
        )


@each_family
def test_copying_turning_recolouring_and_repeating_an_output_explain_no_task(entry):
    for task, answers, _ in tasks(entry):
        shown, rest = list(task.demonstrations), asked(task, answers)
        wrong = [np.fliplr, np.flipud, np.rot90, np.transpose, np.copy, np.zeros_like]
        wrong += [recolouring(shown), lambda grid, shown=shown: shown[-1].output]
        for simple in wrong:
            explains = all(same(simple(pair.input), pair.output) for pair in shown)
            assert not explains or all(
                same(simple(pair.input), pair.output) for pair in rest
            )


@each_family
def test_every_demonstration_shows_a_change(entry):
    for task, _, _ in tasks(entry):
        assert not any(same(*pair) for pair in task.demonstrations)


@each_family
def test_no_two_variants_of_a_rule_say_the_same(entry):
    for task, _, rule in tasks(entry):
        for other in variants(entry.rule):
            assert other == rule or any(
                _differ(rule, other, grid) for grid in task.seen
            )


def _differ(rule, other, grid):
    try:
        return not same(rule.answer(grid), other.answer(grid))
    except Unfit:
        return True


@each_family
def test_a_rule_answers_any_grid_or_says_that_it_cannot(entry, keys):
    rng = keys().numpy
    for rule in variants(entry.rule):
        for grid in (np.zeros((4, 5), np.uint8), rng.integers(0, 3, (5, 4), np.uint8)):
            try:
                made = rule.answer(grid)
            except Unfit:
                continue
            assert made.dtype == np.uint8 and made.size


@each_family
def test_the_docstring_says_the_rule_and_where_it_is_from(entry):
    rule, *rest = entry.rule.__doc__.split("\n\n")
    assert rule.endswith(".") and len(rule.split()) > 5
    assert any("Source:" in part for part in rest)


def test_every_concept_has_two_families_beside_those_apart():
    here = [entry.concept for entry in families() if not entry.apart]
    assert {concept: here.count(concept) for concept in here} == dict.fromkeys(
        CONCEPTS, 2
    )


def test_a_family_is_found_by_its_concept_and_name():
    entry = find_family("Copy", "copy-onto-dots")
    assert (entry.concept, entry.name) == ("Copy", "copy-onto-dots")


def test_a_concept_that_is_none_is_refused_with_those_there_are():
    with pytest.raises(Refusal, match="no concept 'Colour'; there is: AboveBelow, Cen"):
        find_family("Colour", "copy-onto-dots")


def test_a_family_that_is_none_is_refused_with_those_there_are():
    with pytest.raises(Refusal, match="no family of Copy 'x'; .*copy-onto-dots"):
        find_family("Copy", "x")


def test_a_name_is_given_only_once():
    with pytest.raises(
        ValueError, match="already a family of tasks 'Copy copy-onto-dots'"
    ):
        family("Copy", "copy-onto-dots")(find_family("Copy", "copy-onto-dots").rule)
