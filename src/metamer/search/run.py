"""A search from beginning to end: all its trials, and what comes of them."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from metamer.core.compiled import keep_compiled
from metamer.engines.device import use_all_cores
from metamer.engines.interrupts import resend_interrupts
from metamer.search.ledger import Ledger
from metamer.search.ordinary import search_ordinary
from metamer.search.outcome import SearchOutcome, write_outcome
from metamer.search.plan import Search
from metamer.search.players import search_players
from metamer.search.progress import SearchProgress
from metamer.search.storage import check_same, open_storage
from metamer.search.workers import Worker

TOGETHER = 8
"""Trials of one shape that are trained side by side. Source: ours."""

JOURNAL = "search.journal"
TRIAL_FOLDERS = "trials"


def search(
    plan: Search,
    trials: int,
    folder: Path,
    storage: str = "",
    together: int = TOGETHER,
    worker: Worker | None = None,
) -> SearchOutcome:
    """Do what is left of a search, and write `best.toml` and `trials.csv`."""
    keep_compiled()
    use_all_cores()
    place = storage or str(folder / JOURNAL)
    opened, worker = open_storage(place), worker or Worker()
    check_same(opened, plan, place)
    ledgers = {
        cell: Ledger(opened, plan, cell, trials, worker) for cell in plan.conditions
    }
    # First what can be done at once, then what other processes may leave.
    for patient in (False, True):
        for ledger in ledgers.values():
            _search_cell(ledger, folder, together, patient)
    outcome = SearchOutcome(plan, ledgers)
    write_outcome(outcome, folder)
    return outcome


def _search_cell(ledger: Ledger, folder: Path, together: int, patient: bool) -> None:
    """All trials in one condition; nothing, if there is nothing left to do."""
    if ledger.counts().finished >= ledger.trials:
        return
    plan, cell = ledger.search, ledger.cell
    condition = plan.conditions[cell]
    with ExitStack() as stack:
        stack.enter_context(resend_interrupts())
        stack.enter_context(ledger.worker.beating(ledger.study))
        shown = stack.enter_context(SearchProgress(cell, ledger.trials))

        def hear() -> None:
            shown.show(ledger.counts())

        hear()
        if condition is None:
            search_ordinary(plan, ledger, folder / TRIAL_FOLDERS, patient, hear)
        else:
            search_players(plan, condition, ledger, together, patient, hear)
