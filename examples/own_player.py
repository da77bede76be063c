"""A player of one's own, beside two of ours: `python examples/own_player.py [FOLDER]`."""

import sys

import jax
import numpy as np

import metamer


class Remembers:
    """Remembers boards, and clicks what is red on those that fit what it sees."""

    name = "remembers"

    def fit(self, course, key):
        """Boards as the game deals them: whoever finishes a board knows all of it."""
        return np.asarray(course.game.deal(jax.random.uniform(key.jax, (300, 3))).red)

    def act(self, boards, view, memory, key):
        """A tile of each game; `view.observation` is -1 (hidden), 0 (blue) or 1 (red)."""
        hidden = view.observation < 0
        wrong = ((view.observation[:, None] != boards) & ~hidden[:, None]).sum(axis=2)
        red = np.exp(-2.0 * wrong) @ boards
        return np.where(hidden, red, -1).argmax(axis=1), memory


def main(folder: str) -> None:
    """Let it play new boards of one rule, print its scores, and write the report."""
    plan = metamer.Study(
        # Without `taught` and `weigh` there are metamers, too: half a minute more.
        paradigm=metamer.paradigm("tiles")(
            rules=("rectangle",), taught=("abstract",), boards=10, weigh=False
        ),
        learners=(
            Remembers(),
            metamer.learner("neighbour")(),
            metamer.learner("rule-observer")(),
        ),
        measures=("z", "fraction_of_ideal", "finished_share"),
        units=5,
        name="remembers",
    )
    responses = metamer.run(plan, folder)
    for name in plan.measures:
        values = metamer.measure(name)(responses.table)
        print(name, values.groupby("learner", observed=True).mean().round(3), sep="\n")
    print("The report is", metamer.report(responses))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs/own-player")
