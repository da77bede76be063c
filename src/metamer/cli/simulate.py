"""`metamer people simulate`: learners as participants; how many people a study needs."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from metamer.cli.people import app_installed, print_exported
from metamer.cli.run import Scale, study_names
from metamer.core.commands import (
    Folder,
    Json,
    Set,
    assignments,
    completion,
    print_json,
)
from metamer.core.counting import count
from metamer.core.errors import Refusal, at_least
from metamer.core.learner import Learner
from metamer.core.plans import find_learner, find_study
from metamer.core.progress import bar
from metamer.core.registry import learner as learners
from metamer.core.settings import with_settings
from metamer.core.study import Study

if TYPE_CHECKING:
    from metamer.app.power import Power
    from metamer.app.simulate import Simulation
    from metamer.core.responses import Responses

MAX_SIMULATED = 1_000_000
MAX_AT_ONCE = 2000


StudyName = Annotated[
    str,
    typer.Argument(
        metavar="STUDY",
        help="A study by name (see `metamer catalog`), or a TOML file.",
        autocompletion=study_names,
    ),
]
LearnerName = Annotated[
    str,
    typer.Option(
        help="A learner of the study, of `metamer catalog`, or package.module:Name.",
        autocompletion=completion(lambda: learners),
    ),
]
Url = Annotated[
    str, typer.Option(help="A server of this study; without it, one is started.")
]
Db = Annotated[
    str, typer.Option(help="The server's database; without it, one that is deleted.")
]
AtOnce = Annotated[
    int, typer.Option("--at-once", help="Participants at the same time.")
]
Sizes = Annotated[
    str,
    typer.Option(metavar="N,N,...", help="Participants a cell to compute power for."),
]
Studies = Annotated[
    int, typer.Option(help="Simulated studies of each number of participants.")
]


def simulate(
    name: StudyName,
    learner: LearnerName,
    n: Annotated[int, typer.Option("-n", help="How many participants.")],
    url: Url = "",
    db: Db = "",
    out: Folder = None,
    at_once: AtOnce = 8,
    power: Sizes = "",
    studies: Studies = 200,
    scale: Scale = None,
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
    json: Json = False,
) -> None:
    """Send learners through a study as participants, by the requests that browsers make.

    Each is taught what a unit of `metamer run` is taught in its condition. With --out the
    answers are exported as a run folder. With --power, studies of other sizes are drawn
    from these participants with replacement, and the share is printed in which the first
    test of the study has p < 0.05.
    """
    sizes = _sizes(power)
    at_least("-n", n, 1, MAX_SIMULATED)
    at_least("--at-once", at_once, 1, MAX_AT_ONCE)
    at_least("--studies", studies, 2)
    if url and not db:
        raise Refusal(
            "--url needs --db, the server's database: it says in which condition each "
            "simulated participant is, and so what it is taught"
        )
    plan = _study(name, scale, assignments(settings))
    who = find_learner(plan, learner)
    with tempfile.TemporaryDirectory() as temporary:
        run = out or (Path(temporary) / "run" if sizes else None)
        with app_installed("metamer people simulate"):
            told, exported = _go(plan, who, n, at_once, url, db or temporary, run)
        say = (lambda sentence: None) if json else print
        say(told.pop("sentence"))
        if exported is not None and sizes:
            told["power"] = _power(exported, sizes, studies, say)
        if exported is not None and out:
            print_exported(exported, json, **told)
        elif json:
            print_json(told)


def _study(name: str, scale: str | None, changes: dict[str, str]) -> Study:
    plan = find_study(name, scale or "", changes)
    return with_settings(plan, changes) if changes else plan


def _go(
    plan: Study, who: Learner, n: int, at_once: int, url: str, db: str, run: Path | None
) -> tuple[dict[str, Any], Responses | None]:
    """Simulate, and export to `run` if there is such a folder; returns what to tell."""
    from metamer.app.export import export

    place = f"{db}/simulated.db" if Path(db).is_dir() else db
    with _server(plan, url, place, n) as (address, database):
        outcome, seconds = _send(plan, who, n, at_once, address, database)
        exported = export(database, run) if run else None
    told = {"learner": who.name, **_numbers(outcome, seconds)}
    return {**told, "sentence": _sentence(who, n, outcome, seconds)}, exported


def _sizes(power: str) -> list[int]:
    """`10,20,50` as numbers."""
    parts = [part.strip() for part in power.split(",")] if power else []
    wrong = [part for part in parts if not part.isdecimal() or int(part) < 2]
    if wrong:
        raise Refusal(
            f"--power takes whole numbers from 2 on, such as 10,20,50, not {wrong[0]!r}"
        )
    return [int(part) for part in parts]


@contextmanager
def _server(plan: Study, url: str, db: str, n: int) -> Iterator[tuple[str, Any]]:
    """The server at `url`, or one for the occasion that has room for all."""
    from metamer.app.occasion import own_server
    from metamer.app.simulate import with_room
    from metamer.app.stored import stored_database

    if url:
        with stored_database(db, plan) as database:
            yield url, database
        return
    with own_server(with_room(plan, n), db) as started:
        yield started


def _send(
    plan: Study, who: Learner, n: int, at_once: int, url: str, database: Any
) -> tuple[Simulation, float]:
    from metamer.app.simulate import ParticipantPool, simulate
    from metamer.app.simulated import Teacher

    pool = ParticipantPool(Teacher(plan, who), n)
    with bar(f"teaching {who.name}", len(pool.cells)) as advance:
        pool.prepare(advance)
    begun = time.perf_counter()
    with bar("participants", n) as advance:
        outcome = simulate(url, database, pool, at_once, advance)
    return outcome, time.perf_counter() - begun


def _numbers(outcome: Simulation, seconds: float) -> dict[str, Any]:
    import numpy as np

    low, high = np.quantile(outcome.latencies, [0.5, 0.99]) * 1000
    return {
        "ended": outcome.reasons,
        "requests": len(outcome.latencies),
        "seconds": round(seconds, 1),
        "median_ms": round(float(low), 1),
        "p99_ms": round(float(high), 1),
    }


def _sentence(who: Learner, n: int, outcome: Simulation, seconds: float) -> str:
    told = _numbers(outcome, seconds)
    ended = ", ".join(f"{many} {reason}" for reason, many in outcome.reasons.items())
    return (
        f"{count(n, 'participant')} who answer as {who.name}: {ended} in {seconds:.1f} "
        f"seconds; {count(told['requests'], 'request')}, median {told['median_ms']} ms, "
        f"99 % within {told['p99_ms']} ms"
    )


def _power(
    exported: Responses, sizes: list[int], studies: int, say: Callable[[str], None]
) -> dict[str, Any]:
    """Compute power and say it; returns the same for a program to read."""
    from metamer.app.power import power

    with bar("simulated studies", len(sizes) * studies) as advance:
        effect, found = power(exported, sizes, studies, advance)
    words = f"{effect.test} of {effect.measure}: {effect.effect}"
    say("\n".join(_power_lines(words, found)))
    rows = [{**each._asdict(), "share": each.share} for each in found]
    return {"effect": words, "sizes": rows}


def _power_lines(effect: str, found: list[Power]) -> list[str]:
    lines = [
        f"Power of {effect}, p < 0.05, in {found[0].studies} studies of each size whose "
        "participants are drawn with replacement from those who were simulated:"
    ]
    for each in found:
        lines.append(
            f"{each.participants:>6} a cell: {each.share:.2f} "
            f"[{each.low:.2f}, {each.high:.2f}]"
        )
    return lines
