"""Networks as learners: whoever holds a network's settings teaches it and asks it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.items import Items, Stream
from metamer.core.learner import ClassifierNetwork, PlayerNetwork
from metamer.core.play import GameView
from metamer.training.settings import PlayerTraining

if TYPE_CHECKING:
    from jaxtyping import Array, Float, PRNGKeyArray

    from metamer.nets.layers import Net
    from metamer.training.classifiers import FittedNets

SAMPLE = 256
"""Items whose shape and labels are looked at before a training begins."""

CHUNK = 256
"""Items that are explained at a time, so that memory stays bounded. Source: ours."""


def teachable(learner: Any) -> Any:
    """The learner itself, or whoever teaches the network that it describes."""
    if isinstance(learner, ClassifierNetwork):
        return NetworkClassifier(learner)
    if isinstance(learner, PlayerNetwork):
        return NetworkPlayer(learner)
    return learner


def count_parameters(network: Any, shape: tuple[int, ...]) -> int:
    """How many parameters a network for items or boards of this shape has.

    Counted on shapes alone: no weight is drawn.
    """
    import equinox as eqx
    import jax

    from metamer.nets.layers import parameters

    key = jax.random.key(0)
    if isinstance(network, PlayerNetwork):
        return parameters(eqx.filter_eval_shape(network.policy, prod(shape), key))
    return parameters(eqx.filter_eval_shape(network.net, shape, key))


@dataclass(frozen=True)
class NetworkClassifier:
    """Teaches a network one of a few labels, from items or streams of them."""

    network: ClassifierNetwork
    compiled: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return self.network.name

    def train(
        self, lessons: Sequence[Any], keys: Sequence[PRNGKeyArray], place: Place
    ) -> FittedNets:
        """A trained network for each unit, from `Items` or from `Stream`s of them."""
        import jax
        import jax.numpy as jnp

        from metamer.training import classifiers
        from metamer.training.batches import ArraySource

        first, own = lessons[0], jnp.stack(list(keys))
        if isinstance(first, Stream):
            source, count = first.source, first.size
            owners = jnp.stack([lesson.key.jax for lesson in lessons])
        else:
            shown = [
                Items(lesson.inputs, lesson.labels, hints=lesson.hints)
                for lesson in lessons
            ]
            source = ArraySource(jax.tree.map(lambda *rows: jnp.stack(rows), *shown))
            count, owners = len(first.labels), own
        build = _build(self.network, _item_shape(self.network, source, owners[0]))
        return classifiers.train(
            build, source, count, self.network.training, own, owners, place
        )

    def fit(self, items: Items | Stream, key: PRNGKeyArray) -> FittedNets:
        """One trained network, without checkpoints."""
        import jax

        with tempfile.TemporaryDirectory() as folder:
            fitted = self.train([items], [key], Place(Path(folder), "alone"))
        return jax.tree.map(lambda leaf: leaf[0], fitted)

    def answer(self, fitted: FittedNets, items: Items) -> Float[Array, "item label"]:
        """The probability of each label."""
        import jax.numpy as jnp

        from metamer.training.supervised import probabilities

        return probabilities(fitted.net, fitted.state, jnp.asarray(items.inputs))

    def tell(self, fitted: FittedNets) -> dict[str, np.ndarray]:
        """How its training went, for columns of the table: a number for each unit."""
        return {"fitted_after": fitted.fitted_after}

    def explain(
        self, fitted: FittedNets, items: Items
    ) -> Float[Array, "item reason"] | None:
        """The probability of each reason; None from a network that learned none."""
        import jax
        import jax.numpy as jnp

        from metamer.nets.layers import GivesReasons

        net: Any = fitted.net
        if not isinstance(net, GivesReasons) or not net.has_reasons:
            return None

        def one(inputs: Array) -> Array:
            return net.reasons(inputs[None], fitted.state)[0]

        return jax.lax.map(one, jnp.asarray(items.inputs), batch_size=CHUNK)


@cache
def _build(network: ClassifierNetwork, shape: tuple[int, ...]) -> Callable[..., Net]:
    """A function that builds the network, one for equal networks: compiled once."""
    return partial(network.net, shape)


def _item_shape(
    network: ClassifierNetwork, source: Any, key: PRNGKeyArray
) -> tuple[int, ...]:
    """The shape of one item; refuses labels that the network does not have."""
    import jax
    import jax.numpy as jnp

    from metamer.training.batches import ArraySource

    if isinstance(source, ArraySource):
        source = jax.tree.map(lambda column: column[0], source)
    sample = source.draw(key, jnp.arange(SAMPLE))
    largest = int(sample.labels.max())
    if largest >= network.labels:
        raise Refusal(
            f"{network.name} has {network.labels} labels, and an item has the label "
            f"{largest}: set its labels to how many there are"
        )
    if sample.inputs.ndim == 2 and jnp.issubdtype(sample.inputs.dtype, jnp.floating):
        raise Refusal(f"{network.name} reads rows of whole numbers, not of fractions")
    return sample.inputs.shape[1:]


@dataclass(frozen=True)
class BuildPolicy:
    """Makes a player's network for a number of actions; equal ones are compiled once."""

    network: PlayerNetwork
    actions: int

    def __call__(self, key: PRNGKeyArray) -> Any:
        return self.network.policy(self.actions, key)


def policy_builder(network: PlayerNetwork, actions: int) -> BuildPolicy:
    """What makes the player's network, whatever its training.

    Networks that are trained with other numbers share a compiled program.
    """
    bare: Any = replace(network, training=PlayerTraining())  # type: ignore[type-var]
    return BuildPolicy(bare, actions)


@dataclass(frozen=True)
class NetworkPlayer:
    """Teaches a network to play, by advantage actor-critic."""

    network: PlayerNetwork
    compiled: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return self.network.name

    def train(self, course: Any, keys: PRNGKeyArray, place: Place) -> Any:
        """All units, trained side by side on the game of a course."""
        from metamer.training import population

        build = policy_builder(self.network, course.game.actions)
        training = self.network.training
        return population.train(build, course.game, training, keys, place)

    def fit(self, course: Any, key: PRNGKeyArray) -> Any:
        """One unit, trained alone and without checkpoints."""
        import jax

        with tempfile.TemporaryDirectory() as folder:
            together = self.train(course, key[None], Place(Path(folder), "alone"))
        return jax.tree.map(lambda leaf: leaf[0], together)

    def start(self, fitted: Any, many: int) -> Any:
        """What it remembers before its first action."""
        return fitted.start(many)

    def act(
        self, fitted: Any, view: GameView, memory: Any, key: Any
    ) -> tuple[Float[Array, "game action"], Any]:
        """Logits of the actions, and what it remembers."""
        from metamer.training.actor_critic import mask

        logits, _, memory = fitted(view, memory)
        # What has not been tried yet is -1 in what a player observes.
        if self.network.training.masked:
            logits = mask(logits, view.observation < 0)
        return logits, memory
