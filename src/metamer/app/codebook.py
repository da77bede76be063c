"""What every column of an exported run means, in words."""

from __future__ import annotations

from metamer.core import participants as listed
from metamer.core.people import Exclusion
from metamer.core.responses import Responses, details

COMMON = {
    "paradigm": "The paradigm.",
    "learner": "Who answered: `people`.",
    "unit": "The participant: its number among those who finished, within the condition if "
    "each participant was in one only. `participants.csv` has the same numbers. Equal "
    "numbers in two conditions are two people who were put the same set of items.",
    "condition": "What the participant was taught or shown.",
    "item": "The item. The same item has the same id for people and for learners.",
    "step": "0 for the first answer to the item, 1 for the next.",
    "answer": "What was chosen, as text; `none` or empty if the time was up.",
    "correct": "Whether it was right.",
    "seconds": "How long the answer took, by the clock of the participant's device.",
    "probability": "Empty: people give no probabilities.",
    listed.EXCLUDED: "Whether an exclusion rule of the study applies to the participant. "
    "The report leaves these rows out, and shows the analysis with them beside.",
}
"""Columns that every exported table has."""

KNOWN = {
    "part": "Which part of the test the item belongs to.",
    "again": "Whether the tile was face up already.",
    "finished": "Whether all red tiles of the board were found.",
    "rule_evidence": "Log likelihood ratio of the click: above 0 it is one that the rule "
    "suggests, below 0 one that the statistics suggest.",
    "red_by_rule": "The probability that the tile is red, for one who knows the rule.",
    "red_by_statistics": "The same for one who knows the statistics alone.",
    "legal": "Whether the click was consistent with the rule.",
    "task": "The task that the item is a test input of.",
    "test_index": "Which test input of the task.",
    "minimal": "Whether the task is a minimal one, which checks attention.",
    "family": "The family of rules that the task was drawn from.",
    "apart": "Whether the family is kept apart for tests.",
    "follows": "Whose answer it is, if a shortcut explains the task: `rule`, `shortcut`, "
    "`both` or `neither`.",
    "error": "What kind of error it was; `right` if none.",
    "cells_wrong": "How many cells of the grid are wrong; empty if its size is.",
    "program": "Empty: people give no programs; their words are in `descriptions.csv`.",
    "mode": "How the answers to an item relate: `interactive` with feedback after each.",
    "discriminant": "The value of the feature that decides the label.",
    "distractor": "The value of the other feature.",
}
"""Columns of single paradigms that need words."""

ITEM = "A property of the item; see the guide to the paradigm."

FILES = """\
# Codebook

This folder was exported by `metamer people export`. `metamer report FOLDER` makes its page,
and `metamer report FOLDER MACHINES` puts it beside a run of learners.

| file | holds |
|---|---|
| `responses.parquet` | every answer of those who finished, one row each |
| `participants.csv` | everybody who arrived, one row each |
| `descriptions.csv` | rules in the participants' own words, where the study asks for them |
| `study.toml` | the study: its items, blocks, exclusion rules, measures and tests |
| `items.npz` | the items, as a run of learners records them |
| `versions.json` | the versions of the programs that made this folder |

Names of participants are hashes with a salt that stays in the database, unless the
export was made with `--clear-ids`.
"""


def codebook(responses: Responses) -> str:
    """The page `codebook.md`."""
    single = dict.fromkeys(details(responses.table), "A part of the condition.")
    words = {**KNOWN, **single, **COMMON}
    answers = {str(name): words.get(str(name), ITEM) for name in responses.table}
    rules = responses.study.people.exclusions
    return "\n".join(
        [
            FILES,
            *_columns("responses.parquet", answers),
            *_columns("participants.csv", listed.COLUMNS),
            "## Exclusion rules\n",
            *([_rule(rule) for rule in rules] or ["The study has none."]),
            "",
        ]
    )


def _rule(rule: Exclusion) -> str:
    where = f"block {rule.block}" if rule.block else "all blocks"
    reason = rule.reason.replace("_", " ")
    return f"- {rule.label}: {reason}, limit {rule.limit:g}, {where}"


def _columns(file: str, words: dict[str, str]) -> list[str]:
    rows = [f"| `{name}` | {text} |" for name, text in words.items()]
    return [f"## `{file}`\n", "| column | meaning |", "|---|---|", *rows, ""]
