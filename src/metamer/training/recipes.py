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
