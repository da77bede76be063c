"""What the paper prints, and where that differs from its published file."""

from __future__ import annotations

TEST_INPUTS = 480
"""16 concepts, 10 tasks of each, 3 inputs of each. Source: moskvichev2023, Sec. 3."""

TABLE_1 = (
    "People solve more than 90 % of the test inputs of 11 of 16 concepts and more than "
    "80 % of all others; the first place of the 2020 competition never exceeds 80 %, the "
    "second never reaches 60 %, and GPT-4 at most 37 %."
)
"""What the paper says of its Table 1. Source: moskvichev2023, Sec. 8.1."""

ERRATA = (
    "Table 1, Top and Bottom 3D, first place: printed 0.50; the published file has 18 of "
    "30, which is 0.60.",
    "Table 1, Inside and Outside, GPT-4 at T = 0.5: printed 0.16; 5 of 30 is 0.17, as in "
    "Table 2.",
    "Table 2, people: the bounds assume 240 responses for every concept; the file has 248 "
    "to 290. Three lower bounds of concepts with 0.91 are printed as 0.91; 0.87 is meant.",
    "Table 2, solvers: 119 of 128 bounds are Wilson's for 30 items. Two belong to the "
    "outdated cell of Table 1, two are misprints (0.2 for 0.02 at 2 of 30, 0.52 for 0.51 "
    "at 10 of 30), and five are truncated instead of rounded.",
    "The text says that GPT-4 does better at T = 0.5 on each concept; there are four ties "
    "(Center, Complete Shape, Move To Boundary, Order).",
    "The text says that one item has 7 participants; two have.",
)
"""Where the paper and its published file differ. Source: ours, from that file."""

LEARNERS = ("people", "kaggle-first", "kaggle-second", "gpt-4 T=0", "gpt-4 T=0.5")
"""The columns of Tables 1 and 2. Source: moskvichev2023, Tables 1 and 2."""

ACCURACIES = {
    "AboveBelow": (0.9, 0.7, 0.33, 0.23, 0.37),
    "Center": (0.94, 0.5, 0.2, 0.33, 0.33),
    "CleanUp": (0.97, 0.5, 0.2, 0.2, 0.27),
    "CompleteShape": (0.85, 0.47, 0.3, 0.23, 0.23),
    "Copy": (0.94, 0.23, 0.27, 0.23, 0.27),
    "Count": (0.88, 0.6, 0.4, 0.13, 0.17),
    "ExtendToBoundary": (0.93, 0.77, 0.47, 0.07, 0.1),
    "ExtractObjects": (0.86, 0.43, 0.43, 0.03, 0.07),
    "FilledNotFilled": (0.96, 0.73, 0.43, 0.17, 0.27),
    "HorizontalVertical": (0.91, 0.43, 0.1, 0.27, 0.33),
    "InsideOutside": (0.91, 0.57, 0.1, 0.1, 0.16),
    "MoveToBoundary": (0.91, 0.37, 0.3, 0.2, 0.2),
    "Order": (0.83, 0.27, 0.23, 0.27, 0.27),
    "SameDifferent": (0.88, 0.53, 0.17, 0.17, 0.27),
    "TopBottom2D": (0.95, 0.6, 0.57, 0.23, 0.37),
    "TopBottom3D": (0.93, 0.5, 0.03, 0.2, 0.27),
}
"""Share of solved test inputs of each concept. Source: moskvichev2023, Table 1."""

PEOPLE_SOLVED = tuple((name, shares[0]) for name, shares in ACCURACIES.items())
"""The first column of Table 1."""

INTERVALS = {
    "AboveBelow": (
        (0.86, 0.93),
        (0.52, 0.83),
        (0.19, 0.52),
        (0.12, 0.41),
        (0.22, 0.54),
    ),
    "Center": ((0.9, 0.96), (0.33, 0.67), (0.1, 0.37), (0.19, 0.51), (0.19, 0.51)),
    "CleanUp": ((0.94, 0.99), (0.33, 0.67), (0.1, 0.37), (0.1, 0.37), (0.14, 0.44)),
    "CompleteShape": (
        (0.8, 0.89),
        (0.3, 0.64),
        (0.17, 0.48),
        (0.12, 0.41),
        (0.12, 0.41),
    ),
    "Copy": ((0.9, 0.96), (0.12, 0.41), (0.14, 0.44), (0.12, 0.41), (0.14, 0.44)),
    "Count": ((0.83, 0.91), (0.42, 0.75), (0.24, 0.58), (0.05, 0.3), (0.07, 0.34)),
    "ExtendToBoundary": (
        (0.89, 0.96),
        (0.59, 0.88),
        (0.3, 0.64),
        (0.2, 0.21),
        (0.03, 0.26),
    ),
    "ExtractObjects": (
        (0.81, 0.9),
        (0.27, 0.61),
        (0.27, 0.61),
        (0.0, 0.17),
        (0.02, 0.21),
    ),
    "FilledNotFilled": (
        (0.93, 0.98),
        (0.56, 0.86),
        (0.27, 0.61),
        (0.07, 0.34),
        (0.14, 0.44),
    ),
    "HorizontalVertical": (
        (0.91, 0.94),
        (0.27, 0.61),
        (0.03, 0.26),
        (0.14, 0.44),
        (0.19, 0.51),
    ),
    "InsideOutside": (
        (0.91, 0.94),
        (0.39, 0.73),
        (0.03, 0.26),
        (0.03, 0.26),
        (0.07, 0.34),
    ),
    "MoveToBoundary": (
        (0.91, 0.94),
        (0.22, 0.54),
        (0.17, 0.48),
        (0.1, 0.37),
        (0.1, 0.37),
    ),
    "Order": ((0.78, 0.87), (0.14, 0.44), (0.12, 0.41), (0.14, 0.44), (0.14, 0.44)),
    "SameDifferent": (
        (0.83, 0.91),
        (0.36, 0.7),
        (0.07, 0.33),
        (0.07, 0.34),
        (0.14, 0.44),
    ),
    "TopBottom2D": (
        (0.91, 0.97),
        (0.42, 0.75),
        (0.39, 0.73),
        (0.12, 0.41),
        (0.21, 0.54),
    ),
    "TopBottom3D": ((0.89, 0.96), (0.33, 0.67), (0.0, 0.17), (0.1, 0.37), (0.14, 0.44)),
}
"""95 % intervals of these shares, misprints included. Source: moskvichev2023, Table 2."""

AHEAD = {"kaggle-first": 0.40, "kaggle-second": 0.23}
"""How far people are ahead of the first place, and the first place of the second: mean
differences over concepts. Source: moskvichev2023, Sec. 8.1."""

P_OF_CONCEPTS = {
    "people": 0.001,
    "kaggle-first": 0.001,
    "kaggle-second": 0.001,
    "gpt-4 T=0": 0.27,
    "gpt-4 T=0.5": 0.23,
}
"""p of chi-square, whether accuracy differs between concepts; the first three are printed
as "< 0.001". Source: moskvichev2023, Sec. 8.1."""

KAGGLE = {"kaggle-first": 0.21, "kaggle-second": 0.19, "both": 0.31}
"""Share of the 100 hidden tasks of 2020 that was solved. Source: moskvichev2023, Sec. 6."""

AMBIGUOUS = 6
"""Test inputs with more than one reasonable answer, of 480; which is not printed.

Source: moskvichev2023, Sec. 8.3."""
