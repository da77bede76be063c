"""Numbers of dasgupta2022 as printed."""

from __future__ import annotations

REVIEWS = {"cue_conflict": 0.197, "zero_shot": 0.84, "partial_exposure": 0.301}
"""Accuracy of the LSTM on held-out reviews. Source: dasgupta2022, Sec. 5."""

REVIEWS_FLB, REVIEWS_EVR = -0.3, 0.54
"""Source: dasgupta2022, Sec. 5."""

FACES = {
    ("male", "blond", "zero_shot"): (0.7512, 0.0309),
    ("male", "blond", "partial_exposure"): (0.6022, 0.0727),
    ("blond", "male", "zero_shot"): (0.6816, 0.0334),
    ("blond", "male", "partial_exposure"): (0.4978, 0.0376),
}
"""Discriminant, distractor and condition: accuracy of ResNet-10 of width 2 on held-out
photographs, and half of its 95 % interval. Source: dasgupta2022, Sec. 6."""

CORRELATION = 0.58
"""Of label and distractor under partial exposure. Source: dasgupta2022, Sec. 3, Fig. 3."""

INTERPOLANTS = {
    0.01: (0.481, 0.563, 0.519, 0.58),
    0.1: (0.32, 0.436, 0.661, 0.58),
    0.25: (0.125, 0.258, 0.825, 0.58),
}
"""For each share of the way to full exposure: pi0 and correlation of the point towards
zero shot, pi0 and correlation of the point at equal correlation.

Source: dasgupta2022, App. C.2. Unclear: .661 is printed as .66, too; and the point towards
full exposure at .01 has a correlation of .562, not .563, which .4802 has, too."""

DATA = {
    "2D": (75, 75, 75),
    "IMDb": (21_215, 21_027, 13_995),
}
"""Items of the parts for training, validation and test. Source: dasgupta2022, App. D.2.

Unclear: Sec. 4 has 300 points in each class."""

SEEDS = {"2D": 20, "IMDb": 20, "CelebA": 30}
"""Source: dasgupta2022, App. D.3.1."""
