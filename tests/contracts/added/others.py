"""One of everything else that has a registry."""

from dataclasses import dataclass

from metamer.core.commands import Seed, command
from metamer.core.registry import test
from metamer.data.catalogue import Dataset, dataset
from metamer.metamers.recipe import recipe
from metamer.metamers.recipes.gibbs import Gibbs
from metamer.paradigms.categories.domains.domain import domain
from metamer.paradigms.categories.domains.plane import Plane
from metamer.paradigms.concepts import rules
from metamer.paradigms.pointers.styles.style import style
from metamer.paradigms.pointers.styles.vectors import Vectors


@test.add("outside")
@dataclass(frozen=True)
class Nothing:
    """A test that finds nothing. Source: ours."""

    def __call__(self, measures):
        return []


@command.add("greet")
def greet(seed: Seed = 0) -> None:
    """Print a word."""
    print("hello", seed)


recipe.add("outside")(type("Outside", (Gibbs,), {"__doc__": "Source: ours."}))
domain.add("outside")(type("Outside", (Plane,), {"__doc__": "Source: ours."}))
style.add("outside")(type("Outside", (Vectors,), {"__doc__": "Source: ours."}))
dataset.add("outside")(Dataset("a", "b", "c", "d", "e", "f", convert=print))


@rules.family("Center", "outside")
@dataclass(frozen=True)
class Outside:
    """Nothing changes.

    Source: ours.
    """

    def draw(self, rng):
        return rng.integers(0, 4, (5, 5)).astype("uint8")

    def answer(self, grid):
        return grid


def found():
    """The kinds of registries that know `outside`."""
    registries = (test, recipe, domain, style, dataset)
    known = [registry.kind for registry in registries if "outside" in registry]
    families = [entry.name for entry in rules.families()]
    return known + ["family"] * ("outside" in families)
