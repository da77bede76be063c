"""`metamer profile`: what it prints and what it refuses."""

from pathlib import Path

import pandas as pd
import pytest

from metamer.cli.profile import learner_names, numbers
from metamer.core.registry import profile as registry
from metamer.core.responses import COLUMNS, Responses
from metamer.core.study import Study
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.references import Rule
from metamer.reports.profile import Column, Profile

NOBODY = Responses(
    pd.DataFrame({name: [] for name in COLUMNS}).astype({"correct": bool}),
    Study(Categories(), (Rule(),)),
    Path("out"),
)


def column(name):
    """A paradigm in which `long` is halfway to the rule, and `none` takes no part."""
    contrast = registry(name)()
    low, high = contrast.statistics[0].name, contrast.by_rule.name
    values = {low: [0.0] * 3, high: [1.0] * 3, "long": [0.5, 0.6, 0.4]}
    values |= {each.name: [0.0] * 3 for each in contrast.statistics}
    players = {"a-learner-with-a-long-name": "long"}
    found = Column(name, contrast, NOBODY, players, {"none": "no method"})
    raw = pd.DataFrame(values)
    vars(found).update(raw=raw, competences=raw.assign(long=1.0))
    return found


def test_the_numbers_fit_a_terminal():
    columns = tuple(column(name) for name in registry)
    made = Profile(
        ("none", "a-learner-with-a-long-name"), columns, "demo", Path("out"), {}
    )
    first, learner, nobody, _ = numbers(made).split("\n")
    assert first.split() == list(registry)
    assert learner.split() == ["a-learner-with-a-lo", *["0.50", "±0.25"] * 5]
    assert nobody.split() == ["none", *["-"] * 5]
    assert max(map(len, numbers(made).split("\n"))) <= 80


def test_the_shell_offers_families_and_learners():
    assert {"transformer", "transformer-player"} <= {*learner_names("trans")}


@pytest.mark.parametrize(
    "words, complaint",
    [
        (["mpl"], "no learner 'mpl' for a profile; there is: rule, statistics, "),
        (["mlp", "--scale", "huge"], "no scale 'huge'; there is: demo, small, paper"),
        (["gone:Mine"], "cannot import learner 'gone:Mine'"),
    ],
)
def test_what_cannot_be_profiled_is_refused_in_one_sentence(
    words, complaint, refused, tmp_path
):
    assert complaint in refused("profile", *words, "--out", "new")
    assert not (tmp_path / "new").exists()
