"""The app for oneself."""

import os
import signal
import subprocess
import sys

import httpx
import pytest

from metamer.app.play import ITEMS, only, own_study
from metamer.core.errors import Refusal
from metamer.paradigms.categories import Categories
from metamer.paradigms.tiles import Tiles

PARADIGMS = ("categories", "concepts", "matrices", "pointers", "tiles")


@pytest.mark.parametrize("paradigm", PARADIGMS)
def test_every_paradigm_can_be_played_in_a_dozen_items(paradigm):
    plan = own_study(paradigm)
    assert all(0 < block.count <= ITEMS for block in plan.people.blocks)
    assert plan.people.blocks[-1].scored
    assert not plan.people.questions
    names = {condition.name for condition in plan.paradigm.conditions()}
    assert plan.people.within or len(names) == 1


def test_a_condition_can_be_chosen():
    chosen = only(Tiles(), "metamer").conditions()
    assert {condition.name for condition in chosen} == {"metamer"}
    assert only(Categories(), "zero_shot").trainings == ("zero_shot",)


def test_an_unknown_condition_or_paradigm_is_refused_with_what_there_is():
    with pytest.raises(Refusal, match="abstract, metamer"):
        only(Tiles(), "abstrct")
    with pytest.raises(Refusal, match="there is: .*tiles"):
        own_study("chess")


def test_the_command_serves_without_consent_and_leaves_nothing(tmp_path):
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    words = ["play", "pointers", "--no-browser"]
    with subprocess.Popen(
        [sys.executable, "-m", "metamer", *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        said = (line.split() for line in process.stdout)
        address = next(words[2] for words in said if words[:2] == ["Play", "at"])
        arrived = httpx.post(
            f"{address}api/arrive", json={"query": {}}, timeout=60
        ).json()
        headers = {"X-Metamer-Token": arrived["token"]}
        state = httpx.get(f"{address}api/session", headers=headers, timeout=60).json()
        assert state["pages"][0]["id"] == "instructions-1"
        early = httpx.get(f"{address}result", timeout=60)
        assert early.status_code == 409 and "nobody has finished" in early.text
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 0
    assert not list(tmp_path.iterdir())
