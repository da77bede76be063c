"""One's own learner among matrices: `python examples/own_completer.py [FOLDER]`.

It goes by likeness: it learns which panels of the context answers resemble. That is a
statistic, and a little better than chance; a program that finds the rules is always right.
"""

import sys

import numpy as np

import metamer


def alike(panels):
    """How many symbols each of 8 candidates shares with each of 8 panels of the context."""
    context, candidates = panels[:, None, :8], panels[:, 8:, None]
    return (context == candidates).sum(axis=3)


class Alike:
    """Picks the candidate that is most like those panels that answers are like."""

    name = "alike"

    def fit(self, items, key):
        """How much more answers share with each panel of the context than candidates do."""
        shared = alike(items.inputs)
        answers = shared[np.arange(len(shared)), items.labels]
        return answers.mean(axis=0) - shared.mean(axis=(0, 1))

    def answer(self, weights, items):
        """The candidate that shares most, where that counts."""
        return (alike(items.inputs) @ weights).argmax(axis=1)


def main(folder: str) -> None:
    """Run the study, print what it measured, and write its report."""
    plan = metamer.Study(
        paradigm=metamer.paradigm("matrices")(
            regimes=("triples",), sizes=(2000,), asked=500, again=500
        ),
        learners=(
            Alike(),
            metamer.learner("blind-majority")(),
            metamer.learner("matrix-solver")(),
        ),
        measures=("validation_accuracy", "test_accuracy"),
        units=2,
        name="alike",
    )
    responses = metamer.run(plan, folder)
    for name in plan.measures:
        values = metamer.measure(name)(responses.table)
        print(name, values.groupby("learner", observed=True).mean().round(3), sep="\n")
    print("The report is", metamer.report(responses))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs/own-completer")
