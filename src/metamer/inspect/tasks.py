"""`inspect eval metamer/PARADIGM`: one task for each paradigm that has words.

Inspect AI finds this module by the entry point group `inspect_ai`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import GenerateConfig

from metamer.core.conversation import HoldsConversations
from metamer.core.interview import go_through
from metamer.core.registry import paradigm as paradigms
from metamer.core.settings import to_plain
from metamer.core.study import Study
from metamer.inspect.asking import Question, plan, questions, questions_at
from metamer.inspect.messages import as_chat
from metamer.inspect.scorers import metrics_of, scorers_of
from metamer.inspect.solver import Questions, trial
from metamer.learners.chat import Chat

ALL = "all"
"""The part of items that belong to none."""

ASKED = "the model"
"""What the plan of a task calls a model whose name is known only to Inspect."""


def add_task(name: str) -> Callable[..., Task]:
    """The task of one paradigm, under its name."""

    @task(name=name)
    def evaluation(
        study: str = "",
        scale: str = "",
        units: int | None = None,
        seed: int | None = None,
        condition: str = "",
        questions: int | None = None,
        examples: int = Chat.examples,
        mode: str = Chat.mode,
        samples: int = Chat.samples,
        prompt: str = Chat.prompt,
        logprobs: bool = True,
    ) -> Task:
        """Did it learn the rule, or only the statistics?

        Args:
            study: A study by name, or a TOML file; else that of `metamer profile`.
            scale: `demo`, `small` or `paper`.
            units: How often the model goes through each condition.
            seed: The seed that everything is drawn from.
            condition: Ask only this condition; else all of the study.
            questions: Asked items of each part in each condition and unit; 0 for all.
            examples: Taught items that are shown with their answers.
            mode: `single`, `independent` or `sequential`.
            samples: How many answers to an item the last two modes ask for.
            prompt: A prompt of the paradigm, or the path of a file of your own.
            logprobs: Ask for log probabilities; some models refuse such requests.
        """
        many = questions_at(study, scale) if questions is None else questions
        chat = Chat(
            ASKED,
            mode=mode,  # type: ignore[arg-type]  # Chat checks it
            samples=samples,
            examples=examples,
            questions=many,
            prompt=prompt,
        )
        made = plan(name, study, scale, units, seed, chat)
        return _task(made, chat, condition, logprobs)

    return evaluation


def _task(study: Study, chat: Chat, condition: str, logprobs: bool) -> Task:
    every = {_id(each): each for each in questions(study, condition)}
    dataset = [_sample(name, each, chat) for name, each in every.items()]
    turns = any(each.interview.conversation.turns for each in every.values())
    return Task(
        dataset=MemoryDataset(dataset, name=study.name),
        solver=trial(Questions(every, chat.manner)),
        scorer=scorers_of(chat.manner, turns),
        metrics=metrics_of(_groups(dataset), study.units),
        config=GenerateConfig(
            temperature=chat.asked_temperature, logprobs=logprobs or None
        ),
        metadata={
            "metamer": {
                "version": version("metamer"),
                "study": to_plain(study),
                "condition": condition,
            }
        },
    )


def _id(question: Question) -> str:
    condition, unit, item = question.place
    return f"{condition}, unit {unit}, {item}"


def _sample(name: str, question: Question, chat: Chat) -> Sample:
    """One question: what is said first, and where its answer belongs."""
    first = next(go_through(question.interview, question.item, chat.manner, 0))
    condition, unit, item = question.place
    return Sample(
        id=name,
        input=as_chat(first.messages),
        metadata={
            "item": item,
            "condition": condition,
            "unit": unit,
            "part": question.part or ALL,
            "prompt": question.interview.prompt.hash,
        },
    )


def _groups(samples: list[Sample]) -> list[str]:
    """What divides the samples."""
    return [
        key
        for key in ("condition", "part")
        if len({(sample.metadata or {})[key] for sample in samples}) > 1
    ]


TASKS: dict[str, Callable[..., Task]] = {
    name: add_task(name)
    for name in paradigms
    if issubclass(paradigms(name), HoldsConversations)
}
"""The task of each paradigm: `TASKS["tiles"](units=3)` is `metamer/tiles -T units=3`."""
