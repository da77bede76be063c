"""How participants come from recruiting platforms, and how they go back."""

from collections.abc import Callable, Mapping
from typing import NamedTuple
from urllib.parse import quote, urlencode, urlsplit

from metamer.core.errors import Refusal
from metamer.core.people import People

MAX_VALUE = 300
"""Characters of one value of a link's query."""

NOT_ACCEPTED = "ASSIGNMENT_ID_NOT_AVAILABLE"
"""What MTurk gives as assignment to somebody who only looks at the task."""

MTURK_HOSTS = ("www.mturk.com", "workersandbox.mturk.com")

Query = Mapping[str, str]


class Arrival(NamedTuple):
    """Who came, as the platform says."""

    participant: str
    """The platform's id; empty for somebody without one."""
    platform: dict[str, str]
    preview: bool = False
    """Whether the person only looks at the task."""


class Ending(NamedTuple):
    """A finished session, as a platform must hear of it."""

    people: People
    reason: str
    code: str
    participant: str
    platform: dict[str, str]


class Recruitment(NamedTuple):
    """What one platform needs."""

    arrival: Callable[[Query], Arrival]
    url: Callable[[Ending], str]
    """Where a participant is sent at the end; empty for nowhere."""
    check: Callable[[People], None]
    """Refuses a study that lacks what the platform needs."""
    frames: str = ""
    """Hosts that show the study in a frame of their page."""


def read_query(query: Query) -> dict[str, str]:
    """The query of a link without surprises: short texts of printable characters."""
    for name, value in query.items():
        if max(len(name), len(value)) > MAX_VALUE or not (name + value).isprintable():
            raise Refusal(
                "the link of this study is broken: its parameters must be printable and "
                f"have at most {MAX_VALUE} characters"
            )
    return dict(query)


def _from_link(query: Query) -> Arrival:
    return Arrival(query.get("participant", ""), _some(query, "participant"))


def _from_prolific(query: Query) -> Arrival:
    names = ("PROLIFIC_PID", "STUDY_ID", "SESSION_ID")
    return Arrival(_needed(query, "PROLIFIC_PID", "Prolific"), _some(query, *names))


def _from_mturk(query: Query) -> Arrival:
    if query.get("assignmentId", NOT_ACCEPTED) == NOT_ACCEPTED:
        return Arrival("", {}, preview=True)
    names = ("assignmentId", "hitId", "workerId", "turkSubmitTo")
    return Arrival(_needed(query, "workerId", "MTurk"), _some(query, *names))


def _from_sona(query: Query) -> Arrival:
    return Arrival(_needed(query, "survey_code", "SONA"), _some(query, "survey_code"))


def _needed(query: Query, name: str, platform: str) -> str:
    if not query.get(name):
        raise Refusal(f"please open this study from {platform}: its link has no {name}")
    return query[name]


def _some(query: Query, *names: str) -> dict[str, str]:
    return {name: query[name] for name in names if name in query}


def _to_return_url(ending: Ending) -> str:
    """The study's own address, filled in; only somebody who finished is sent there."""
    if ending.reason != "completed":
        return ""
    url = ending.people.return_url.replace("{code}", quote(ending.code, ""))
    return url.replace("{participant}", quote(ending.participant, ""))


def _to_prolific(ending: Ending) -> str:
    if not ending.code:
        return ""
    query = urlencode({"cc": ending.code})
    return f"https://app.prolific.com/submissions/complete?{query}"


def _to_mturk(ending: Ending) -> str:
    """MTurk's own address; the one in the link is used only if it is MTurk's."""
    parts = urlsplit(ending.platform.get("turkSubmitTo", ""))
    if ending.reason == "no_consent" or parts.scheme != "https":
        return ""
    if parts.netloc not in MTURK_HOSTS:
        return ""
    assignment = ending.platform.get("assignmentId", "")
    query = urlencode({"assignmentId": assignment, "code": ending.code})
    return f"https://{parts.netloc}/mturk/externalSubmit?{query}"


def _check_nothing(people: People) -> None:
    if people.return_url:
        _check_address(people)


def _check_prolific(people: People) -> None:
    if not people.codes.completed:
        raise Refusal(
            "people recruited by prolific need codes.completed: the completion code that "
            "Prolific gave to the study"
        )


def _check_sona(people: People) -> None:
    if "{participant}" not in people.return_url:
        raise Refusal(
            "people recruited by sona need return_url: SONA's completion address with "
            "survey_code={participant}"
        )
    _check_address(people)


def _check_address(people: People) -> None:
    if urlsplit(people.return_url).scheme not in ("http", "https"):
        raise Refusal("people: return_url must begin with https:// or http://")


RECRUITMENT = {
    "link": Recruitment(_from_link, _to_return_url, _check_nothing),
    "prolific": Recruitment(_from_prolific, _to_prolific, _check_prolific),
    "mturk": Recruitment(
        _from_mturk,
        _to_mturk,
        _check_nothing,
        "https://*.mturk.com https://*.mturkcontent.com",
    ),
    "sona": Recruitment(
        _from_sona, _to_return_url, _check_sona, "https://*.sona-systems.com"
    ),
}
"""All platforms, by the name that a study gives as `recruitment`.

Source: the platforms' own guides to external studies, as specified for this package.
"""
