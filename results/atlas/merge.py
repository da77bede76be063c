"""Add learners that were profiled later to `profile.csv`.

    python results/atlas/merge.py runs/atlas-more/profile.csv

Units are drawn from keys, so both profiles asked the same items. The rows of the references
are in both, and must agree to the last digit, or nothing is written.
"""

import sys
from pathlib import Path

import pandas as pd

HERE = Path(__file__).parent / "profile.csv"
REFERENCES = ("rule", "statistics")


def main(more: str) -> None:
    old, new = pd.read_csv(HERE), pd.read_csv(more)
    for name in REFERENCES:
        one, other = (
            table[table["learner"] == name].reset_index(drop=True)
            for table in (old, new)
        )
        pd.testing.assert_frame_equal(one, other, check_exact=True)
    later = new[~new["learner"].isin(old["learner"])]
    pd.concat([old, later]).to_csv(HERE, index=False)
    print(f"the references agree; added: {', '.join(later['learner'].unique())}")


if __name__ == "__main__":
    main(sys.argv[1])
