"""The tasks of moskvichev2023, and how people and programs did."""

import json
from pathlib import PurePosixPath

from metamer.core.errors import Refusal
from metamer.data.catalogue import Dataset, dataset
from metamer.data.folders import CopyFiles, checksums

REPOSITORY = "https://github.com/victorvikram/ConceptARC"

NUMBERS, ASKED = 10, 3
"""Tasks of each concept, and test inputs of each task. Source: moskvichev2023, Sec. 3."""

FILES = checksums("conceptarc")
TASKS = {place: digest for place, digest in FILES.items() if place.startswith("open/")}
"""Half of the tasks, and the minimal ones: those on which the program search was tried."""

CONCEPTS = sorted({PurePosixPath(place).parent.name for place in TASKS})


def is_task(place: str, content: bytes) -> None:
    """Refuse a file that is not a task with three test inputs and their answers."""
    try:
        asked = json.loads(content)["test"]
        complete = len(asked) == ASKED and all(
            {"input", "output"} <= {*pair} for pair in asked
        )
    except (ValueError, KeyError, TypeError):
        complete = False
    if not complete:
        raise Refusal(
            f"{place} is not a task with {ASKED} test inputs and their answers"
        )


def _others() -> list[str]:
    """The places of the other half, which nobody opens who writes the search."""
    every = [
        f"{one}/{one}{at}.json" for one in CONCEPTS for at in range(1, NUMBERS + 1)
    ]
    return [f"others/{place}" for place in every if f"open/{place}" not in TASKS]


dataset.add("conceptarc")(
    Dataset(
        title="ConceptARC: 160 tasks of 16 concepts and 16 minimal ones (at least half)",
        licence="MIT, copyright 2024 Victor Vikram Odouard",
        citation="Moskvichev, Odouard & Mitchell (2023), TMLR, arXiv:2305.07141",
        home=REPOSITORY,
        file="conceptarc",
        needs="the folders corpus/ and MinimalTasks/ of that repository, or the 96 tasks "
        "whose sha256 sums are known, and items_open.csv if you have it,",
        convert=CopyFiles(
            TASKS,
            {one: FILES[one] for one in FILES.keys() - TASKS},
            dict.fromkeys(_others(), is_task),
        ),
        origin=(f"{REPOSITORY}/archive/HEAD.zip",),
    )
)
