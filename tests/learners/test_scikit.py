"""Any scikit-learn classifier, by name."""

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.items import Items
from metamer.learners.scikit import Scikit

TEXTS = Items(
    np.array(["good film", "good book", "bad film", "bad bad book"] * 3, object),
    np.array([1, 1, 0, 0] * 3),
)


def right(learner, items, key):
    answer = learner.answer(learner.fit(items, key), items.blind())
    chosen = answer.argmax(axis=1) if answer.ndim == 2 else answer
    return (chosen == items.labels).mean()


@pytest.mark.parametrize(
    "learner, name",
    [
        (Scikit(), "sklearn:LogisticRegression"),
        (
            Scikit("KNeighborsClassifier", {"n_neighbors": 1}),
            "sklearn:KNeighborsClassifier(n_neighbors=1)",
        ),
        (Scikit(label="mine"), "mine"),
    ],
)
def test_the_name_says_which_and_how(learner, name):
    assert learner.name == name


def test_an_unknown_classifier_is_refused_with_close_ones():
    with pytest.raises(
        Refusal, match="no classifier 'RandomTree'; there is: RandomForest"
    ):
        Scikit("RandomTree")


def test_an_unknown_setting_is_refused_with_the_allowed_ones():
    with pytest.raises(Refusal, match="has no setting trees; allowed: .*n_estimators"):
        Scikit("RandomForestClassifier", {"trees": 3})


@pytest.mark.parametrize("words", ["presence", "counts", "tfidf"])
def test_texts_become_word_columns(words, keys):
    assert right(Scikit(words=words), TEXTS, keys()) == 1


def test_presence_does_not_count(keys):
    seen, counted = (
        Scikit(words=words).fit(TEXTS, keys())[0].transform(["bad bad"]).sum()
        for words in ("presence", "counts")
    )
    assert (seen, counted) == (1, 2)


def test_pictures_become_rows_from_0_to_1(keys):
    pictures = np.zeros((4, 2, 2), np.uint8)
    pictures[1::2] = 255
    items = Items(pictures, np.array([0, 1, 0, 1]))
    fitted = Scikit("KNeighborsClassifier", {"n_neighbors": 1}).fit(items, keys())
    assert fitted._fit_X.shape == (4, 4)
    assert fitted._fit_X.max() == 1


def test_classifiers_without_probabilities_answer_with_labels(keys):
    assert right(Scikit("LinearSVC"), TEXTS, keys()) == 1


def test_the_key_is_the_seed_unless_one_is_set(keys):
    noise = Items(keys().numpy.normal(size=(40, 3)), keys().numpy.integers(2, size=40))
    key, other = keys(), keys()

    def answers(learner, key):
        return learner.answer(learner.fit(noise, key), noise)

    drawn = Scikit("RandomForestClassifier", {"n_estimators": 5})
    fixed = Scikit("RandomForestClassifier", {"n_estimators": 5, "random_state": 1})
    assert np.array_equal(answers(drawn, key), answers(drawn, key))
    assert not np.array_equal(answers(drawn, key), answers(drawn, other))
    assert np.array_equal(answers(fixed, key), answers(fixed, other))
