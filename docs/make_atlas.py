"""Write into `docs/atlas.md` what `results/atlas/profile.csv` says of each learner.

The sentences stand between two marks; all else on the page is written by hand. Run it after
the atlas has been made again:

    python docs/make_atlas.py
"""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from metamer.reports.profile_table import from_table
from metamer.reports.profile_words import sentence

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "atlas.md"
TABLE = ROOT / "results" / "atlas" / "profile.csv"

BEGIN, END = "<!-- sentences: docs/make_atlas.py -->", "<!-- end of sentences -->"


def sentences() -> str:
    """A list of learners for each kind, each with its sentence."""
    scores, kinds = from_table(pd.read_csv(TABLE))
    blocks = []
    for kind, names in kinds.items():
        said = [f"- **{name}** {sentence(scores[name])}" for name in names]
        blocks.append("\n".join([f"**{kind[0].upper()}{kind[1:]}**", "", *said]))
    return "\n\n".join(blocks)


def page() -> str:
    """The page with the sentences of the present table."""
    before, rest = PAGE.read_text("utf-8").split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n\n{sentences()}\n\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
