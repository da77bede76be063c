"""Any scikit-learn classifier, by name."""

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.core.items import Items, Lesson
from metamer.engines.classifying import as_choices
from metamer.learners.scikit import Scikit, by_label, classifiers

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


@pytest.mark.parametrize(
    "estimator, needed",
    [
        ("StackingClassifier", "estimators"),
        ("OneVsRestClassifier", "estimator"),
        ("SelfTrainingClassifier", "estimator"),
    ],
)
def test_a_classifier_that_needs_another_one_is_refused(estimator, needed):
    complaint = f"{estimator} cannot be built without {needed}, .*; allowed: AdaBoost"
    with pytest.raises(Refusal, match=complaint) as refusal:
        Scikit(estimator)
    assert "\n" not in str(refusal.value)
    assert estimator not in str(refusal.value).split("allowed:")[1]


def counts(rng) -> Items:
    """Rows of whole numbers, of which the largest is at the place of the label."""
    labels = np.arange(60) % 3
    inputs = rng.integers(3, size=(60, 3))
    inputs[np.arange(60), labels] += 6
    return Items(inputs, labels)


# Deprecated ones, and those whose default settings will change, are offered as well.
@pytest.mark.filterwarnings("ignore::FutureWarning")
@pytest.mark.parametrize("estimator", classifiers())
def test_each_classifier_answers_with_the_labels_that_it_was_taught(estimator, keys):
    learner, key, items = Scikit(estimator), keys(), counts(keys().numpy)
    spread = items._replace(labels=np.array([0, 2, 5])[items.labels])
    answers, spread_answers = (
        as_choices(answer, Lesson(taught, taught, {}), estimator)[0]
        for taught in (items, spread)
        for answer in [learner.answer(learner.fit(taught, key), taught.blind())]
    )
    assert np.array_equal(np.array([0, 2, 5])[answers], spread_answers)


def test_probabilities_are_in_the_columns_of_their_labels():
    shares = np.array([[0.25, 0.75], [1.0, 0.0]])
    found = by_label(shares, np.array([1, 3]))
    assert found.tolist() == [[0, 0.25, 0, 0.75], [0, 1, 0, 0]]
    assert np.array_equal(by_label(shares, np.array([0, 1])), shares)


def test_one_that_was_taught_one_label_has_two_columns(keys):
    items = Items(np.zeros((4, 2)), np.zeros(4, int))
    learner = Scikit("DecisionTreeClassifier")
    answer = learner.answer(learner.fit(items, keys()), items.blind())
    assert answer.tolist() == [[1, 0]] * 4


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
