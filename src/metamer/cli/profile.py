"""`metamer profile`."""

from __future__ import annotations

import textwrap
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import metamer
from metamer.core.commands import Budget, Json, completion, out_option, print_json
from metamer.core.registry import profile as registry
from metamer.core.study import SCALES

if TYPE_CHECKING:
    from metamer.reports.profile import Placement, Profile

WIDTH = 80
"""Of a terminal, in characters."""


def learner_names(incomplete: str) -> list[str]:
    """What the shell offers after `metamer profile`: families, then learners."""
    from metamer.profiles.learners import families

    known = [*families({name: registry(name)() for name in registry}), *metamer.learner]
    return [name for name in dict.fromkeys(known) if name.startswith(incomplete)]


def profile(
    learners: Annotated[
        list[str],
        typer.Argument(
            metavar="LEARNER...",
            help="A family (rule, statistics, linear, nearest, mlp, transformer ...), a "
            "learner by name (see `metamer catalog`), chat:MODEL@URL, "
            "torch:package.module:name, or package.module:Name.",
            autocompletion=learner_names,
            show_default=False,
        ),
    ],
    scale: Annotated[
        str,
        typer.Option(
            metavar="|".join(SCALES),
            help="How large.",
            autocompletion=completion(lambda: SCALES),
        ),
    ] = "demo",
    out: Annotated[Path | None, out_option("The folder to write to.")] = None,
    budget: Budget = None,
    beside: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="RUN",
            help="A run folder whose learners get rows as well: people's, from `metamer "
            "people export`. May be given several times.",
            show_default=False,
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Put learners through all paradigms: by the rule, or by the statistics?"""
    from metamer.reports.profile_words import sentences

    folder = out or Path("runs") / f"profile-{scale}"
    made = metamer.profile(learners, scale, folder, budget, beside or ())
    if json:
        rows = made.table.astype(object).where(made.table.notna(), None)
        print_json({"report": str(made.page), "profile": rows.to_dict("records")})
        return
    print(f"\n{numbers(made)}\n")
    for name, words in sentences(made).items():
        sentence = f"{name} {words}".replace("`", "")
        print(textwrap.fill(sentence, WIDTH, subsequent_indent="  "))
    print(f"\nThe report is {made.page}")


def numbers(made: Profile) -> str:
    """The rule number of each learner in each paradigm, in at most 80 columns."""
    each = max(12, *(len(name) + 2 for name in made.paradigms))
    room = max(WIDTH - each * len(made.paradigms), 8)
    first = f"{'':{room}}" + "".join(f"{name:>{each}}" for name in made.paradigms)
    lines = [
        f"{name[: room - 1]:{room}}"
        + "".join(f"{_cell(score):>{each}}" for score in row)
        for name, row in made.scores.items()
    ]
    end = "0: by the statistics, 1: by the rule; ?: cannot be told; -: no part"
    return "\n".join([first, *lines, end])


def _cell(score: Placement) -> str:
    if not score.player:
        return "-"
    if isnan(score.rule.value):
        return "?"
    half = (score.rule.high - score.rule.low) / 2
    return f"{score.rule.value + 0.0:.2f} ±{half:.2f}".replace("-0.00", "0.00")
