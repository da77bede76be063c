"""What a row of the page is, and how its verdict is found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from metamer.paradigms.tiles.figures.published import agrees
from reproduction.cells import Estimate, Ours

Verdict = Literal["reproduced", "differs", "not run", "nothing to reproduce"]

TOLERANCE = 0.02
"""How far a share may lie from the printed one, if its interval does not reach it."""


@dataclass(frozen=True)
class Number:
    """A printed number, and ours.

    It is reproduced if the printed number lies in our 95 % interval, or not farther from
    ours than `within`.
    """

    what: str
    printed: float
    ours: Ours
    within: float = TOLERANCE

    def holds(self) -> bool:
        found = self.ours.read()
        inside = found.has_interval and found.low <= self.printed <= found.high
        # Rounded, as a difference of decimal fractions is not exact.
        return inside or round(abs(found.value - self.printed), 9) <= self.within

    def words(self) -> str:
        return short(self.printed)


@dataclass(frozen=True)
class Digits:
    """A printed number that ours must equal to its last digit, rounded or cut off."""

    what: str
    printed: str
    ours: Ours
    sign: float = 1.0
    """-1 if the paper subtracts the other way round."""

    def holds(self) -> bool:
        return agrees(self.printed, self.sign * self.ours.read().value)

    def words(self) -> str:
        return self.printed

    def found(self) -> str:
        decimals = len(self.printed.partition(".")[2])
        return f"{self.sign * self.ours.read().value:.{decimals}f}"


@dataclass(frozen=True)
class AtLeast:
    """A statement without a number: ours must be this or more."""

    what: str
    said: str
    ours: Ours
    least: float

    def holds(self) -> bool:
        return self.ours.read().value >= self.least

    def words(self) -> str:
        return f"{self.said} (≥ {short(self.least)})"


@dataclass(frozen=True)
class AtMost:
    """A statement without a number: ours must be this or less."""

    what: str
    said: str
    ours: Ours
    most: float

    def holds(self) -> bool:
        return self.ours.read().value <= self.most

    def words(self) -> str:
        return f"{self.said} (≤ {short(self.most)})"


@dataclass(frozen=True)
class Direction:
    """A printed difference of which only the direction can be compared.

    It is reproduced if our 95 % interval lies on the same side of 0, or includes 0 where
    the paper found no significant difference.
    """

    what: str
    printed: str
    ours: Ours
    side: Literal[-1, 0, 1]

    def holds(self) -> bool:
        found = self.ours.read()
        return self.side == int(found.low > 0) - int(found.high < 0)

    def words(self) -> str:
        side = ("interval below 0", "interval includes 0", "interval above 0")
        return f"{self.printed} ({side[self.side + 1]})"


def told(ours: Ours) -> str:
    """A number of ours for use in a sentence."""
    return short(ours.read().value)


def found(number: Compared) -> str:
    """Our number as the page shows it."""
    return number.found() if isinstance(number, Digits) else shown(number.ours.read())


Compared = Number | Digits | AtLeast | AtMost | Direction


@dataclass(frozen=True)
class Row:
    """A figure, a table or a numbered claim of a paper."""

    place: str
    """Where it is: `Fig. 3A`, `Table S4`, `Sec. 4.3`."""
    what: str
    command: str = ""
    """What makes it; of a row that was not run, what would."""
    numbers: tuple[Compared, ...] = ()
    because: str = ""
    """Why numbers differ, where they do."""
    not_run: str = ""
    """Why it was not run, and what it would cost."""
    nothing: str = ""
    """What it is, if there is nothing to reproduce."""
    printed: str = ""
    """What the paper prints, where it stands without ours."""
    note: str = ""
    """What a reader must know, whatever the verdict."""

    @property
    def verdict(self) -> Verdict:
        if self.nothing:
            return "nothing to reproduce"
        if self.not_run:
            return "not run"
        return "differs" if self.off else "reproduced"

    @property
    def off(self) -> tuple[Compared, ...]:
        """The numbers that differ."""
        return tuple(number for number in self.numbers if not number.holds())

    def problems(self) -> list[str]:
        """What is wrong with this row as data."""
        kinds = sum(map(bool, (self.numbers, self.not_run, self.nothing)))
        found = []
        if kinds != 1:
            found.append(
                "needs either numbers, or why not run, or why there is nothing"
            )
        if not self.nothing and not self.command:
            found.append("needs a command")
        if self.numbers and bool(self.off) != bool(self.because):
            found.append(
                f"`because` does not fit: {[one.what for one in self.off]} differ"
            )
        return [f"{self.place} ({self.what}): {one}" for one in found]


def short(value: float) -> str:
    """A number with three digits or so."""
    if value != value:
        return ""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    digits = 2 if abs(value) >= 10 else 3
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def shown(found: Estimate) -> str:
    """Our number, with its interval where it has one."""
    if not found.has_interval:
        return short(found.value)
    return f"{short(found.value)} [{short(found.low)}, {short(found.high)}]"
