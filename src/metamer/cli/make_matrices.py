"""`metamer make matrices` and `metamer make matrix-lists`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from metamer.cli.bar import bar
from metamer.cli.options import Json, Seed, print_json
from metamer.core.errors import Refusal, one_of

if TYPE_CHECKING:
    from metamer.paradigms.matrices.export import Export

FORMATS = ("pgm", "packed")

Foils = Annotated[str, typer.Option(help="Wrong candidates: exchangeable or pgm.")]
Mixture = Annotated[str, typer.Option(help="How many triples: pgm, uniform, one.")]
Distraction = Annotated[
    float, typer.Option(help="How likely an attribute without a rule varies.")
]
Structure = Annotated[
    list[str],
    typer.Option(
        help="A triple that every matrix has, e.g. 'shape size progression'; repeated, "
        "several. Without it they are drawn."
    ),
]


def matrices(
    regime: Annotated[
        str,
        typer.Option(
            help="neutral, interpolation, extrapolation, attribute_pairs, triple_pairs, "
            "triples, line_type, shape_colour."
        ),
    ],
    split: Annotated[str, typer.Option(help="train, validation, test.")],
    out: Annotated[
        Path, typer.Option(help="The folder to write, or the npz file if packed.")
    ],
    format: Annotated[str, typer.Option(help="pgm or packed.")] = "pgm",
    n: Annotated[
        int | None,
        typer.Option(
            "-n", help="How many items. Default: as released, 1200000, 20000, 200000."
        ),
    ] = None,
    first: Annotated[int, typer.Option(help="The place of the first item.")] = 0,
    foils: Foils = "exchangeable",
    mixture: Mixture = "pgm",
    distraction: Distraction = 0.5,
    structure: Structure = [],  # noqa: B006 (typer reads the default)
    lists: Annotated[
        Path | None, typer.Option(help="A TOML file with held-out lists of your own.")
    ] = None,
    pixels: Annotated[
        int | None, typer.Option(help="Sides of panels: 160 as released, or 80.")
    ] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Write matrices: one file each, as released, or all as symbols in one file.

    Stopped, the same command goes on where it stopped. One folder takes all splits.
    """
    from metamer.paradigms.matrices import make as making

    one_of("format", format, FORMATS)
    held = "" if lists is None else str(lists)
    settings = making.paradigm(regime, foils, mixture, distraction, held, structure)
    wanted = making.export(settings, split, seed, n, first)
    many = len(wanted.places)
    with bar(f"{regime} {split}", many) as advance:
        for written in _writing(wanted, out, format, pixels):
            advance(written)
    told = {"out": str(out), "items": many, "regime": regime, "split": split}
    told |= {"format": format, "foils": foils}
    print_json(told) if json else print(f"{many} items are in {out}")


def _writing(
    wanted: Export, out: Path, format: str, pixels: int | None
) -> Iterator[int]:
    """The export that is asked for, about to begin."""
    from metamer.paradigms.matrices import export
    from metamer.paradigms.matrices.files import PIXELS, SIDE

    if format == "pgm":
        pixels = SIDE if pixels is None else pixels
        one_of("number of pixels", pixels, PIXELS)
        return export.released(wanted, out, pixels)
    if pixels is not None:
        raise Refusal("--pixels goes with --format pgm: packed files have symbols")
    if out.suffix != ".npz":
        raise Refusal(f"--out must end in .npz with --format packed, not {out.name!r}")
    return export.packed(wanted, out)


def matrix_lists(
    folder: Annotated[
        list[Path],
        typer.Option(help="A folder of released PGM files; can be repeated."),
    ],
    out: Annotated[Path, typer.Option(help="The TOML file to write.")],
    json: Json = False,
) -> None:
    """Write the held-out lists behind released files: what only their tests have.

    Released folders hold out one list each: attr.rels, attr.rel.pairs, attrs.pairs.
    """
    from metamer.paradigms.matrices import lists

    held = lists.joined([lists.recovered(str(path)) for path in folder])
    lists.write(str(out), held)
    found = {name: len(entries) for name, entries in lists.named(held).items()}
    for name, many in found.items():
        if many != lists.SIZES[name]:
            expected = lists.SIZES[name]
            print(f"metamer: {many} {name}; the paper has {expected}", file=sys.stderr)
    print_json({"file": str(out), **found}) if json else _tell_lists(found, out)


def _tell_lists(found: dict[str, int], out: Path) -> None:
    words = ", ".join(f"{many} {name}" for name, many in found.items())
    print(f"{words.replace('_', ' ')} are in {out}")
