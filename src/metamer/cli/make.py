"""`metamer make`: items as files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from metamer.cli.make_concepts import concepts
from metamer.cli.make_matrices import matrices, matrix_lists
from metamer.cli.metamers import metamers
from metamer.cli.options import Json, Seed, Set, assignments, print_json
from metamer.core.errors import Refusal
from metamer.core.files import write_arrays

make = typer.Typer(
    name="make",
    help="Write items as files.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@make.command("categories")
def categories(
    out: Annotated[Path, typer.Option(help="The npz file to write.")],
    n: Annotated[
        int, typer.Option("-n", help="Items in all; a fifth of them is asked.")
    ],
    domain: Annotated[
        str, typer.Option(help="plane, digits, reviews, faces, table.")
    ] = ("plane"),
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
    """Write x, label, discriminant, distractor and split of one unit's lesson.

    --set changes settings of the domain, e.g. --domain digits --set pair=[4,9].
    """
    from metamer.paradigms.categories import make as making

    training = _training(condition, pi0, pi1)
    lesson = making.lesson(
        domain, assignments(settings), training, arrangement, n, seed
    )
    write_arrays(out, making.arrays(lesson))
    told = {"file": str(out), "items": n, "condition": training, "domain": domain}
    print_json(told) if json else print(f"{n} items are in {out}")


@make.command("tiles")
def tiles(
    rule: Annotated[str, typer.Option(help="copy, symmetry ..., or a file of boards.")],
    n: Annotated[int, typer.Option("-n", help="How many boards.")],
    out: Annotated[Path, typer.Option(help="The npz file to write.")],
    condition: Annotated[str, typer.Option(help="abstract or metamer.")] = "abstract",
    reading: Annotated[
        str, typer.Option(help="as_coded or as_described.")
    ] = "as_coded",
    seed: Seed = 0,
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
    json: Json = False,
) -> None:
    """Write boards (1 is red) and starts (row and column of the tile that is face up).

    Boards are drawn by their exact probability, so some may be equal. --set changes
    settings of the paradigm, e.g. --set recipe=max_entropy or --set recipe.sweeps=200.
    """
    from metamer.paradigms.tiles import make as making

    paradigm = making.settings(rule, reading, assignments(settings))
    boards = making.drawn(paradigm, rule, condition, n, seed)
    write_arrays(out, making.arrays(boards))
    told = {"file": str(out), "boards": n, "rule": rule, "condition": condition}
    print_json(told) if json else print(f"{n} boards are in {out}")


@make.command("pointers")
def pointers(
    out: Annotated[Path, typer.Option(help="The npz file to write.")],
    n: Annotated[int, typer.Option("-n", help="How many items.")],
    style: Annotated[str, typer.Option(help="vector, blocks, sequence.")] = "vector",
    complexity: Annotated[
        int, typer.Option(help="Digits of a window beyond the one pointed at.")
    ] = 0,
    aggregate: Annotated[
        str, typer.Option(help="mod_sum, median, majority, min, max ...")
    ] = "mod_sum",
    condition: Annotated[
        str,
        typer.Option(
            help="iid, holdout, holdout-I, multisets-H, windows-H, digits: what training "
            "leaves out."
        ),
    ] = "iid",
    split: Annotated[str, typer.Option(help="train, validation, test.")] = "train",
    part: Annotated[
        str | None,
        typer.Option(
            help="Which test: iid, dshift, holdout, others, matched. Default: holdout "
            "where training leaves something out, else iid."
        ),
    ] = None,
    seed: Seed = 0,
    settings: Set = [],  # noqa: B006 (typer reads the default, nobody changes it)
    json: Json = False,
) -> None:
    """Write inputs (rows or pictures), labels, and digits (the pointer first).

    --set changes settings of the style, e.g. --style blocks --set images=mnist.
    """
    from metamer.paradigms.pointers import make as making

    paradigm = making.paradigm(
        style, assignments(settings), complexity, aggregate, condition
    )
    part = making.part_of(condition, split, part)
    write_arrays(out, making.arrays(making.items(paradigm, split, part, n, seed)))
    told = {"file": str(out), "items": n, "condition": condition, "style": style}
    told |= {"split": split, "part": part}
    print_json(told) if json else print(f"{n} items are in {out}")


make.command("metamers")(metamers)
make.command("concepts")(concepts)
make.command("matrices")(matrices)
make.command("matrix-lists")(matrix_lists)


def _training(condition: str | None, pi0: float | None, pi1: float | None) -> str:
    """The name of a condition, or its two probabilities as its name."""
    given = [value for value in (pi0, pi1) if value is not None]
    if condition and given:
        raise Refusal("give either --condition or --pi0 and --pi1, not both")
    if len(given) == 1:
        raise Refusal("--pi0 and --pi1 go together")
    return f"{pi0:g}/{pi1:g}" if given else condition or "zero_shot"
