"""Steps of a program: an act done to the things that have a property."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import combinations
from typing import NamedTuple

import numpy as np

from metamer.programs.budget import Budget
from metamer.programs.scene import NOTHING
from metamer.programs.things.acts import Act, Layers
from metamer.programs.things.crowd import Crowd, number_of

WHAT = {
    "colour4": "each thing of one colour",
    "colour8": "each thing of one colour, corners joined",
    "any4": "each thing",
    "any8": "each thing, corners joined",
    "colours": "all cells of each colour",
    "regions": "each region",
    "panels": "each panel",
}
"""How the ways of seeing are called in a program."""


PAIRED = 60
"""How many of the cheapest kinds are tried in twos."""


class Kind(NamedTuple):
    """The things with a property, in every scene."""

    words: str
    cost: float
    chosen: list[np.ndarray]
    asked: bytes
    """The same for kinds that are the same things of the asked inputs."""


class Effect(NamedTuple):
    """What a step does to one grid."""

    erased: np.ndarray
    painted: np.ndarray


class Step(NamedTuple):
    """Something that is done to a grid."""

    words: str
    cost: float
    effect: Callable[[int], Effect]
    """What it does in each scene, by number."""


def done(act: Act, kind: Kind, how: str) -> Step:
    """The step of an act that is done to a kind of things."""
    which = f" {kind.words}" if kind.words else ""
    words = f"for {WHAT[how]}{which}: {act.words}"
    return Step(words, act.cost + kind.cost, partial(_effect, act, kind))


def _effect(act: Act, kind: Kind, number: int) -> Effect:
    erased, painted = act.layers(number)
    chosen = kind.chosen[number]
    canvas = np.full(painted.shape[1:], NOTHING, np.uint8)
    for layer in painted[chosen]:
        canvas = np.where(layer == NOTHING, canvas, layer)
    return Effect(erased[chosen].any(0), canvas)


class Group:
    """Steps that do the same to the demonstrations."""

    def __init__(self, paints: int, erases: int):
        self.paints = paints
        self.erases = erases
        self.cells = paints | erases
        self.cost = float("inf")
        self.parts: list[tuple[list[Act], list[Kind], str]] = []
        self.others: list[Step] = []

    def add_step(self, step: Step) -> None:
        """One more step."""
        self.others.append(step)
        self.cost = min(self.cost, step.cost)

    def add(self, acts: list[Act], alike: list[Kind], how: str) -> None:
        """More acts, with kinds of things for which they do the same."""
        self.parts.append((acts, alike, how))
        cheapest = min(it.cost for it in acts) + min(it.cost for it in alike)
        self.cost = min(self.cost, cheapest)

    def steps(self) -> Iterator[Step]:
        """Its steps, the cheapest first; of one act, only kinds that differ when asked."""
        found = [
            (act.cost + kind.cost, act, kind, how)
            for acts, alike, how in self.parts
            for act in acts
            for kind in alike
        ]
        yield from self.others
        seen = set()
        layers: dict[tuple[str, str], Callable[[int], Layers]] = {}
        for _, act, kind, how in sorted(found, key=lambda it: it[0]):
            key = act.words, how
            if (key, kind.asked) not in seen:
                seen.add((key, kind.asked))
                kept = layers.setdefault(key, cache(act.layers))
                yield done(act._replace(layers=kept), kind, how)


Groups = dict[tuple[int, int], Group]


class Kinds(NamedTuple):
    """Kinds of things, those that are the same in the demonstrations together."""

    shown: np.ndarray
    """Which things of the demonstrations they are: [kinds, thing]."""
    things: list[int]
    """The same as sets."""
    alike: list[list[Kind]]
    """The cheapest first."""


def kinds(crowd: Crowd) -> Kinds:
    """All things, and those with each property."""
    told = crowd.properties
    everything = [np.ones(len(field), bool) for field in crowd.fields]
    found = [_kind(crowd, "", 0.0, everything)]
    found += [
        _kind(crowd, words, float(cost), [holds[:, place] for holds in told.holds])
        for place, (words, cost) in enumerate(zip(told.words, told.costs, strict=True))
    ]
    return _together(crowd, found)


def kinds_of_two(crowd: Crowd) -> Kinds:
    """Things with two properties, where that is other things than before."""
    before = kinds(crowd)
    single = [alike[0] for alike in before.alike][1:PAIRED]
    seen = set(before.things)
    found = []
    for one, two in combinations(single, 2):
        both = [a & b for a, b in zip(one.chosen, two.chosen, strict=True)]
        shown = number_of(np.concatenate(both[: crowd.known]))
        if shown and shown not in seen:
            words = f"{one.words} and {two.words}"
            found.append(_kind(crowd, words, one.cost + two.cost + 0.3, both))
    return _together(crowd, found)


def _together(crowd: Crowd, found: list[Kind]) -> Kinds:
    by_things: dict[bytes, list[Kind]] = {}
    for kind in sorted(found, key=lambda it: it.cost):
        shown = np.concatenate(kind.chosen[: crowd.known])
        by_things.setdefault(shown.tobytes(), []).append(kind)
    shown = np.array([np.frombuffer(it, bool) for it in by_things])
    return Kinds(shown, [number_of(it) for it in shown], list(by_things.values()))


def _kind(crowd: Crowd, words: str, cost: float, chosen: list[np.ndarray]) -> Kind:
    asked = np.concatenate([np.zeros(0, bool), *chosen[crowd.known :]]).tobytes()
    return Kind(words, cost, chosen, asked)


def gather(crowd: Crowd, acts: list[Act], chosen: Kinds, budget: Budget) -> Groups:
    """Every act with every kind of things that it fits."""
    groups: Groups = {}
    alike: dict[tuple, list[Act]] = {}
    for act in acts:
        key = act.fits.tobytes(), act.new.tobytes(), act.paints, act.erases
        alike.setdefault(key, []).append(act)
    if not alike or not chosen.alike:
        return groups
    first = [some[0] for some in alike.values()]
    budget.spend(len(first) * len(chosen.alike) * crowd.known)
    wrong = np.array([~act.fits for act in first], np.float32)
    new = np.array([act.new for act in first], np.float32)
    shown = chosen.shown.astype(np.float32).T
    right = (wrong @ shown == 0) & (new @ shown > 0)
    for some, fitting in zip(alike.values(), right, strict=True):
        _add(some, np.flatnonzero(fitting).tolist(), chosen, groups, crowd.how)
    return groups


def join(groups: Groups, more: Groups) -> None:
    """Add to each group the steps of another that do the same."""
    for key, group in more.items():
        there = groups.setdefault(key, group)
        if there is not group:
            there.parts += group.parts
            there.cost = min(there.cost, group.cost)


def _add(
    acts: list[Act], fitting: list[int], chosen: Kinds, groups: Groups, how: str
) -> None:
    """Add acts that do the same, for kinds of which the same things count together."""
    cells = enumerate(zip(acts[0].paints, acts[0].erases, strict=True))
    active = [(1 << number, *both) for number, both in cells if any(both)]
    counting = sum(bit for bit, _, _ in active)
    together: dict[int, list[Kind]] = {}
    for kind in fitting:
        together.setdefault(chosen.things[kind] & counting, []).extend(
            chosen.alike[kind]
        )
    for things, alike in together.items():
        paints = erases = 0
        for bit, paint, erase in active:
            if things & bit:
                paints |= paint
                erases |= erase
        group = groups.setdefault((paints, erases), Group(paints, erases))
        group.add(acts, alike, how)
