"""A learner of one's own, beside two of ours: `python examples/own_learner.py [FOLDER]`."""

import sys

import numpy as np

import metamer


class Prototypes:
    """Says the class whose mean item is nearer."""

    name = "prototypes"

    def fit(self, items, key):
        """What was learned from `items.inputs` and `items.labels`; `key` is for chance."""
        return np.stack([items.inputs[items.labels == c].mean(axis=0) for c in (0, 1)])

    def answer(self, fitted, items):
        """A label for each item, or a column of probabilities for each label."""
        return np.linalg.norm(items.inputs[:, None] - fitted, axis=2).argmin(axis=1)


def main(folder: str) -> None:
    """Run the study, print what it measured, and write its report."""
    plan = metamer.Study(
        paradigm=metamer.paradigm("categories")(per_class=50, held_out=50),
        learners=(Prototypes(), metamer.learner("rule")(), metamer.learner("glm")()),
        measures=("held_out_accuracy", "exemplar_bias"),
        units=10,
        name="prototypes",
    )
    responses = metamer.run(plan, folder)
    bias = metamer.measure("exemplar_bias")(responses.table)
    print(bias.groupby("learner", observed=True).agg(["mean", "sem", "count"]))
    print("The report is", metamer.report(responses))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs/own-learner")
