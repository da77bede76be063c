"""Every paradigm at a size that takes seconds, whoever added it."""

from functools import cache

from metamer.core.registry import paradigm, study
from metamer.core.settings import with_changes
from metamer.core.study import Paradigm
from metamer.metamers.recipes.gibbs import Gibbs

SETTINGS = {
    "categories": {"per_class": 6, "held_out": 4, "familiar": 2, "again": 2},
    "concepts": {"concepts": ("Center", "Count"), "tasks": 2},
    "matrices": {"mixture": "one", "sizes": (8,), "asked": 6, "again": 2},
    "pointers": {
        "trainings": ("holdout-2",),
        "complexities": (1,),
        "sizes": (16,),
        "asked": 6,
        "again": 2,
    },
    "tiles": {
        "rules": ("rectangle",),
        "recipe": Gibbs(updates=10, sweeps=2),
        "boards": 3,
        "pool": 64,
        "trials": 100,
        "asked_limit": 60,
    },
}
"""Smaller than the demo of the same paradigm. A paradigm needs no entry here."""

ALSO = {"concepts": {"trainings": ("partial_exposure",)}}
"""Further settings, for learners that can take part in nothing else."""

FOR_PEOPLE = {
    "categories": {"domains": '["figures"]'},
    "concepts": {"minimal": "true"},
    "tiles": {"shown": "2"},
}
"""What is set besides where items are put to people, so that there is every pool."""


@cache
def small(name):
    """A paradigm with the settings above, or as the first study of its demo has it."""
    if name in SETTINGS:
        return paradigm(name)(**SETTINGS[name])
    return study(paradigm(name).demo[0])(scale="demo").paradigm


@cache
def small_for_people(name):
    """The same paradigm with items that a person can be put."""
    return with_changes(Paradigm, small(name), FOR_PEOPLE.get(name, {}))
