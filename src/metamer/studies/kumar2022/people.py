"""The published scores of people and the LSTM agent, and the paper's own analysis."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from metamer.core.imported import Imported
from metamer.core.responses import Responses
from metamer.core.store import Run
from metamer.core.study import Figure, Study, Test
from metamer.paradigms.tiles import people
from metamer.paradigms.tiles.people import (
    LSTM,
    PEOPLE,
    PublishedBoards,
)
from metamer.paradigms.tiles.rules import FAMILY
from metamer.reports.tables import Means
from metamer.reports.tiles_people import Beaten, PublishedTests, Unfinished
from metamer.statistics.anova import Anova
from metamer.statistics.bootstrap import ClusterBootstrap
from metamer.statistics.mixed import Mixed
from metamer.statistics.subsets import Averaged, Each, Only, Pooled
from metamer.statistics.t_test import Pairwise
from metamer.studies.kumar2022 import printed

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

NETWORKS = ("learner", "rule", "condition")
"""What singles out one network, all of whose passes are rows; and one set of boards."""

CAREFUL: tuple[Test, ...] = (
    Averaged("rule", Pairwise("z", "paired", by="condition")),
    Averaged("rule", Pairwise("z", "paired", by="learner")),
    ClusterBootstrap("z", "condition", (("rule",), (*NETWORKS, "unit"))),
    ClusterBootstrap("z", "learner", (("rule",), (*NETWORKS, "unit"))),
    Mixed("z", "value ~ C(learner) * C(condition)", NETWORKS),
    Pooled(("rule",), Pairwise("z", by="condition")),
    Pooled(("rule",), Pairwise("z", by="learner")),
)
"""The same questions where variances differ and passes of a network are no learners.

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
    return Run(Path(out)).take(study, table, items, time.monotonic() - started)


def plan(table: pd.DataFrame, source: str, digest: str) -> Study:
    """The study that published scores are recorded as, with the analysis of the paper."""
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
    return Study(
        paradigm=PublishedBoards(_rules(table)),
        learners=learners,
        measures=("z", "finished_share"),
        units=int(table["unit"].max()) + 1,
        name="tiles-people",
        title="People and the LSTM agent on eight rules, as published",
        question="Boards made by a rule, or metamer boards with the same statistics and "
        "no rule: who finds the red tiles with fewer blue ones on which?",
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
    """The paper's tests, sounder ones, and both without rules where agents got stuck."""
    stuck = _rules(table[~table["finished"]])
    clean = tuple(rule for rule in _rules(table) if rule not in stuck)
    main: tuple[Test, ...] = (THREE_WAY, *POOLED, *CAREFUL)
    again = [Only("rule", clean, test) for test in main] if stuck and clean else []
    return (*main, *again, PER_RULE, *CELLS, *WELCH)


FIGURES: tuple[Figure, ...] = (
    Unfinished(
        "Passes that finished no board",
        "Units (counted from 0, in the order of the file) whose score repeats to the last "
        "digit, and is what finishing none of the 25 boards gives (to 2 %, as far as the "
        "normalisation is known). Anything computed over all agents inherits them.",
    ),
    PublishedTests(
        printed.rows(),
        "Published statistics and the released rows",
        "A number matches if it is the printed one, rounded or cut off. t values are "
        "taken in the paper's direction: the agent's is metamer minus abstract, that on "
        "metamers agent minus people.",
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
        "intervals; those of passes say nothing about other networks.",
    ),
)


def _remarks(table: pd.DataFrame, digest: str) -> tuple[str, ...]:
    stuck = not table["finished"].all()
    remarks = (_marked(table), *REMARKS) if stuck else REMARKS
    if digest == RELEASED:
        return remarks
    other = (
        "This file is not the released one (its checksum differs), and these remarks speak "
        "of the released rows; the tables below speak of these."
    )
    return (other, *remarks)


def _marked(table: pd.DataFrame) -> str:
    """How many rows are the score of finishing nothing, and where."""
    cells = people.unfinished_cells(table)
    many = sum(cell["rows"] for cell in cells)
    where = "; ".join(f"{it['rule']} {it['condition']} {it['rows']}" for it in cells)
    agents = int((table["learner"] == LSTM).sum())
    return (
        f"{many} of {agents} rows of the agent are the score of finishing none of "
        f"the 25 boards ({where}). The released environment serves a board again "
        "until it is finished, so an agent stuck on one is scored as not finishing any "
        "later board, in all later passes. Tests of all rules together are done again "
        "without these."
    )


REMARKS = (
    "A row of the agent is one of 15 passes of one network, not one of 15 agents, so the "
    "paper's tests count one network 15 times. Averages per rule, the cluster bootstrap "
    "and the mixed model take a network, and a set of boards, for one draw.",
    "Tables S2 and S3 do not follow from the released rows. For learner, rule and "
    "condition S2 prints F = 734.75, 174.76 and 66.61; the rows give 737.89, 171.65 and "
    "68.14. No F of S3 is reached (copy: 562.40 printed, 550.39 from the rows). They must "
    "come from another scoring. Both F and all four t of the text do follow, and, by an "
    "earlier comparison with the print, all 32 t of Table S4.",
    "Table S3 gives p = .0032 for tree. That is what the rows give, with F = 9.01; the "
    "printed F of 11.05 would have p = .0012.",
    "Printed degrees of freedom are off: 1,039 rows leave 1,007, the text says 1036 and "
    "1008; two of the pooled t have 797 and 517, the text says 798 and 518.",
    "The text says that people beat the agent on 7 of 8 rules; by its own Table S4 it is "
    "5 (symmetry and cross are not significant, tree is the other way round).",
    "Spreads within cells go from 0 to 4.9, so Student's t and the ANOVA, which take them "
    "for equal, stand here as the paper's option; Welch's t stands beside them.",
)
"""Source: kumar2022, and our recomputation from the released rows."""
