"""One's own learner among pointers: `python examples/own_retriever.py [FOLDER]`.

Some digits never stand at some places in training. Who copies what stands at the right
place does not notice; a forest knows only which digits it saw where.
"""

import sys

import numpy as np

import metamer
from metamer.learners.scikit import Scikit


class Copies:
    """Finds the place that each first digit points at, and says what stands there."""

    name = "copies"

    def fit(self, items, key):
        """For each first digit, the place that has the right answer most often."""
        right = items.inputs == items.labels[:, None]
        first = items.inputs[:, 0]
        return np.array(
            [right[first == digit].mean(axis=0).argmax() for digit in range(10)]
        )

    def answer(self, places, items):
        """The digit at that place of each row."""
        rows = np.arange(len(items.inputs))
        return items.inputs[rows, places[items.inputs[:, 0]]]


def main(folder: str) -> None:
    """Run the study, print what it measured, and write its report."""
    plan = metamer.Study(
        paradigm=metamer.paradigm("pointers")(
            trainings=("digits",), sizes=(2000,), asked=300, again=300
        ),
        learners=(
            Copies(),
            Scikit("RandomForestClassifier", label="forest"),
            metamer.learner("pointer-rule")(),
            metamer.learner("pointer-lookup")(),
        ),
        measures=("iid_accuracy", "dshift_accuracy", "holdout_accuracy"),
        units=3,
        name="copies",
    )
    responses = metamer.run(plan, folder)
    for name in plan.measures:
        values = metamer.measure(name)(responses.table)
        print(name, values.groupby("learner", observed=True).mean().round(3), sep="\n")
    print("The report is", metamer.report(responses))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs/own-retriever")
