"""A PyTorch module in a study, beside two learners of ours.

`python examples/torch_module.py [FOLDER]`; needs `pip install "metamer[torch]"`.
"""

import sys

from torch import nn

import metamer


def wide(shape, labels):
    """Called for each unit with the shape of one item and the number of labels."""
    return nn.Sequential(
        nn.Flatten(), nn.LazyLinear(256), nn.ReLU(), nn.LazyLinear(labels)
    )


def main(folder: str) -> None:
    """Run the study, print what it measured, and write its report."""
    torch = metamer.learner("torch")
    plan = metamer.Study(
        paradigm=metamer.paradigm("categories")(per_class=50, held_out=50),
        learners=(
            torch(wide, optimiser="AdamW", settings={"weight_decay": 0.01}, epochs=30),
            torch(nn.Linear(2, 2), epochs=30, label="from given weights"),
            metamer.learner("rule")(),
            metamer.learner("glm")(),
        ),
        measures=("held_out_accuracy", "exemplar_bias"),
        units=5,
        name="torch-module",
    )
    responses = metamer.run(plan, folder)
    bias = metamer.measure("exemplar_bias")(responses.table)
    print(bias.groupby("learner", observed=True).agg(["mean", "sem", "count"]))
    print("The report is", metamer.report(responses))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs/torch-module")
