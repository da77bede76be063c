"""One's own solver among grid tasks: `python examples/concepts_own_solver.py [FOLDER]`.

It knows one kind of rule: things of some kind stay, and all others go. So it solves one
family of tasks of a concept, and its others not at all. The paper's question is whether
others do better: does who solves one variation of a concept solve the rest?
"""

import sys

import numpy as np
from scipy import ndimage

import metamer
from metamer.core.solve import Guess

TOUCHING = np.ones((3, 3))

KINDS = {
    "wide": lambda mask: mask.shape[1] > mask.shape[0],
    "tall": lambda mask: mask.shape[1] < mask.shape[0],
    "hollow": lambda mask: (ndimage.binary_fill_holes(mask) & ~mask).any(),
    "filled": lambda mask: (ndimage.binary_fill_holes(mask) == mask).all(),
}
"""What things can be, by the cells of their box that are theirs."""


def kept(grid, holds):
    """The grid with only those things of one colour that are of a kind."""
    made = np.zeros_like(grid)
    for colour in np.unique(grid[grid > 0]):
        labels, _ = ndimage.label(grid == colour, TOUCHING)
        for number, box in enumerate(ndimage.find_objects(labels), 1):
            own = labels[box] == number
            if holds(own):
                made[box][own] = colour
    return made


def explains(holds, task):
    """Whether all demonstrations keep just the things of a kind."""
    return all(
        np.array_equal(kept(given, holds), made) for given, made in task.demonstrations
    )


class Keeps:
    """Goes by every kind that explains all demonstrations; says nothing if none does."""

    name = "keeps"

    def solve(self, shown, guesses, key):
        """Guesses for each asked input, the best first, each with its reason."""
        task = shown.task
        fitting = [kind for kind in KINDS if explains(KINDS[kind], task)]
        return tuple(
            tuple(
                Guess(kept(grid, KINDS[kind]), f"keep {kind} things")
                for kind in fitting
            )
            for grid in task.inputs
        )


def main(folder: str) -> None:
    """Run the study, print what it measured, and write its report."""
    plan = metamer.Study(
        paradigm=metamer.paradigm("concepts")(
            concepts=("FilledNotFilled", "HorizontalVertical", "Count"), tasks=6
        ),
        learners=(
            Keeps(),
            metamer.learner("copy-input")(),
            metamer.learner("generator-rule")(),
        ),
        measures=("solved_by_family", "consistency_within_task"),
        units=2,
        name="keeps",
    )
    responses = metamer.run(plan, folder)
    for name in plan.measures:
        values = metamer.measure(name)(responses.table)
        by = [it for it in ("learner", "family") if it in values.index.names]
        print(name, values.groupby(by, observed=True).mean().round(3), sep="\n")
    print("The report is", metamer.report(responses))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs/keeps")
