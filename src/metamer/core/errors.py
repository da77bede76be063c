"""The one error for bad input, and remarks on input that is partly bad."""

import re
import sys
from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from functools import cache

NEAR = 0.7
"""How alike two names must be, from 0 to 1, for one to be taken for a slip of the other.

Source: ours; `metamres` and `metamers` have 0.875, `moon` and `connected` 0.31.
"""


class Refusal(ValueError):
    """Something from a user or a file cannot be used; the text is for the user.

    One sentence that says what was given, what is allowed, and where to look. The command
    line prints it and exits with 2; nothing has been written when it is raised.
    """


def one_of(what: str, given: object, allowed: Collection[object]) -> None:
    """Refuse `given` unless it is among `allowed`."""
    if given not in allowed:
        raise unknown(what, given, allowed)


def unknown(what: str, given: object, known: Iterable[object]) -> Refusal:
    """The refusal of a name that nothing has, with the name that it may be a slip of."""
    names = [str(entry) for entry in known]
    listed = ", ".join(names)
    return Refusal(f"no {what} {given!r}{likely(given, names)}; there is: {listed}")


def likely(given: object, names: Sequence[str], near: float = NEAR) -> str:
    """` (did you mean 'plane'?)`, if one of `names` is spelled much like `given`."""
    lower = {name.lower(): name for name in reversed(names)}
    found = get_close_matches(str(given).lower(), lower, 1, near)
    return f" (did you mean {lower[found[0]]!r}?)" if found else ""


MAX_COUNT = 10**9
"""No number of items, steps or sizes may be larger: such a number is a mistake."""

MAX_HELD = 10**7
"""No number of items that are in memory together may be larger."""

NAME = re.compile(r"\w[\w.-]{0,99}")
"""What studies and files may be called."""


def at_least(what: str, given: float, least: float, most: float = MAX_COUNT) -> None:
    """Refuse a number below `least`, or above `most`."""
    if not given >= least:
        raise Refusal(f"{what} must be at least {least}, not {given}")
    if given > most:
        raise Refusal(f"{what} must be at most {most:,}, not {given:.0f}")


def check_name(what: str, given: str) -> None:
    """Refuse a name that could be a path, or that has more than one line."""
    if not NAME.fullmatch(given):
        raise Refusal(
            f"{what} must be 1 to 100 letters, digits, '-', '_' or '.', the first of "
            f"them a letter or a digit, not {given!r:.60}"
        )


@cache
def remark(sentence: str) -> None:
    """Print a sentence on stderr, once: something was left out, and the rest went on."""
    print(f"metamer: {sentence}", file=sys.stderr)
