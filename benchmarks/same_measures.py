"""Whether two versions of the package find the same: every demo study, byte for byte.

    PYTHONPATH=OLD/src python benchmarks/same_measures.py run BEFORE
    python benchmarks/same_measures.py run AFTER
    python benchmarks/same_measures.py compare BEFORE AFTER

`run` runs every registered study at demo scale, each in a process of its own and in a
folder of its own; what is there already is not run again. Learners that are limited by
time are limited by steps instead, so that a slower machine finds the same. `compare`
says of each study whether `measures.csv` is the same to the byte, and exits with 1 if
one is not. Both versions must run on the same machine.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from time import perf_counter

STEPS = {
    "concepts-corpus": (
        "learners.0.steps=200000",
        "learners.0.seconds=3600",
        "learners.0.gigabytes=8",
    )
}
"""Settings in the place of limits in seconds."""


def metamer(*arguments: str) -> str:
    """What a command of the version that Python finds prints."""
    command = [sys.executable, "-m", "metamer", *arguments]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def studies() -> list[str]:
    """Every registered study."""
    catalog = json.loads(metamer("catalog", "studies", "--json"))
    return sorted(study["name"] for study in catalog["studies"])


def run(folder: Path, only: list[str]) -> None:
    for name in only or studies():
        out = folder / name
        if (out / "measures.csv").exists():
            continue
        begun = perf_counter()
        settings = [word for pair in STEPS.get(name, ()) for word in ("--set", pair)]
        metamer("run", name, "--scale", "demo", "--out", str(out), *settings)
        print(f"{name:<28} {perf_counter() - begun:>6.1f} s", flush=True)


def compare(before: Path, after: Path) -> int:
    """How many studies differ, each with a line."""
    names = sorted(path.parent.name for path in before.glob("*/measures.csv"))
    differ = 0
    for name in names:
        old, new = (folder / name / "measures.csv" for folder in (before, after))
        same = new.exists() and old.read_bytes() == new.read_bytes()
        differ += not same
        print(f"{name:<28} {'the same' if same else 'DIFFERS'}")
    print(f"{len(names) - differ} of {len(names)} studies give the same measures.csv")
    return differ


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    commands = options.add_subparsers(dest="command", required=True)
    made = commands.add_parser("run")
    made.add_argument("folder", type=Path)
    made.add_argument("only", nargs="*", help="Studies; all if none is named.")
    compared = commands.add_parser("compare")
    compared.add_argument("before", type=Path)
    compared.add_argument("after", type=Path)
    chosen = options.parse_args()
    if chosen.command == "run":
        run(chosen.folder, chosen.only)
    else:
        sys.exit(bool(compare(chosen.before, chosen.after)))


if __name__ == "__main__":
    main()
