"""Batches for learners that are not compiled, from items or from a stream."""

import equinox as eqx
import jax.numpy as jnp
import numpy as np
import pytest

from metamer.core.items import Items, Stream
from metamer.core.keys import root
from metamer.training import loading
from metamer.training.loading import Loader


class Counting(eqx.Module):
    """At each place its number, in a picture; of three labels the middle one is missing."""

    def draw(self, key, places):
        return Items(
            jnp.broadcast_to(places[:, None], (len(places), 2)), places % 2 * 2
        )


STREAM = Stream(Counting(), root(1), 103)
ITEMS = Items(np.repeat(np.arange(103)[:, None], 2, axis=1), np.arange(103) % 2 * 2)
both = pytest.mark.parametrize("taught", [ITEMS, STREAM], ids=["items", "stream"])


@both
def test_an_epoch_has_every_item_once_and_another_order_than_the_next(taught):
    loader = Loader(taught, 10, root(2))
    assert (loader.count, loader.per_epoch) == (103, 10)
    first, second = (
        np.concatenate([batch.inputs[:, 0] for batch in loader.batches(*updates)])
        for updates in ((0, 10), (10, 20))
    )
    # What does not fill a last batch waits for the next epoch.
    assert len(set(first)) == len(first) == 100
    assert len(set(second)) == 100
    assert first.tolist() != second.tolist()


@both
def test_labels_are_places_among_those_that_are_taught(taught):
    loader = Loader(taught, 10, root(2))
    assert loader.labels.tolist() == [0, 2]
    (batch,) = loader.batches(0, 1)
    assert np.array_equal(batch.labels, batch.inputs[:, 0] % 2)


@both
def test_any_batch_can_be_had_without_those_before_it(taught):
    loader = Loader(taught, 7, root(3))
    whole = [batch.inputs for batch in loader.batches(0, 40)]
    later = [batch.inputs for batch in loader.batches(23, 40)]
    assert all(map(np.array_equal, whole[23:], later))


@both
def test_fewer_items_than_a_batch_are_one_batch(taught):
    loader = Loader(taught, 1000, root(3))
    (batch,) = loader.batches(0, 1)
    assert sorted(batch.inputs[:, 0]) == list(range(103))


def test_a_stream_is_never_drawn_whole(monkeypatch):
    monkeypatch.setattr(loading, "AHEAD", 64)
    sizes = []

    class Watched(Counting):
        def draw(self, key, places):
            sizes.append(len(places))
            return super().draw(key, places)

    loader = Loader(Stream(Watched(), root(1), 10**6), 16, root(2))
    assert len(list(loader.batches(0, 30))) == 30
    # Chunks of labels, which are counted, and some batches; never the million.
    assert set(sizes) == {16, 64, loading.CHUNK}


def test_large_items_are_drawn_batch_by_batch(monkeypatch):
    # Two numbers of four bytes each, sixteen items: two batches fit.
    monkeypatch.setattr(loading, "BYTES", 2 * 16 * 2 * 4)
    assert Loader(STREAM, 16, root(2))._ahead() == 2
    monkeypatch.setattr(loading, "BYTES", 1)
    assert Loader(STREAM, 16, root(2))._ahead() == 1
