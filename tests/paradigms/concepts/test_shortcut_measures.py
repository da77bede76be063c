"""By the rule or by the shortcut, computed by hand; and who is scored as what."""

import numpy as np
import pandas as pd
import pytest

from metamer.core.errors import Refusal
from metamer.core.jobs import unit_key
from metamer.core.keys import root
from metamer.core.solve import Guess, TaskAnswer
from metamer.core.study import Condition
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.measures import shortcuts
from metamer.paradigms.concepts.references import GeneratorRule, ShortcutRule
from metamer.paradigms.concepts.score import follows

ONE, TWO, THREE = (np.full((2, 2), colour, np.uint8) for colour in (1, 2, 3))
SETTINGS = Concepts(("Center", "Count"), tasks=1, trainings=("cue_conflict",))

FIXED = {
    "paradigm": "concepts",
    "learner": "someone",
    "unit": 0,
    "condition": "cue_conflict",
    "item": "",
    "step": 0,
    "answer": "1",
    "correct": False,
    "task": "a",
    "family": "kind",
    "part": "held_out",
    "follows": "neither",
    "mode": "ranked",
}


def answers(*rows):
    """One row each: what it follows, and other columns."""
    table = pd.DataFrame(
        [
            FIXED | {"item": f"item {place}", "follows": whose} | columns
            for place, (whose, columns) in enumerate(rows)
        ]
    )
    return table.assign(correct=table["follows"].isin(["rule", "both"]))


def held_out(*whose, **columns):
    return [(one, columns) for one in whose]


def familiar(*whose, **columns):
    return [(one, {"part": "familiar", **columns}) for one in whose]


def only(values):
    (value,) = values
    return value


def test_an_answer_is_the_rules_the_shortcuts_both_or_neither():
    assert follows(ONE, ONE, TWO) == "rule"
    assert follows(TWO, ONE, TWO) == "shortcut"
    assert follows(ONE, ONE, ONE) == "both"
    assert follows(THREE, ONE, TWO) == "neither"
    assert follows(None, ONE, None) == "neither"
    assert follows(ONE, ONE, None) == "rule"


def test_shares_count_first_guesses_where_rule_and_shortcut_part():
    table = answers(
        *held_out("rule", "shortcut", "shortcut", "neither"),
        *held_out("rule", step=1),
        *familiar("both", "both"),
    )
    assert only(shortcuts.rule_share(table)) == 0.25
    assert only(shortcuts.shortcut_share(table)) == 0.5
    # One by the rule, two by the shortcut, one neither: (1 + 0 + 0 + 0.5) / 4.
    assert only(shortcuts.rule_over_shortcut(table)) == 0.375


def test_samples_at_an_input_are_one_answer_together():
    drawn = {"mode": "samples", "item": "first"}
    table = answers(
        *held_out("rule", **drawn),
        *held_out("shortcut", step=1, **drawn),
        *held_out("rule", mode="samples"),
    )
    assert only(shortcuts.rule_share(table)) == 0.75


def test_the_cost_is_zero_shot_less_partial_exposure():
    table = answers(
        *held_out("rule", "rule", condition="zero_shot"),
        *held_out("rule", "shortcut", condition="partial_exposure"),
    )
    assert shortcuts.shortcut_cost(table).to_dict() == {("someone", 0): 0.5}


def test_the_cost_needs_both_conditions():
    with pytest.raises(Refusal, match="needs the condition zero_shot, partial_exposu"):
        shortcuts.shortcut_cost(answers(*held_out("rule")))


def test_a_task_is_learned_if_all_its_familiar_inputs_are_right():
    table = answers(
        *familiar("both", "both", task="a"),
        *familiar("both", "neither", task="b"),
        *familiar("neither", task="c"),
        *familiar("rule", task="d", condition="zero_shot"),
    )
    assert only(shortcuts.shortcut_competence(table)) == 0.5


def test_of_tasks_that_were_not_learned_nothing_is_told():
    table = answers(
        *familiar("both", task="a"),
        *held_out("shortcut", "shortcut", task="a"),
        *familiar("neither", task="b"),
        *held_out("rule", "rule", task="b"),
    )
    assert only(shortcuts.rule_given_familiar(table)) == 0.0


def test_who_learned_no_task_is_in_the_middle():
    table = answers(*familiar("neither"), *held_out("rule"))
    assert only(shortcuts.rule_given_familiar(table)) == 0.5


def test_families_are_measured_one_by_one():
    table = answers(
        *held_out("rule", family="one"), *held_out("shortcut", family="other")
    )
    found = shortcuts.rule_over_shortcut_by_family(table)
    assert found.xs("one", level="family").item() == 1.0
    assert found.xs("other", level="family").item() == 0.0


def test_a_table_without_shortcuts_has_no_values():
    table = answers(*held_out("", part=""))
    for measure in (
        shortcuts.rule_share,
        shortcuts.shortcut_cost,
        shortcuts.rule_given_familiar,
    ):
        assert measure(table).empty


def test_responses_of_other_paradigms_are_refused():
    table = answers(*held_out("rule")).drop(columns="follows")
    with pytest.raises(Refusal, match="needs the column 'follows'"):
        shortcuts.rule_share(table)


@pytest.fixture
def lesson():
    return SETTINGS.lesson(Condition("cue_conflict"), unit_key(0, 0))


def scored(lesson, learner):
    solved = [
        TaskAnswer(learner.solve(shown, 3, root(0)), 0.0) for shown in lesson.shown
    ]
    return pd.DataFrame(SETTINGS.score(lesson, solved))


def test_the_rule_reference_follows_the_rule(lesson):
    rows = scored(lesson, GeneratorRule())
    assert rows["correct"].all()
    assert set(rows[rows["part"] == "held_out"]["follows"]) == {"rule"}
    assert set(rows[rows["part"] == "familiar"]["follows"]) == {"both"}


def test_the_shortcut_reference_follows_the_shortcut(lesson):
    rows = scored(lesson, ShortcutRule())
    assert set(rows[rows["part"] == "held_out"]["follows"]) == {"shortcut"}
    assert set(rows[rows["part"] == "familiar"]["follows"]) == {"both"}
    assert rows["correct"].tolist() == (rows["part"] == "familiar").tolist()


def test_where_the_shortcut_says_nothing_its_reference_does_not_guess():
    settings = Concepts(("Center",), tasks=1, trainings=("zero_shot",))
    lesson = settings.lesson(Condition("zero_shot"), unit_key(0, 0))
    (found,) = [ShortcutRule().solve(shown, 3, root(0)) for shown in lesson.shown]
    parts = lesson.known[0].parts
    assert [bool(guesses) for guesses in found] == [one == "held_out" for one in parts]


def test_the_shortcut_reference_is_refused_where_there_are_none():
    with pytest.raises(Refusal, match="follows shortcuts, and these tasks have none"):
        ShortcutRule().suits(Concepts())


def test_conditions_of_a_unit_ask_the_same_inputs():
    settings = Concepts(("Order",), tasks=2, trainings=("cue_conflict", "zero_shot"))
    asked = [
        [
            grid.tolist()
            for named in settings.lesson(condition, unit_key(0, 1)).known
            for grid, part in zip(named.task.inputs, named.parts, strict=True)
            if part == "held_out"
        ]
        for condition in settings.conditions()
    ]
    assert asked[0] == asked[1] and len(asked[0]) == 6


def test_another_task_of_a_concept_is_another_one():
    settings = Concepts(("Order",), tasks=2, trainings=("cue_conflict",))
    first, second = settings.lesson(Condition("cue_conflict"), unit_key(0, 1)).known
    assert first.name != second.name


def test_items_of_a_run_say_what_the_shortcut_makes_of_them(lesson):
    arrays = SETTINGS.items(Condition("cue_conflict"), [lesson])
    assert all(arrays["cue_conflict/shortcut"])
    assert len(arrays["cue_conflict/shortcut"]) == len(arrays["cue_conflict/item"])


def test_what_is_handed_out_holds_no_answer_of_rule_or_shortcut(lesson):
    handed = SETTINGS.hand_out(Condition("cue_conflict"), lesson, 0)
    assert len(handed.files) == 2
    for text in handed.files.values():
        assert "output" not in text.partition("test")[2]
        assert "shortcut" not in text


def test_a_guess_at_a_task_without_a_shortcut_follows_nothing():
    settings = Concepts(("Center",), tasks=1)
    lesson = settings.lesson(Condition("Center"), unit_key(0, 0))
    rows = settings.score(lesson, [TaskAnswer(((Guess(ONE),),) * 3, 0.0)])
    assert set(rows["follows"]) == set(rows["part"]) == {""}


@pytest.mark.parametrize(
    "settings, said",
    [
        (
            {"trainings": ("zero-shot",)},
            "no training condition 'zero-shot' .*there is: cue_conflict",
        ),
        ({"trainings": ("zero_shot", "zero_shot")}, "'zero_shot' more than once"),
        ({"trainings": ("zero_shot",), "minimal": True}, "none of them is minimal"),
        ({"familiar": -1}, "concepts: familiar must be"),
    ],
)
def test_settings_that_tasks_with_a_shortcut_cannot_have_are_refused(settings, said):
    with pytest.raises(Refusal, match=said):
        Concepts(**settings)
