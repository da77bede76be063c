"""Four networks on the same rows (Fig. 11)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Learner, Scale, Study
from metamer.learners.retrieval import Encoder, Mixer, TokenMlp
from metamer.paradigms.pointers import Pointers
from metamer.statistics.t_test import Pairwise
from metamer.studies.zhang2021.shared import (
    ENDS,
    FIGURES,
    HALF,
    KEPT,
    MEASURES,
    REFERENCES,
    TESTS,
    TINY,
    WRAP,
    new_items,
    remarks,
)

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
        "demo": Pointers(sizes=(6000,), asked=300, again=300),
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
    """MLP, MLP 2x, Transformer and Mixer: who needs how many items (Fig. 11)?"""
    return Study(
        paradigm=_paradigm(scale),
        learners=LEARNERS[scale],
        measures=MEASURES,
        units=UNITS[scale],
        name="pointers-networks",
        title="Which network follows pointers",
        question="Eleven digits of which the first points at others: which kind of network "
        "learns to follow it from the fewest items, and does a wider one do better?",
        tests=(*TESTS, Pairwise("iid_accuracy")),
        figures=(
            new_items("Accuracy by training size and network", "learner"),
            *FIGURES,
        ),
        scale=scale,
        remarks=remarks(scale, WRAP, KEPT, *REMARKS),
    )


REMARKS = (
    "The networks are those of Table 1 to the last parameter. That they normalise before "
    "each layer and use GELU is inferred: the counts cannot tell.",
    "The paper says that its Mixer solves m from about 5 x 10^(m+3) items on.",
)
