"""Run a study: the missing jobs, a progress bar, and the table at the end."""

from __future__ import annotations

import tempfile
import time
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from metamer.core.answers import AnswersById
from metamer.core.capabilities import NeedsFiles, is_compiled
from metamer.core.compiled import keep_compiled
from metamer.core.engine import Engine, Opens, find_engine
from metamer.core.jobs import series, unit_key
from metamer.core.plans import find_study
from metamer.core.responses import Responses
from metamer.core.settings import to_plain
from metamer.core.store import Run
from metamer.core.study import Study
from metamer.engines.device import use_all_cores
from metamer.engines.progress import RunProgress


def run(
    study: Study | str | Path, out: str | Path = "", engine: str | Engine = "local"
) -> Responses:
    """Do `study`, going on where an earlier run in the folder `out` stopped.

    A built-in study may be given by its name, another one by its TOML file. Without `out`
    the run goes to a new temporary folder. An engine is given by its name, or with
    settings: `Ray(cpus=2)`.
    """
    started = time.monotonic()
    if not isinstance(study, Study):
        study = find_study(study)
    to_plain(study)  # refuses what cannot be identified before anything is trained
    for entry in study.learners:
        if isinstance(entry, NeedsFiles):
            entry.check_files(study.paradigm)
    keep_compiled()
    where = find_engine(engine, {}) if isinstance(engine, str) else engine
    home = Run(Path(out or tempfile.mkdtemp(prefix="metamer-")))
    with RunProgress(study.name) as progress, _opened(where):
        if any(is_compiled(learner) for learner in study.learners):
            # Before anything is drawn: some paradigms draw with JAX.
            use_all_cores()
        _draw_first_lessons(study, progress)
        _check_answers(study, home, progress)
        home.begin(study)
        todo = home.missing_jobs(study)
        total = sum(len(whole.units) for whole in series(study))
        where.run(todo, home.folder, progress.counter(todo, total))
        progress.begin("joining the responses")
        return home.finish(study, time.monotonic() - started)


def _opened(engine: Engine) -> AbstractContextManager[Any]:
    return engine.opened() if isinstance(engine, Opens) else nullcontext()


def _check_answers(study: Study, home: Run, progress: RunProgress) -> None:
    """Refuse answers from elsewhere that do not fit, unless all of them are in the run."""
    if not any(isinstance(entry, AnswersById) for entry in study.learners):
        return
    from metamer.engines.answer_checks import check_answers

    missing = {job.learner.name for job in home.missing_jobs(study)}
    for entry in study.learners:
        if isinstance(entry, AnswersById) and entry.name in missing:
            check_answers(study, entry, progress.begin)


def _draw_first_lessons(study: Study, progress: RunProgress) -> None:
    """Refuse what cannot be drawn before anything is written.

    This can take minutes: a generator is compiled, or a paradigm trains networks to make
    its items, which are then there for all units.
    """
    conditions = study.paradigm.conditions()
    for place, condition in enumerate(conditions, 1):
        which = f"{condition} ({place} of {len(conditions)})"
        progress.begin(f"drawing items: {which}")
        study.paradigm.lesson(condition, unit_key(study.seed, 0))
