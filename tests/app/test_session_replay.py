"""A session is the replay of its events, whatever a participant does."""

import pytest
from hidden_numbers import HiddenNumbers
from hypothesis import given, settings
from hypothesis import strategies as st

from metamer.app.planning import Candidate, plan
from metamer.app.session import Session
from metamer.app.timeline import SessionTexts, Timeline
from metamer.core.errors import Refusal
from metamer.core.keys import root
from metamer.core.people import People, Question, TrialBlock

ITEMS = HiddenNumbers().trial_items(HiddenNumbers().conditions()[0], root(1))


block_settings = st.fixed_dictionaries(
    {
        "pool": st.sampled_from(["practice", "test"]),
        "feedback": st.booleans(),
        "attempts": st.integers(1, 2),
        "criterion": st.integers(0, 2),
        "passes": st.integers(1, 3),
        "describe": st.booleans(),
        "text": st.sampled_from(["", "next"]),
        "mixed": st.booleans(),
    }
)
studies = st.tuples(
    st.lists(block_settings, min_size=1, max_size=3), st.booleans(), st.integers(0, 5)
)
"""Any study of one to three blocks: their settings, whether there are questions, a seed."""

ENDINGS = dict.fromkeys(("completed", "failed_checks", "no_consent"), "e")


def can_mix(one, following):
    """Whether the items of a block can come among those of the next."""
    return bool(
        following
        and not (one["criterion"] or following["criterion"] or following["text"])
    )


def timeline_of(study):
    settings, asks, seed = study
    settings = [
        one | {"mixed": one["mixed"] and can_mix(one, next_one)}
        for one, next_one in zip(settings, [*settings[1:], None], strict=True)
    ]
    blocks = tuple(
        TrialBlock(f"block{i}", **one | ({} if one["criterion"] else {"passes": 1}))
        for i, one in enumerate(settings)
    )
    questions = (Question("q", ("yes", "no"), "yes"),) if asks else ()
    planned = tuple(
        tuple(item for item in ITEMS if item.pool == block.pool) for block in blocks
    )
    texts = SessionTexts("c", "i", "d", tuple(b.text for b in blocks), ENDINGS)
    people = People(blocks, questions=questions)
    return Timeline(HiddenNumbers(), "hidden", people, texts, planned, seed)


def event(page, choice):
    kind = {"text": "read", "trial": "answer"}.get(page["kind"], page["kind"])
    extra = {
        "consent": {"given": choice > 0},
        "questions": {"answers": ["yes" if choice else "no"]},
        "trial": {"answer": choice % 2, "ms": 10.5},
        "describe": {"text": "x" * choice, "ms": 3},
    }.get(page["kind"], {})
    return kind, {"page": page["id"], **extra}


def seen(session):
    return (
        session.next,
        session.step,
        session.pages(),
        session.results,
        session.answered,
    )


@settings(max_examples=60, deadline=None)
@given(study=studies, choices=st.lists(st.integers(0, 5), max_size=60))
def test_a_replayed_session_equals_the_one_that_was_lived(study, choices):
    timeline = timeline_of(study)
    session, events = Session(timeline), []
    for choice in choices:
        if session.over:
            break
        pages = session.pages()
        events.append(event(pages[0], choice))
        session.apply(*events[-1])
        if len(pages) > 1 and session.step.id == pages[1]["id"]:
            assert session.pages()[0] == pages[1]  # what was sent ahead was right
    again = Session(timeline)
    for kind, payload in events:
        again.apply(kind, payload)
    assert seen(again) == seen(session)


@settings(max_examples=40, deadline=None)
@given(
    study=studies,
    choices=st.lists(st.integers(1, 5), max_size=30),
    kind=st.sampled_from(["consent", "read", "questions", "answer", "describe"]),
    payload=st.dictionaries(
        st.sampled_from(["page", "answer", "ms", "given", "answers", "text"]),
        st.one_of(st.none(), st.integers(), st.text(max_size=3), st.lists(st.text())),
    ),
)
def test_a_refused_event_changes_nothing(study, choices, kind, payload):
    session = Session(timeline_of(study))
    for choice in choices:
        if not session.over:
            session.apply(*event(session.pages()[0], choice))
    before = seen(session)
    with pytest.raises(Refusal):
        session.apply(kind, {**payload, "page": "nowhere"})
    assert seen(session) == before


@settings(max_examples=40, deadline=None)
@given(study=studies, choice=st.integers(1, 5))
def test_every_session_ends(study, choice):
    session = Session(timeline_of(study))
    for _ in range(1000):
        if session.over:
            break
        session.apply(*event(session.pages()[0], choice))
    assert session.step.reason == "completed"


def candidates(tasks=20, inputs=3):
    return [
        Candidate(task * inputs + i, f"{task}-{i}", "test", f"task{task}")
        for task in range(tasks)
        for i in range(inputs)
    ]


@pytest.mark.parametrize("people", [25, 41, 60])
def test_least_covered_items_differ_by_one_at_most(people):
    block = TrialBlock("test", "test", count=6, pick="least_covered")
    items, covered = candidates(), dict.fromkeys([c.id for c in candidates()], 0)
    names = {entry.number: entry for entry in items}
    for seed in range(people):
        (chosen,) = plan([block], items, seed, covered)
        assert len({names[number].group for number in chosen}) == 6
        for number in chosen:
            covered[names[number].id] += 1
    assert max(covered.values()) - min(covered.values()) <= 1


def test_an_item_comes_in_one_block_only():
    blocks = [TrialBlock(label, "test", count=9) for label in "ab"]
    items = [entry._replace(group="") for entry in candidates(6)]
    first, second = plan(blocks, items, 3)
    assert len({*first, *second}) == 18


def test_listed_items_come_in_order_and_random_ones_by_the_seed():
    items = candidates(6)
    listed = TrialBlock("a", "test", count=4, pick="listed")
    assert plan([listed], items, 1) == [[0, 3, 6, 9]]
    chosen = [
        plan([TrialBlock("a", "test", count=4)], items, seed) for seed in (1, 1, 2)
    ]
    assert chosen[0] == chosen[1] != chosen[2]


def mixed_session(seed):
    """The trials of a session whose practice items come among the others."""
    checks = {"pool": "practice", "mixed": True, "text": "next"}
    kinds = {"feedback": False, "attempts": 1, "criterion": 0, "passes": 1}
    both = [{**kinds, **own, "describe": False} for own in (checks, REST)]
    session, pages = Session(timeline_of((both, False, seed))), []
    while not session.over:
        page = session.pages()[0]
        pages.append(page)
        session.apply(*event(page, 1))
    return [page for page in pages if page["kind"] == "trial"]


REST = {"pool": "test", "mixed": False, "text": ""}


def test_items_of_a_mixed_block_come_among_those_of_the_next_and_look_like_them():
    orders = {tuple(page["id"] for page in mixed_session(seed)) for seed in range(5)}
    assert len(orders) == 5
    assert len({frozenset(order) for order in orders}) == 1
    trials = mixed_session(0)
    assert {page["block"] for page in trials} == {"block1"}
    assert [page["done"] for page in trials] == list(range(len(ITEMS)))
    assert {page["of"] for page in trials} == {len(ITEMS)}


@pytest.mark.parametrize("following", [(), (TrialBlock("b", "test", text="more"),)])
def test_a_mixed_block_needs_one_among_whose_items_its_own_can_come(following):
    with pytest.raises(Refusal, match="block a: a mixed block must be followed by one"):
        People((TrialBlock("a", "practice", mixed=True), *following))
