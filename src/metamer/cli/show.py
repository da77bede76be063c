"""`metamer show`: items as a picture, or as text in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from metamer.cli.make_concepts import Concept, Demonstrations, Family
from metamer.cli.make_matrices import Distraction, Foils, Mixture, Structure
from metamer.cli.options import Seed, Set, assignments
from metamer.core.errors import Refusal, one_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

show = typer.Typer(
    name="show",
    help="Show items as a picture, or in the terminal.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

FORMATS = ("png", "svg", "pdf")

Picture = Annotated[
    Path | None, typer.Option(help=f"A picture to write ({', '.join(FORMATS)}).")
]


@show.command("categories")
def categories(
    domain: Annotated[
        str, typer.Option(help="plane, digits, reviews, faces, table.")
    ] = ("plane"),
    condition: Annotated[str, typer.Option(help="cue_conflict, zero_shot ...")] = (
        "partial_exposure"
    ),
    seed: Seed = 0,
    out: Picture = None,
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
) -> None:
    """Show a few taught items with their labels, and a few that are asked."""
    from metamer.core.keys import root
    from metamer.paradigms.categories import make, show

    _check_format(out)
    paradigm = make.few(domain, assignments(settings), condition)
    chosen = paradigm.domains[0]
    if out is None:
        print(show.text(paradigm, chosen, condition, root(seed)))
        return
    _save(out, show.picture(paradigm, chosen, root(seed)))


@show.command("tiles")
def tiles(
    rule: Annotated[
        str, typer.Option(help="copy, symmetry ...; without it the eight of the paper.")
    ] = "",
    condition: Annotated[
        str | None, typer.Option(help="abstract (the default), metamer, or both.")
    ] = None,
    reading: Annotated[
        str, typer.Option(help="as_coded or as_described.")
    ] = "as_coded",
    sweeps: Annotated[
        bool, typer.Option("--sweeps", help="Show how metamers come about.")
    ] = False,
    n: Annotated[int | None, typer.Option("-n", help="Boards, or chains.")] = None,
    seed: Seed = 0,
    out: Picture = None,
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
) -> None:
    """Show boards of a rule, metamers of them, or how a metamer comes about.

    In the terminal # is red, . is blue, @ is the red tile that is face up. The boards are
    those that `metamer make tiles` writes with the same seed. --set changes settings of
    the paradigm, e.g. --set recipe=max_entropy.
    """
    from metamer.core.keys import root
    from metamer.paradigms.tiles import make, show

    _check_format(out)
    if sweeps and condition not in (None, "metamer"):
        raise Refusal("--sweeps shows metamers; leave --condition away")
    paradigm = make.settings(rule, reading, assignments(settings))
    if sweeps:
        headings = show.sweep_titles()
        rows = show.sweeps(paradigm, show.CHAINS if n is None else n, root(seed))
    else:
        headings = _conditions(condition or "abstract")
        many = show.EXAMPLES if n is None else n
        rows = show.boards(paradigm, headings, many, seed)
    if out is None:
        print(show.text(rows, headings))
        return
    _save(out, show.picture(rows, headings))


@show.command("pointers")
def pointers(
    style: Annotated[str, typer.Option(help="vector, blocks, sequence.")] = "vector",
    source: Annotated[
        str | None,
        typer.Option(help="Images: embedded, mnist ... or a folder of your own."),
    ] = None,
    complexity: Annotated[
        int, typer.Option(help="Digits of a window beyond the one pointed at.")
    ] = 0,
    aggregate: Annotated[
        str, typer.Option(help="mod_sum, median, majority, min, max ...")
    ] = "mod_sum",
    condition: Annotated[
        str, typer.Option(help="iid, holdout, holdout-I, windows-H ...")
    ] = "holdout",
    n: Annotated[int, typer.Option("-n", help="Items of each part.")] = 4,
    seed: Seed = 0,
    out: Picture = None,
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
) -> None:
    """Show a few taught items with their answers, and a few of each part that is asked.

    Above or beside each item stand the digits pointed at and the answer; in the terminal
    a ^ is below them. --set changes settings of the style, e.g. --set length=20.
    """
    from metamer.core.keys import root
    from metamer.paradigms.pointers import make, show

    _check_format(out)
    own = assignments(settings) | ({} if source is None else {"images": source})
    paradigm = make.paradigm(style, own, complexity, aggregate, condition)
    chosen = paradigm.conditions()[0]
    if out is None:
        print(show.text(paradigm, chosen, root(seed), n))
        return
    _save(out, show.picture(paradigm, chosen, root(seed), n))


@show.command("matrices")
def matrices(
    regime: Annotated[
        str, typer.Option(help="neutral, interpolation, extrapolation, triples ...")
    ] = "neutral",
    split: Annotated[str, typer.Option(help="train, validation, test.")] = "test",
    foils: Foils = "exchangeable",
    mixture: Mixture = "pgm",
    distraction: Distraction = 0.5,
    structure: Structure = [],  # noqa: B006 (typer reads the default)
    folder: Annotated[
        Path | None, typer.Option(help="A folder of PGM or RAVEN files to show.")
    ] = None,
    n: Annotated[int, typer.Option("-n", help="Matrices.")] = 4,
    seed: Seed = 0,
    out: Picture = None,
) -> None:
    """Show whole questions: the matrix, its candidates, the answer and its triples.

    The matrices are those that `metamer make matrices` writes with the same seed.
    """
    from metamer.paradigms.matrices import files, make, show

    _check_format(out)
    if folder is None:
        paradigm = make.paradigm(regime, foils, mixture, distraction, "", structure)
        items = make.export(paradigm, split, seed, n).draw(0, n)
    else:
        items = files.read(str(folder), split, most=n)
    if out is None:
        rows = zip(items.inputs, items.labels.tolist(), items.features, strict=True)
        print("\n\n".join(show.text(*row) for row in rows))
        return
    _save(out, show.picture(items, n))


@show.command("concepts")
def concepts(
    file: Annotated[
        Path | None,
        typer.Argument(help="An ARC json file; without it, a generated task."),
    ] = None,
    concept: Concept = None,
    family: Family = None,
    demonstrations: Demonstrations = 3,
    seed: Seed = 0,
    out: Picture = None,
) -> None:
    """Show a task: its demonstrations, and its test inputs with their answers."""
    from metamer.core.files import write_text
    from metamer.paradigms.concepts import show
    from metamer.paradigms.concepts.corpus import read_task
    from metamer.paradigms.concepts.make import one_task

    _check_format(out)
    if file and (concept or family):
        raise Refusal("give either a file, or --concept and --family, not both")
    named = read_task(file) if file else one_task(concept, family, seed, demonstrations)
    if out is None:
        from rich.console import Console

        console = Console()
        print(named.name)
        console.print(show.terminal_task(named.task, named.answers, console.width))
    elif out.suffix == ".svg":
        write_text(out, show.svg(named.task, named.answers))
        print(f"The picture is {out}")
    else:
        _save(out, show.picture(named.task, named.answers))


def _conditions(name: str) -> tuple[str, ...]:
    """The conditions that a name stands for."""
    from metamer.paradigms.tiles.controls import CONDITIONS

    one_of("condition", name, (*CONDITIONS, "both"))
    return tuple(CONDITIONS) if name == "both" else (name,)


def _check_format(path: Path | None) -> None:
    """Refuse a picture that cannot be written before anything is drawn."""
    if path is not None:
        one_of("picture format", path.suffix.removeprefix("."), FORMATS)


def _save(path: Path, figure: Figure) -> None:
    from metamer.core.files import write

    kind = path.suffix.removeprefix(".")
    write(path, lambda temporary: figure.savefig(temporary, format=kind, dpi=144))
    print(f"The picture is {path}")
