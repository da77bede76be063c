"""Seconds that each demo study takes, one by one, in a process of its own.

    python benchmarks/demo_times.py [STUDY...] [--out runs/demo-times]

Writes `times.csv` with a row for each study: processor time of the process and all that it
started (`cpu`), and time that passed (`wall`), which says little if others use the machine.
Programs that JAX has compiled before are at hand in its cache: run it twice for times
without compiling.
"""

import argparse
import csv
import os
import subprocess
import sys
import time
from pathlib import Path

import metamer

FIELDS = ("study", "cpu", "wall")


def measure(study: str, folder: Path) -> dict[str, str | float]:
    """Run one demo study into a new folder."""
    command = [sys.executable, "-m", "metamer", "run", study, "--scale", "demo"]
    begun, before = time.perf_counter(), children_seconds()
    subprocess.run(
        [*command, "--out", str(folder / study)],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    wall = time.perf_counter() - begun
    cpu = children_seconds() - before
    return {"study": study, "cpu": round(cpu, 1), "wall": round(wall, 1)}


def children_seconds() -> float:
    """Processor time of all processes that were started here and have ended."""
    times = os.times()
    return times.children_user + times.children_system


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("studies", nargs="*")
    options.add_argument("--out", type=Path, default=Path("runs/demo-times"))
    chosen = options.parse_args()
    # A new folder: a run that is already there would take no time.
    chosen.out.mkdir(parents=True)
    with (chosen.out / "times.csv").open("w", newline="") as file:
        rows = csv.DictWriter(file, FIELDS)
        rows.writeheader()
        for study in chosen.studies or list(metamer.study):
            rows.writerow(measure(study, chosen.out))
            file.flush()


if __name__ == "__main__":
    main()
