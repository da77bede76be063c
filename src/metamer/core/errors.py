"""The one error for bad input, and remarks on input that is partly bad."""

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


def at_least(what: str, given: float, least: float) -> None:
    """Refuse a number below `least`."""
    if not given >= least:
        raise Refusal(f"{what} must be at least {least}, not {given}")


@cache
def remark(sentence: str) -> None:
    """Print a sentence on stderr, once: something was left out, and the rest went on."""
    print(f"metamer: {sentence}", file=sys.stderr)
