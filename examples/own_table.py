"""A table of one's own through the protocol: `python examples/own_table.py [FOLDER]`.

Here it is scikit-learn's table of breast tumours: benign or malignant decides, and whether
a tumour is of coarse texture distracts. Any data frame with two two-valued columns will do.
"""

import sys

from sklearn.datasets import load_breast_cancer

import metamer
from metamer.learners.scikit import Scikit
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.domains.table import Table


def main(folder: str) -> None:
    """Make the table, run two classifiers on it, and print what was measured."""
    frame = load_breast_cancer(as_frame=True).frame
    frame["coarse"] = frame["mean texture"] > frame["mean texture"].median()
    table = Table.from_frame(frame, discriminant="target", distractor="coarse")
    plan = metamer.Study(
        paradigm=Categories((table,), per_class=30, held_out=20, familiar=5),
        learners=(
            Scikit("GaussianNB", label="naive-bayes"),
            Scikit("KNeighborsClassifier", {"n_neighbors": 1}, label="1-nearest"),
        ),
        measures=("held_out_accuracy", "exemplar_bias", "competence"),
        units=10,
        name="tumours",
    )
    responses = metamer.run(plan, folder)
    for name in plan.measures:
        values = metamer.measure(name)(responses.table)
        by = [
            level for level in ("learner", "condition") if level in values.index.names
        ]
        print(name, values.groupby(by, observed=True).mean().round(3), "", sep="\n")
    print("The report is", metamer.report(responses))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs/own-table")
