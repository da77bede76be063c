"""The texts of the study of concepts."""

import re

import pytest

import metamer
from metamer.core.settings import with_settings
from metamer.core.study import SCALES


@pytest.mark.parametrize("scale", SCALES)
def test_no_text_names_a_number_that_settings_change(scale):
    plan = metamer.study("concepts-corpus")(scale=scale)
    changed = with_settings(plan, {"paradigm.concepts": "[]", "paradigm.tasks": "7"})
    captions = [figure.caption for figure in changed.figures]
    texts = " ".join([changed.title, changed.question, *changed.remarks, *captions])
    assert not re.search(r"(\d+|four|sixteen) (tasks|concepts)", texts)
    assert "none of three" not in texts and "one of three" not in texts
