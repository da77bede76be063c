"""A study from a TOML file, in Python: `python examples/own_study.py [FOLDER]`.

The same as `metamer run examples/own_study.toml --out FOLDER`.
"""

import sys
from pathlib import Path

import pandas as pd

import metamer

PLAN = Path(__file__).with_name("own_study.toml")


def main(folder: str) -> None:
    """Run the study, and read its folder as anyone could without metamer."""
    metamer.report(metamer.run(PLAN, folder))
    measures = pd.read_csv(Path(folder) / "measures.csv")
    bias = measures[measures["measure"] == "exemplar_bias"]
    print(bias.pivot_table("value", "learner", ["domain", "arrangement"]).round(3))
    tests = pd.read_csv(Path(folder) / "tests.csv")
    print("\n".join(tests["words"]))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs/own-study")
