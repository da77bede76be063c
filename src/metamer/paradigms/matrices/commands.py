"""Matrices from the command line: as files, as pictures, and the lists behind files."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from metamer.core.commands import (
    Json,
    Picture,
    Seed,
    check_format,
    make,
    out_option,
    people,
    print_json,
    print_outcome,
    save_picture,
    show,
    where_made,
)
from metamer.core.counting import are
from metamer.core.counting import count as counted
from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.items import Items
from metamer.core.keys import Key, root
from metamer.core.progress import bar
from metamer.core.reading import from_plain
from metamer.paradigms.matrices import Matrices
from metamer.paradigms.matrices.controls.list_files import as_names
from metamer.paradigms.matrices.files.released import PIXELS, SIDE, SPLITS
from metamer.paradigms.matrices.items import asked_key, taught_key

if TYPE_CHECKING:
    from metamer.core.responses import Responses
    from metamer.paradigms.matrices.files.export import Export

SIZES = {"train": 1_200_000, "validation": 20_000, "test": 200_000}
"""Items of each split. Source: barrett2018, App. A; the released files."""

LAST = 10**9
"""Places there are in a sequence, so that they fit into 32 bits. Source: ours."""

FORMAT = 1
"""Version of what we write; a higher one is from a newer metamer."""

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

MAX_SHOWN = 100
"""More matrices than anyone looks at."""


@make.add("matrices")
def make_matrices(
    regime: Annotated[
        str,
        typer.Option(
            help="neutral, interpolation, extrapolation, attribute_pairs, triple_pairs, "
            "triples, line_type, shape_colour."
        ),
    ],
    split: Annotated[str, typer.Option(help="train, validation, test.")],
    out: Annotated[Path, out_option("The folder to write, or the npz file if packed.")],
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
    one_of("format", format, FORMATS)
    held = "" if lists is None else str(lists)
    settings = with_one_regime(regime, foils, mixture, distraction, held, structure)
    items = export(settings, split, seed, n, first)
    count = len(items.places)
    with bar(f"{regime} {split}", count) as advance:
        for written in _write(items, out, format, pixels):
            advance(written)
    outcome = {"out": str(out), "items": count, "regime": regime, "split": split}
    outcome |= {"format": format, "foils": foils}
    print_outcome(outcome, where_made(count, "item", out), json)


def _write(items: Export, out: Path, format: str, pixels: int | None) -> Iterator[int]:
    """Write items in one of the formats, and yield how many more are written."""
    from metamer.paradigms.matrices.files import export

    if format == "pgm":
        pixels = SIDE if pixels is None else pixels
        one_of("number of pixels", pixels, PIXELS)
        return export.write_files(items, out, pixels)
    if pixels is not None:
        raise Refusal("--pixels goes with --format pgm: packed files have symbols")
    if out.suffix != ".npz":
        raise Refusal(f"--out must end in .npz with --format packed, not {out.name!r}")
    return export.write_packed(items, out)


@make.add("matrix-lists")
def make_lists(
    folder: Annotated[
        list[Path],
        typer.Option(help="A folder of released PGM files; can be repeated."),
    ],
    out: Annotated[Path, out_option("The TOML file to write.")],
    json: Json = False,
) -> None:
    """Write the held-out lists behind released files: what only their tests have.

    Released folders hold out one list each: attr.rels, attr.rel.pairs, attrs.pairs.
    """
    from metamer.paradigms.matrices.controls import list_files, lists
    from metamer.paradigms.matrices.controls.recovery import recover

    held = lists.merge([recover(str(path)) for path in folder])
    list_files.write(str(out), held)
    found = {name: len(entries) for name, entries in as_names(held).items()}
    for name, count in found.items():
        if count != lists.SIZES[name]:
            expected = lists.SIZES[name]
            complaint = f"{_entries(count, name)}; the paper has {expected}"
            print(f"metamer: {complaint}", file=sys.stderr)
    words = ", ".join(_entries(count, name) for name, count in found.items())
    sentence = f"{words} {are(sum(found.values()))} in {out}"
    print_outcome({"file": str(out), **found}, sentence, json)


def _entries(count: int, name: str) -> str:
    """How many entries a list has: `40 triple pairs`."""
    return counted(count, name.replace("_", " ").removesuffix("s"))


@show.add("matrices")
def show_matrices(
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
    json: Json = False,
) -> None:
    """Show whole questions: the matrix, its candidates, the answer and its triples.

    The matrices are those that `metamer make matrices` writes with the same seed.
    """
    from metamer.paradigms.matrices.files import released
    from metamer.paradigms.matrices.show import picture, plain, text

    check_format(out)
    at_least("-n", n, 1, MAX_SHOWN)
    if folder is None:
        settings = with_one_regime(regime, foils, mixture, distraction, "", structure)
        items = _draw(settings, split, seed, n)
    else:
        items = released.read(str(folder), split, limit=n)
    if out is not None:
        save_picture(out, picture(items, n), json)
        return
    rows = zip(items.inputs, items.labels.tolist(), items.features, strict=True)
    if json:
        print_json([plain(*row) for row in rows])
    else:
        print("\n\n".join(text(*row) for row in rows))


def _draw(settings: Matrices, split: str, seed: int, count: int) -> Items:
    """The first items of a split, with a bar: at first the generator is compiled."""
    wanted = export(settings, split, seed, count)
    with bar("compiling the generator (once), drawing", count) as advance:
        items = wanted.draw(0, count)
        advance(count)
    return items


def with_one_regime(
    regime: str,
    foils: str,
    mixture: str,
    distraction: float,
    lists: str,
    structure: Sequence[str] = (),
) -> Matrices:
    """A paradigm with one regime; `lists` is a file, or empty."""
    plain = {
        "regimes": [regime],
        "foils": [foils],
        "mixture": mixture,
        "distractions": [distraction],
        "lists": lists,
        "structure": list(structure),
    }
    return from_plain(Matrices, plain, "matrices")


def export(
    settings: Matrices, split: str, seed: int, count: int | None = None, first: int = 0
) -> Export:
    """Some items of a split, ready to be written; as many as were released by default."""
    from metamer.paradigms.matrices.files.export import Export
    from metamer.training.drawing import draw_items

    source, key = _source(settings, split, seed)
    count = SIZES[split] if count is None else count
    at_least("-n", count, 1)
    at_least("--first", first, 0)
    if first + count > LAST:
        raise Refusal(f"--first and -n must end at {LAST}, not at {first + count}")

    def draw(first: int, count: int) -> Items:
        return draw_items(source, key, count, first)

    regime = settings.conditions()[0].name
    places = range(first, first + count)
    return Export(draw, regime, split, places, _origin(settings, seed))


def _source(settings: Matrices, split: str, seed: int) -> tuple[Any, Key]:
    """Where the items of a split come from, and the key of their sequence.

    Those of `train` are what unit 0 of a study with this seed is taught, and those of
    `validation` and `test` what it is asked.
    """
    one_of("split", split, SPLITS)
    condition, unit = settings.conditions()[0], root(seed).stream("unit", 0)
    source = settings.source(condition, split)
    if split == "train":
        return source, taught_key(condition, unit)
    return source, asked_key(condition, split, unit)


def _origin(settings: Matrices, seed: int) -> dict[str, Any]:
    """What items depend on beyond regime, split and place; and versions, for bytes."""
    packages = {name: version(name) for name in ("metamer", "numpy", "jax")}
    return {
        "format": FORMAT,
        "seed": seed,
        "foils": settings.foils[0],
        "mixture": settings.mixture,
        "distraction": settings.distractions[0],
        "absent": settings.absent,
        "structure": list(settings.structure),
        "held_out": as_names(settings.held_out),
        "versions": {**packages, "zlib": zlib.ZLIB_RUNTIME_VERSION},
    }


@people.add("matrices")
def take_choices(path: Path, out: Path) -> tuple[Responses, list[dict[str, Any]]]:
    """A csv of people's choices about matrices that `metamer make matrices` packed."""
    from metamer.paradigms.matrices.studies.own_choices import take

    if not path.is_file():
        raise Refusal(f"there is no file {path}; give the csv file of choices")
    return take(path, out), []
