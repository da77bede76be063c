"""Lessons from the command line: as files and as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from metamer.core.commands import (
    Json,
    NpzFile,
    Picture,
    Seed,
    Set,
    assignments,
    check_format,
    make,
    people,
    print_json,
    print_outcome,
    save_picture,
    show,
    where_made,
)
from metamer.core.errors import Refusal
from metamer.core.files import write_arrays
from metamer.core.items import Lesson, identify
from metamer.core.keys import root
from metamer.core.reading import from_plain
from metamer.core.settings import toml_value
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.domains.domain import Domain
from metamer.paradigms.categories.items import arrays

if TYPE_CHECKING:
    from metamer.core.responses import Responses

SHARE = 5
"""Of this number of items one is asked, and the others are taught."""

DomainName = Annotated[
    str, typer.Option(help="plane, digits, reviews, faces, figures, table.")
]


@make.add("categories")
def make_lesson(
    out: NpzFile,
    n: Annotated[
        int, typer.Option("-n", help="Items in all; a fifth of them is asked.")
    ],
    domain: DomainName = "plane",
    condition: Annotated[
        str | None, typer.Option(help="cue_conflict, zero_shot ...")
    ] = None,
    pi0: Annotated[
        float | None, typer.Option(help="P(distractor | class 0), of one's own.")
    ] = None,
    pi1: Annotated[
        float | None, typer.Option(help="P(distractor | class 1), of one's own.")
    ] = None,
    arrangement: Annotated[str, typer.Option(help="printed, mirror ...")] = "printed",
    seed: Seed = 0,
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
    json: Json = False,
) -> None:
    """Write x, label, discriminant, distractor, split, item of one unit's lesson.

    --set changes settings of the domain, e.g. --domain digits --set pair=[4,9].
    """
    training = _training(condition, pi0, pi1)
    chosen = domain_with(domain, assignments(settings))
    made = arrays(lesson(chosen, training, arrangement, n, seed))
    ids = identify(f"categories/{chosen.name}", made["x"]).astype(str)
    write_arrays(out, {"item": ids, **made})
    outcome = {"file": str(out), "items": n, "condition": training, "domain": domain}
    print_outcome(outcome, where_made(n, "item", out), json)


def _training(condition: str | None, pi0: float | None, pi1: float | None) -> str:
    """The name of a condition, or its two probabilities as its name."""
    given = [value for value in (pi0, pi1) if value is not None]
    if condition and given:
        raise Refusal("give either --condition or --pi0 and --pi1, not both")
    if len(given) == 1:
        raise Refusal("--pi0 and --pi1 go together")
    return f"{pi0:g}/{pi1:g}" if given else condition or "zero_shot"


@show.add("categories")
def show_lesson(
    domain: DomainName = "plane",
    condition: Annotated[str, typer.Option(help="cue_conflict, zero_shot ...")] = (
        "partial_exposure"
    ),
    seed: Seed = 0,
    out: Picture = None,
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
    json: Json = False,
) -> None:
    """Show a few taught items with their labels, and a few that are asked."""
    from metamer.paradigms.categories.show import picture, plain, text

    check_format(out)
    chosen = domain_with(domain, assignments(settings))
    paradigm = small(chosen, condition)
    if out is not None:
        save_picture(out, picture(paradigm, chosen, root(seed)), json)
    elif json:
        print_json(plain(paradigm, chosen, condition, root(seed)))
    else:
        print(text(paradigm, chosen, condition, root(seed)))


def domain_with(name: str, settings: dict[str, str]) -> Domain:
    """A domain by name, with some settings given as texts."""
    values = {key: toml_value(text) for key, text in settings.items()}
    return from_plain(Domain, {**values, "name": name}, f"domain {name}")  # type: ignore[type-abstract]


def lesson(
    domain: Domain, training: str, arrangement: str, count: int, seed: int
) -> Lesson:
    """What unit 0 is taught and asked, `count` items in all."""
    if count < 2 * SHARE:
        raise Refusal(f"-n must be at least {2 * SHARE}, not {count}")
    per_class = (count - count // SHARE) // 2
    paradigm = Categories(
        (domain,),
        (training,),
        (arrangement,),
        per_class=per_class,
        held_out=count - 2 * per_class,
        familiar=0,
        again=0,
    )
    return paradigm.lesson(paradigm.conditions()[0], root(seed).stream("unit", 0))


def small(domain: Domain, training: str) -> Categories:
    """A paradigm with few items, to be shown."""
    trainings = tuple(dict.fromkeys((training, "partial_exposure")))
    return Categories(
        (domain,), trainings, per_class=24, held_out=12, familiar=0, again=0
    )


@people.add("categories")
def take_choices(path: Path, out: Path) -> tuple[Responses, list[dict[str, Any]]]:
    """A csv of people's choices about items that `metamer make categories` wrote."""
    from metamer.paradigms.categories.studies.own_choices import take

    if not path.is_file():
        raise Refusal(f"there is no file {path}; give the csv file of choices")
    return take(path, out), []
