"""A chat model learns in context, by rule or by exemplar: `python examples/chat_model.py`.

It asks SmolLM2, which comes with a package and runs on this machine. For another model give
its name and the address of its endpoint: `Chat("gpt-4o", "https://HOST/v1")`.
"""

import sys

import metamer
from metamer.learners.chat import Chat
from metamer.paradigms.categories import Categories


def main(folder: str) -> None:
    """Show sixteen things with their names, then ask for the names of others."""
    plan = metamer.Study(
        paradigm=Categories(trainings=("zero_shot", "partial_exposure"), per_class=20),
        learners=(Chat("smollm2", questions=5), metamer.learner("rule")()),
        measures=("held_out_accuracy", "exemplar_bias"),
        units=3,
        name="in-context",
        question="Does a small chat model name things by the rule, or by similar ones?",
    )
    responses = metamer.run(plan, folder)
    print(responses.table.groupby("learner", observed=True)["correct"].mean().round(2))
    print("The report is", metamer.report(responses))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs/chat-model")
