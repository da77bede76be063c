"""One paradigm's column of a profile: competence and rule of each learner there.

    python benchmarks/atlas_column.py concepts linear nearest search --out runs/column

The same as `metamer profile`, which always goes through all paradigms: to make a column
again whose contrast has changed. Writes `profile.csv` beside the run folder; the same
command goes on where it stopped.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from metamer.core.registry import profile
from metamer.core.study import SCALES
from metamer.profiles.learners import read_entrant
from metamer.profiles.profile import put_through
from metamer.reports.profile_table import to_table


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("paradigm", choices=[*profile])
    options.add_argument("learners", nargs="+")
    options.add_argument("--scale", choices=SCALES, default="small")
    options.add_argument("--out", type=Path, required=True)
    given = options.parse_args()
    contrasts = {name: profile(name)() for name in profile}
    entrants = [read_entrant(name, contrasts) for name in given.learners]
    folder = given.out / given.paradigm
    contrast = contrasts[given.paradigm]
    column = put_through(given.paradigm, contrast, entrants, given.scale, folder)
    scores = {entrant.name: [column.score(entrant.name)] for entrant in entrants}
    to_table(scores).to_csv(given.out / "profile.csv", index=False)
    print(to_table(scores).to_string())


if __name__ == "__main__":
    main()
