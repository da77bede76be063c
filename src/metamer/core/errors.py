"""The one error for bad input, and remarks on input that is partly bad."""

import re
import sys
from collections.abc import Collection
from functools import cache


class Refusal(ValueError):
    """Something from a user or a file cannot be used; the text is for the user.

    One sentence that says what was given, what is allowed, and where to look. The command
    line prints it and exits with 2; nothing has been written when it is raised.
    """


def one_of(what: str, given: object, allowed: Collection[object]) -> None:
    """Refuse `given` unless it is among `allowed`."""
    if given not in allowed:
        known = ", ".join(str(entry) for entry in allowed)
        raise Refusal(f"no {what} {given!r}; there is: {known}")


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
