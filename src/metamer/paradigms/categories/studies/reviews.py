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
    FINDINGS,
    MEASURES,
    REPLICATION,
    TESTS,
    figures,
)


@study.add("categories-reviews")
def reviews(scale: Scale = "small") -> Study:
    """Sentiment with a distractor word: by rule or by exemplar (Sec. 5)?"""
    paradigm = {
        "demo": Categories((Reviews(),), per_class=200, held_out=100),
        "small": Categories(
            (Reviews(),), per_class=1000, arrangements=("printed", "mirror")
        ),
        "paper": Categories((Reviews(source="imdb"),), per_class=5000, held_out=1500),
    }
    network = {
        "demo": Lstm(epochs=4),
        "small": Lstm(epochs=6),
        "paper": Lstm(tokens=400, epochs=6),
    }
    return Study(
        paradigm=paradigm[scale],
        learners=(Rule(), *_text_learners(), network[scale]),
        measures=MEASURES,
        units={"demo": 3, "small": 5, "paper": 20}[scale],
        name="categories-reviews",
        title="Exemplar or rule in film reviews",
        question="Reviews are positive or negative, and some contain the word 'film'. What "
        "does a learner that has seen this word only in negative reviews say of a positive "
        "review with it?",
        findings=FINDINGS,
        reproduces="dasgupta2022, Sec. 5",
        printed="An LSTM was right in 19.7 % of held-out reviews in cue conflict, 84 % in "
        "zero shot and 30.1 % under partial exposure: an EVR of 0.54.",
        tests=TESTS,
        figures=_figures(scale),
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
    "On IMDb our sparse (L1) model was the most exemplar-like: sparsity lowers EVR only if "
    "the feature that decides is the one that takes fewer weights.",
    "At the scales demo and small the reviews are generated; at paper scale they are the "
    "25,000 labelled training reviews of IMDb (`metamer data imdb`), since the test half "
    "and the authors' vocabulary of 81,743 words are in no package.",
    "The paper trains on 21,215 reviews (App. D), for which one half does not have enough "
    "reviews without the word. If you have the whole archive, use `metamer data imdb-all "
    '--from PATH`, `--set paradigm.domains.0.source="imdb-all"` and `--set '
    "paradigm.per_class=10607`.",
    "At scale paper the LSTM reads 400 words, as the paper says (its code: 200).",
)


def _figures(scale: Scale) -> tuple[Figure, ...]:
    """With values for IMDb, whose reviews only paper scale has."""
    if scale != "paper":
        return figures()
    where = (("domain", "imdb:film"), ("arrangement", "printed"))
    source = f"{REPLICATION} That of `lstm:20` is the paper's network."
    return figures(_PUBLISHED, where, source)


_PUBLISHED = (
    ("lstm:20", 0.54, 0.0),
    ("words:l2", 0.528, 0.009),
    ("words:l1", 0.810, 0.003),
    ("tfidf:l2", 0.464, 0.005),
    ("naive-bayes", 0.377, 0.005),
)
"""EVR and the half width of its interval.

Source: dasgupta2022, Sec. 5, for the LSTM; ours, an earlier replication, for the rest.
"""
