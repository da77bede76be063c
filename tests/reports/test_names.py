"""Names from outside that look like mathematics to Matplotlib."""

import re
from dataclasses import dataclass

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

import metamer
from metamer.core.study import Study
from metamer.paradigms.categories import Categories
from metamer.paradigms.categories.commands import domain_with
from metamer.paradigms.categories.figures import Boundaries, Interpolation
from metamer.reports.analysis import Exhibit
from metamer.reports.drawing import canvas, log_scale, power_of_ten, svg
from metamer.reports.figures import Against, ByLearner

NAMES = ("a$b_{c", "$x_{$", r"$\frac$ & `b`")


@dataclass(frozen=True)
class Constant:
    """Always gives the same answer, under any name."""

    name: str

    def fit(self, items, key):
        return 0

    def answer(self, fitted, items):
        return np.zeros(len(items.inputs), int)


@dataclass(frozen=True)
class Own:
    """A figure that somebody drew without our style, with a logarithmic axis."""

    def __call__(self, run):
        figure = Figure()
        figure.subplots().loglog([1, 100], [1, 100])
        return Exhibit("own", "", figure)


@pytest.fixture(scope="module")
def text(tmp_path_factory):
    """The report of learners with such names."""
    ends = ((-0.5, 0.5), (-1.0, 1.0))
    plan = Study(
        Categories(per_class=10, held_out=5, familiar=2, again=4, map=4),
        tuple(Constant(name) for name in NAMES),
        ("exemplar_bias", "feature_bias", "held_out_accuracy"),
        units=2,
        figures=(
            Boundaries(),
            ByLearner("exemplar_bias", "$a_{$", "$"),
            Against("feature_bias", "exemplar_bias", *ends, "$b_{$", "$"),
            Interpolation((("from $ to $_{", ("partial_exposure", "zero_shot")),)),
            Own(),
        ),
    )
    folder = tmp_path_factory.mktemp("named")
    return metamer.report(metamer.run(plan, folder)).read_text("utf-8")


def drawings(text):
    """The figures of a page."""
    return re.findall(r"<svg.*?</svg>", text, re.DOTALL)


@pytest.mark.parametrize("name", ["a$b_{c", "$x_{$", r"$\frac$ &amp; `b`"])
def test_a_learner_can_have_any_name(text, name):
    assert [name in drawing for drawing in drawings(text)] == [True] * 4 + [False]


def test_a_title_of_a_panel_can_be_any_text(text):
    assert "from $ to $_{" in drawings(text)[3]


def test_a_logarithmic_axis_has_plain_labels():
    with canvas(3, 2) as (drawing, axes):
        axes[0, 0].plot([0.01, 1000], [0, 1])
        log_scale(axes[0, 0])
    text = svg(drawing)
    assert "10⁻²" in text and "10³" in text and "mathdefault" not in text


def test_powers_of_ten_have_signs_of_their_own():
    assert [power_of_ten(value) for value in (0.001, 1, 1e12)] == [
        "10⁻³",
        "10⁰",
        "10¹²",
    ]


def test_figures_of_others_may_have_mathematics(text):
    assert drawings(text)[4].count("mathdefault") > 0
    assert not re.search(r"mathdefault[^<]*</text>", text)


def test_texts_that_are_shown_can_have_dollar_signs(tmp_path):
    rows = {"x": ["for $5_{ or $9"] * 48, "d": [0, 0, 1, 1] * 12, "e": [0, 1] * 24}
    pd.DataFrame(rows).to_csv(tmp_path / "own.csv", index=False)
    file = {"path": str(tmp_path / "own.csv"), "discriminant": "d", "distractor": "e"}
    domain = domain_with("table", file)
    asked = Categories((domain,), per_class=8, held_out=4, familiar=2, again=2)
    plan = Study(asked, (Constant("one"),), units=1)
    page = metamer.report(metamer.run(plan, tmp_path / "run"))
    assert page.read_text("utf-8").count("data:image/png") == 1
