"""A run folder without a run: jobs and rows made by hand."""

import numpy as np
import pandas as pd
import pytest

from metamer.core.responses import COLUMNS
from metamer.core.store import Run
from metamer.core.study import Study
from metamer.learners.linear import Glm
from metamer.paradigms.categories import Categories


@pytest.fixture
def plan():
    """One learner, three conditions, twelve units: six jobs."""
    return Study(Categories(per_class=4, held_out=2, familiar=0), (Glm(),), units=12)


ITEMS = {"plane/item": np.array(["b", "a"]), "plane/x": np.array([[1.0], [2.0]])}


@pytest.fixture
def rows():
    """One row for a job."""

    def made(job):
        start, condition = job.units.start, job.condition.name
        row = ["categories", "glm:lin", start, condition, "an-id", 0, "1", True]
        return pd.DataFrame([row], columns=COLUMNS).astype({"learner": "category"})

    return made


@pytest.fixture
def finished(tmp_path, plan, rows):
    """A finished run folder."""
    run = Run(tmp_path / "run")
    run.begin(plan)
    for job in run.missing_jobs(plan):
        run.keep(job, rows(job), ITEMS)
    run.finish(plan, 1.0)
    return run
