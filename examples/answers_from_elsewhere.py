"""Items out, answers in: `python examples/answers_from_elsewhere.py [FOLDER]`.

What a study teaches and asks goes out as files. A nearest neighbour that knows nothing of
metamer answers it: it could as well be Keras, R, Matlab, a robot, or a laboratory. Its csv
file comes back as a learner, beside a rule and a model of exemplars.
"""

import csv
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

import metamer
from metamer.handouts.folder import Handing
from metamer.learners.answers import Answers


def answer_elsewhere(items: Path, answers: Path) -> None:
    """Answer every item of a folder by the nearest of what its unit was taught."""
    with (items / "items.csv").open() as asked, answers.open("w", newline="") as file:
        given = csv.writer(file)
        given.writerow(["item", "condition", "unit", "answer"])
        for row in csv.DictReader(asked):
            lesson = lesson_in(items / row["folder"])
            seen = lesson["asked"][lesson["ids"].index(row["item"])]
            nearest = np.linalg.norm(lesson["taught"] - seen, axis=1).argmin()
            answer = lesson["labels"][nearest]
            given.writerow([row["item"], row["condition"], row["unit"], answer])


@cache
def lesson_in(folder: Path) -> dict:
    """What one unit is taught and asked, read once."""
    taught, asked = np.load(folder / "taught.npz"), np.load(folder / "asked.npz")
    return {
        "taught": taught["inputs"],
        "labels": taught["labels"],
        "asked": asked["inputs"],
        "ids": asked["item"].tolist(),
    }


def main(folder: str) -> None:
    """Hand out a small study, answer it, and report on it."""
    plan = replace(metamer.study("categories-plane")(scale="demo"), units=4)
    out = Path(folder).with_name(f"{Path(folder).name}-items")
    asked = Handing(plan, out, taught=10_000).write(lambda steps: None)
    print(asked, "items are in", out)

    answers = out.with_name(f"{Path(folder).name}-answers.csv")
    answer_elsewhere(out, answers)
    learners = (
        metamer.learner("rule")(),
        metamer.learner("exemplars")(),
        Answers(str(answers), label="nearest"),
    )
    study = replace(plan, learners=learners, name="answers-from-elsewhere")
    responses = metamer.run(study, folder)
    bias = metamer.measure("exemplar_bias")(responses.table)
    print(bias.groupby("learner", observed=True).mean().round(2))
    print("The report is", metamer.report(responses))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs/answers-from-elsewhere")
