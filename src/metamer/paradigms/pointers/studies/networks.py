"""Four networks on the same rows (Fig. 11)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.paradigms.pointers import Pointers
from metamer.paradigms.pointers.findings import RuleBySize
from metamer.paradigms.pointers.learners import Encoder, Mixer, TokenMlp
from metamer.paradigms.pointers.studies.by_size import (
    ENDS,
    FIGURES,
    HALF,
    MEASURES,
    REFERENCES,
    TESTS,
    TINY,
    new_items,
)
from metamer.paradigms.pointers.studies.remarks import ALL_UNITS, WRAP, remarks
from metamer.statistics.t_test import Pairwise

LEARNERS: dict[str, tuple[Learner, ...]] = {
    "demo": (
        TINY,
        Encoder(width=32, depth=1, heads=2, hidden=64, training=TINY.training),
        Mixer(
            width=32,
            depth=1,
            token_hidden=32,
            channel_hidden=64,
            training=TINY.training,
        ),
        *REFERENCES,
    ),
    "small": (
        TokenMlp(training=HALF),
        Encoder(width=64, depth=2, hidden=128, training=HALF),
        Mixer(width=64, depth=2, token_hidden=64, channel_hidden=128, training=HALF),
        *REFERENCES,
    ),
    "paper": (TokenMlp(), TokenMlp(scale=2), Encoder(), Mixer(), *ENDS),
}
UNITS = {"demo": 2, "small": 2, "paper": 5}


def _paradigm(scale: Scale) -> Pointers:
    return {
        "demo": Pointers(sizes=(500, 2000, 6000), asked=300, again=300),
        "small": Pointers(sizes=(1000, 5000)),
        "paper": Pointers(
            complexities=(0, 1, 2, 3),
            sizes=(1000, 10_000, 100_000, 1_000_000),
            asked=2000,
            again=2000,
        ),
    }[scale]


@study.add("pointers-networks")
def networks(scale: Scale = "small") -> Study:
    """How many items MLP, MLP 2x, Transformer and Mixer need (Fig. 11)."""
    return Study(
        paradigm=_paradigm(scale),
        learners=LEARNERS[scale],
        measures=MEASURES,
        units=UNITS[scale],
        name="pointers-networks",
        title="Which network follows pointers",
        question="The first digit of a row points at one of the others. Which kind of "
        "network learns to follow it from the fewest items, and is a wider one better?",
        findings=(RuleBySize(),),
        reproduces="zhang2021, Fig. 11",
        printed="Transformer and particularly MLP-Mixer need fewer items than MLP and MLP "
        "2x, which are similar (in words; the values of the curves are not printed).",
        tests=(*TESTS, Pairwise("iid_accuracy")),
        figures=(
            new_items("Accuracy by training size and network", "learner"),
            *FIGURES,
        ),
        scale=scale,
        remarks=remarks(scale, WRAP, ALL_UNITS, *REMARKS),
    )


REMARKS = (
    "The networks have exactly the numbers of parameters of Table 1. That they normalise "
    "before each layer and use GELU is inferred, as it does not change these numbers.",
    "The paper's Mixer solves tasks of complexity m at 5 x 10^(m+3) items (Fig. 12).",
)
