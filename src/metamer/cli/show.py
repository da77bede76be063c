"""`metamer show`: items as a picture, or as text in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from metamer.cli.options import Seed, Set, assignments

show = typer.Typer(
    name="show",
    help="Show items as a picture, or in the terminal.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@show.command("categories")
def categories(
    domain: Annotated[
        str, typer.Option(help="plane, digits, reviews, faces, table.")
    ] = ("plane"),
    condition: Annotated[str, typer.Option(help="cue_conflict, zero_shot ...")] = (
        "partial_exposure"
    ),
    seed: Seed = 0,
    out: Annotated[
        Path | None, typer.Option(help="A picture to write (png, svg, pdf).")
    ] = None,
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
) -> None:
    """Show a few taught items with their labels, and a few that are asked."""
    from metamer.core.keys import root
    from metamer.paradigms.categories import make, show

    paradigm = make.few(domain, assignments(settings), condition)
    chosen = paradigm.domains[0]
    if out is None:
        print(show.text(paradigm, chosen, condition, root(seed)))
        return
    _save(out, show.picture(paradigm, chosen, root(seed)))
    print(f"The picture is {out}")


def _save(path: Path, figure: object) -> None:
    from metamer.core.errors import one_of
    from metamer.core.files import write

    kind = path.suffix.removeprefix(".")
    one_of("picture format", kind, ("png", "svg", "pdf"))
    write(
        path,
        lambda temporary: figure.savefig(temporary, format=kind, dpi=144),  # type: ignore[attr-defined]
    )
