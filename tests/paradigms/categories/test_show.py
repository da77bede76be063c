"""Items as a picture or as text."""

import io

import pytest

from metamer.paradigms.categories import show
from metamer.paradigms.categories.commands import domain_with, small


@pytest.mark.parametrize("domain", ["plane", "digits", "reviews", "faces"])
def test_every_domain_can_be_drawn_and_told(domain, keys):
    paradigm = small(domain_with(domain, {}), "partial_exposure")
    ((caption, figure),) = show.pictures(paradigm, keys())
    assert paradigm.domains[0].features[0] in caption
    picture = io.BytesIO()
    figure.savefig(picture, format="png", dpi=40)
    assert picture.getvalue().startswith(b"\x89PNG")


def test_taught_items_have_labels_and_asked_ones_a_question_mark(keys):
    paradigm = small(domain_with("plane", {}), "zero_shot")
    lines = show.text(paradigm, paradigm.domains[0], "zero_shot", keys()).splitlines()
    assert [line[0] for line in lines[8:]] == ["?"] * 4
    assert {line[0] for line in lines[:8]} == {"0", "1"}
    for line in lines[:8]:
        assert line[4] == ("+" if line[0] == "1" else "-")
