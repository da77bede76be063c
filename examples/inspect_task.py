"""Items as a task of Inspect AI, offline: `python examples/inspect_task.py [FOLDER]`.

Inspect's mock model stands for a model that always says the same. The log becomes a run
folder, as `metamer import inspect` makes it. Needs `pip install "metamer[inspect]"`.
"""

import sys
from pathlib import Path

import inspect_ai
from inspect_ai.model import ModelOutput, ModelUsage, get_model

import metamer
from metamer.inspect.imports import import_logs
from metamer.inspect.tasks import TASKS


def say(messages, tools, tool_choice, config):
    """Always the same group, with a usage, as providers give it."""
    output = ModelOutput.from_content("mockllm/model", "dax")
    output.usage = ModelUsage()
    return output


def main(folder: str) -> None:
    """Ask the model, import its log, and write the report."""
    task = TASKS["categories"](units=3, questions=2)
    model = get_model("mockllm/model", custom_outputs=say)
    logs = str(Path(folder) / "logs")
    (log,) = inspect_ai.eval(task, model=model, log_dir=logs, display="none")
    for name, metric in log.results.scores[0].metrics.items():
        print(f"{name}: {metric.value:.2f}")
    responses, missing = import_logs([Path(log.location)], Path(folder))
    print(*missing, sep="\n")
    print(metamer.report(responses))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "runs/inspect-task")
