"""The rule end of the scale: a learner that follows one feature alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from metamer.core.items import Items, Lesson
from metamer.core.registry import learner

if TYPE_CHECKING:
    from jaxtyping import Array, Float


@learner.add("rule")
@dataclass(frozen=True)
class Rule:
    """Finds the one feature that predicts the label best, and follows it alone.

    It sees the two features themselves, so it errs only if training leaves open which of
    them decides: in cue conflict both predict the label perfectly, and it tosses a coin. In
    all other conditions the discriminant is the better predictor, and its EVR is exactly 0.

    Source: ours; the rule end of the scale of dasgupta2022, Sec. 3.
    """

    compiled: ClassVar[bool] = True
    max_labels: ClassVar[int] = 2

    @property
    def name(self) -> str:
        return "rule"

    def encode(self, lesson: Lesson) -> Lesson:
        """The lesson with its features as inputs; other inputs may be no arrays (texts)."""
        taught, asked = (
            items._replace(inputs=items.features)
            for items in (lesson.taught, lesson.asked)
        )
        return lesson._replace(taught=taught, asked=asked)

    def fit(self, items: Items, key: Any) -> Float[Array, " feature"]:
        """The weight of each feature: 1 or -1 for the chosen one, 0 for the other."""
        import jax
        import jax.numpy as jnp

        signs = 2.0 * items.labels - 1.0
        agreement = jnp.mean(signs[:, None] * (2.0 * items.features - 1.0), axis=0)
        # Small enough to decide only between features that predict equally well.
        coin = 1e-3 * jax.random.uniform(key, agreement.shape)
        chosen = jnp.argmax(jnp.abs(agreement) + coin)
        return jnp.sign(agreement) * (jnp.arange(2) == chosen)

    def answer(self, fitted: Any, items: Items) -> Float[Array, "item 2"]:
        import jax.numpy as jnp

        positive = ((2.0 * items.features - 1.0) @ fitted > 0).astype(jnp.float32)
        return jnp.stack([1 - positive, positive], axis=1)
