"""What tests of Inspect AI share: a script of replies, and evaluations that use it."""

import gc
import warnings
import zlib
from pathlib import Path
from typing import Any

import tomli_w
from chat_server import PARADIGMS
from inspect_ai import Task
from inspect_ai import eval as evaluate
from inspect_ai.log import EvalLog
from inspect_ai.model import ModelOutput, ModelUsage, get_model

import metamer
from metamer.core.settings import to_plain
from metamer.inspect.tasks import TASKS
from metamer.learners.chat import Chat

SCRIPT: dict[str, Any] = {
    "categories": lambda n: ("dax", "fep", "a dax", "Hm.")[n % 4],
    "pointers": lambda n: ("0", "1", "2", "Hm.", "so: 4")[n % 5],
    "matrices": lambda n: ("A", "B", "C", "it is D", "Hm.")[n % 5],
    "concepts": lambda n: ("[1 2]\n[3 4]", "Grid:\n1 2", "Hm.")[n % 3],
    "tiles": lambda n: f"{1 + n % 7},{1 + n // 7 % 7}" if n % 9 else "Hm.",
}
"""Replies of each paradigm, by a number that what was said last gives."""


OPTIONS = ("temperature", "max_tokens", "cache", "model_args")


def scripted(name: str, messages: list[Any]) -> str:
    """What the script says to these texts."""
    return SCRIPT[name](zlib.crc32("\n".join(map(str, messages)).encode()))


def mock(say: Any) -> Any:
    """Inspect's mock model, whose replies are `say(messages, config)`."""

    return get_model("mockllm/model", custom_outputs=outputs(say), memoize=False)


def outputs(say: Any) -> Any:
    """What gives the mock model its replies."""

    def output(messages: Any, tools: Any, choice: Any, config: Any) -> ModelOutput:
        made = ModelOutput.from_content("mockllm/model", say(messages, config))
        made.usage = ModelUsage()  # else it would download an encoding to count tokens
        return made

    return output


def scripted_mock(name: str) -> Any:
    """The mock model that keeps to the script."""
    return mock(lambda messages, _: scripted(name, [each.text for each in messages]))


def by_script(name: str) -> Any:
    """The same for our scripted server."""
    return lambda body: scripted(name, [each["content"] for each in body["messages"]])


def run_task(
    name: str, folder: Path, model: Any, units: int = 1, **given: Any
) -> EvalLog:
    """The log of a small study under Inspect; `given` are its task arguments, and options
    of the evaluation."""
    own = {key: given.pop(key) for key in OPTIONS if key in given}
    file = folder / "plan.toml"
    study = metamer.Study(PARADIGMS[name][0], (Chat("mine"),), units=units)
    file.write_text(tomli_w.dumps(to_plain(study)))

    task = TASKS[name](study=str(file), **given)
    return evaluate_task(task, folder / "logs", model, **own)


def evaluate_task(task: Task, logs: Path, model: Any, **own: Any) -> EvalLog:
    """The log of a task, which is also written to a folder."""
    with warnings.catch_warnings():
        for own_trouble in (DeprecationWarning, ResourceWarning):  # of Inspect's parts
            warnings.simplefilter("ignore", own_trouble)
        (log,) = evaluate(task, model=model, log_dir=str(logs), display="none", **own)
        gc.collect()  # streams that it left open, before they warn in another test
    return log
