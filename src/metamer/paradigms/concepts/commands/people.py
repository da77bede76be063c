"""`metamer people import concepts`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from metamer.core.commands import people

if TYPE_CHECKING:
    from metamer.core.responses import Responses


@people.add("concepts")
def take_results(path: Path, out: Path) -> tuple[Responses, list[dict[str, Any]]]:
    """Results of people, GPT-4 and the winners of a contest on each test input."""
    from metamer.paradigms.concepts.studies.published import take

    return take(path, out), []
