"""Steps of a program: an act done to the objects that have a property."""

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import combinations
from typing import NamedTuple

import numpy as np

from metamer.paradigms.concepts.search.budget import Budget
from metamer.paradigms.concepts.search.cellsets import as_set
from metamer.paradigms.concepts.search.objects.acts import Act, ObjectLayers
from metamer.paradigms.concepts.search.scene import NOTHING
from metamer.paradigms.concepts.search.selection import Selection
from metamer.paradigms.concepts.search.view import Segmentation
from metamer.paradigms.concepts.search.ways import Kind

MAX_PAIRED = 60
"""How many of the cheapest selections are tried in twos."""
COST_OF_AND = 0.3
"""What it costs to ask for a second property."""


class Effect(NamedTuple):
    """What a step does to one grid."""

    erased: np.ndarray
    painted: np.ndarray


class ProgramStep(NamedTuple):
    """Something that is done to a grid."""

    words: str
    cost: float
    effect: Callable[[int], Effect]
    """What it does in each scene, by number."""


def step(act: Act, selection: Selection, kind: Kind) -> ProgramStep:
    """The step of an act that is done to the selected objects of a kind."""
    which = f" {selection.words}" if selection.words else ""
    words = f"for each {kind.singular}{which}: {act.words}"
    return ProgramStep(
        words, act.cost + selection.cost, partial(_effect, act, selection)
    )


def _effect(act: Act, selection: Selection, number: int) -> Effect:
    erased, painted = act.layers(number)
    chosen = selection.chosen[number]
    canvas = np.full(painted.shape[1:], NOTHING, np.uint8)
    for layer in painted[chosen]:
        canvas = np.where(layer == NOTHING, canvas, layer)
    return Effect(erased[chosen].any(0), canvas)


class Group:
    """Steps that do the same to the demonstrations.

    There are far more of them than are ever looked at, so they are kept as acts and
    selections, each of which goes with each.
    """

    def __init__(self, paints: int, erases: int):
        self.paints = paints
        self.erases = erases
        self.cells = paints | erases
        self.cost = float("inf")
        """That of the cheapest step."""
        self.parts: list[tuple[list[Act], list[Selection], Kind]] = []
        self.others: list[ProgramStep] = []

    def add_step(self, step: ProgramStep) -> None:
        """One more step."""
        self.others.append(step)
        self.cost = min(self.cost, step.cost)

    def add(self, acts: list[Act], selections: list[Selection], kind: Kind) -> None:
        """More acts, and selections of objects to which they do the same."""
        self.parts.append((acts, selections, kind))
        cheapest = min(act.cost for act in acts) + min(
            selection.cost for selection in selections
        )
        self.cost = min(self.cost, cheapest)

    def steps(self) -> Iterator[ProgramStep]:
        """Its steps, the cheapest first; of one act, only selections that differ in the
        asked inputs."""
        pairs = [
            (act.cost + selection.cost, act, selection, kind)
            for acts, selections, kind in self.parts
            for act in acts
            for selection in selections
        ]
        yield from self.others
        seen = set()
        layers: dict[tuple[str, Kind], Callable[[int], ObjectLayers]] = {}
        for _, act, selection, kind in sorted(pairs, key=lambda pair: pair[0]):
            key = act.words, kind
            if (key, selection.asked) not in seen:
                seen.add((key, selection.asked))
                # Working out layers is slow, and many selections share an act.
                shared = layers.setdefault(key, cache(act.layers))
                yield step(act._replace(layers=shared), selection, kind)


Groups = dict[tuple[int, int], Group]
"""By the cells that they paint and erase."""


class Selections(NamedTuple):
    """Selections of objects, those that are the same in the demonstrations together."""

    shown: np.ndarray
    """Which objects of the demonstrations they are: [selections, object]."""
    objects: list[int]
    """The same as sets."""
    alike: list[list[Selection]]
    """The cheapest first."""


def selections(segmentation: Segmentation) -> Selections:
    """All objects, and those with each property."""
    properties, known = segmentation.properties, segmentation.known
    everything = segmentation.each(lambda stack: np.ones(len(stack), bool))
    candidates = [Selection("", 0.0, everything, known)]
    candidates += [
        Selection(
            asked.words, cost, [holds[:, place] for holds in properties.holds], known
        )
        for place, (asked, cost) in enumerate(
            zip(properties.each, properties.costs.tolist(), strict=True)
        )
    ]
    return _group_alike(candidates, known)


def selections_by_two(segmentation: Segmentation) -> Selections:
    """Objects with two properties, if no single property selects the same ones."""
    before, known = selections(segmentation), segmentation.known
    # Without the first, which is all objects: it would narrow nothing down.
    single = [alike[0] for alike in before.alike][1:MAX_PAIRED]
    seen = set(before.objects)
    candidates = []
    for first, second in combinations(single, 2):
        chosen = [a & b for a, b in zip(first.chosen, second.chosen, strict=True)]
        shown = as_set(np.concatenate(chosen[:known]))
        if shown and shown not in seen:
            words = f"{first.words} and {second.words}"
            cost = first.cost + second.cost + COST_OF_AND
            candidates.append(Selection(words, cost, chosen, known))
    return _group_alike(candidates, known)


def _group_alike(candidates: list[Selection], known: int) -> Selections:
    by_objects: dict[bytes, list[Selection]] = {}
    for selection in sorted(candidates, key=lambda candidate: candidate.cost):
        shown = np.concatenate(selection.chosen[:known])
        by_objects.setdefault(shown.tobytes(), []).append(selection)
    shown = np.array([np.frombuffer(key, bool) for key in by_objects])
    return Selections(shown, [as_set(row) for row in shown], list(by_objects.values()))


def gather(
    segmentation: Segmentation, acts: list[Act], chosen: Selections, budget: Budget
) -> Groups:
    """Every act with every selection of objects that it fits."""
    groups: Groups = {}
    alike: dict[tuple, list[Act]] = {}
    for act in acts:
        key = act.fits.tobytes(), act.new.tobytes(), act.paints, act.erases
        alike.setdefault(key, []).append(act)
    if not alike or not chosen.alike:
        return groups
    first = [same[0] for same in alike.values()]
    budget.spend(len(first) * len(chosen.alike) * segmentation.known)
    # An act fits a selection if it is wrong for none of its objects and new for some:
    # two products of matrices count both for all acts and selections at once.
    wrong = np.array([~act.fits for act in first], np.float32)
    new = np.array([act.new for act in first], np.float32)
    shown = chosen.shown.astype(np.float32).T
    right = (wrong @ shown == 0) & (new @ shown > 0)
    for same, fitting in zip(alike.values(), right, strict=True):
        _add(same, np.flatnonzero(fitting).tolist(), chosen, groups, segmentation.kind)
    return groups


def _add(
    acts: list[Act], fitting: list[int], chosen: Selections, groups: Groups, kind: Kind
) -> None:
    """Add acts that do the same, with all selections that they fit.

    Selections that differ only in objects to which the acts do nothing count as one.
    """
    cells = enumerate(zip(acts[0].paints, acts[0].erases, strict=True))
    active = [(1 << number, *both) for number, both in cells if any(both)]
    counting = sum(bit for bit, _, _ in active)
    together: dict[int, list[Selection]] = {}
    for which in fitting:
        # Bits of objects that the acts leave alone are taken out, so that such
        # selections fall together.
        objects = chosen.objects[which] & counting
        together.setdefault(objects, []).extend(chosen.alike[which])
    for objects, alike in together.items():
        paints = erases = 0
        for bit, paint, erase in active:
            if objects & bit:
                paints |= paint
                erases |= erase
        group = groups.setdefault((paints, erases), Group(paints, erases))
        group.add(acts, alike, kind)


def join(groups: Groups, more: Groups) -> None:
    """Add to each group the steps of another that do the same."""
    for key, group in more.items():
        there = groups.setdefault(key, group)
        if there is not group:
            there.parts += group.parts
            there.cost = min(there.cost, group.cost)
