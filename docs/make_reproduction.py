"""Write `docs/reproduction.md`: every figure, table and numbered claim of the five papers.

Rows are in `docs/reproduction/`, one file for each paper: what a paper prints comes from
the package, what we have from `results/`, and the verdict from both. Run it after any of
these has changed:

    python docs/make_reproduction.py
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

from reproduction import barrett2018, dasgupta2022, kumar2022, moskvichev2023, zhang2021
from reproduction.rows import TOLERANCE, Compared, Row, Verdict, found

PAGE = Path(__file__).resolve().parent / "reproduction.md"

PAPERS: dict[str, tuple[Row, ...]] = {
    "dasgupta2022": dasgupta2022.ROWS,
    "kumar2022": kumar2022.ROWS,
    "zhang2021": zhang2021.ROWS,
    "barrett2018": barrett2018.ROWS,
    "moskvichev2023": moskvichev2023.ROWS,
}

FEW = 4
"""A row with more numbers than this has them in a table of its own."""

INTRODUCTION = """# Reproduction

Every figure, table and numbered claim of the five papers, in a row each: the command
that makes it, what the paper prints, what we got, and whether they agree. This page is
made by `python docs/make_reproduction.py`; change the rows in
`docs/reproduction/`, the printed numbers in the package, or
[`results/`](../results/README.md), not this.

"""

READING = f"""
## How to read it

- **reproduced**: every number of the row agrees. A printed number agrees if it lies in
  our 95 % interval (in brackets: over units, which are seeds, or, with a single unit,
  over items), or is no farther from ours than {TOLERANCE:g} (shares) or than the row
  says. An *exact* number must be ours, rounded or cut off at its last digit. A
  statement without a number has a limit, given in parentheses; a difference of which
  the paper gives only t agrees if our interval lies on the same side of 0 (or includes
  0, where the paper found nothing).
- **differs**: at least one number does not agree, and why, as far as we know.
- **not run**: nothing of ours can be compared yet; why, and what it would take. The
  command is the one that would make it.
- **nothing to reproduce**: a schematic, an example, a setting.

*Agrees* is weaker than *is the same*: a wide interval agrees with much, and one seed
says nothing about others. Units are seeds unless the row says otherwise. The criteria,
and limits of statements, were written after most of these results had been seen.
[Results](results.md) has what was measured in full, also what no paper has.
"""


def summary() -> Iterator[str]:
    """How many rows of each paper have which verdict."""
    verdicts = get_args(Verdict)
    yield f"| paper | rows | {' | '.join(verdicts)} |"
    yield "|---" * (len(verdicts) + 2) + "|"
    for paper, rows in PAPERS.items():
        counted = Counter(row.verdict for row in rows)
        counts = " | ".join(str(counted[verdict]) for verdict in verdicts)
        yield f"| [{paper}](#{paper}) | {len(rows)} | {counts} |"


def section(paper: str, rows: tuple[Row, ...]) -> Iterator[str]:
    """All rows of a paper, and the numbers of those that have many."""
    yield f"\n## {paper}\n"
    yield f"What the paper says beside the code: [{paper}](papers/{paper}.md).\n"
    yield "| where | what | printed | ours | units | verdict | command |"
    yield "|---|---|---|---|---|---|---|"
    for row in rows:
        yield line(row)
        if 1 < len(row.numbers) <= FEW:
            yield from (beneath(number) for number in row.numbers)
    long = [*filter(many, rows)]
    if long:
        yield f"\n### Number by number: {paper}\n"
        yield "| where | number | printed | ours | units | agrees |"
        yield "|---|---|---|---|---|---|"
        for row in long:
            yield from (detail(row, number) for number in row.numbers)


def line(row: Row) -> str:
    """One row of the table of a paper."""
    printed, ours = row.printed, ""
    if len(row.numbers) == 1:
        printed, ours = row.numbers[0].words(), found(row.numbers[0])
    elif row.numbers:
        printed = f"{len(row.numbers)} numbers, {'below' if many(row) else 'next'}"
        ours = f"{len(row.numbers) - len(row.off)} agree"
    return cells(
        f"**{row.place}**",
        row.what,
        printed,
        f"{ours}<br>{sources(row)}" if ours else "",
        units(row.numbers),
        verdict(row),
        "<br>".join(f"`{one}`" for one in row.command.split("; ") if one),
    )


def many(row: Row) -> bool:
    return len(row.numbers) > FEW


def beneath(number: Compared) -> str:
    """A line below a row of several numbers."""
    agrees = "agrees" if number.holds() else "**differs**"
    ours = found(number), units((number,))
    return cells("", f"- {number.what}", number.words(), *ours, agrees, "")


def detail(row: Row, number: Compared) -> str:
    """A line of the table of a paper's numbers."""
    agrees = "yes" if number.holds() else "**no**"
    ours = found(number), units((number,))
    return cells(row.place, number.what, number.words(), *ours, agrees)


def cells(*texts: str) -> str:
    """A line of a table."""
    return f"| {' | '.join(text.replace('|', chr(92) + '|') for text in texts)} |"


def units(numbers: tuple[Compared, ...]) -> str:
    counts = sorted({number.ours.read().units for number in numbers} - {0})
    if len(counts) > FEW:
        return f"{counts[0]} to {counts[-1]}"
    return ", ".join(map(str, counts))


def sources(row: Row) -> str:
    """Links to the folders that our numbers come from."""
    files = [file for number in row.numbers for file in number.ours.files]
    folders = dict.fromkeys(file.split("/")[0] for file in files)
    return ", ".join(f"[{folder}](../results/{folder})" for folder in folders)


def verdict(row: Row) -> str:
    """The verdict in words, with its reason and what else must be known."""
    words: str = row.verdict
    if row.off:
        count = (
            f" ({len(row.off)} of {len(row.numbers)})" if len(row.numbers) > 1 else ""
        )
        words = f"**differs**{count} because {row.because}"
    elif row.not_run:
        words = f"not run: {row.not_run}"
    elif row.nothing:
        words = f"nothing to reproduce: {row.nothing}"
    return f"{words}. {row.note[:1].upper()}{row.note[1:]}." if row.note else words


def page() -> str:
    """The whole page."""
    sections = (line for each in PAPERS.items() for line in section(*each))
    return INTRODUCTION + "\n".join([*summary(), READING, *sections]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
