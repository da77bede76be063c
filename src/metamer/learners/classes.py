"""What all networks share that learn one of a few labels from items or streams of them."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.items import Items, Stream
from metamer.training.recipes import Training

if TYPE_CHECKING:
    from jaxtyping import Array, Float, PRNGKeyArray

    from metamer.nets.layers import Net
    from metamer.training.classes import Taught

LOOK = 256
"""Items that are looked at before a training begins."""


@runtime_checkable
class Student(Protocol):
    """What the settings of such a network have."""

    def __hash__(self) -> int: ...

    @property
    def name(self) -> str: ...

    @property
    def training(self) -> Training: ...

    @property
    def labels(self) -> int: ...

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Net: ...


def train(
    self: Student,
    lessons: Sequence[Any],
    keys: Sequence[PRNGKeyArray],
    place: Place,
) -> Taught:
    """A trained network for each unit, from `Items` or from `Stream`s of them."""
    import jax
    import jax.numpy as jnp

    from metamer.training.classes import Kept
    from metamer.training.classes import train as teach

    first, own = lessons[0], jnp.stack(list(keys))
    if isinstance(first, Stream):
        source, count = first.source, first.size
        owners = jnp.stack([lesson.key.jax for lesson in lessons])
    else:
        shown = [
            Items(lesson.inputs, lesson.labels, hints=lesson.hints)
            for lesson in lessons
        ]
        source = Kept(jax.tree.map(lambda *rows: jnp.stack(rows), *shown))
        count, owners = len(first.labels), own
    build = _builder(self, _shape(self, source, owners[0]))
    return teach(build, source, count, self.training, own, owners, place)


def fit(self: Student, items: Items | Stream, key: PRNGKeyArray) -> Taught:
    """One trained network. Nothing is kept of it meanwhile."""
    import jax

    with tempfile.TemporaryDirectory() as folder:
        taught = train(self, [items], [key], Place(Path(folder), "alone"))
    return jax.tree.map(lambda leaf: leaf[0], taught)


def answer(self: Student, fitted: Taught, items: Items) -> Float[Array, "item label"]:
    """The probability of each label."""
    import jax.numpy as jnp

    from metamer.training.supervised import Trained, probabilities

    return probabilities(Trained(fitted.net, fitted.state), jnp.asarray(items.inputs))


def tell(self: Student, fitted: Taught) -> dict[str, np.ndarray]:
    """How its training went, for columns of the table: a number for each unit."""
    return {"fitted_after": fitted.fitted_after}


def parameters(self: Student, shape: tuple[int, ...]) -> int:
    """How many weights the network for items of this shape has."""
    import equinox as eqx
    import jax

    from metamer.nets.layers import parameters

    return parameters(eqx.filter_eval_shape(self.net, shape, jax.random.key(0)))


@cache
def _builder(settings: Any, shape: tuple[int, ...]) -> Callable[..., Net]:
    """The same function for the same network, so that it is compiled once."""
    return partial(settings.net, shape)


def _shape(settings: Student, source: Any, key: PRNGKeyArray) -> tuple[int, ...]:
    """The shape of one item; refuses labels that the network does not have."""
    import jax
    import jax.numpy as jnp

    from metamer.training.classes import Kept

    own = isinstance(source, Kept)
    seen = Kept(jax.tree.map(lambda column: column[0], source.items)) if own else source
    few = seen.draw(key, jnp.arange(LOOK))
    most = int(few.labels.max())
    if most >= settings.labels:
        raise Refusal(
            f"{settings.name} has {settings.labels} labels, and an item has the label "
            f"{most}: set its labels to how many there are"
        )
    if few.inputs.ndim == 2 and jnp.issubdtype(few.inputs.dtype, jnp.floating):
        raise Refusal(f"{settings.name} reads rows of whole numbers, not of fractions")
    return few.inputs.shape[1:]
