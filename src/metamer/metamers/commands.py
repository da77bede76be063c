"""`metamer make metamers`: the same statistics, without the rule."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from metamer.core.commands import (
    Json,
    NpzFile,
    Seed,
    Set,
    assignments,
    make,
    print_json,
    where_made,
)
from metamer.core.counting import count
from metamer.core.errors import MAX_HELD, Refusal, at_least
from metamer.core.files import write_arrays, write_text


@make.add("metamers")
def metamers(
    of: Annotated[
        Path, typer.Option(help="Rows of whole numbers from 0: an npz or npy file.")
    ],
    n: Annotated[int, typer.Option("-n", help="How many metamers.")],
    out: NpzFile,
    recipe: Annotated[
        str, typer.Option(help="gibbs, order_agnostic, max_entropy.")
    ] = "gibbs",
    seed: Seed = 0,
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
    json: Json = False,
) -> None:
    """Write metamers of the rows in a file, and a report on their quality beside them.

    An npz file holds the rows as `boards` or `rows`, or nothing else; its metamers have
    the same name and shape. `probabilities` beside them make it an exact table. --set
    changes settings of the recipe, e.g. --set sweeps=200.
    """
    from metamer.core.keys import root
    from metamer.metamers.files import named_recipe, read
    from metamer.metamers.quality import quality
    from metamer.metamers.recipe import draw

    at_least("-n", n, 1, MAX_HELD)
    report = _report_file(of, out)
    chosen = named_recipe(recipe, assignments(settings))
    source, name = read(of)
    key = root(seed)
    fitted = chosen.fit(source, key.stream("fit"))
    rows, _ = draw(fitted, n, key.stream("draw"))
    measured = quality(source, fitted, key.stream("quality"))
    write_arrays(out, {name: rows, "source": str(of), "recipe": recipe})
    write_text(report, _as_json(measured))
    outcome = {"file": str(out), "report": str(report), "recipe": recipe, "metamers": n}
    if json:
        print_json({**outcome, "quality": measured})
        return
    print(f"{where_made(n, 'metamer', out)}, the report is in {report}")
    _print(measured)


def _report_file(of: Path, out: Path) -> Path:
    """Where the report goes: beside the metamers."""
    if out.suffix != ".npz":
        raise Refusal(f"--out must end in .npz, not {out.name!r}")
    if out.resolve() == of.resolve():
        raise Refusal(f"--out would overwrite the source {of}")
    return out.with_suffix(".json")


def _as_json(measured: dict[str, Any]) -> str:
    import json

    return json.dumps(measured, indent=2, allow_nan=False) + "\n"


def _print(measured: dict[str, Any]) -> None:
    """Print the numbers that a person wants to know first."""
    print(f"largest error of single values {measured['first_largest_error']:.3f}")
    if "pairs_largest_error" in measured:
        print(f"largest error of pairs {measured['pairs_largest_error']:.3f}")
    print(f"told from the source {measured['told_apart_trees']:.0%} (50% is chance)")
    print(f"rows of the source among them {measured['in_source']:.0%}")
    if measured["settles_after"] is None:
        followed = count(measured["sweeps_followed"], "sweep")
        print(f"the chains do not settle within {followed}")
