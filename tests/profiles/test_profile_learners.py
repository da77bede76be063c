"""Who a name stands for, and who cannot take part."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

import metamer
from metamer.core.errors import Refusal
from metamer.core.registry import profile
from metamer.profiles.kinds import KINDS, kinds_of
from metamer.profiles.learners import families, read_entrant
from metamer.profiles.profile import put_through


@pytest.fixture(scope="module")
def contrasts():
    return {name: profile(name)() for name in profile}


FEW_UNITS = {"demo": 4, "small": 4, "paper": 4}


@dataclass(frozen=True)
class Own:
    """A learner from outside that says the same label always."""

    name: str = "mlp"

    def fit(self, items, key): ...

    def answer(self, fitted, items):
        return np.zeros(len(items.inputs), int)


@dataclass(frozen=True)
class Broken(Own):
    """One that fails as soon as it is asked."""

    name: str = "broken"

    def answer(self, fitted, items):
        raise ZeroDivisionError("nothing to divide")


def test_a_family_stands_for_another_learner_in_each_paradigm(contrasts):
    entrant = read_entrant("transformer", contrasts)
    names = {
        name: entrant.learner(contrasts[name], "demo").name
        for name in ("pointers", "tiles")
    }
    assert names == {"pointers": "encoder:32x2", "tiles": "transformer"}
    with pytest.raises(Refusal, match="no learner here is a transformer; there is: "):
        entrant.learner(contrasts["categories"], "demo")


def test_every_family_is_of_one_kind_and_all_else_is_of_the_last(contrasts):
    known = families(contrasts)
    of_kinds = [name for names in KINDS.values() for name in names]
    assert sorted(of_kinds) == sorted(known)
    found = kinds_of(["mine", "mlp", "rule"])
    assert found == {"references": ("rule",), "networks": ("mlp",), "others": ("mine",)}


def test_a_registered_learner_is_trained_as_the_scale_has_time(contrasts):
    entrant = read_entrant("token-mlp", contrasts)
    demo, paper = (
        entrant.learner(contrasts["pointers"], scale) for scale in ("demo", "paper")
    )
    assert demo.training.epochs < paper.training.epochs
    assert paper == metamer.learner("token-mlp")()


def test_a_learner_of_ones_own_is_taken_as_it_is(contrasts):
    own = Own()
    assert read_entrant(own, contrasts).learner(contrasts["pointers"], "demo") is own
    named = read_entrant(f"{__name__}:Own", contrasts)
    assert named.learner(contrasts["pointers"], "demo") == own


@pytest.mark.parametrize("name", ["rule", "statistics"])
def test_both_references_are_families_of_every_paradigm(name, contrasts):
    entrant = read_entrant(name, contrasts)
    for contrast in contrasts.values():
        assert entrant.learner(contrast, "demo") in contrast.references


def test_an_unknown_name_is_answered_with_what_there_is(contrasts):
    with pytest.raises(
        Refusal, match="no learner 'mpl' for a profile; there is: rule, "
    ):
        read_entrant("mpl", contrasts)
    with pytest.raises(Refusal, match="by name or as objects"):
        read_entrant(Own, contrasts)
    assert families(contrasts)[:2] == ["rule", "statistics"]


def test_whoever_fails_is_named_with_the_reason_and_the_others_go_on(
    contrasts, tmp_path
):
    contrast = contrasts["categories"]
    tiny = replace(contrast.paradigm("demo"), per_class=60, held_out=40, familiar=4)
    contrast = replace(contrast, paradigm=lambda scale: tiny, units=FEW_UNITS)
    given = ("linear", "transformer", "random-player", Broken(), Own())
    entrants = [read_entrant(each, contrasts) for each in given]
    column = put_through("categories", contrast, entrants, "demo", tmp_path)
    assert "ZeroDivisionError: nothing to divide" in column.reasons["broken"]
    assert "no method 'answer'" in column.reasons["random-player"]
    assert "transformer" in column.reasons
    assert column.score("linear").verdict == "rule"
    assert column.score("mlp").reason == "it did not learn what it was taught"


@pytest.mark.parametrize(
    "given, complaint", [([], "at least one"), (["gp"] * 2, "two")]
)
def test_a_profile_is_of_different_learners(given, complaint, tmp_path):
    with pytest.raises(Refusal, match=complaint):
        metamer.profile(given, out=tmp_path / "new")
    assert not (tmp_path / "new").exists()


MODULE = "torch:metamer.learners.torch.nets:mlp"


def test_a_module_of_pytorch_stands_for_the_family_torch_everywhere(contrasts):
    pytest.importorskip("torch", reason="PyTorch is not installed")
    entrant = read_entrant(MODULE, contrasts)
    found = {
        name: entrant.learner(contrast, "demo") for name, contrast in contrasts.items()
    }
    tags = {name: metamer.learner.name_of(type(each)) for name, each in found.items()}
    classify = dict.fromkeys(("categories", "matrices", "pointers"), "torch")
    assert tags == {**classify, "tiles": "torch-player", "concepts": "torch-solver"}
    assert {each.name for each in found.values()} == {MODULE}
    assert {each.module for each in found.values()} == {MODULE.removeprefix("torch:")}
    family = read_entrant("torch", contrasts)
    assert family.learner(contrasts["tiles"], "demo").name == "torch-player:mlp"


@pytest.mark.parametrize(
    "given, complaint",
    [
        ("torch:mlp", "must be a text such as"),
        ("torch:math:pi", "is no torch.nn.Module"),
    ],
)
def test_what_is_no_module_is_refused_before_a_profile(given, complaint, contrasts):
    pytest.importorskip("torch", reason="PyTorch is not installed")
    with pytest.raises(Refusal, match=complaint):
        read_entrant(given, contrasts)
