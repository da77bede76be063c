"""Numbers of zhang2021 as printed. Values of its curves are not."""

from __future__ import annotations

PARAMETERS = {
    "MLP": 1_445_194,
    "MLP 2x": 5_052_426,
    "MLP-Mixer": 8_495_674,
    "Transformer": 8_429_066,
}
"""Numbers of parameters. Source: zhang2021, Table 1."""

FITTED = 1.0
"""Accuracy on taught items in every cell of Fig. 9. Source: zhang2021, Sec. 5."""

JUMPED = 1.0
"""What accuracy on new items jumps up to with enough items. Source: zhang2021, Sec. 5."""

CHANCE = 0.1
"""Accuracy on new items of m = 3 after 10^6 items ("at random"): one of ten digits.

Source: zhang2021, Sec. 5."""

HELD_OUT_DIGITS = 0.0
"""Accuracy on digits where they never stood, at the end of training.

Source: zhang2021, Sec. 4, Fig. 7."""

HELD_OUT_WINDOWS = 1.0
"""Accuracy on windows that were never taught, where training succeeds.

Source: zhang2021, Fig. 13."""

MIXER_ITEMS = 5
"""MLP-Mixer is right on all new items of complexity m after this times 10^(m + 3) items.

Source: zhang2021, Sec. 6, Fig. 12."""

MOST_ITEMS = 5 * 10**7
"""The largest training set. Source: zhang2021, Sec. 6."""
