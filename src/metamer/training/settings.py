"""How networks are trained, in numbers; nothing here needs JAX."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from metamer.core.errors import Refusal, at_least, one_of

PRECISIONS = ("tf32", "bf16", "f32")
"""Of matrix products on a GPU; a CPU multiplies 32-bit numbers, except for bf16."""


@dataclass(frozen=True)
class Training:
    """How a network learns from labelled items.

    The learning rate rises in a line during warm-up, stays at its height, and falls to 0
    towards the end.

    Source: zhang2021, App. A, for rows of digits.
    """

    optimiser: Literal["sgd", "adam", "adamw", "rmsprop"] = "sgd"
    """Source: zhang2021, App. A: sgd for rows, Adam for pictures."""
    rate: float = 0.05
    """The learning rate at its height. Source: zhang2021, App. A."""
    momentum: float = 0.9
    """Of sgd. Source: zhang2021, App. A."""
    decay: float = 1e-5
    """Weight decay: added to the gradients, or decoupled from them (adamw). Source:
    zhang2021, App. A."""
    schedule: Literal["cosine", "linear", "constant"] = "cosine"
    """How the learning rate falls. Source: zhang2021, App. A. Unstated: the schedule for
    pictures; there it is constant."""
    warm_up: int = 10
    """Epochs in which the learning rate rises, unless the schedule is constant. Source:
    zhang2021, App. A."""
    epochs: int = 200
    """How often each item is seen. Source: zhang2021, App. A."""
    least_steps: int = 800
    """Small sets are seen more often, until there have been this many updates. Source:
    zhang2021, App. A."""
    batch: int = 1024
    """Items for each update. Source: zhang2021, App. A."""
    precision: Literal["tf32", "bf16", "f32"] = "tf32"
    """Of matrix products on a GPU. Source: ours; zhang2021 is silent."""
    warm_up_updates: int = 0
    """Updates in which the learning rate rises, beside the epochs of `warm_up`; also if
    the schedule is constant. Source: ours."""
    cool_down: float = 1.0
    """The last share of the updates, in which the learning rate falls; before it, the
    rate is constant. 1: it falls from the end of warm-up. Source: ours."""
    max_norm: float = 0.0
    """Gradients with a larger global norm are clipped to it; 0: no clipping. Source:
    ours."""
    evaluate_every: int = 0
    """Updates between two evaluations on the asked items, whose loss and accuracy go to
    the curve; 0: no evaluation. Source: ours."""
    evaluate_items: int = 8192
    """The most items of each asked part in an evaluation. Source: ours."""
    patience: int = 0
    """Training ends after this many evaluations without a lower loss on validation
    items, and the network with the lowest one is used; 0: no early stopping. Source:
    ours."""
    later: ClassVar[tuple[str, ...]] = (
        "warm_up_updates",
        "cool_down",
        "max_norm",
        "evaluate_every",
        "evaluate_items",
        "patience",
    )

    def __post_init__(self) -> None:
        one_of("optimiser", self.optimiser, ("sgd", "adam", "adamw", "rmsprop"))
        one_of("schedule", self.schedule, ("cosine", "linear", "constant"))
        one_of("precision", self.precision, PRECISIONS)
        for name in ("epochs", "least_steps", "batch", "evaluate_items"):
            at_least(f"training: {name}", getattr(self, name), 1)
        for name in ("decay", "warm_up", "warm_up_updates", "max_norm"):
            at_least(f"training: {name}", getattr(self, name), 0)
        for name in ("evaluate_every", "patience"):
            at_least(f"training: {name}", getattr(self, name), 0)
        if not self.rate > 0:
            raise Refusal(f"training: rate must be above 0, not {self.rate}")
        if not 0 <= self.momentum < 1:
            raise Refusal(
                f"training: momentum must be from 0 to below 1, not {self.momentum}"
            )
        if not 0 < self.cool_down <= 1:
            raise Refusal(
                "training: cool_down must be above 0 and at most 1, not "
                f"{self.cool_down}; for a constant learning rate set schedule = "
                "'constant'"
            )
        if self.patience and not self.evaluate_every:
            raise Refusal(
                "training: patience counts evaluations, and there are none: set "
                "evaluate_every to the number of updates between two of them"
            )

    def updates(self, items: int) -> int:
        """How many updates a training set of this size takes."""
        return max(self.epochs * self.updates_per_epoch(items), self.least_steps)

    def updates_per_epoch(self, items: int) -> int:
        """Updates that show each item once; fewer items than a batch are one batch."""
        return max(items // self.batch, 1)


COUNTS = ("episodes", "steps")


@dataclass(frozen=True)
class PlayerTraining:
    """How a player is trained, by advantage actor-critic.

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
    """The learning rate. Source: ours; kumar2022, Table S8: 3e-4 to 3.8e-3, by rule."""
    entropy: float = 0.01
    """Weight of the policy's entropy. Source: ours; kumar2022, Table S8: 1e-8 to .06."""
    value: float = 0.05
    """Weight of the value's error. Source: ours; kumar2022, Table S8: .001 to .064."""
    gamma: float = 0.9
    """Discount: what a reward one click later is worth. Source: kumar2022, Table S8."""
    max_norm: float = 0.5
    """Gradients with a larger global norm are clipped to it. Source: kumar2022, the
    authors' library."""
    optimiser: Literal["adam", "rmsprop"] = "adam"
    """Source: ours. Differs: the paper's is rmsprop."""
    schedule: Literal["constant", "linear"] = "constant"
    """Whether the learning rate falls to 0. Source: kumar2022, Table S8: by rule."""
    masked: bool = False
    """Whether tiles that are face up cannot be clicked. Source: kumar2022, the authors'
    code: not for LSTM and EPN, but for transformer and CoRelNet."""
    length: int = 300_000
    """How long a player is trained. Source: ours; the paper says 2 million."""
    counted_in: Literal["episodes", "steps"] = "episodes"
    """Source: kumar2022, Methods. Unclear: what it calls episodes, its code counts in
    steps."""

    def __post_init__(self) -> None:
        for name in ("games", "steps", "length"):
            at_least(f"training: {name}", getattr(self, name), 1)
        for name in ("entropy", "value"):
            at_least(f"training: {name}", getattr(self, name), 0)
        for name in ("rate", "max_norm"):
            if not getattr(self, name) > 0:
                raise Refusal(
                    f"training: {name} must be above 0, not {getattr(self, name)}"
                )
        if not 0 <= self.gamma <= 1:
            raise Refusal(f"training: gamma must be from 0 to 1, not {self.gamma}")
        one_of("optimiser", self.optimiser, ("adam", "rmsprop"))
        one_of("schedule", self.schedule, ("constant", "linear"))
        one_of("count", self.counted_in, COUNTS)
