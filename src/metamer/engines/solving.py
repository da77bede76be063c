"""Tasks solved one after the other; what is done is kept, so that a stop loses one."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from itertools import islice
from typing import Any

import numpy as np

from metamer.core.checkpoints import Place
from metamer.core.errors import Refusal
from metamer.core.keys import Key
from metamer.core.solve import Guess, Shown, Sitting, Solved


def solve_all(
    learner: Any, sittings: Sequence[Sitting], keys: Sequence[Key], place: Place
) -> list[list[Solved]]:
    """What a learner makes of every task of every unit."""
    kept = place.restore([np.array("")])
    done = [_from_plain(it) for it in json.loads(str(kept[0]))] if kept else []
    asked = [
        (shown, sitting.guesses, key.stream("task", number))
        for sitting, key in zip(sittings, keys, strict=True)
        for number, shown in enumerate(sitting.shown)
    ]
    for shown, guesses, key in asked[len(done) :]:
        done.append(_solved(learner, shown, guesses, key))
        place.save([np.array(json.dumps([_to_plain(it) for it in done]))])
        place.tell(len(done) / len(asked))
    every = iter(done)
    return [list(islice(every, len(sitting.shown))) for sitting in sittings]


def _solved(learner: Any, shown: Shown, guesses: int, key: Key) -> Solved:
    """One task, with the time it took; more guesses than allowed do not count."""
    begun = time.perf_counter()
    found = learner.solve(shown, guesses, key)
    seconds = time.perf_counter() - begun
    asked = len(shown.task.inputs)
    if len(found) != asked:
        raise Refusal(
            f"{learner.name} answered {len(found)} inputs of a task that has {asked}"
        )
    return Solved(tuple(tuple(each)[:guesses] for each in found), seconds)


def _to_plain(it: Solved) -> dict[str, Any]:
    guesses = [
        [[np.asarray(guess.answer).tolist(), guess.reason] for guess in each]
        for each in it.guesses
    ]
    return {"seconds": it.seconds, "guesses": guesses}


def _from_plain(plain: dict[str, Any]) -> Solved:
    guesses = tuple(
        tuple(Guess(np.array(rows, np.uint8), why) for rows, why in each)
        for each in plain["guesses"]
    )
    return Solved(guesses, plain["seconds"])
