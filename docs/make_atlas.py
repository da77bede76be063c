"""Write into `docs/atlas.md` what `results/atlas/profile.csv` says.

A table of paradigms and sentences about learners stand between marks; all else on the page
is written by hand. Run it after the atlas has been made again:

    python docs/make_atlas.py
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

from metamer.profiles.kinds import kinds_of
from metamer.reports.profile_table import Scores, from_table
from metamer.reports.profile_words import listed, sentence

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "atlas.md"
TABLE = ROOT / "results" / "atlas" / "profile.csv"

VERDICTS = {
    "rule": "by the rule",
    "statistics": "by the statistics",
    "undecided": "undecided",
    "unknown": "learned too little to tell",
}


def by_paradigm(scores: Scores) -> str:
    """Who goes by what in each paradigm, without the references."""
    head = f"| paradigm | {' | '.join(VERDICTS.values())} |"
    lines = [head, "|---" * (len(VERDICTS) + 1) + "|"]
    first = next(iter(scores.values()))
    references = kinds_of([*scores])["references"]
    for place, paradigm in enumerate(score.paradigm for score in first):
        cells = []
        for verdict in VERDICTS:
            names = [
                name
                for name, row in scores.items()
                if name not in references and row[place].verdict == verdict
            ]
            cells.append(listed(names))
        lines.append(f"| `{paradigm}` | {' | '.join(cells)} |")
    return "\n".join(lines)


def by_learner(scores: Scores) -> str:
    """A list of learners for each kind, each with its sentence."""
    kinds = kinds_of([*scores])
    return "\n\n".join("\n".join(_of_kind(scores, *each)) for each in kinds.items())


def _of_kind(scores: Scores, kind: str, names: tuple[str, ...]) -> Iterator[str]:
    yield f"**{kind[0].upper()}{kind[1:]}**"
    yield ""
    for name in names:
        yield f"- `{name}` {sentence(scores[name])}"


def page() -> str:
    """The page with what the present table says."""
    scores = from_table(pd.read_csv(TABLE))
    parts = {"paradigms": by_paradigm(scores), "learners": by_learner(scores)}
    words = PAGE.read_text("utf-8")
    for name, part in parts.items():
        marks = rf"(<!-- {name}: docs/make_atlas.py -->\n).*?(<!-- end -->)"
        new = part.replace("\\", r"\\")
        words = re.sub(marks, rf"\1\n{new}\n\n\2", words, count=1, flags=re.DOTALL)
    return words


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
