"""Logistic regressions: the paper's generalised linear models."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from jaxtyping import Float

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.core.keys import Key
from metamer.core.registry import learner
from metamer.learners.scikit import by_label

SCALE = 3.0
"""What the product of the two coordinates is divided by.

Source: dasgupta2022, Sec. 4.3 (by alpha), and the authors' notebook (Phi = x0 x1 / 3).
"""


@learner.add("glm")
@dataclass(frozen=True)
class Glm:
    """Logistic regression on two coordinates, with or without their product.

    Source: dasgupta2022, Sec. 4.1 and 4.3, GLM:lin and GLM:Phi.
    Unstated: solver and intercept. `liblinear` penalises the intercept like any weight,
    `lbfgs` does not; without a penalty only `lbfgs` runs, and on separable data its answer
    is where it happens to stop. The sign of EVR of GLM:Phi depends on this choice. The
    authors' code takes `liblinear` for GLM:lin; `lbfgs`, scikit-learn's own choice, is the
    default here.
    """

    features: Literal["lin", "phi"] = "lin"
    penalty: Literal["none", "l1", "l2"] = "l2"
    solver: Literal["liblinear", "lbfgs"] = "lbfgs"
    strength: float = 1.0
    """Inverse weight of the penalty (scikit-learn's C). Source: dasgupta2022, Sec. 4.3."""

    def __post_init__(self) -> None:
        fits = {"none": ("lbfgs",), "l1": ("liblinear",), "l2": ("liblinear", "lbfgs")}
        if self.solver not in fits[self.penalty]:
            raise Refusal(
                f"glm: penalty {self.penalty!r} needs solver "
                f"{' or '.join(fits[self.penalty])}, not {self.solver!r}"
            )
        if not self.strength > 0:
            raise Refusal(f"glm: strength must be above 0, not {self.strength}")

    @property
    def name(self) -> str:
        if self == Glm():
            return "glm:lin"
        strength = "" if self.strength == 1.0 else f":{self.strength:g}"
        solver = f":{self.solver}" if self.penalty == "l2" else ""
        return f"glm:{self.features}:{self.penalty}{solver}{strength}"

    def fit(self, items: Items, key: Key) -> Any:
        from sklearn.exceptions import ConvergenceWarning

        model = _logistic(self.penalty, self.solver, self.strength, key.integer)
        with warnings.catch_warnings():
            # Separable data has no finite optimum without a penalty: see `Unstated`.
            warnings.simplefilter("ignore", ConvergenceWarning)
            return model.fit(self._columns(items.inputs), items.labels)

    def answer(self, fitted: Any, items: Items) -> Float[np.ndarray, "item label"]:
        return by_label(
            fitted.predict_proba(self._columns(items.inputs)), fitted.classes_
        )

    def _columns(self, inputs: np.ndarray) -> np.ndarray:
        if self.features == "lin":
            return inputs.reshape(len(inputs), -1)
        if inputs.ndim != 2 or inputs.shape[1] != 2:
            raise Refusal(
                f"{self.name} multiplies two coordinates; these items have the shape "
                f"{inputs.shape[1:]}: take features = 'lin'"
            )
        return np.column_stack([inputs, inputs.prod(axis=1) / SCALE])


def _logistic(penalty: str, solver: str, strength: float, seed: int) -> Any:
    """scikit-learn's logistic regression in the words it uses since version 1.8."""
    from sklearn.linear_model import LogisticRegression

    return LogisticRegression(
        C=np.inf if penalty == "none" else strength,
        l1_ratio=1.0 if penalty == "l1" else 0.0,
        solver=solver,
        random_state=seed,
    )
