"""Published accuracies on matrices, in per cent as printed.

Missing are values that could not be looked up: MXGNet with beta 10 by regime, STSN by
regime, and Slot Abstractor.
"""

from __future__ import annotations

from collections.abc import Mapping

PAPER = "barrett2018, Table 1"
APPENDIX = "barrett2018, App."
README = "README of ZjjConan/AVR-PredRNet, 2025"
LATER = "READMEs of SRAN, DCNet and PredRNet"
CHECKPOINT = "name of a checkpoint file of its authors"
PROTOTYPE = "our prototype, 20,000 items"
RAVEN = "measured by us on files made with the authors' generator"

COLUMNS = (
    "neutral",
    "interpolation",
    "extrapolation",
    "attribute_pairs",
    "triple_pairs",
    "triples",
    "line_type",
    "shape_colour",
)
"""The regimes, in the order of the columns below. Source: README of
ZjjConan/AVR-PredRNet."""

WREN, WREN_META = "WReN", "WReN, beta 10"

TEST = {
    WREN: (62.6, 64.4, 17.2, 27.2, 41.9, 19.0, 14.4, 12.5),
    WREN_META: (76.9, 67.4, 15.5, 51.7, 56.3, 20.1, 16.4, 13.0),
    "MXGNet": (66.7, 65.4, 18.9, 33.6, 43.3, 19.9, 16.7, 16.6),
    "MRNet": (93.4, 68.1, 19.2, 38.4, 55.3, 25.9, 30.1, 16.9),
    "ARII": (88.0, 72.0, 29.0, 50.0, 64.1, 32.1, 16.0, 12.7),
    "DRNet": (99.1, 83.8, 22.2, 93.7, 78.1, 48.8, 27.9, 13.1),
    "PredRNet": (99.1, 75.3, 22.9, 99.3, 98.9, 41.2, 33.4, 13.1),
    "SSPredRNet (self-supervised)": (64.9, 51.8, 17.0, 32.3, 41.9, 23.7, 20.4, 12.7),
}
"""Test accuracy by regime. Source: barrett2018, Table 1 (WReN); README of
ZjjConan/AVR-PredRNet, 2025 (the others)."""

VALIDATION = {
    WREN: (63.0, 79.0, 69.3, 46.7, 63.9, 63.4, 59.5, 59.1),
    WREN_META: (77.2, 92.3, 93.6, 73.4, 74.5, 80.0, 78.1, 85.2),
}
"""Validation accuracy by regime. Source: barrett2018, Table 1."""

BLIND = {
    "blind ResNet-50": (22.4, 18.4, 14.1, 12.7, 15.0, 11.6, 14.4, 12.5),
    "blind ResNet-50, beta 10": (13.5, 12.2, 13.0, 12.3, 12.6, 12.4, 12.6, 12.3),
}
"""Test accuracy without the context, by regime. Source: barrett2018, App., Table 9.
Unclear: Table 7 of the same appendix has 22.8 for neutral."""

NEUTRAL = {
    "CNN-MLP": (33.0, PAPER),
    "LSTM": (35.8, PAPER),
    "ResNet-50": (42.0, PAPER),
    "Wild-ResNet": (48.0, PAPER),
    "CoPINet": (56.4, LATER),
    "LEN": (68.1, LATER),
    "DCNet": (68.6, LATER),
    "SRAN": (71.3, LATER),
    "Rel-Base": (85.5, LATER),
    "SCL": (88.9, LATER),
    "MLRN": (98.0, LATER),
    "STSN": (98.2, LATER),
    "DIO": (98.06, CHECKPOINT),
    "DIO + Brando": (99.06, CHECKPOINT),
    "DIO + WORLD": (99.47, CHECKPOINT),
    "Funny-Valen": (99.38, CHECKPOINT),
    "LEN, beta above 0": (82.3, "README of DCNet"),
    "MXGNet, beta above 0": (89.6, "README of DCNet"),
}
"""Test accuracy on neutral of networks that are not in `TEST`, each with its source.

Unclear: one of these READMEs has both 93.4 and 94.5 for MRNet.
"""

DISTRACTION = {"0.0": 78.3, "0.5": 62.6}
"""Test accuracy of WReN without distractors and with them. Source: barrett2018, Sec. 4.3.
Unstated: how often an attribute distracts; 0.5 is ours."""

DISTRACTION_VALIDATION = {"0.0": 79.3, "0.5": 63.0}
"""Validation accuracy of the same. Source: barrett2018, Sec. 4.3."""

COUNTS = {"triples": 29, "pairs of triples": 400, "pairs of attributes": 20}
"""What can be combined. Source: barrett2018, Sec. 2.2."""

IMPROVEMENT = 13.9
"""What beta 10 adds to test accuracy on neutral. Source: barrett2018, Sec. 4.5. Unclear:
76.9 - 62.6 of Table 1 is 14.3."""

LEVELS = (
    *("1", "2", "3", "4"),
    *("progression", "XOR", "OR", "AND", "consistent_union"),
    *("size", "color", "number", "position", "type"),
    *("shape", "line"),
)
"""The order of the columns below: numbers of triples, then the parts of a single one."""

KINDS = {
    WREN: (
        *(68.5, 51.1, 44.5, 48.4),
        *(55.4, 53.2, 64.7, 63.2, 60.1),
        *(26.4, 58.9, 80.1, 77.3, 61.0),
        *(46.2, 78.3),
    ),
    "blind ResNet-50": (
        *(23.6, 21.2, 22.1, 23.5),
        *(15.7, 20.2, 30.1, 17.2, 28.0),
        *(16.3, 18.7, 18.1, 27.5, 28.1),
        *(18.6, 27.5),
    ),
}
"""Test accuracy on neutral by number of triples, and by the parts of a single triple.

Source: barrett2018, App., Tables 7 and 8. Unclear: 68.5 for all items with a single
triple, although no relation has more than 64.7.
"""

EXPLAINED = {
    "all": (87.4, 34.8),
    "relation": (86.8, 32.1),
    "attribute": (79.5, 49.0),
    "object": (78.2, 62.2),
}
"""Test accuracy of WReN with beta 10 on neutral, on items whose meta-target (or whose
group of bits) it predicted right, and on the others. Source: barrett2018, Sec. 4.6."""

SHORTCUTS = (
    ("majority vote", "pgm foils", (59.5, 6.8, 66.9, 80.0, 85.9), PROTOTYPE),
    ("pixel medoid", "RAVEN, 700 items", (80.9,), RAVEN),
    ("majority vote", "RAVEN, 700 items", (88.1,), RAVEN),
    ("pixel medoid", "RAVEN-FAIR, 280 items", (19.6,), RAVEN),
    ("majority vote", "RAVEN-FAIR, 280 items", (24.0,), RAVEN),
    ("pixel medoid", "I-RAVEN, 700 items", (12.6,), RAVEN),
    ("majority vote", "I-RAVEN, 700 items", (12.5,), RAVEN),
)
"""Accuracy without the context on other items: overall, then with 1, 2, 3 and 4 triples.
Source: ours."""


def share(percent: float) -> float:
    """Per cent as a share, rounded so that no stray digits appear."""
    return round(percent / 100, 6)


def test_accuracies(
    networks: Mapping[str, str],
) -> tuple[tuple[str, str, float], ...]:
    """Published test accuracies: learner, condition, share.

    `networks` gives the published network of each learner.
    """
    return tuple(
        (learner, condition, found)
        for learner, network in networks.items()
        for name, condition, found, _ in every_test_accuracy()
        if name == network
    )


def validation_accuracies(
    networks: Mapping[str, str],
) -> tuple[tuple[str, str, float], ...]:
    """Published validation accuracies: learner, condition, share."""
    return tuple(
        (learner, condition, share(percent))
        for learner, network in networks.items()
        if network in VALIDATION
        for condition, percent in zip(COLUMNS, VALIDATION[network], strict=True)
    )


def accuracies_by_kind(
    networks: Mapping[str, str],
) -> tuple[tuple[str, str, float], ...]:
    """Published accuracies by kind of item: learner, level, share."""
    return tuple(
        (learner, level, share(percent))
        for learner, network in networks.items()
        for level, percent in zip(LEVELS, KINDS[network], strict=True)
    )


def accuracies_by_explanation(
    learner: str,
) -> tuple[tuple[str, str, str, float], ...]:
    """Published accuracies by explanation: learner, group, `right` or `wrong`, share."""
    return tuple(
        (learner, group, outcome, share(percent))
        for group, both in EXPLAINED.items()
        for outcome, percent in zip(("right", "wrong"), both, strict=True)
    )


def shortcuts() -> tuple[tuple[str, str, tuple[float, ...], str], ...]:
    """Published accuracies without the context: solver, items, shares, source."""
    numbers = (BLIND["blind ResNet-50"][0], *KINDS["blind ResNet-50"][:4])
    paper = ("blind ResNet-50", "PGM, neutral", numbers, f"{APPENDIX}, Tables 7 and 9")
    return tuple(
        (solver, items, tuple(map(share, percents)), source)
        for solver, items, percents, source in (paper, *SHORTCUTS)
    )


def every_test_accuracy() -> tuple[tuple[str, str, float, str], ...]:
    """Every published test accuracy: network, condition, share, source.

    Networks are ordered by their accuracy on neutral.
    """
    several = [
        (name, condition, share(percent), _source(name))
        for name, percents in (TEST | BLIND).items()
        for condition, percent in zip(COLUMNS, percents, strict=True)
    ]
    single = [
        (name, "neutral", share(percent), source)
        for name, (percent, source) in NEUTRAL.items()
    ]
    everything = [*several, *single]
    on_neutral = {
        name: found
        for name, condition, found, _ in everything
        if condition == "neutral"
    }
    return tuple(sorted(everything, key=lambda row: on_neutral[row[0]]))


def _source(name: str) -> str:
    if name in BLIND:
        return f"{APPENDIX}, Table 9"
    return PAPER if name in (WREN, WREN_META) else README
