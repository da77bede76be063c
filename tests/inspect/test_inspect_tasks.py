"""Inspect AI puts our items, and its logs become the rows that our own line gives."""

import math
from collections import Counter
from types import SimpleNamespace

import pytest

pytest.importorskip("inspect_ai", reason="the extra inspect is not installed")

from chat_server import PARADIGMS, serving
from evaluations import by_script, mock, outputs, run_task, scripted_mock

import metamer
from metamer.core.errors import Refusal
from metamer.inspect.asking import plan, questions, questions_at
from metamer.inspect.imports import import_logs
from metamer.learners.chat import Chat

SAME = ["condition", "unit", "item", "step", "answer", "correct", "reading"]
ASKED = {"questions": 2, "examples": 4}


def own_table(name, folder, **settings):
    """What our own chat learner is asked and answers, through HTTP, by the script."""
    with serving() as server:
        server.say = by_script(name)
        chat = Chat("mine", server.url, **ASKED, **settings)
        study = metamer.Study(PARADIGMS[name][0], (chat,), units=1)
        return metamer.run(study, folder).table


def rows(table):
    """The columns that must be equal, as plain text."""
    return table[SAME].astype(str).to_numpy().tolist()


@pytest.fixture(scope="module", params=list(PARADIGMS))
def evaluated(request, tmp_path_factory):
    """One paradigm: our table, Inspect's log, and what was imported from it."""
    name, folder = request.param, tmp_path_factory.mktemp(request.param)
    log = run_task(name, folder, scripted_mock(name), **ASKED)
    assert log.status == "success", log.error
    imported, missing = import_logs([folder / "logs"], folder / "imported")
    own = own_table(name, folder / "own")
    return SimpleNamespace(
        name=name, log=log, own=own, imported=imported, missing=missing, folder=folder
    )


def test_an_imported_log_has_the_rows_of_our_own_line(evaluated):
    assert rows(evaluated.imported.table) == rows(evaluated.own)
    assert list(evaluated.imported.table) == list(evaluated.own)
    assert evaluated.missing == []
    assert set(evaluated.imported.table["learner"]) == {"mockllm/model"}


def test_replies_without_log_probabilities_have_none(evaluated):
    assert evaluated.imported.table["probability"].isna().all()


def test_metrics_are_means_of_our_rows(evaluated):
    table, metrics = evaluated.own, evaluated.log.results.scores[0].metrics
    share = table.groupby(["condition", "unit", "item"], observed=True)["correct"]
    assert metrics["accuracy"].value == pytest.approx(share.mean().mean())
    if "part" in table and table["part"].nunique() > 1:
        for part, own in table.groupby("part", observed=True):
            found = metrics[f"part {part}"].value
            assert found == pytest.approx(own["correct"].mean())
            assert f"stderr of part {part}" in metrics


def test_a_sample_shows_no_answer_that_is_hidden(evaluated):
    sample = evaluated.log.samples[0]
    shown = {key for key in sample.metadata if key not in ("rows", "replies")}
    assert shown == {"item", "condition", "unit", "part", "prompt"}
    assert evaluated.log.plan.steps[0].params == {"questions": "questions"}


def test_openai_compatible_providers_give_the_same_rows(evaluated, tmp_path):
    pytest.importorskip("openai", reason="Inspect's providers need the package openai")
    with serving() as server:
        server.say = by_script(evaluated.name)
        model = _endpoint(server.url)
        log = run_task(evaluated.name, tmp_path, model, **ASKED)
    assert log.status == "success", log.error
    imported, _ = import_logs([tmp_path / "logs"], tmp_path / "imported")
    assert rows(imported.table) == rows(evaluated.own)
    same = imported.table["probability"], evaluated.own["probability"]
    assert same[0].round(4).equals(same[1].round(4))


def _endpoint(url):
    from inspect_ai.model import get_model

    return get_model(
        "openai-api/scripted/mine", base_url=url, api_key="none", memoize=False
    )


@pytest.mark.parametrize("mode", ["independent", "sequential"])
def test_several_answers_to_an_item_are_scored_as_measures_do(mode, tmp_path):
    several = {**ASKED, "mode": mode, "samples": 3}
    log = run_task("concepts", tmp_path, scripted_mock("concepts"), **several)
    imported, _ = import_logs([tmp_path / "logs"], tmp_path / "imported")
    own = own_table("concepts", tmp_path / "own", mode=mode, samples=3)
    assert rows(imported.table) == rows(own)
    assert imported.table["mode"].tolist() == own["mode"].tolist()
    assert [score.name for score in log.results.scores] == [
        "first_correct",
        "any_correct",
    ]


def test_independent_samples_are_asked_at_a_temperature_and_with_seeds(tmp_path):
    seen = []

    def say(messages, config):
        seen.append((config.temperature, config.seed, config.max_tokens))
        return "dax"

    run_task("categories", tmp_path, mock(say), questions=1, mode="independent")
    assert {each[0] for each in seen} == {0.5}
    assert {each[1] for each in seen} == {0, 1, 2}
    assert {each[2] for each in seen} == {16}


def test_options_of_the_command_line_win(tmp_path):
    seen = []

    def say(messages, config):
        seen.append((config.temperature, config.max_tokens))
        return "dax"

    run_task(
        "categories",
        tmp_path,
        "mockllm/model",
        questions=1,
        model_args={"custom_outputs": outputs(say)},
        temperature=0.7,
        max_tokens=99,
    )
    assert set(seen) == {(0.7, 99)}


@pytest.mark.parametrize(
    ("name", "reply", "asked"),
    [
        ("tiles", "1,1", {"units": 2, "examples": 0}),
        ("concepts", "[1]", {"mode": "independent", "samples": 2}),
    ],
)
def test_a_cache_has_an_answer_for_each_unit_and_sample(
    name, reply, asked, tmp_path, monkeypatch
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    calls = Counter()

    def say(messages, config):
        calls[str([each.text for each in messages])] += 1
        return reply

    for _ in range(2):  # the second evaluation asks nothing
        model = {"custom_outputs": outputs(say)}
        run_task(
            *(name, tmp_path, "mockllm/model"), **asked, model_args=model, cache=True
        )
        assert set(calls.values()) == {2}


def test_models_that_see_are_shown_pictures(tmp_path):
    kinds = []

    def say(messages, config):
        kinds.extend(part.type for part in messages[-1].content)
        return "1,1"

    run_task("tiles", tmp_path, mock(say), questions=1, examples=1, prompt="picture")
    assert "image" in kinds


def test_log_probabilities_become_the_probability_of_an_answer(tmp_path):
    from inspect_ai.model import Logprob, Logprobs, ModelOutput, ModelUsage, get_model

    def say(messages, tools, choice, config):
        made = ModelOutput.from_content("mockllm/model", "dax")
        made.usage = ModelUsage()
        tokens = [Logprob(token="da", logprob=-0.2), Logprob(token="x", logprob=-0.3)]
        made.choices[0].logprobs = Logprobs(content=tokens)
        return made

    model = get_model("mockllm/model", custom_outputs=say, memoize=False)
    run_task("categories", tmp_path, model, questions=1)
    imported, _ = import_logs([tmp_path / "logs"], tmp_path / "imported")
    assert imported.table["probability"].tolist() == pytest.approx(
        [math.exp(-0.5)] * len(imported.table)
    )


def test_a_task_refuses_a_study_of_another_paradigm():
    with pytest.raises(Refusal, match="evaluate metamer/tiles, not metamer/categories"):
        plan("categories", "tiles-metamers", "demo", None, None, Chat())


def test_one_condition_can_be_asked_alone():
    study = plan("categories", "", "demo", 1, None, Chat(questions=1))
    conditions = {each.place[0] for each in questions(study)}
    assert len(conditions) == 2
    (alone,) = {each.place[0] for each in questions(study, "zero_shot")}
    assert alone.startswith("zero_shot") and alone in conditions
    with pytest.raises(Refusal, match="no condition 'few_shot'"):
        list(questions(study, "few_shot"))


def test_without_a_study_the_questions_are_those_of_the_profile():
    study = plan("pointers", "", "", None, 7, Chat())
    assert (study.name, study.scale, study.seed) == ("profile-pointers", "demo", 7)
    assert questions_at("", "") == 4 and questions_at("pointers-holdout", "") == 0
    with pytest.raises(Refusal, match="no scale 'huge'"):
        questions_at("", "huge")
