"""What runs of concepts answer, from answers that were made up."""

from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pytest

from metamer.core.responses import Responses, as_table
from metamer.core.study import Study
from metamer.paradigms.concepts import Concepts
from metamer.paradigms.concepts.figures.overall import Overall
from metamer.paradigms.concepts.findings import ConceptsSolved
from metamer.reports.analysis import Analysis

CONCEPTS = ("Center", "Copy", "Count", "Order")
TASKS = 6


@dataclass(frozen=True)
class Named:
    """Somebody who answered."""

    name: str

    def solve(self, shown, guesses, key): ...


def answers(learner, solved):
    """Two inputs of each of six tasks of four concepts; `solved(concept, task)`."""
    rows = [
        {
            "paradigm": "concepts",
            "learner": learner,
            "unit": 0,
            "condition": concept,
            "item": f"concepts/{concept}{task}/{place}",
            "step": 0,
            "answer": "1",
            "correct": bool(solved(number, task)),
            "task": f"{concept}{task}",
            "minimal": False,
            "family": "",
            "apart": False,
            "error": "right",
            "seconds": 1.0,
            "mode": "ranked",
        }
        for number, concept in enumerate(CONCEPTS)
        for task in range(TASKS)
        for place in range(2)
    ]
    return pd.DataFrame(rows)


SOLVED = {
    "whole": lambda concept, task: concept < 2,
    "scattered": lambda concept, task: task < 3,
    "everything": lambda concept, task: True,
    "nothing": lambda concept, task: False,
}


@pytest.fixture(scope="module")
def run():
    frames = [answers(name, solved) for name, solved in SOLVED.items()]
    table = as_table(pd.concat(frames, ignore_index=True).to_dict("series"))
    names = tuple(map(Named, SOLVED))
    return Analysis(Responses(table, Study(Concepts(), names), Path()), None, ())


def test_who_solves_whole_concepts_is_told_from_who_solves_some_of_each(run):
    solved, concepts, yes, no, untold, _ = ConceptsSolved().sentences(run)
    assert solved.startswith("Test inputs solved, most first: `everything` 1.00 [")
    assert concepts == (
        "Concepts with all tasks solved: `everything` 4 of 4, `whole` 2 of 4, "
        "`scattered` 0 of 4."
    )
    assert "than by chance: `whole` 1.00 (by chance" in yes and "scattered" not in yes
    assert "not shown" in no and "`scattered` 0.40" in no
    assert untold.endswith("`everything` (solved all).")


def test_the_leading_figure_ranks_learners_and_shows_every_point(run):
    axis = Overall("", "")(run).body.axes[0]
    names = [label.get_text() for label in axis.get_yticklabels()]
    assert (names[0], names[-1]) == ("everything", "nothing")
    low, high = axis.get_xlim()
    for line in axis.lines:
        assert all(low <= x <= high for x in line.get_xdata())
