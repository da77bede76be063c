"""Many networks at once that learn from labelled items, drawn as they are needed."""

from typing import Any, NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Key, PyTree

from metamer.core.checkpoints import Place
from metamer.training import early_stopping
from metamer.training.batches import ArraySource
from metamer.training.classifier_updates import (
    Build,
    ClassifierState,
    begin,
    compile_program,
    make_numbers,
    shape_of,
)
from metamer.training.settings import Training
from metamer.training.windows import Loop, Rows, pad_keys, train_in_windows

POINTS = 50
"""Points of a curve; a training can stop at each of them."""

AHEAD = 128
"""Batches that are drawn at once: small programs wait for one another less."""

FITTED = 0.9
"""Accuracy on the items of one window from which a network has fitted them.

Source: ours.
"""

CURVE = ("unit", "steps", "epochs", "loss", "accuracy")
"""Columns of a curve; `steps` counts updates, and the last two are means over the items
since the row before."""


class FittedNets(NamedTuple):
    """Trained networks, one for each unit, and how their training went."""

    net: Any
    state: Any
    fitted_after: Float[np.ndarray, " unit"]
    """The share of the training after which the network had fitted its items; NaN if it
    never had."""


def train(
    build: Build,
    source: Any,
    count: int,
    training: Training,
    keys: Key[Array, " unit"],
    owners: Key[Array, " unit"],
    place: Place,
) -> FittedNets:
    """One trained network for each of `keys`; the first axis of its parameters is the unit.

    Each unit is taught `count` items of the sequence of `source` that belongs to its key
    among `owners`. An `ArraySource` has the items of each unit along its first axis.
    """
    units, total = len(keys), training.updates(count)
    rows, shape = pad_keys(keys), shape_of(training)
    loop = _loop(build, source, count, training, pad_keys(owners), units, place)
    begun = begin(build, shape, rows)
    best: Any = ()
    if training.patience:
        best = early_stopping.first_best((begun.params, begun.state), len(rows))
    (last, best), curve = train_in_windows((begun, best), loop, place)
    net, state = _fitted(build, best.net if best else (last.params, last.state), units)
    return FittedNets(net, state, fitted_after(curve, units, total))


def _loop(
    build: Build,
    source: Any,
    count: int,
    training: Training,
    owners: Key[Array, " row"],
    units: int,
    place: Place,
) -> Loop:
    """The training window by window, each followed by an evaluation if one is due."""
    numbers, total = make_numbers(training, count), training.updates(count)
    window, batch = -(-total // POINTS), min(training.batch, count)
    own = isinstance(source, ArraySource)
    program = compile_program(build, shape_of(training), batch, min(window, AHEAD), own)
    seen = _repeat(source, len(owners)) if own else source
    evaluated = early_stopping.columns(training, place.evaluation)

    def advance(state: tuple[ClassifierState, Any]) -> tuple[Any, Rows]:
        classifier, best = state
        # All units are at the same update, so the first stands for all.
        before = int(classifier.updates[0])
        # The compiled program cannot pause, so a window ends where an evaluation is
        # due.
        stop = early_stopping.next_stop(before, window, training, total)
        classifier = program(
            classifier, seen, owners, numbers, jnp.array(stop - before)
        )
        points = _points(classifier, (stop - before) * batch, float(numbers.per_epoch))
        values = np.full((units, len(evaluated)), np.nan)
        if evaluated and early_stopping.is_due(stop, training, total):
            nets = (classifier.params, classifier.state)
            fitted = FittedNets(*_fitted(build, nets, units), np.zeros(units))
            values, best = _evaluate(fitted, nets, best, training, place)
        rows = np.column_stack([points[:units], values])
        return (classifier, best), [
            [place.first + unit, *row] for unit, row in enumerate(rows.tolist())
        ]

    return Loop(
        advance, lambda state: _share(state, training, total), (*CURVE, *evaluated)
    )


def _evaluate(
    fitted: FittedNets, nets: PyTree, best: Any, training: Training, place: Place
) -> tuple[np.ndarray, Any]:
    """Loss and accuracy of each unit on each asked part, and the best networks so far.

    `nets` holds the padding units too, which `fitted` leaves out.
    """
    values = place.evaluation.ask(fitted, training.evaluate_items)
    if best:
        part = place.evaluation.parts.index(early_stopping.VALIDATION)
        loss = values[:, part, 0]
        best = early_stopping.keep_best(best, nets, loss, training.patience)
    return values.reshape(len(fitted.fitted_after), -1), best


def _share(state: tuple[ClassifierState, Any], training: Training, total: int) -> float:
    """How much of the training is done: all of it once every unit has stopped."""
    classifier, best = state
    if best and early_stopping.has_stopped(best, training.patience):
        return 1.0
    return share_done(classifier.updates, total)


def _points(
    state: ClassifierState, items: int, per_epoch: float
) -> Float[np.ndarray, "row 4"]:
    """Updates, epochs, loss and accuracy of each network over the last `items` items."""
    sums = (state.updates, state.loss, state.right)
    updates, loss, right = (np.asarray(column, float) for column in sums)
    return np.stack([updates, updates / per_epoch, loss / items, right / items], axis=1)


def _fitted(build: Build, nets: PyTree, units: int) -> tuple[Any, Any]:
    """Networks and their states from parameters, without the units that only pad."""
    params, state = jax.tree.map(lambda leaf: leaf[:units], nets)
    shape = eqx.filter_eval_shape(build, jax.random.key(0))
    return eqx.combine(params, eqx.filter(shape, _is_array, inverse=True)), state


def share_done(updates: Any, total: Any) -> float:
    """How much of the training is behind all networks.

    Divided here and not on the device: a GPU makes a little less than 1 of 28122 / 28122,
    and such a training would never end.
    """
    return int(np.asarray(updates).min()) / int(total)


def fitted_after(curve: Rows, units: int, total: int) -> Float[np.ndarray, " unit"]:
    """The share of the training after which each unit first had `FITTED`.

    Between two points of the curve accuracy is taken to grow in a line.
    """
    table = np.array([row[: len(CURVE)] for row in curve])
    table = table.reshape(-1, units, len(CURVE))
    # Before the first update nothing is right.
    before = np.concatenate([np.zeros_like(table[:1]), table[:-1]])
    reached = table[..., 4] >= FITTED
    first = reached.argmax(axis=0), np.arange(units)
    (update, high), (start, low) = (
        points[first][:, [1, 4]].T for points in (table, before)
    )
    share = (FITTED - low) / np.maximum(high - low, 1e-9)
    return np.where(
        reached.any(axis=0), (start + share * (update - start)) / total, np.nan
    )


def _repeat(source: ArraySource, rows: int) -> ArraySource:
    """The items of each unit, and of some again until devices can divide them."""
    return jax.tree.map(lambda column: column[jnp.arange(rows) % len(column)], source)


def _is_array(leaf: Any) -> bool:
    return isinstance(leaf, jax.ShapeDtypeStruct)
