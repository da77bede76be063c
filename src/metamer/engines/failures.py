"""Errors of learners, as sentences that say who failed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from metamer.core.errors import Refusal


@contextmanager
def name_failures(who: str) -> Iterator[None]:
    """Turn whatever a learner raises into one sentence that begins with its name."""
    try:
        yield
    except Refusal:
        raise
    except Exception as error:  # a learner may be anybody's code
        reason = f"{type(error).__name__}: {error}".split("\n")[0]
        raise Refusal(f"failed: {who}: {reason}") from error
