"""Classifiers of scikit-learn by name: `python examples/sklearn_learners.py [FOLDER]`."""

import sys

import metamer
from metamer.learners.scikit import Scikit
from metamer.paradigms.categories import Categories
from metamer.reports.figures import ByLearner
from metamer.statistics.t_test import Pairwise

LEARNERS = (
    metamer.learner("rule")(),
    Scikit("LogisticRegression"),
    Scikit("DecisionTreeClassifier", {"max_depth": 2}),
    Scikit("RandomForestClassifier", {"n_estimators": 20}, label="forest"),
    Scikit("KNeighborsClassifier", {"n_neighbors": 1}, label="1-nearest"),
)


def main(folder: str) -> None:
    """Place five classifiers between rule and exemplar."""
    plan = metamer.Study(
        paradigm=Categories(per_class=50, held_out=50),
        learners=LEARNERS,
        measures=("held_out_accuracy", "exemplar_bias"),
        units=10,
        name="classifiers",
        question="Which classifiers of scikit-learn go by rule, and which by exemplar?",
        tests=(Pairwise("exemplar_bias", test="paired", to="rule"),),
        figures=(ByLearner("exemplar_bias", "EVR", "0 is by rule, 1 by exemplar."),),
    )
    responses = metamer.run(plan, folder)
    bias = metamer.measure("exemplar_bias")(responses.table)
    print(bias.groupby("learner", observed=True).mean().sort_values().round(3))
    print("The report is", metamer.report(responses))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs/sklearn-learners")
