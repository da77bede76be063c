"""What a rule can ask of a thing: the largest, of which there is one, of colour 3 ..."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from metamer.programs.attributes import ATTRIBUTES, Attribute, numbers
from metamer.programs.scene import How, Scene


class Properties(NamedTuple):
    """Truth values of things of several scenes, the same columns for all."""

    words: list[str]
    costs: np.ndarray
    holds: list[np.ndarray]
    """For each scene [thing, property]."""


def properties(scenes: Sequence[Scene], how: How, known: int) -> Properties:
    """What holds of the things of each scene; those that never tell two apart go.

    Constants are those of the first `known` scenes (the demonstrations). Of equal columns
    only the cheapest is kept, equal over all scenes.
    """
    tables = [numbers(scene, how) for scene in scenes]
    found: list[tuple[str, float, list[np.ndarray]]] = []
    for place, attribute in enumerate(ATTRIBUTES.values()):
        columns = [table[:, place] for table in tables]
        found += _flags(attribute, columns) if attribute.flag else []
        if not attribute.flag:
            found += _ranks(attribute, columns)
            found += _constants(attribute, columns, known)
    return _distinct(sorted(found, key=lambda it: it[1]), known)


Column = tuple[str, float, list[np.ndarray]]


def _flags(attribute: Attribute, columns: list[np.ndarray]) -> list[Column]:
    true = [column.astype(bool) for column in columns]
    words = attribute.words
    return [
        (f"that {words}", 1.0, true),
        (f"of which it is not true that it {words}", 1.2, [~it for it in true]),
    ]


def _ranks(attribute: Attribute, columns: list[np.ndarray]) -> list[Column]:
    words = attribute.words
    alone = [
        np.array([(column == value).sum() for value in column]) == 1
        for column in columns
    ]
    usual = [_usual(column) for column in columns]
    return [
        *_ends(words, columns),
        (f"with {words} of its own", 1.3, alone),
        (f"with {words} like another's", 1.3, [~it for it in alone]),
        (f"with the usual {words}", 1.4, usual),
        (f"without the usual {words}", 1.4, [~it for it in usual]),
    ]


def _ends(words: str, columns: list[np.ndarray]) -> list[Column]:
    """The first and the last in order; colours have none."""
    if words == "colour":
        return []
    most = [_extreme(column, np.max) for column in columns]
    least = [_extreme(column, np.min) for column in columns]
    return [
        (f"with the most {words}", 1.0, most),
        (f"with the least {words}", 1.0, least),
        (f"not with the most {words}", 1.4, [~it for it in most]),
        (f"not with the least {words}", 1.4, [~it for it in least]),
    ]


def _constants(
    attribute: Attribute, columns: list[np.ndarray], known: int
) -> list[Column]:
    words = attribute.words
    values = np.unique(np.concatenate([np.zeros(0, int), *columns[:known]]))
    found: list[Column] = []
    for value in values[:12].tolist():
        equal = [column == value for column in columns]
        found.append((f"with {words} {value}", 1.8, equal))
        found.append((f"with {words} other than {value}", 2.0, [~it for it in equal]))
        if attribute.words not in ("colour",):
            more = [column > value for column in columns]
            found.append((f"with {words} above {value}", 2.2, more))
            found.append((f"with {words} up to {value}", 2.2, [~it for it in more]))
    return found


def _extreme(column: np.ndarray, best: Callable) -> np.ndarray:
    return column == best(column) if len(column) else column.astype(bool)


def _usual(column: np.ndarray) -> np.ndarray:
    if not len(column):
        return column.astype(bool)
    values, counts = np.unique(column, return_counts=True)
    return column == values[counts.argmax()]


def _distinct(found: list[Column], known: int) -> Properties:
    kept: dict[bytes, Column] = {}
    for column in found:
        whole = np.concatenate([np.zeros(0, bool), *column[2]])
        demonstrated = np.concatenate([np.zeros(0, bool), *column[2][:known]])
        if demonstrated.any() and not demonstrated.all():
            kept.setdefault(np.packbits(whole).tobytes(), column)
    columns = list(kept.values())
    many = len(columns[0][2]) if columns else 0
    return Properties(
        [words for words, _, _ in columns],
        np.array([cost for _, cost, _ in columns]),
        [
            np.stack([column[2][scene] for column in columns], axis=1)
            for scene in range(many)
        ],
    )
