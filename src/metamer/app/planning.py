"""Which items a session is given: those listed, random ones, or the least covered."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from metamer.core.errors import Refusal
from metamer.core.keys import Key, root
from metamer.core.people import TrialBlock
from metamer.core.study import Study


class Candidate(NamedTuple):
    """An item as far as a plan must know it."""

    number: int
    id: str
    pool: str
    group: str


Coverage = Mapping[str, int]
"""How many people were put each item, by the item's id."""

NO_COVERAGE: Coverage = {}


def plan(
    blocks: Sequence[TrialBlock],
    candidates: Sequence[Candidate],
    seed: int,
    coverage: Coverage = NO_COVERAGE,
) -> list[list[int]]:
    """The numbers of the items of each block, in order.

    Nobody is put two items of one group. An item comes in one block only, unless a block
    takes all items of its pool.
    """
    plans: list[list[int]] = []
    used: set[int] = set()
    groups: set[str] = set()
    for index, block in enumerate(blocks):
        left = [
            entry
            for entry in candidates
            if entry.pool == block.pool
            and (not block.count or entry.number not in used)
            and entry.group not in groups
        ]
        chosen = pick(block, left, root(seed).stream("block", index), coverage)
        used |= {entry.number for entry in chosen}
        groups |= {entry.group for entry in chosen if entry.group}
        plans.append([entry.number for entry in chosen])
    return plans


def pick(
    block: TrialBlock, left: Sequence[Candidate], key: Key, coverage: Coverage
) -> list[Candidate]:
    """The items of one block."""
    if block.pick == "listed":
        order = list(left)
    else:
        order = [left[int(place)] for place in key.numpy.permutation(len(left))]
    if block.pick == "least_covered":
        order = by_coverage(order, coverage)
    chosen = one_of_each_group(order)
    if len(chosen) < max(block.count, 1):
        raise Refusal(
            f"block {block.label}: there are only {len(chosen)} items of the pool "
            f"{block.pool!r} to put to one participant, not {max(block.count, 1)}"
        )
    chosen = chosen[: block.count] if block.count else chosen
    if block.pick == "least_covered":  # the rarest would always come first
        places = key.stream("order").numpy.permutation(len(chosen))
        return [chosen[int(place)] for place in places]
    return chosen


def by_coverage(order: list[Candidate], coverage: Coverage) -> list[Candidate]:
    """The least covered first.

    Of those, items first whose group has most of them: one participant takes one of a
    group, and what is left must not be of few groups.
    """

    def covered(entry: Candidate) -> int:
        return coverage.get(entry.id, 0)

    found: list[Candidate] = []
    for _, level in groupby(sorted(order, key=covered), key=covered):
        found += by_group_size(list(level))
    return found


def by_group_size(order: list[Candidate]) -> list[Candidate]:
    """Items of large groups first."""
    sizes = Counter(entry.group for entry in order if entry.group)
    return sorted(order, key=lambda entry: -sizes[entry.group])


def one_of_each_group(order: list[Candidate]) -> list[Candidate]:
    """The first item of every group; all that have no group."""
    seen: set[str] = set()
    chosen = []
    for entry in order:
        if entry.group not in seen:
            chosen.append(entry)
        if entry.group:
            seen.add(entry.group)
    return chosen


def check_plans(study: Study, rows: Sequence[Mapping[str, Any]]) -> None:
    """Refuse a study some of whose cells have too few items."""
    by_place: dict[tuple[int, int], list[Candidate]] = {}
    for row in rows:
        entry = Candidate(row["number"], row["id"], row["pool"], row["group"])
        by_place.setdefault((row["cell"], row["set"]), []).append(entry)
    if not by_place:
        raise Refusal(f"the study {study.name!r} has no items to put to people")
    for candidates in by_place.values():
        plan(study.people.blocks, candidates, 0)
