"""Film reviews with a distractor word (Sec. 5)."""

from __future__ import annotations

from metamer.core.registry import study
from metamer.core.study import Figure, Learner, Scale, Study
from metamer.learners.scikit import Scikit, Words
from metamer.learners.texts import Lstm
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.domains.reviews import Reviews
from metamer.paradigms.categories.references import Rule
from metamer.paradigms.categories.studies.shared import (
    FIGURES,
    MEASURES,
    REPLICATION,
    TESTS,
)
from metamer.reports.tables import Published


@study.add("categories-reviews")
def reviews(scale: Scale = "small") -> Study:
    """Sentiment with a distractor word: learners of texts go by exemplar (Sec. 5)."""
    paradigm = {
        "demo": Categories((Reviews(),), per_class=200, held_out=100),
        "small": Categories(
            (Reviews(),), per_class=1000, arrangements=("printed", "mirror")
        ),
        "paper": Categories((Reviews(source="imdb"),), per_class=5000, held_out=1500),
    }
    network = {"demo": Lstm(epochs=4), "small": Lstm(epochs=6), "paper": Lstm(epochs=6)}
    return Study(
        paradigm=paradigm[scale],
        learners=(Rule(), *_text_learners(), network[scale]),
        measures=MEASURES,
        units={"demo": 2, "small": 5, "paper": 5}[scale],
        name="categories-reviews",
        title="Exemplar or rule in film reviews",
        question="Reviews are positive or negative, and some contain the word 'film'. What "
        "does a learner that has seen this word only in negative reviews say of a positive "
        "review with it?",
        tests=TESTS,
        figures=(*FIGURES, _review_references()) if scale == "paper" else FIGURES,
        scale=scale,
        remarks=_REVIEW_REMARKS,
    )


def _text_learners() -> tuple[Learner, ...]:
    def logistic(l1_ratio: float, words: Words, label: str) -> Scikit:
        solver = "liblinear" if l1_ratio else "lbfgs"
        settings: dict = {"C": 0.05, "l1_ratio": l1_ratio, "solver": solver}
        return Scikit("LogisticRegression", settings, words, label)

    return (
        logistic(0.0, "presence", "words:l2"),
        logistic(1.0, "presence", "words:l1"),
        Scikit("LogisticRegression", {"max_iter": 1000}, "tfidf", "tfidf:l2"),
        Scikit("MultinomialNB", {}, "counts", "naive-bayes"),
    )


_REVIEW_REMARKS = (
    "The sparse (L1) model is the most exemplar-like here: sparsity lowers EVR only if the "
    "discriminant is the feature that takes fewer weights.",
    "At the scales demo and small the reviews are generated; at paper scale they are the "
    "25,000 labelled training reviews of IMDb (`metamer data imdb`), since the test half "
    "and the authors' vocabulary of 81,743 words are in no package.",
)


def _review_references() -> Figure:
    rows = (
        (
            "lstm:20",
            "held_out_accuracy",
            "cue_conflict",
            0.197,
            0.0,
            "dasgupta2022, Sec. 5",
        ),
        (
            "lstm:20",
            "held_out_accuracy",
            "zero_shot",
            0.84,
            0.0,
            "dasgupta2022, Sec. 5",
        ),
        (
            "lstm:20",
            "held_out_accuracy",
            "partial_exposure",
            0.301,
            0.0,
            "dasgupta2022",
        ),
        ("lstm:20", "exemplar_bias", "", 0.54, 0.0, "dasgupta2022, Sec. 5"),
        ("words:l2", "exemplar_bias", "", 0.528, 0.009, REPLICATION),
        ("words:l1", "exemplar_bias", "", 0.810, 0.003, REPLICATION),
        ("tfidf:l2", "exemplar_bias", "", 0.464, 0.005, REPLICATION),
        ("naive-bayes", "exemplar_bias", "", 0.377, 0.005, REPLICATION),
    )
    return Published(
        rows,
        (("domain", "imdb:film"), ("arrangement", "printed")),
        "Compared with earlier numbers",
        "On real IMDb reviews: the paper's network, and replications.",
    )
