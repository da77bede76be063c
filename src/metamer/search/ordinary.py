"""All other learners in trials: one after the other, each an ordinary run of the study."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import Any

from metamer.core.errors import Refusal
from metamer.core.registry import engine, measure
from metamer.core.store import Run
from metamer.core.study import Study
from metamer.search.ledger import Asked, Ledger
from metamer.search.plan import Search


def search_ordinary(
    search: Search,
    ledger: Ledger,
    folder: Path,
    patient: bool,
    hear: Callable[[], None],
) -> None:
    """Do what is left of the trials; each goes on in its folder if it was stopped.

    Who is `patient` waits for what other processes have in hand.
    """
    while True:
        asked = ledger.ask()
        if asked is not None:
            _do(search, ledger, asked, folder / f"{asked.first:05}")
        elif not (patient and ledger.wait()):
            return
        hear()


def _do(search: Search, ledger: Ledger, asked: Asked, folder: Path) -> None:
    begun = time.monotonic()
    try:
        value = judge(search, search.trial(asked.values), folder)
    except Refusal as refusal:
        ledger.fail(asked, str(refusal))
    except BaseException:
        ledger.release(asked)
        raise
    else:
        if isnan(value):
            ledger.fail(asked, f"{search.measure} could not be computed")
        else:
            ledger.complete(asked, value, seconds=time.monotonic() - begun)
    shutil.rmtree(folder, ignore_errors=True)


def judge(search: Search, learner: Any, folder: Path) -> float:
    """The measure's mean over units and conditions, on items drawn for the search alone.

    Their seed is the search's own, so that no unit of the study is asked its items here.
    All trials learn from and are asked the same ones.
    """
    study = replace(
        search.study,
        learners=(learner,),
        measures=(search.measure,),
        seed=search.key.integer,
        tests=(),
        figures=(),
        findings=(),
        units=search.study.units,
    )
    table = _run(study, folder)
    return float(measure(search.measure)(table).mean())


def _run(study: Study, folder: Path) -> Any:
    """The responses of a run without a report, and without a word."""
    home = Run(folder)
    home.begin(study)
    engine("local")().run(home.missing_jobs(study), home.folder, lambda *told: None)
    return home.finish(study, 0.0).table
