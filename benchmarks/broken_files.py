"""How many broken files of each kind are refused, read all the same, or bring up an error.

    python benchmarks/broken_files.py 200 [--out results/broken-files/counts.csv]

Every kind of file that a command reads is damaged that many times in the ways of
`tests/broken_files.py`, with fixed seeds. Exits with 1 if anything but a result or a
refusal of one line came up. `values` counts tables of responses that were read and hold
other values than before, from one flipped bit each.
"""

import argparse
import contextlib
import csv
import io
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path
from time import perf_counter

import numpy as np
import pandas as pd

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from broken_files import READERS, Reader, break_bytes

from metamer.core.checked import read_table
from metamer.core.errors import Refusal


def outcome(reader: Reader, path: Path) -> str:
    """What came of reading a file."""
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            reader.read(path)
    except Refusal as refusal:
        return "refused" if "\n" not in str(refusal) else "several lines"
    except Exception:
        traceback.print_exc()
        return "error"
    return "read"


def break_many(reader: Reader, many: int) -> dict[str, object]:
    """Counts of outcomes for one kind of file, and the slowest in seconds."""
    counts: Counter[str] = Counter()
    slowest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        path = reader.write(Path(folder))
        content = path.read_bytes()
        for seed in range(many):
            path.write_bytes(break_bytes(content, np.random.default_rng(seed)))
            begun = perf_counter()
            counts[outcome(reader, path)] += 1
            slowest = max(slowest, perf_counter() - begun)
            path.write_bytes(content)
    kinds = ("refused", "read", "several lines", "error")
    return {kind: counts[kind] for kind in kinds} | {"slowest": round(slowest, 3)}


def flip_bits(many: int) -> dict[str, object]:
    """What becomes of responses in which one bit is flipped."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = READERS["responses.parquet"].write(Path(folder))
        content, whole = path.read_bytes(), pd.read_parquet(path)
        for seed in range(many):
            chance = np.random.default_rng(seed)
            damaged = bytearray(content)
            damaged[chance.integers(len(damaged))] ^= 1 << int(chance.integers(8))
            path.write_bytes(damaged)
            try:
                found = read_table(path, "")
            except Refusal:
                counts["refused"] += 1
            else:
                counts["read" if found.equals(whole) else "values"] += 1
    return {kind: counts[kind] for kind in ("refused", "read", "values")}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("many", type=int, help="Broken files of each kind.")
    options.add_argument("--out", type=Path)
    chosen = options.parse_args()
    rows = []
    for name, reader in READERS.items():
        rows.append({"file": name, **break_many(reader, chosen.many)})
        print(rows[-1], flush=True)
    rows.append({"file": "responses.parquet, one bit", **flip_bits(chosen.many)})
    print(rows[-1])
    if chosen.out:
        chosen.out.parent.mkdir(parents=True, exist_ok=True)
        with chosen.out.open("w", newline="") as file:
            names = dict.fromkeys(name for row in rows for name in row)
            table = csv.DictWriter(file, list(names))
            table.writeheader()
            table.writerows(rows)
    sys.exit(any(row.get("error") or row.get("several lines") for row in rows))


if __name__ == "__main__":
    main()
