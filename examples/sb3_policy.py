"""A policy of Stable-Baselines3 learns the tile game, then plays the asked boards.

`python examples/sb3_policy.py [FOLDER]`; needs `pip install "metamer[sb3]"`.
"""

import sys
import tempfile
from pathlib import Path

import gymnasium
from stable_baselines3 import PPO

import metamer
import metamer.paradigms.tiles.gymnasium  # makes the environment's name known
from metamer.core.keys import root


def train(asked, path: Path) -> None:
    """A thousand clicks show how it is done; a policy that plays well takes millions."""
    env = gymnasium.make("metamer/Tiles-v0", rule="rectangle", held_out=asked)
    model = PPO("MlpPolicy", env, n_steps=250, n_epochs=2, seed=0, device="cpu")
    model.learn(1000).save(path)


def main(folder: str) -> None:
    """Train it without the asked boards, let it play those, and write the report."""
    tiles = metamer.paradigm("tiles")(
        rules=("rectangle",), taught=("abstract",), boards=10, weigh=False
    )
    path = Path(tempfile.mkdtemp()) / "ppo.zip"
    asked = tiles.lesson(tiles.conditions()[0], root(0)).start.red
    train(asked, path)
    plan = metamer.Study(
        paradigm=tiles,
        learners=(
            metamer.learner("policy-player")(str(path), algorithm="PPO"),
            metamer.learner("neighbour")(),
            metamer.learner("random-player")(),
        ),
        measures=("z", "finished_share"),
        units=3,
        name="sb3-policy",
    )
    responses = metamer.run(plan, folder)
    for name in plan.measures:
        values = metamer.measure(name)(responses.table)
        print(name, values.groupby("learner", observed=True).mean().round(3), sep="\n")
    print("The report is", metamer.report(responses))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs/sb3-policy")
