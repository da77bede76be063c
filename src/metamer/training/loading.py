"""Batches for learners that are not compiled: a data loader over items or a stream."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Int, PRNGKeyArray

from metamer.core.items import Stream
from metamer.core.keys import Key
from metamer.training.batches import draw_batches
from metamer.training.drawing import CHUNK

AHEAD, BYTES = 4096, 2**26
"""The most items of a stream, and the most bytes of their inputs, that are drawn at once
and so are in memory; a batch at least. Source: ours."""


class Batch(NamedTuple):
    """Some items, and the place of each one's label among the taught labels."""

    inputs: np.ndarray
    labels: Int[np.ndarray, " item"]


@dataclass(frozen=True, eq=False)
class Loader:
    """What a lesson teaches in batches, in a new order in each epoch.

    A stream is drawn batch by batch. Any batch can be had without those before it, so a
    training that was stopped goes on with the batches that it would have had. What does
    not fill a last batch waits for the next epoch; fewer items than a batch are one batch.
    """

    taught: Any
    """`Items`, or a `Stream` of them."""
    most: int
    """Items of a batch, if there are as many."""
    key: Key

    @cached_property
    def count(self) -> int:
        """How many items are taught."""
        if isinstance(self.taught, Stream):
            return self.taught.size
        return len(self.taught.labels)

    @property
    def batch(self) -> int:
        return min(self.most, self.count)

    @property
    def per_epoch(self) -> int:
        """Batches of an epoch."""
        return self.count // self.batch

    @cached_property
    def labels(self) -> Int[np.ndarray, " label"]:
        """The labels that are taught, in order."""
        if not isinstance(self.taught, Stream):
            return np.unique(self.taught.labels)
        found: set[int] = set()
        for start in range(0, self.count, CHUNK):
            places = jnp.minimum(start + jnp.arange(CHUNK), self.count - 1)
            # Compiled for the labels alone, so that no picture is drawn for them.
            drawn = _labels(self.taught.source, self.taught.key.jax, places)
            found |= set(np.unique(drawn).tolist())
        return np.array(sorted(found))

    def batches(self, first: int, last: int) -> Iterator[Batch]:
        """Those of the updates from `first` to before `last`."""
        draw = self._drawn if isinstance(self.taught, Stream) else self._held
        for inputs, labels in draw(first, last):
            yield Batch(inputs, np.searchsorted(self.labels, labels))

    def _held(self, first: int, last: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Batches of items that are all in memory."""
        order, epoch = np.zeros(0, int), -1
        for update in range(first, last):
            if update // self.per_epoch != epoch:
                epoch = update // self.per_epoch
                order = self.key.stream("epoch", epoch).numpy.permutation(self.count)
            start = update % self.per_epoch * self.batch
            rows = order[start : start + self.batch]
            yield np.asarray(self.taught.inputs)[rows], self.taught.labels[rows]

    def _drawn(self, first: int, last: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Batches of a stream, some of them drawn at once."""
        ahead = self._ahead()
        owner, order = self.taught.key.jax, self.key.jax
        sizes = jnp.array(self.per_epoch), jnp.array(self.count)
        for start in range(first, last, ahead):
            updates = start + jnp.arange(ahead)
            source = self.taught.source
            items = _batches(source, owner, order, updates, *sizes, self.batch)
            inputs, labels = np.asarray(items.inputs), np.asarray(items.labels)
            for place in range(min(ahead, last - start)):
                yield inputs[place], labels[place]

    def _ahead(self) -> int:
        """How many batches of a stream are drawn at once."""
        shown = jax.eval_shape(
            self.taught.source.draw, self.taught.key.jax, jnp.arange(self.batch)
        ).inputs
        held = shown.size * shown.dtype.itemsize
        return max(1, min(AHEAD // self.batch, BYTES // held))


_batches = eqx.filter_jit(draw_batches)


@eqx.filter_jit
def _labels(source: Any, key: PRNGKeyArray, places: Int[Array, " item"]) -> Any:
    return source.draw(key, places).labels
