"""The published scores of people and the LSTM agent, and the paper's own analysis."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from metamer.core.counting import count
from metamer.core.imported import Imported
from metamer.core.responses import Responses
from metamer.core.store import Run
from metamer.core.study import Figure, Study, Test
from metamer.paradigms.tiles import people
from metamer.paradigms.tiles.figures.by_rule import ByRule
from metamer.paradigms.tiles.figures.published import (
    Beaten,
    PublishedTests,
    UnfinishedPasses,
)
from metamer.paradigms.tiles.findings import RuleAdvantage
from metamer.paradigms.tiles.people import (
    LSTM,
    PEOPLE,
    PublishedBoards,
)
from metamer.paradigms.tiles.rules import FAMILY
from metamer.paradigms.tiles.studies import printed
from metamer.reports.tables import Means
from metamer.statistics.anova import Anova
from metamer.statistics.bootstrap import ClusterBootstrap
from metamer.statistics.mixed import Mixed
from metamer.statistics.subsets import Averaged, Each, Only, Pooled
from metamer.statistics.t_test import Pairwise

if TYPE_CHECKING:
    import pandas as pd

RELEASED = "82e16982c14ea8f7"
"""The digest of the released performancedata.csv."""

THREE_WAY = Anova("z", "value ~ C(learner) * C(rule) * C(condition)")
"""Source: kumar2022, Results and Table S2; type II sums of squares reproduce the text."""

PER_RULE = Each("rule", Anova("z", "value ~ C(learner) * C(condition)"))
"""Source: kumar2022, Table S3."""

CELLS = (
    Pairwise("z", "student", by="condition"),
    Pairwise("z", "student", by="learner"),
)
"""Source: kumar2022, Table S4."""

POOLED = tuple(Pooled(("rule",), test) for test in CELLS)
"""Source: kumar2022, Results."""

CELL = ("learner", "rule", "condition")
"""The columns that identify one network, whose passes are rows, and one set of boards."""

CAREFUL: tuple[Test, ...] = (
    Averaged("rule", Pairwise("z", "paired", by="condition")),
    Averaged("rule", Pairwise("z", "paired", by="learner")),
    ClusterBootstrap("z", "condition", (("rule",), (*CELL, "unit"))),
    ClusterBootstrap("z", "learner", (("rule",), (*CELL, "unit"))),
    Mixed("z", "value ~ C(learner) * C(condition)", CELL),
    Pooled(("rule",), Pairwise("z", by="condition")),
    Pooled(("rule",), Pairwise("z", by="learner")),
)
"""The same questions, without assuming that variances are equal or that the passes of one
network are independent.

Source: ours.
"""

WELCH = (Pairwise("z", by="condition"), Pairwise("z", by="learner"))


def take(path: str | Path, out: str | Path) -> Responses:
    """Write the published scores in `path` as a run folder.

    `path` is the folder of published data, or its performancedata.csv.
    """
    started = time.monotonic()
    file = people.find(Path(path))
    unfinished = people.unfinished_scores(file.parent)
    table = people.table(people.read(file), unfinished)
    items = people.boards(file.parent)
    study = plan(table, file.name, people.digest(file))
    return Run(Path(out)).import_responses(
        study, table, items, time.monotonic() - started
    )


def plan(table: pd.DataFrame, source: str, digest: str) -> Study:
    """The study under which published scores are recorded, with the paper's analysis."""
    counts = table["learner"].value_counts()
    about = {
        PEOPLE: "participants, each on the 25 boards of one rule and condition",
        LSTM: "passes over those boards, of one network per rule and condition",
    }
    learners = tuple(
        Imported(name, f"{counts[name]} {words}", source, digest)
        for name, words in about.items()
        if name in counts
    )
    rules = _rules(table)
    return Study(
        paradigm=PublishedBoards(rules),
        learners=learners,
        measures=("z", "finished_share"),
        units=int(table["unit"].max()) + 1,
        name="tiles-published",
        title=f"People and the LSTM agent on {count(len(rules), 'rule')}, as published",
        question="Some boards are made by a rule; metamer boards have the same statistics "
        "and no rule. On which do people, and the agent, turn up fewer blue tiles?",
        findings=(RuleAdvantage(),),
        reproduces="kumar2022, Fig. 3A",
        printed=printed.IN_WORDS,
        tests=_tests(table),
        figures=FIGURES,
        scale="paper",
        remarks=_remarks(table, digest),
    )


def _rules(table: pd.DataFrame) -> tuple[str, ...]:
    """The rules in a table, in the paper's order."""
    present = set(table["rule"])
    return tuple(rule for rule in FAMILY if rule in present)


def _tests(table: pd.DataFrame) -> tuple[Test, ...]:
    """The paper's tests, sounder ones, and both without rules on which passes got stuck."""
    stuck = _rules(table[~table["finished"]])
    clean = tuple(rule for rule in _rules(table) if rule not in stuck)
    main: tuple[Test, ...] = (THREE_WAY, *POOLED, *CAREFUL)
    again = [Only("rule", clean, test) for test in main] if stuck and clean else []
    return (*main, *again, PER_RULE, *CELLS, *WELCH)


FIGURES: tuple[Figure, ...] = (
    ByRule(
        "z",
        "Boards made by a rule, and their metamers",
        "z is the number of blue tiles turned up, in standard deviations above the "
        "neighbour player (0); lower is better. Faint points are participants, or passes "
        "of one network; bars are 95 % confidence intervals over them, and say nothing "
        "about other networks.",
        limits=(-12.0, 12.0),
    ),
    UnfinishedPasses(
        "Passes that finished no board",
        "Units (counted from 0, in the order of the file) whose score repeats to the last "
        "digit and is the score of finishing none of the 25 boards (to 2 %, if the "
        "normalisation is known). They are part of everything computed over all agents.",
    ),
    PublishedTests(
        printed.rows(),
        "Published statistics and the released scores",
        "A number matches if it is the printed one, rounded or truncated. t values have "
        "the paper's direction: metamer minus abstract within the agent, and agent minus "
        "people on metamers.",
    ),
    Beaten(
        "Student t",
        f"{PEOPLE} - {LSTM}",
        (("abstract", 7),),
        "Rules on which people beat the agent",
        "Student's t test for each rule, p < .05 without correction, as in Table S4.",
    ),
    Means(
        ("z", "finished_share"),
        "Scores",
        "z: blue tiles in standard deviations above the neighbour player, lower is "
        "better. Means over participants or passes, with the half width of their 95 % "
        "confidence intervals. An interval over passes says nothing about other networks.",
    ),
)


def _remarks(table: pd.DataFrame, digest: str) -> tuple[str, ...]:
    stuck = not table["finished"].all()
    remarks = (_marked(table), *REMARKS) if stuck else REMARKS
    if digest == RELEASED:
        return remarks
    other = (
        "This file is not the released one (its checksum differs). The remarks are about "
        "the released scores; the tables below are about this file."
    )
    return (other, *remarks)


def _marked(table: pd.DataFrame) -> str:
    """How many scores are those of finishing no board, and in which cells."""
    cells = people.unfinished_cells(table)
    many = sum(cell["rows"] for cell in cells)
    where = "; ".join(
        f"{cell['rule']} {cell['condition']} {cell['rows']}" for cell in cells
    )
    agents = int((table["learner"] == LSTM).sum())
    return (
        f"{many} of {agents} scores of the agent are the score of finishing none of "
        f"the 25 boards ({where}). The released environment serves a board again "
        "until it is finished, so an agent that is stuck on one board is scored as not "
        "finishing any later board, in all later passes. Tests over all rules are repeated "
        "without the rules concerned."
    )


REMARKS = (
    "A score of the agent is one of 15 passes of one network, not of one of 15 agents, so "
    "the paper's tests count one network 15 times. Averages per rule, the cluster "
    "bootstrap and the mixed model treat a network and its set of boards as one draw.",
    "Tables S2 and S3 cannot be reproduced from the released scores. For learner, rule and "
    "condition S2 prints F = 734.75, 174.76 and 66.61; the scores give 737.89, 171.65 and "
    "68.14. No F of S3 is matched (copy: 562.40 printed, 550.39 from the scores). They "
    "must come from another scoring. Both F and all four t of the text are reproduced, "
    "and, by an earlier comparison with the print, all 32 t of Table S4.",
    "Table S3 gives p = .0032 for tree. The scores give the same p, with F = 9.01; the "
    "printed F of 11.05 would have p = .0012.",
    "Printed degrees of freedom are off: 1,039 scores leave 1,007, and the text says 1036 "
    "and 1008; two of the pooled t have 797 and 517, and the text says 798 and 518.",
    "The text says that people beat the agent on 7 of 8 rules; by its own Table S4 it is "
    "5 (symmetry and cross are not significant, and on tree the agent is better).",
    "Standard deviations within cells range from 0 to 4.9. Student's t and the ANOVA "
    "assume that they are equal, and are shown because the paper uses them; Welch's t is "
    "shown beside them.",
)
"""Source: kumar2022, and our recomputation from the released scores."""
