"""Logs of Inspect AI, read as strictly as any other file of a stranger."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from metamer.core.conversation import HoldsConversations, Prompt, Reply
from metamer.core.errors import Refusal
from metamer.core.files import reading
from metamer.core.settings import recorded_study
from metamer.core.study import Study
from metamer.inspect.asking import Place
from metamer.learners.chat import Chat

ENDINGS = (".eval", ".json")

OURS = "metamer"
"""The entry of an evaluation's metadata that says what was asked."""


class Said(NamedTuple):
    """What a model replied in one sample."""

    prompt: Prompt
    passes: tuple[tuple[Reply, ...], ...]
    """The replies of each pass through the item."""


@dataclass(frozen=True)
class Log:
    """What a log says of one model in one study."""

    path: Path
    digest: str
    model: str
    study: Study
    chat: Chat
    """How it was asked."""
    condition: str
    """The only condition that was asked; empty if all were."""
    version: str
    """Of the package that asked."""
    said: dict[Place, Said]
    """What stands in the finished samples."""


def find_logs(paths: Sequence[Path]) -> list[Path]:
    """The logs that are named, or stand in a folder that is, the oldest first."""
    found: list[Path] = []
    for path in paths:
        if not path.exists():
            raise Refusal(f"there is no log {path}")
        inside = sorted(each for each in path.glob("*") if each.suffix in ENDINGS)
        if path.is_dir() and not inside:
            raise Refusal(f"there is no log in {path}: a log ends with .eval or .json")
        found.extend(inside if path.is_dir() else [path])
    return found


def read_log(path: Path) -> Log:
    """A log of one of our tasks, finished or not; refuses any other."""
    from inspect_ai.log import read_eval_log

    with reading(path, "give a log that `inspect eval metamer/...` has written"):
        log = read_eval_log(str(path))
        ours = (log.eval.metadata or {}).get(OURS)
        if not isinstance(ours, dict):
            raise Refusal(
                f"{path} is a log of the task {log.eval.task}, which is none of metamer's"
            )
        study, chat = _read_study(path, ours)
        return Log(
            path=path,
            digest=hashlib.sha256(path.read_bytes()).hexdigest()[:16],
            model=str(log.eval.model),
            study=study,
            chat=chat,
            condition=str(ours["condition"]),
            version=str(ours["version"]),
            said=dict(_finished(path, log.samples or [])),
        )


def _read_study(path: Path, ours: dict[str, Any]) -> tuple[Study, Chat]:
    """What was asked, and how."""
    study = recorded_study(ours["study"], str(path))
    if not isinstance(study.paradigm, HoldsConversations):
        raise Refusal(
            f"{path}: its items cannot be drawn here: the paradigm is unknown"
        )
    chat = study.learners[0]
    if not isinstance(chat, Chat):
        raise Refusal(f"{path} does not say how its model was asked")
    return study, chat


def _finished(path: Path, samples: Sequence[Any]) -> Iterator[tuple[Place, Said]]:
    """The samples that were gone through to their end, by where they belong."""
    for sample in samples:
        kept = sample.metadata
        if sample.error is not None or "replies" not in kept:
            continue
        if sample.epoch > 1:
            raise Refusal(
                f"{path} asked each item in several epochs; ask for several answers with "
                "-T mode=independent -T samples=N instead of --epochs"
            )
        place = str(kept["condition"]), int(kept["unit"]), str(kept["item"])
        passes = tuple(tuple(map(_reply, replies)) for replies in kept["replies"])
        yield place, Said(Prompt("", str(kept["prompt"])), passes)


def _reply(kept: Sequence[Any]) -> Reply:
    text, probability = kept
    return Reply(str(text), math.nan if probability is None else float(probability))
