"""What a search found: the best settings as a file that runs, and all trials as a table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli_w

from metamer.core.errors import Refusal
from metamer.core.files import write_text
from metamer.core.learner import Learner
from metamer.core.settings import to_plain
from metamer.learners.by_condition import ByCondition
from metamer.search.ledger import REASON, Ledger
from metamer.search.plan import Search
from metamer.search.space import Values

if TYPE_CHECKING:
    import pandas as pd

BEST, TRIALS, PAGE = "best.toml", "trials.csv", "report.html"


@dataclass(frozen=True)
class Found:
    """The best settings of one search."""

    number: int
    value: float
    values: Values


@dataclass(frozen=True)
class SearchOutcome:
    """All that is known of a search, condition by condition."""

    search: Search
    ledgers: dict[str, Ledger]

    @property
    def found(self) -> dict[str, Found]:
        """The best of each condition; refuses a search of which every trial failed."""
        found = {}
        for cell, ledger in self.ledgers.items():
            best = ledger.best()
            if best is None or best.value is None:
                raise Refusal(f"{cell}: {_why_none(ledger)}")
            found[cell] = Found(best.number, best.value, dict(best.params))
        return found

    @property
    def learner(self) -> Learner:
        """The study's learner with the best settings, which can differ by condition."""
        search = self.search
        made = {
            cell: search.space.of(search.learner, each.values)
            for cell, each in self.found.items()
        }
        return next(iter(made.values())) if len(made) == 1 else ByCondition(made)

    @property
    def seconds(self) -> float:
        """How long it took, all processes together."""
        return sum(ledger.seconds() for ledger in self.ledgers.values())

    def table(self) -> pd.DataFrame:
        """A row for each trial."""
        import pandas as pd

        rows = [
            row
            for cell, ledger in self.ledgers.items()
            for row in _rows(cell, ledger, [*self.search.space.parameters])
        ]
        return pd.DataFrame(rows)


def write_outcome(outcome: SearchOutcome, folder: Path) -> None:
    """Write `best.toml` and `trials.csv`."""
    text = tomli_w.dumps({"learners": [to_plain(outcome.learner)]})
    write_text(folder / BEST, text)
    write_text(folder / TRIALS, outcome.table().to_csv(index=False))


def _rows(cell: str, ledger: Ledger, names: list[str]) -> list[dict[str, Any]]:
    return [
        {
            "condition": cell,
            "trial": trial.number,
            "state": trial.state.name.lower(),
            "value": trial.value,
            "reports": len(trial.intermediate_values),
            "clicks": trial.user_attrs.get("clicks"),
            "seconds": trial.user_attrs.get("seconds"),
            "reason": trial.user_attrs.get(REASON, ""),
            **{name: trial.params.get(name) for name in names},
        }
        for trial in ledger.all_trials()
    ]


def _why_none(ledger: Ledger) -> str:
    reasons = [trial.user_attrs.get(REASON) for trial in ledger.all_trials()]
    given = next(filter(None, reasons), "none was finished")
    return f"no trial has a number, so nothing is best ({given})"
