"""Did it learn the rule, or only the statistics that the rule leaves behind?

Ten names: `paradigm`, `learner`, `measure` and `study` say what there is (call with a
name to get one, iterate to list them); `Study` says which learners go through which
paradigm; `run` does it; `Responses` is the table of every answer; `load` reads it from a
run folder; `report` makes the page; `profile` puts learners through all paradigms.
"""

from metamer.core.registry import learner, measure, paradigm, study
from metamer.core.responses import Responses
from metamer.core.store import load
from metamer.core.study import Study
from metamer.engines.run import run
from metamer.profiles.profile import profile
from metamer.reports.page import report

__all__ = [
    "Responses",
    "Study",
    "learner",
    "load",
    "measure",
    "paradigm",
    "profile",
    "report",
    "run",
    "study",
]
