"""Plans and run folders of strangers: nothing is called that is not a learner's class."""

import sys

import pytest
import tomli_w

import metamer
from metamer.core.checked import read_toml
from metamer.core.errors import Refusal
from metamer.core.settings import study_from_plain, to_plain

PLAN = {"paradigm": "categories", "units": 2, "measures": ["held_out_accuracy"]}


@pytest.fixture
def trap(tmp_path, monkeypatch):
    """A module that notes when it is imported and when its parts are called."""
    (tmp_path / "trap.py").write_text(
        "import pathlib\n"
        f"here = pathlib.Path({str(tmp_path)!r})\n"
        "(here / 'imported').touch()\n"
        "def function(**settings): (here / 'called').touch()\n"
        "class NoLearner:\n"
        "    def __init__(self, **settings): (here / 'called').touch()\n"
        "class Mine:\n"
        "    name = 'mine'\n"
        "    def fit(self, items, key): pass\n"
        "    def answer(self, fitted, items): return 0 * items.labels\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    sys.modules.pop("trap", None)


@pytest.mark.parametrize(
    "name, reason",
    [
        ("subprocess:check_call", "is not a learner but <function check_call"),
        ("subprocess:Popen", "it needs the methods answer and fit or .* or solve"),
        ("trap:function", "is not a learner but <function function"),
        ("trap:NoLearner", "cannot be a learner: it needs the methods"),
        ("trap:nothing", "cannot import learner 'trap:nothing'"),
    ],
)
def test_what_is_not_a_learners_class_is_not_called(trap, name, reason):
    learner = {"name": name, "called": "gp", "args": ["touch", str(trap / "called")]}
    with pytest.raises(Refusal, match=reason):
        study_from_plain({**PLAN, "learners": [learner]})
    assert not (trap / "called").exists()


@pytest.mark.parametrize("part", ["tests", "figures"])
def test_a_test_or_figure_is_a_dataclass(part):
    # Called with the measures, this would write a file.
    named = {"name": "operator:methodcaller"}
    with pytest.raises(Refusal, match="it must be a dataclass"):
        study_from_plain({**PLAN, "learners": ["rule"], part: [named]})


def test_a_learners_class_from_elsewhere_can_be_run(trap):
    study = study_from_plain({**PLAN, "learners": ["trap:Mine"]})
    assert study.learners[0].name == "mine"


@pytest.fixture
def folder(tmp_path):
    """A finished run."""
    study = study_from_plain({**PLAN, "learners": ["rule"]})
    return metamer.run(study, tmp_path / "run").folder


def replace_plan(folder, **changes):
    plain = read_toml(folder / "study.toml")
    (folder / "study.toml").write_text(tomli_w.dumps({**plain, **changes}))


def test_reading_a_run_folder_imports_nothing_from_it(trap, folder):
    replace_plan(
        folder,
        learners=["rule", {"name": "trap:Mine", "called": "mine", "x": 3}],
        tests=["trap:Test"],
        figures=[{"name": "trap:Figure"}],
        measures=["held_out_accuracy", "trap"],
    )
    responses = metamer.load(folder)
    page = metamer.report(responses, trap / "page.html").read_text()
    assert not (trap / "imported").exists()
    assert [entry.name for entry in responses.study.learners] == ["rule", "mine"]
    assert to_plain(responses.study.learners[1])["x"] == 3
    for sentence in ("tests trap:Test", "figures trap:Figure", "measures trap"):
        assert f"Left out, since unknown here: {sentence}." in page


def test_a_figure_of_a_measure_that_the_run_never_had_is_left_out(folder):
    replace_plan(folder, figures=[{"name": "by_learner", "measure": "exemplar_bias"}])
    responses = metamer.load(folder)
    assert responses.study.figures == ()
    assert "figures by_learner" in responses.study.remarks[-1]


def test_a_run_in_python_keeps_its_own_figures(tmp_path):
    study = study_from_plain({**PLAN, "learners": ["rule"]})
    assert metamer.run(study, tmp_path / "run").study is study
