"""What papers fix, beyond what is in a registry, says where it stands."""

import inspect
from dataclasses import fields

import pytest
from docstrings import field_docstrings, table_docstrings

from metamer.paradigms.categories import controls, rules
from metamer.paradigms.pointers import learners as retrieval
from metamer.paradigms.pointers import measures as pointer_measures
from metamer.paradigms.pointers import references, score
from metamer.paradigms.pointers.controls import holdouts, windows
from metamer.paradigms.pointers.rules import noise, rule
from metamer.paradigms.pointers.styles import digit_images
from metamer.paradigms.pointers.styles.style import style
from metamer.paradigms.tiles import controls as tile_controls
from metamer.paradigms.tiles import rules as tile_rules
from metamer.paradigms.tiles import show
from metamer.paradigms.tiles.game.rewards import Rewards
from metamer.paradigms.tiles.items import notes, published
from metamer.paradigms.tiles.observers import bayes, clicks, games
from metamer.training import classifiers
from metamer.training.settings import PlayerTraining, Training


@pytest.mark.parametrize(
    "module, name",
    [
        (controls, "TRAININGS"),
        (controls, "SHARES"),
        (rules, "ARRANGEMENTS"),
        (rules, "HELD_OUT"),
        (tile_rules, "FAMILY"),
        (tile_controls, "CONDITIONS"),
        (tile_rules, "MIN_REDS, MAX_REDS"),
        (notes, "TRIALS"),
        (notes, "PLAYS"),
        (bayes, "EXACT_SLIP"),
        (bayes, "SAMPLE_SLIP"),
        (clicks, "FLOOR"),
        (published, "NAMES"),
        (show, "SWEEPS"),
        (rule, "AGGREGATES"),
        (windows, "FAMILIES"),
        (windows, "SEED"),
        (windows, "MATCHED"),
        (digit_images, "SOURCES"),
        (digit_images, "SEED"),
        (digit_images, "VALIDATION"),
        (digit_images, "MIN_IMAGES"),
        (noise, "DELTAS"),
        (noise, "RUNS, PAIRS"),
        (score, "KINDS"),
        (references, "RULE_ITEMS"),
        (references, "FIRST_ITEMS"),
        (retrieval, "ROWS"),
        (retrieval, "PICTURES"),
        (retrieval, "DIGITS, IMAGE"),
        (pointer_measures, "FITTED, FITTED_AT_ALL"),
        (classifiers, "FITTED"),
    ],
)
def test_every_table_of_conditions_and_rules_has_a_source(module, name):
    assert "Source:" in table_docstrings(module)[name]


@pytest.mark.parametrize(
    "function",
    [
        controls.TrainingCondition,
        controls.towards_zero_shot,
        controls.towards_full,
        controls.equal_correlation,
        rules.labels,
        tile_controls.Control,
        tile_rules.are_playable,
        games.neighbour_blues,
        games.ideal_blues,
        clicks.evidence,
        published.published_boards,
        show.sweeps,
        Rewards,
        PlayerTraining,
        *rule.AGGREGATES.values(),
        *windows.FAMILIES.values(),
        holdouts.holdout,
        holdouts.held_out_digits,
        holdouts.statistics_anchor,
        noise.exact,
        noise.protocol,
        score.errors,
        rule.PointerRule,
        Training,
    ],
)
def test_every_law_has_a_source(function):
    assert "Source:" in inspect.getdoc(function)


@pytest.mark.parametrize("settings", [rule.PointerRule, *map(style, style)])
def test_every_number_of_pointers_has_a_source(settings):
    words = field_docstrings(settings)
    assert all("Source:" in words[field.name] for field in fields(settings))
