"""The atlas: the profile of many learners, as `results/atlas/profile.csv` has it."""

from __future__ import annotations

from figures.shared import results
from metamer.core.registry import profile
from metamer.profiles.kinds import kinds_of
from metamer.reports.profile_dense import dense_picture
from metamer.reports.profile_figures import standalone
from metamer.reports.profile_table import from_table


def atlas() -> str:
    """The picture of the profile, as SVG."""
    scores = from_table(results("atlas/profile.csv"))
    paradigms = [score.paradigm for score in next(iter(scores.values()))]
    asked = {name: profile(name)().asked for name in paradigms}
    return standalone(dense_picture(scores, kinds_of([*scores]), asked))
