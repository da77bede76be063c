"""Faces of celebrities with 40 attributes, from the user's own copy."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

import numpy as np
from jaxtyping import Int8, Shaped, UInt8

from metamer.core.errors import Refusal, at_least
from metamer.data.catalogue import Dataset, dataset

SIZE = (178, 218)
"""Width and height of an aligned face."""
ATTRIBUTES = 40
PARTS = {"0": "train", "1": "validation", "2": "test"}
"""The meaning of the numbers in the partition file."""

FOLDERS = {
    "img_align_celeba": ("img_align_celeba", "Img/img_align_celeba"),
    "list_attr_celeba.txt": ("list_attr_celeba.txt", "Anno/list_attr_celeba.txt"),
    "list_eval_partition.txt": (
        "list_eval_partition.txt",
        "Eval/list_eval_partition.txt",
    ),
}
"""Where the files are: all in one folder, or in the folders of the authors."""


class Lists(NamedTuple):
    """The content of the two text files, one row for each face."""

    names: list[str]
    attribute_names: list[str]
    attributes: Int8[np.ndarray, "face attribute"]
    """0 or 1."""
    split: Shaped[np.ndarray, " face"]


def convert(source: Path, target: Path, side: int = 64) -> None:
    """Write faces, attributes and parts; only one face is in memory at a time.

    Each face is cropped to its middle square and resized to `side` pixels.

    Source: ours.
    Unstated: how dasgupta2022 cropped the faces; the released code lacks that step.
    Differs: from the other data sets in having no checksums, because we have no copy to
    compute them from; the lists are checked against each other, and every picture is
    opened.
    """
    at_least("side", side, 1)
    place = {part: _locate(source, part) for part in FOLDERS}
    lists = _lists(place["list_attr_celeba.txt"], place["list_eval_partition.txt"])
    folder = place["img_align_celeba"]
    with ZipFile(target, "w") as archive:
        _put(archive, "attributes", lists.attributes)
        _put(archive, "attribute_names", np.array(lists.attribute_names))
        _put(archive, "split", lists.split)
        with archive.open("images.npy", "w", force_zip64=True) as images:
            _write_header(images, (len(lists.names), side, side, 3))
            for name in _with_progress(lists.names):
                images.write(face(folder / name, side).tobytes())


def face(file: Path, side: int) -> UInt8[np.ndarray, "side side 3"]:
    """The middle square of one aligned face."""
    from PIL import Image

    try:
        with Image.open(file) as opened:
            picture = opened.convert("RGB")
    except OSError as failure:
        raise Refusal(f"{file} cannot be read as a picture: {failure}") from failure
    if picture.size != SIZE:
        raise Refusal(
            f"{file} is {picture.width} x {picture.height}; an aligned face is 178 x 218"
        )
    width, height = SIZE
    top = (height - width) // 2
    square = picture.crop((0, top, width, top + width))
    return np.asarray(square.resize((side, side), Image.Resampling.BILINEAR))


def _locate(source: Path, part: str) -> Path:
    for place in FOLDERS[part]:
        if (source / place).exists():
            return source / place
    raise Refusal(f"{source} holds neither {' nor '.join(FOLDERS[part])}")


def _lists(attributes: Path, partition: Path) -> Lists:
    """Both text files, checked against each other."""
    names, attribute_names, values = _attributes(attributes)
    parts = dict(row for row in _rows(partition) if len(row) == 2)
    for name in names:
        if parts.get(name) not in PARTS:
            raise Refusal(f"{partition} does not give {name} a part: 0, 1 or 2")
    split = np.array([PARTS[parts[name]] for name in names])
    return Lists(names, attribute_names, values, split)


def _attributes(
    file: Path,
) -> tuple[list[str], list[str], Int8[np.ndarray, "face attribute"]]:
    """The names of the faces and of the attributes, and 0 or 1 for each of both."""
    rows = _rows(file)
    heads, faces = rows[:2], rows[2:]
    if not faces or heads[0] != [str(len(faces))]:
        raise Refusal(f"{file} does not list as many faces as its first line says")
    if {len(row) for row in faces} != {1 + ATTRIBUTES} or len(heads[1]) != ATTRIBUTES:
        raise Refusal(f"{file} must give {ATTRIBUTES} attributes for each face")
    values = np.array([row[1:] for row in faces])
    if not np.isin(values, ["-1", "1"]).all():
        raise Refusal(f"{file} must give each attribute as -1 or 1")
    return [row[0] for row in faces], heads[1], (values == "1").astype(np.int8)


def _rows(file: Path) -> list[list[str]]:
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    return [line.split() for line in lines if line.strip()]


def _put(archive: ZipFile, name: str, array: Shaped[np.ndarray, "..."]) -> None:
    with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
        np.lib.format.write_array(file, array)


def _write_header(file: Any, shape: tuple[int, ...]) -> None:
    """The beginning of an array of bytes whose values follow one by one."""
    kind = {"descr": "|u1", "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(file, kind)


def _with_progress(names: list[str]) -> Iterator[str]:
    """The same names, with a progress bar on stderr."""
    from rich.console import Console
    from rich.progress import track

    bar = Console(stderr=True)
    yield from track(names, "faces", console=bar, transient=True)


dataset.add("celeba")(
    Dataset(
        title="CelebA: 202,599 faces of celebrities, 64 x 64 x 3, with 40 attributes",
        licence="non-commercial research only; the makers' agreement applies",
        citation="Liu, Luo, Wang & Tang (2015), ICCV 2015, 3730-3738",
        home="https://mmlab.ie.cuhk.edu.hk/projects/CelebA.html",
        file="celeba.npz",
        needs="img_align_celeba/ with the pictures, list_attr_celeba.txt and "
        "list_eval_partition.txt",
        convert=convert,
    )
)
