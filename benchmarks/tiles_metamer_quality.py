"""How good metamers are: every rule, every recipe, several fits.

    python benchmarks/tiles_metamer_quality.py --seeds 1 --out quality.csv

Each fit is judged by `metamer.metamers.quality` against the rule's exact table: masked
accuracy, share rejected, sweeps until nothing moves, marginals of order 1 to 3, two
classifiers that try to tell metamers from boards, share of legal boards, overlap.
"""

import argparse
import csv
import sys
import time
from pathlib import Path

from metamer.metamers.quality import quality
from metamer.metamers.recipe import recipe
from metamer.metamers.source import Source
from metamer.paradigms.tiles.controls import Control, fit
from metamer.paradigms.tiles.distributions.distribution import contains
from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.rules import FAMILY, are_playable


def judged(rule: str, name: str, seed: int) -> dict[str, object]:
    """One fit and its report, as one row."""
    control = Control(rule, "as_coded", recipe(name)(), 1024, False, seed)
    known = distribution_of(rule)
    source = Source(known.boards.astype("uint8"), known.probabilities)
    started = time.monotonic()
    model = fit(control)
    seconds = time.monotonic() - started
    report = quality(
        source,
        model,
        control.key.stream("quality"),
        are_playable,
        lambda rows: contains(known, rows.astype(bool)),
    )
    return {"rule": rule, "recipe": name, "seed": seed, "seconds": seconds, **report}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rules", nargs="+", default=FAMILY)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    rows = []
    for rule in asked.rules:
        for name in recipe:
            for seed in range(asked.seeds):
                rows.append(judged(rule, name, seed))
                print(rule, name, seed, file=sys.stderr)
    shown = [
        {key: f"{it:.4g}" if isinstance(it, float) else it for key, it in row.items()}
        for row in rows
    ]
    names = list(dict.fromkeys(key for row in shown for key in row))
    with asked.out.open("w", newline="") as file:
        writer = csv.DictWriter(file, names)
        writer.writeheader()
        writer.writerows(shown)


if __name__ == "__main__":
    main()
