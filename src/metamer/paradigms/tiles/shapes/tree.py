"""Boards of the rule `tree`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations, product
from typing import NamedTuple

import numpy as np

from metamer.paradigms.tiles.rules import Rule, rule
from metamer.paradigms.tiles.shapes.bitboard import (
    FOUR,
    SIDE,
    Board,
    Outcomes,
    Tile,
    board,
    inside,
    outcomes_from,
    square,
    tiles,
)

ROOTS = square(range(2, 6))


class Node(NamedTuple):
    """An open tile: one that may still branch."""

    tile: Tile
    directions: tuple[Tile, ...]
    """Where its branches may go."""


class Growth(NamedTuple):
    """A tree that is growing.

    Open tiles without room for two branches are left out, so that two trees with the same
    future are equal.
    """

    reds: frozenset[Tile]
    nodes: frozenset[Node]


@rule.add("tree")
def tree(reading: str) -> Rule:
    """A tree of tiles: a root with two branches at a right angle, which may branch again.

    Source: kumar2022, Table S1, "Tree"; the authors' code, which uses that of kumar2021.
    Unclear: S1 says that the next two tiles are added to one of the two added last; in
    the code any open tile can be next, and row 6 and column 6 are never used. As
    described, S1 holds and the whole board is used.
    Unclear: S1 asks that a pair makes no 2x2 block of red tiles; in the code a new tile
    and both tiles beside it, across the direction of growth, must be empty, which implies
    that. As described, S1 holds; as only the two tiles added last can branch, the boards
    are those that the stricter test gives.
    Unstated: how many pairs are added. Pairs are added until no open tile has room; each
    new tile is closed with probability 1/2, except the first child of a root on the main
    diagonal, which the code never closes (it takes the row for the column); as coded
    only. Which of two children is the first matters only for the root (5, 5): the upper
    one.
    Unstated: that trees of 3 tiles are rejected; both readings. `grammar_tree` keeps
    them, as the boards of kumar2021 do.
    """
    return Rule(sample, outcomes, holds).given(described=reading == "as_described")


def sample(
    rng: np.random.Generator, described: bool = False, min_tiles: int = 5
) -> Board | None:
    """Pairs of tiles are added to a random root until nothing has room."""
    growth = plant(ROOTS[rng.integers(len(ROOTS))])
    while growth.nodes:
        nodes = sorted(growth.nodes)
        node = nodes[rng.integers(len(nodes))]
        options = pairs(growth.reds, node, described)
        pair = options[rng.integers(len(options))]
        chances = [
            closing_probability(growth, node, child, described) for child in (0, 1)
        ]
        closed = (bool(rng.random() < chances[0]), bool(rng.random() < chances[1]))
        growth = grow(growth, node, pair, closed, described)
    return board(growth.reds) if len(growth.reds) >= min_tiles else None


def outcomes(described: bool = False, min_tiles: int = 5) -> Outcomes:
    """Every way to grow.

    Trees that are equal after a pair are merged: how they came about no longer matters.
    """
    states = {plant(root): 1 / len(ROOTS) for root in ROOTS}
    done: dict[frozenset[Tile], float] = defaultdict(float)
    while states:
        after: dict[Growth, float] = defaultdict(float)
        for growth, probability in states.items():
            for successor, share in _successors(growth, described):
                after[successor] += probability * share
        for growth in [growth for growth in after if not growth.nodes]:
            done[growth.reds] += after.pop(growth)
        states = after
    return outcomes_from(
        (board(reds), p) for reds, p in done.items() if len(reds) >= min_tiles
    )


def holds(board: Board, described: bool = False, min_tiles: int = 5) -> bool:
    """Whether some tile is a root from which every branching is a legal pair."""
    reds = tiles(board)
    if len(reds) < min_tiles or not all(inside(tile, last(described)) for tile in reds):
        return False
    if described:
        return any(_grows(reds, plant(root)) for root in reds & set(ROOTS))
    return any(
        _branches(reds, Node(root, FOUR), {root}) == reds for root in reds & set(ROOTS)
    )


def last(described: bool) -> int:
    """The last row and column that can be used."""
    return SIDE - 1 if described else SIDE - 2


def plant(root: Tile) -> Growth:
    """A root, open in all four directions."""
    return Growth(frozenset({root}), frozenset({Node(root, FOUR)}))


def next_tile(tile: Tile, direction: Tile) -> Tile:
    """The next tile in a direction."""
    return (tile[0] + direction[0], tile[1] + direction[1])


def opposite(direction: Tile) -> Tile:
    """The other way."""
    return (-direction[0], -direction[1])


def free(reds: frozenset[Tile], node: Node, described: bool) -> list[Tile]:
    """The directions in which the next tile and both beside it are empty.

    As described: all directions, if their tiles are empty and make no 2x2 block of reds.
    """
    if described:
        targets = {next_tile(node.tile, direction) for direction in node.directions}
        legal = all(map(inside, targets)) and not targets & reds
        legal = legal and not has_block(reds | targets)
        return list(node.directions) if legal else []
    return [
        direction
        for direction in node.directions
        if inside(target := next_tile(node.tile, direction), last(described))
        and not {
            target,
            next_tile(target, direction[::-1]),
            next_tile(target, opposite(direction[::-1])),
        }
        & reds
    ]


def has_block(reds: frozenset[Tile]) -> bool:
    """Whether some 2x2 square is all red."""
    return any(
        {(row, column + 1), (row + 1, column), (row + 1, column + 1)} <= reds
        for row, column in reds
    )


def pairs(
    reds: frozenset[Tile], node: Node, described: bool
) -> list[tuple[Tile, Tile]]:
    """The directions in which two tiles can be added, the first child's first.

    Two free directions are taken as they are; of more, a pair at a right angle.
    """
    directions = free(reds, node, described)
    if len(directions) == 2:
        return [(directions[0], directions[1])]
    return [
        (one, other)
        for one, other in permutations(directions, 2)
        if opposite(one) != other
    ]


def closing_probability(
    growth: Growth, node: Node, child: int, described: bool
) -> float:
    """The probability that the first (0) or second (1) child never branches.

    Half, except for the slip in the authors' code about roots on the main diagonal.
    """
    on_diagonal = len(growth.reds) == 1 and node.tile[0] == node.tile[1]
    return 0.0 if on_diagonal and child == 0 and not described else 0.5


def children_of(tile: Tile, pair: tuple[Tile, Tile]) -> list[Node]:
    """Two children, each open in its own direction and away from the other."""
    return [
        Node(next_tile(tile, own), (own, opposite(other)))
        for own, other in (pair, pair[::-1])
    ]


def grow(
    growth: Growth,
    node: Node,
    pair: tuple[Tile, Tile],
    closed: tuple[bool, bool],
    described: bool,
) -> Growth:
    """The tree with two more tiles."""
    children = children_of(node.tile, pair)
    reds = growth.reds | {child.tile for child in children}
    new = {child for child, shut in zip(children, closed, strict=True) if not shut}
    nodes = new if described else (growth.nodes - {node}) | new
    room = frozenset(node for node in nodes if len(free(reds, node, described)) > 1)
    return Growth(reds, room)


def _successors(growth: Growth, described: bool) -> Iterator[tuple[Growth, float]]:
    """Every tree with one more pair, with its probability."""
    for node in growth.nodes:
        options = pairs(growth.reds, node, described)
        chances = [
            closing_probability(growth, node, child, described) for child in (0, 1)
        ]
        for pair, closed in product(options, product((True, False), (True, False))):
            share = 1 / len(growth.nodes) / len(options)
            for shut, chance in zip(closed, chances, strict=True):
                share *= chance if shut else 1 - chance
            if share:
                yield grow(growth, node, pair, closed, described), share


def _grows(reds: set[Tile], growth: Growth) -> bool:
    """Whether a tree becomes these tiles by legal pairs, each at a tile added last."""
    if growth.reds == reds:
        return True
    steps = (
        grow(growth, node, pair, (False, False), described=True)
        for node in growth.nodes
        for pair in pairs(growth.reds, node, described=True)
    )
    return any(after.reds <= reds and _grows(reds, after) for after in steps)


def _branches(reds: set[Tile], node: Node, met: set[Tile]) -> set[Tile] | None:
    """All tiles met up to the ends of this branch, or None if it is no legal branch."""
    ways = [way for way in node.directions if next_tile(node.tile, way) in reds - met]
    if not ways:
        return met
    if len(ways) != 2 or opposite(ways[0]) == ways[1]:
        return None
    children = children_of(node.tile, (ways[0], ways[1]))
    branch: set[Tile] | None = met | {child.tile for child in children}
    for child in children:
        branch = None if branch is None else _branches(reds, child, branch)
    return branch
