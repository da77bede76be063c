"""The solver: it puts our trial to Inspect's model, and keeps the rows in the sample."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inspect_ai.model import CachePolicy, GenerateConfig, Model, get_model
from inspect_ai.solver import Generate, Solver, TaskState, solver

from metamer.core.conversation import Manner, Reply
from metamer.core.interview import Request, go_through
from metamer.core.responses import Columns
from metamer.core.trial import Json, known
from metamer.engines.conversing import join
from metamer.inspect.asking import Question
from metamer.inspect.messages import as_chat, as_reply


@dataclass(frozen=True)
class Questions:
    """All questions by the id of their sample. Inspect's log names it, and no more: it
    holds the right answers."""

    by_sample: Mapping[str, Question]
    manner: Manner
    name: str = "questions"


@solver
def trial(questions: Questions) -> Solver:
    """Puts the item of a sample as people and other learners are put it.

    The sample's metadata then has `rows`, the rows of our table, and `replies`, what the
    model said in each of its passes: from these a log is imported.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        question = questions.by_sample[str(state.sample_id)]
        passes = [
            await _go_through(state, question, questions.manner, sample)
            for sample in range(questions.manner.passes)
        ]
        rows = join([rows for rows, _ in passes])
        state.metadata["rows"] = as_json(rows)
        state.metadata["replies"] = [
            [[reply.text, known(reply.probability)] for reply in replies]
            for _, replies in passes
        ]
        return state

    return solve


def as_json(rows: Columns) -> dict[str, list[Json]]:
    """Rows of the table as JSON has them: null is an unknown number."""
    return {
        name: [known(value) for value in column.tolist()]
        for name, column in rows.items()
    }


async def _go_through(
    state: TaskState, question: Question, manner: Manner, sample: int
) -> tuple[Columns, list[Reply]]:
    """One pass: its rows, and what was replied."""
    going = go_through(question.interview, question.item, manner, sample)
    replies: list[Reply] = []
    try:
        request = next(going)
        while True:
            replies.append(await _ask(state, question, request))
            request = going.send(replies[-1])
    except StopIteration as end:
        return end.value, replies


async def _ask(state: TaskState, question: Question, request: Request) -> Reply:
    """What the model says; the sample shows the conversation so far."""
    model = get_model()
    state.messages = as_chat(request.messages)
    state.output = await model.generate(
        state.messages, config=_config(model, question, request)
    )
    state.messages.append(state.output.message)
    return as_reply(state.output)


def _config(model: Model, question: Question, request: Request) -> GenerateConfig:
    """Limits of this request; what was given on the command line wins."""
    given = model.config
    return GenerateConfig(
        max_tokens=given.max_tokens or request.tokens,
        seed=(given.seed or 0) + request.sample,
        cache=_own_answers(given.cache, question, request),
    )


def _own_answers(given: Any, question: Question, request: Request) -> Any:
    """The cache that was asked for, in which each question and pass has its own answer.

    Inspect's is keyed by the request: units with equal prompts would share one answer.
    """
    if not given:
        return given
    policy = given if isinstance(given, CachePolicy) else CachePolicy()
    condition, unit, item = question.place
    scopes = {"metamer": f"{condition}, {unit}, {item}, {request.sample}"}
    return policy.model_copy(update={"scopes": {**policy.scopes, **scopes}})
