"""Chat models, asked through real HTTP by a scripted server that can fail."""

import base64
import itertools
import json
from collections.abc import Iterator
from dataclasses import replace

import pytest
from chat_server import PARADIGMS, Server, serving

import metamer
from metamer.core.conversation import LENIENT, STRICT, UNREADABLE, read_choice
from metamer.core.errors import Refusal
from metamer.core.jobs import unit_key
from metamer.core.people import Asking
from metamer.learners.chat import Chat, from_name
from metamer.learners.chat.local import check_package
from metamer.learners.chat.prices import price_file


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as made:
        yield made


def plan(chat: Chat, paradigm: str = "categories") -> metamer.Study:
    return metamer.Study(PARADIGMS[paradigm][0], (chat,), units=1)


@pytest.mark.parametrize("name", list(PARADIGMS))
def test_a_chat_model_is_asked_in_every_paradigm(name, server, tmp_path):
    server.say = lambda body: PARADIGMS[name][1]
    chat = Chat("mine", server.url, questions=2, examples=2)
    table = metamer.run(plan(chat, name), tmp_path).table
    assert set(table["reading"]) == {STRICT}
    assert set(table["learner"]) == {"mine"}
    assert table["probability"].iloc[0] == pytest.approx(0.6065, abs=1e-3)


@pytest.mark.parametrize("name", list(PARADIGMS))
def test_what_is_said_does_not_depend_on_the_answer(name):
    paradigm = PARADIGMS[name][0]
    talk = paradigm.conversation(paradigm.conditions()[0], unit_key(0, 0))
    item = talk.items[0]
    content = dict(item.content)
    for hidden in ("right", "output"):
        if hidden in content:
            content[hidden] = (
                [[0]] if hidden == "output" else 1 - min(content["right"], 1)
            )
    if name == "tiles":
        red, shown = content["red"], content["shown"]
        content["red"] = [r if s else 1 - r for r, s in zip(red, shown, strict=True)]
    other = item._replace(content=content)
    asking = Asking(may_pass=True)
    assert content != item.content
    for style in talk.styles.values():
        said = [style(talk.trial(each, asking)) for each in (item, other)]
        assert said[0] == said[1]


def test_a_run_that_goes_on_asks_nothing_twice(server, tmp_path):
    asked = []

    def stop_after_five(number):
        asked.append(number)
        return 401 if len(asked) > 5 else 0

    server.fail = stop_after_five
    chat = Chat("mine", server.url, questions=5, concurrency=1)
    with pytest.raises(Refusal, match="401"):
        metamer.run(plan(chat), tmp_path)
    server.fail = lambda number: 0
    metamer.run(plan(chat), tmp_path)
    assert max(server.asked.values()) == 1


def test_independent_samples_are_asked_one_by_one(server, tmp_path):
    chat = Chat("mine", server.url, mode="independent", samples=3, questions=2)
    table = metamer.run(plan(chat), tmp_path).table
    assert set(table["step"]) == {0, 1, 2}
    assert set(table["mode"]) == {"samples"}
    assert {json.loads(body)["temperature"] for body in server.asked} == {0.5}


def test_sequential_samples_are_told_that_they_are_wrong(server, tmp_path):
    server.say = lambda body: "[1]"
    chat = Chat("mine", server.url, mode="sequential", samples=3, questions=1)
    table = metamer.run(plan(chat, "concepts"), tmp_path).table
    assert table["step"].tolist() == [0, 1, 2]
    assert set(table["mode"]) == {"interactive"}


def test_a_turn_is_asked_without_those_before_it(server, tmp_path):
    tiles = (f"{1 + turn // 7},{1 + turn % 7}" for turn in itertools.count())
    server.say = lambda body: next(tiles)
    chat = Chat("mine", server.url, questions=1, examples=1, concurrency=1)
    table = metamer.run(plan(chat, "tiles"), tmp_path).table
    assert {len(json.loads(body)["messages"]) for body in server.asked} == {2}
    assert sum(server.asked.values()) == len(table)


def test_a_board_is_given_up_after_three_clicks_that_turn_nothing(server, tmp_path):
    server.say = lambda body: "1,1"
    chat = Chat("mine", server.url, questions=1)
    table = metamer.run(plan(chat, "tiles"), tmp_path).table
    assert 3 <= sum(server.asked.values()) <= 4
    assert len(table) == PARADIGMS["tiles"][0].asked_limit
    assert set(table["reading"]) == {STRICT}


@pytest.mark.parametrize("name", ["categories", "concepts"])
def test_after_an_unreadable_reply_it_is_asked_again(name, server, tmp_path):
    right = PARADIGMS[name][1]
    server.say = lambda body: right if "Hm." in str(body["messages"]) else "Hm."
    chat = Chat("mine", server.url, mode="sequential", samples=3, questions=1)
    table = metamer.run(plan(chat, name), tmp_path).table
    first = table[table["item"] == table["item"].iloc[0]]
    assert first["reading"].tolist()[:2] == [UNREADABLE, STRICT]
    assert any("could not be read" in body for body in server.asked)


@pytest.mark.parametrize("name", ["categories", "matrices", "concepts", "tiles"])
def test_a_model_that_sees_is_shown_pictures(name, server, tmp_path):
    server.say = lambda body: PARADIGMS[name][1]
    chat = Chat("mine", server.url, questions=1, examples=2, prompt="picture")
    table = metamer.run(plan(chat, name), tmp_path).table
    assert set(table["reading"]) == {STRICT}
    for body in map(json.loads, server.asked):
        parts = body["messages"][-1]["content"]
        url = next(part["image_url"]["url"] for part in parts if "image_url" in part)
        assert base64.b64decode(url.split(",")[1]).startswith(b"\x89PNG")


def test_pointers_have_no_pictures_and_say_so(server, tmp_path):
    own = tmp_path / "own.md"
    own.write_text("style: picture\nWhich digit?")
    chat = Chat("mine", server.url, questions=1, prompt=str(own))
    with pytest.raises(Refusal, match="no style of a prompt 'picture'; there is: text"):
        metamer.run(plan(chat, "pointers"), tmp_path / "run")


def test_rows_of_a_grid_can_stand_on_one_line(server, tmp_path):
    server.say = lambda body: "[1 2] [3 4]"
    chat = Chat("mine", server.url, questions=1, prompt="one_line")
    table = metamer.run(plan(chat, "concepts"), tmp_path).table
    (asked,) = map(json.loads, server.asked)
    lines = asked["messages"][-1]["content"].splitlines()
    grids = [line for line in lines if line.startswith("[")]
    assert all("] [" in line for line in grids) and len(grids) % 2
    assert set(table["reading"]) == {STRICT}


def test_a_changed_prompt_of_ones_own_is_asked_anew(server, tmp_path):
    own = tmp_path / "own.md"
    own.write_text("Which group, {first} or {second}?")
    before = Chat("mine", server.url, questions=1, prompt=str(own))
    metamer.run(plan(before), tmp_path / "run")
    first = sum(server.asked.values())
    own.write_text("Is it {first}, or is it {second}?")
    after = Chat("mine", server.url, questions=1, prompt=str(own))
    metamer.run(plan(after), tmp_path / "run")
    assert sum(server.asked.values()) == 2 * first
    with pytest.raises(Refusal, match="has changed"):
        replace(before, questions=2)


@pytest.mark.parametrize("name", ["categories", "concepts", "tiles"])
def test_what_cannot_be_read_is_an_error_of_its_own(name, server, tmp_path):
    server.say = lambda body: "I would rather not say."
    chat = Chat("mine", server.url, questions=1)
    table = metamer.run(plan(chat, name), tmp_path).table
    assert set(table["reading"]) == {UNREADABLE}
    assert not table["correct"].any()


def test_a_key_reaches_the_server_and_no_file(server, tmp_path, monkeypatch):
    monkeypatch.setenv("MY_KEY", "sk-secret")
    chat = Chat("mine", server.url, key_env="MY_KEY", questions=1)
    metamer.run(plan(chat), tmp_path)
    assert set(server.headers) == {"Bearer sk-secret"}
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert not any(b"sk-secret" in path.read_bytes() for path in files)


def test_a_limit_on_tokens_stops_and_keeps_what_was_answered(server, tmp_path):
    server.usage = {"prompt_tokens": 100, "completion_tokens": 2}
    chat = Chat("mine", server.url, max_total_tokens=1500, questions=10)
    with pytest.raises(Refusal, match="within its 1,500 tokens"):
        metamer.run(plan(chat), tmp_path)
    first = sum(server.asked.values())
    metamer.run(plan(replace(chat, max_total_tokens=0)), tmp_path)
    assert 1 <= first <= 1500 // 102
    assert max(server.asked.values()) == 1


def test_a_budget_goes_by_the_table_of_prices(server, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    chat = Chat("mine", server.url, budget=0.01, questions=5, concurrency=1)
    with pytest.raises(Refusal, match="needs the prices of mine"):
        metamer.run(plan(chat), tmp_path / "run")
    price_file().parent.mkdir(parents=True)
    price_file().write_text('["mine"]\ninput = 1.0\noutput = 400.0\n')
    with pytest.raises(Refusal, match=r"within its 0.01 dollars .* used .*, \$0.00"):
        metamer.run(plan(chat), tmp_path / "run")
    spent = sum(server.asked.values())
    assert spent >= 1
    metamer.run(plan(replace(chat, budget=1.0)), tmp_path / "run")
    assert max(server.asked.values()) == 1


@pytest.mark.parametrize("prices", ['["mine"]\ninput = 1', "mine = 3", "x = "])
def test_a_broken_table_of_prices_is_named(prices, server, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    price_file().parent.mkdir(parents=True)
    price_file().write_text(prices)
    with pytest.raises(Refusal, match="prices.toml"):
        metamer.run(plan(Chat("mine", server.url, budget=1.0)), tmp_path / "run")


@pytest.mark.parametrize(
    ("status", "said"),
    [(401, "the key is missing or wrong"), (404, "no model 'mine'"), (400, "half")],
)
def test_a_server_that_refuses_is_explained(status, said, server, tmp_path):
    server.fail = lambda number: status
    with pytest.raises(Refusal, match=said):
        metamer.run(plan(Chat("mine", server.url, questions=1)), tmp_path)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"url": "ftp://x"}, "must begin with http"),
        ({"samples": 0}, "samples must be at least 1"),
    ],
)
def test_bad_settings_are_refused(settings, said):
    with pytest.raises(Refusal, match=said):
        Chat("mine", **settings)


def test_an_unknown_prompt_names_those_there_are(server, tmp_path):
    chat = Chat("mine", server.url, prompt="other", questions=1)
    with pytest.raises(Refusal, match="there is: default"):
        metamer.run(plan(chat), tmp_path)


def test_a_model_without_an_address_must_come_with_a_package():
    with pytest.raises(Refusal, match="chat:MODEL@URL"):
        check_package("gpt-99")
    assert from_name("chat:a@http://b/v1") == Chat("a", "http://b/v1")


@pytest.mark.parametrize(
    ("reply", "answer", "how"),
    [
        ("dax", 0, STRICT),
        (" Fep.\n", 1, STRICT),
        ("Answer: fep", 1, STRICT),
        ("It is not a dax, so the answer is fep", 1, LENIENT),
        ("daxes", None, UNREADABLE),
        ("", None, UNREADABLE),
    ],
)
def test_choices_are_read_strictly_then_leniently(reply, answer, how):
    assert read_choice(reply, ["dax", "fep"]) == (answer, how)


def skip_without_smollm2() -> None:
    # Not by importing: the model's package imports what is not needed here.
    try:
        check_package("smollm2")
    except Refusal as error:
        pytest.skip(str(error))


@pytest.mark.slow
def test_a_real_model_that_comes_with_a_package_answers(tmp_path):
    skip_without_smollm2()
    table = metamer.run(plan(Chat(questions=2)), tmp_path).table
    assert set(table["learner"]) == {"smollm2"}
    assert (table["reading"] != UNREADABLE).any()
