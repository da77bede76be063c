"""How players are trained, in numbers; nothing here needs JAX."""

from dataclasses import dataclass
from typing import Literal

from metamer.core.errors import Refusal, at_least, one_of

OPTIMISERS = ("adam", "rmsprop")
SCHEDULES = ("constant", "linear")
COUNTS = ("episodes", "steps")


@dataclass(frozen=True)
class Recipe:
    """How a player is trained.

    Source: kumar2022, Methods (A2C); the authors' library for the rest:
    gradients clipped at 0.5, advantage not normalised, RMSProp with decay 0.99 and epsilon
    1e-5 inside the root, its mean of squares beginning at 1.
    """

    games: int = 64
    """Played side by side. Source: ours. Differs: the paper plays one at a time."""
    steps: int = 5
    """Clicks for each update, and reach of the returns. Source: kumar2022, Table S8: 2 to
    14, by rule."""
    rate: float = 1e-3
    """Source: ours; kumar2022, Table S8: 3e-4 to 3.8e-3, by rule."""
    entropy: float = 0.01
    """Weight of the policy's entropy. Source: ours; kumar2022, Table S8: 1e-8 to .06."""
    value: float = 0.05
    """Weight of the value's error. Source: ours; kumar2022, Table S8: .001 to .064."""
    gamma: float = 0.9
    """What a reward one click later is worth. Source: kumar2022, Table S8."""
    max_norm: float = 0.5
    """Longer gradients are shortened to this. Source: kumar2022, the authors' library."""
    optimiser: Literal["adam", "rmsprop"] = "adam"
    """Source: ours. Differs: the paper's is rmsprop."""
    schedule: Literal["constant", "linear"] = "constant"
    """Whether the rate falls to 0. Source: kumar2022, Table S8: by rule."""
    masked: bool = False
    """Whether tiles that are face up cannot be clicked. Source: kumar2022: not for LSTM
    and EPN, but for transformer and CoRelNet."""
    length: int = 300_000
    """How long a player is trained. Source: ours; the paper says 2 million."""
    counted_in: Literal["episodes", "steps"] = "episodes"
    """Source: kumar2022, Methods. Unclear: what it calls episodes, its code counts in
    steps."""

    def __post_init__(self) -> None:
        for name in ("games", "steps", "length"):
            at_least(f"recipe: {name}", getattr(self, name), 1)
        for name in ("entropy", "value"):
            at_least(f"recipe: {name}", getattr(self, name), 0)
        for name in ("rate", "max_norm"):
            if not getattr(self, name) > 0:
                raise Refusal(f"recipe: {name} must be above 0")
        if not 0 <= self.gamma <= 1:
            raise Refusal(f"recipe: gamma must be from 0 to 1, not {self.gamma}")
        one_of("optimiser", self.optimiser, OPTIMISERS)
        one_of("schedule", self.schedule, SCHEDULES)
        one_of("count", self.counted_in, COUNTS)


PRECISIONS = ("tf32", "bf16", "f32")
"""Of products on a GPU; a processor always multiplies 32-bit numbers, but for bf16."""


@dataclass(frozen=True)
class Training:
    """How a network learns from labelled items.

    The rate rises to its height over the first epochs, then falls to 0 along a cosine.

    Source: zhang2021, App. A, for rows of digits.
    """

    optimiser: Literal["sgd", "adam"] = "sgd"
    """Source: zhang2021, App. A: sgd for rows, Adam for pictures."""
    rate: float = 0.05
    """The greatest. Source: zhang2021, App. A."""
    momentum: float = 0.9
    """Of sgd. Source: zhang2021, App. A."""
    decay: float = 1e-5
    """Weight decay, added to the slopes. Source: zhang2021, App. A."""
    schedule: Literal["cosine", "constant"] = "cosine"
    """Whether the rate rises and falls. Source: zhang2021, App. A. Unstated: the rate for
    pictures; there it is constant."""
    warm_up: int = 10
    """Epochs in which the rate rises. Source: zhang2021, App. A."""
    epochs: int = 200
    """How often each item is seen. Source: zhang2021, App. A."""
    least_steps: int = 800
    """Small sets are seen more often, until there are so many steps. Source: zhang2021,
    App. A."""
    batch: int = 1024
    """Items for each step. Source: zhang2021, App. A."""
    precision: Literal["tf32", "bf16", "f32"] = "tf32"
    """Of products on a GPU. Source: ours; zhang2021 is silent."""

    def __post_init__(self) -> None:
        one_of("optimiser", self.optimiser, ("sgd", "adam"))
        one_of("schedule", self.schedule, ("cosine", "constant"))
        one_of("precision", self.precision, PRECISIONS)
        for name in ("epochs", "least_steps", "batch"):
            at_least(f"training: {name}", getattr(self, name), 1)
        for name in ("decay", "warm_up"):
            at_least(f"training: {name}", getattr(self, name), 0)
        if not self.rate > 0:
            raise Refusal(f"training: rate must be above 0, not {self.rate}")
        if not 0 <= self.momentum < 1:
            raise Refusal(
                f"training: momentum must be from 0 to below 1, not {self.momentum}"
            )

    def steps(self, items: int) -> int:
        """How many steps a training set of this size takes."""
        return max(self.epochs * self.per_epoch(items), self.least_steps)

    def per_epoch(self, items: int) -> int:
        """Steps in which each item is seen once; fewer items than a batch are one batch."""
        return max(items // self.batch, 1)
