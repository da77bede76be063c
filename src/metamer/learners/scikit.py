"""Any scikit-learn classifier, by name."""

from __future__ import annotations

import inspect
import warnings
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

import numpy as np
from jaxtyping import Float, Int

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.core.keys import Key
from metamer.core.registry import learner

Words = Literal["presence", "counts", "tfidf"]

NEEDED = {"SelfTrainingClassifier": ["estimator"]}
"""Arguments whose default scikit-learn itself refuses, once the classifier is taught."""


@dataclass(frozen=True)
class Estimator:
    """A classifier of scikit-learn with settings of its own, whatever it is used for."""

    estimator: str = "LogisticRegression"
    """As scikit-learn calls it: `RandomForestClassifier`, `KNeighborsClassifier` ..."""
    settings: dict[str, bool | int | float | str] = field(
        default_factory=dict,
        hash=False,  # a table has none
    )
    """Its own parameters, as scikit-learn names them."""

    def __post_init__(self) -> None:
        _check_settings(self.estimator, self.settings)

    def title(self, kind: str) -> str:
        """What tables call a learner of this kind that has no label."""
        own = ",".join(f"{key}={value}" for key, value in self.settings.items())
        return f"{kind}:{self.estimator}" + (f"({own})" if own else "")

    def model(self, key: Key) -> Any:
        """The classifier before it is taught; chance comes from the key."""
        kind = classifiers()[self.estimator]
        settings = dict(self.settings)
        if "random_state" in kind().get_params():
            settings.setdefault("random_state", key.integer)
        return kind(**settings)


@learner.add("sklearn")
@dataclass(frozen=True)
class Scikit(Estimator):
    """A classifier of scikit-learn with settings of its own.

    Texts become word columns first (`words`), pictures become rows of numbers from 0 to 1.

    Source: ours. dasgupta2022 used scikit-learn throughout Sec. 4.
    """

    words: Words = "presence"
    """What a text is turned into; of no account where items are no texts."""
    label: str = ""
    """What tables call it; without one, its name and settings."""

    @property
    def name(self) -> str:
        return self.label or self.title("sklearn")

    def fit(self, items: Items, key: Key) -> Any:
        from sklearn.pipeline import make_pipeline

        model = self.model(key)
        if _are_texts(items.inputs):
            model = make_pipeline(_vectoriser(self.words), model)
        return teach(model, _rows(items.inputs), items.labels)

    def answer(self, fitted: Any, items: Items) -> np.ndarray:
        return ask(fitted, _rows(items.inputs))


def teach(model: Any, inputs: np.ndarray, labels: np.ndarray) -> Any:
    """The classifier, taught.

    Many refuse a single label; whoever was taught one alone can only give that one.
    """
    from sklearn.dummy import DummyClassifier
    from sklearn.exceptions import ConvergenceWarning

    if len(np.unique(labels)) == 1:
        model = DummyClassifier()
    with warnings.catch_warnings():
        # How long a model trains is one of its settings, and part of the result.
        warnings.simplefilter("ignore", ConvergenceWarning)
        return model.fit(inputs, labels)


def ask(fitted: Any, inputs: np.ndarray) -> np.ndarray:
    """Probabilities with one column per label; labels if the classifier has none."""
    try:
        # Some classifiers have it with some settings only.
        probabilities = fitted.predict_proba
    except AttributeError:
        return fitted.predict(inputs)
    return by_label(probabilities(inputs), fitted.classes_)


def by_label(
    probabilities: Float[np.ndarray, "item taught"], taught: Int[np.ndarray, " taught"]
) -> Float[np.ndarray, "item label"]:
    """Probabilities of the taught labels, each in the column of its label.

    scikit-learn has no columns for labels that were not taught; here they are 0.
    """
    labels = max(int(taught.max()) + 1, 2)
    columns = np.zeros((len(probabilities), labels), probabilities.dtype)
    columns[:, taught] = probabilities
    return columns


def classifiers() -> dict[str, Any]:
    """Every classifier of scikit-learn that works with default arguments."""
    return {name: kind for name, kind in _all().items() if not _needed(kind)}


@cache
def _all() -> dict[str, Any]:
    from sklearn.utils import all_estimators

    return dict(all_estimators(type_filter="classifier"))


def _needed(kind: Any) -> list[str]:
    """The arguments that must be given: other estimators, which no setting can name."""
    arguments = inspect.signature(kind).parameters.values()
    required = [each.name for each in arguments if each.default is each.empty]
    return NEEDED.get(kind.__name__, required)


def _check_settings(estimator: str, settings: dict[str, Any]) -> None:
    known = classifiers()
    if estimator in _all() and estimator not in known:
        needed = ", ".join(_needed(_all()[estimator]))
        raise Refusal(
            f"{estimator} cannot be built without {needed}, which no setting can name; "
            f"allowed: {', '.join(known)}"
        )
    if estimator not in known:
        close = [name for name in known if name.lower()[:4] == estimator.lower()[:4]]
        raise Refusal(
            f"scikit-learn has no classifier {estimator!r}; there is: "
            f"{', '.join(close or known)}"
        )
    allowed = known[estimator]().get_params()
    unknown = [key for key in settings if key not in allowed]
    if unknown:
        raise Refusal(
            f"{estimator} has no setting {', '.join(unknown)}; allowed: "
            f"{', '.join(allowed)}"
        )


def _are_texts(inputs: np.ndarray) -> bool:
    return inputs.dtype.kind in "OUT"


def _rows(inputs: np.ndarray) -> np.ndarray:
    if _are_texts(inputs):
        return inputs
    scaled = inputs / np.float32(255) if inputs.dtype == np.uint8 else inputs
    return scaled.reshape(len(scaled), -1)


def _vectoriser(words: Words) -> Any:
    """Word columns of the taught texts.

    Unstated: how texts become columns. Words are scikit-learn's default; tf-idf counts
    repeated words by their logarithm and leaves out words in fewer than five texts, which
    comes closest to the numbers measured on IMDb.
    """
    from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

    if words == "tfidf":
        return TfidfVectorizer(sublinear_tf=True, min_df=5)
    return CountVectorizer(binary=words == "presence")
