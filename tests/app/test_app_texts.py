"""What participants read is safe, and a study's own."""

import pytest

from metamer.app.recruitment import RECRUITMENT, Ending, read_query
from metamer.app.texts import safe_html, texts_of
from metamer.core.errors import Refusal
from metamer.core.people import Codes, People


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "<iframe src='https://elsewhere.org'></iframe>",
        "<a href='data:text/html,x' onclick='x()'>x</a>",
        "<style>*{display:none}</style><form action='https://elsewhere.org'>",
        "![x](https://elsewhere.org/track.png)",
    ],
)
def test_markdown_cannot_bring_scripts_frames_or_foreign_pictures(text):
    html = safe_html(text)
    for bad in ("<script", "onerror", 'href="javascript', "<iframe", "data:", "onclick",
                "<style", "<form", "<img"):  # fmt: skip
        assert bad not in html


def test_markdown_becomes_headings_lists_and_tables():
    html = safe_html("# A\n\n- b\n\n|c|d|\n|-|-|\n|e|f|\n\n[g](https://h.org)")
    for tag in ("<h1>", "<li>", "<table>", 'href="https://h.org"'):
        assert tag in html


def test_title_and_contact_are_filled_in(changed, tmp_path):
    for name in ("consent", "instructions", "debriefing"):
        (tmp_path / f"{name}.md").write_text("{title}: ask {contact}")
    texts = texts_of(changed(texts=str(tmp_path), contact="a@b.org"))
    assert texts.consent == "<p>Study: ask a@b.org</p>\n"


def test_a_folder_without_consent_is_refused(changed, tmp_path):
    (tmp_path / "instructions.md").write_text("x")
    with pytest.raises(Refusal, match="there is no consent.md"):
        texts_of(changed(texts=str(tmp_path)))


def test_a_text_in_another_encoding_is_refused(changed, tmp_path):
    (tmp_path / "consent.md").write_bytes(b"\xff\xfe")
    with pytest.raises(Refusal, match="no text in UTF-8"):
        texts_of(changed(texts=str(tmp_path)))


def ending(reason="completed", code="C", platform=(), **settings):
    return Ending(People(**settings), reason, code, "p 1", dict(platform))


MTURK = {"turkSubmitTo": "https://www.mturk.com", "assignmentId": "a"}


@pytest.mark.parametrize(
    "name, end, url",
    [
        ("link", ending(), ""),
        ("link", ending(return_url="https://a.org/?c={code}&p={participant}"),
         "https://a.org/?c=C&p=p%201"),
        ("link", ending("no_consent", return_url="https://a.org"), ""),
        ("prolific", ending(), "https://app.prolific.com/submissions/complete?cc=C"),
        ("prolific", ending("screened_out", ""), ""),
        ("mturk", ending(platform=MTURK),
         "https://www.mturk.com/mturk/externalSubmit?assignmentId=a&code=C"),
        ("mturk", ending(platform={"turkSubmitTo": "https://elsewhere.org"}), ""),
        ("mturk", ending(platform={"turkSubmitTo": "javascript:alert(1)"}), ""),
        ("sona", ending(return_url="https://x.sona-systems.com/?survey_code={participant}"),
         "https://x.sona-systems.com/?survey_code=p%201"),
    ],
)  # fmt: skip
def test_where_participants_are_sent_at_the_end(name, end, url):
    assert RECRUITMENT[name].url(end) == url


@pytest.mark.parametrize(
    "name, query, participant",
    [
        ("link", {"participant": "p", "other": "x"}, "p"),
        ("link", {}, ""),
        ("prolific", {"PROLIFIC_PID": "p", "STUDY_ID": "s", "SESSION_ID": "t"}, "p"),
        ("mturk", {"assignmentId": "a", "hitId": "h", "workerId": "w"}, "w"),
        ("sona", {"survey_code": "7"}, "7"),
    ],
)
def test_who_arrives(name, query, participant):
    arrival = RECRUITMENT[name].arrival(read_query(query))
    assert arrival.participant == participant and not arrival.preview
    assert "other" not in arrival.platform


@pytest.mark.parametrize("name", ["prolific", "sona"])
def test_a_link_that_did_not_come_from_the_platform_is_refused(name):
    with pytest.raises(Refusal, match="please open this study from"):
        RECRUITMENT[name].arrival({})


def test_prolific_codes_for_every_end_are_used():
    from metamer.app.states import new_code

    people = People(codes=Codes("a", "b", "c", "d"))
    reasons = ("completed", "failed_checks", "no_consent", "screened_out")
    assert [new_code(people, reason) for reason in reasons] == list("abcd")
