"""A trial in words: how a paradigm puts its items to a chat model, and reads its replies.

The trial is the one that people go through (`metamer.core.trial`), so a chat model is asked
the same question, and its answers become the same rows.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from metamer.core.errors import one_of
from metamer.core.keys import Key
from metamer.core.learner import Learner
from metamer.core.people import Asking
from metamer.core.trial import Json, TrialItem

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from metamer.core.interview import Interview

ANSWER_TOKENS = 16
"""A word, a digit, a letter, or a row and a column."""

DPI = 100
"""Pixels an inch of pictures for models that see."""

STRICT, LENIENT, UNREADABLE = "strict", "lenient", "unreadable"
"""How a reply was read: it is an answer and nothing else; an answer was found in it; or
there is none in it."""

Messages = list[dict[str, Any]]
"""What is said, in order, as the OpenAI-compatible protocol has it: `role`, `content`."""

TEXT = "text"
"""The style in which every paradigm can put its items."""

STYLE = re.compile(r"style: *(\w+) *\n")
"""How a prompt begins that wants its questions in another style."""


class Picture(NamedTuple):
    """What a model that sees is shown."""

    png: bytes
    caption: str = ""
    """What is said before it."""


Content = str | Picture
"""A question, or a taught item, in one style."""


class Prompt(NamedTuple):
    """What a model is told first, and in which style it is then asked."""

    text: str
    hash: str
    style: str = TEXT


def read_prompt(text: str) -> Prompt:
    """A prompt from the content of its file."""
    digest = hashlib.blake2b(text.encode(), digest_size=6).hexdigest()
    style = STYLE.match(text)
    return Prompt(
        text[style.end() :] if style else text, digest, style[1] if style else TEXT
    )


def message(role: str, *contents: Content) -> dict[str, Any]:
    """One message; a text alone is its content, anything else a list of parts."""
    if len(contents) == 1 and isinstance(contents[0], str):
        return {"role": role, "content": contents[0]}
    return {
        "role": role,
        "content": [part for each in contents for part in _parts(each)],
    }


def _parts(content: Content) -> list[dict[str, Any]]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    url = f"data:image/png;base64,{base64.b64encode(content.png).decode()}"
    picture = {"type": "image_url", "image_url": {"url": url}}
    return [*(_parts(content.caption) if content.caption else []), picture]


def picture_of(figure: Figure, caption: str = "") -> Picture:
    """A figure as a picture; the same figure gives the same bytes."""
    file = io.BytesIO()
    figure.savefig(file, format="png", dpi=DPI, metadata={"Software": None})
    return Picture(file.getvalue(), caption)


class Reading(NamedTuple):
    """What a reply says."""

    answer: Json = None
    """As a browser would send it; None if nothing could be read."""
    how: str = UNREADABLE


class TaughtExample(NamedTuple):
    """A taught item with its answer, in words."""

    cell: str
    """Examples are drawn evenly over cells."""
    item: TrialItem
    """It is shown as it would be asked."""
    answer: str = ""
    """As it would be given; empty for what is shown and not answered. An example with an
    answer is a turn of the conversation, any other a part of the prompt."""


@dataclass(frozen=True)
class Conversation:
    """How the items of one unit in one condition are put in words."""

    items: tuple[TrialItem, ...]
    trial: Callable[[TrialItem, Asking], Any]
    styles: dict[str, Callable[[Any], Content]]
    """What is said of a trial now, by the style in which a prompt can want it; it depends
    on nothing that is hidden. Each paradigm has `text`."""
    read: Callable[[Any, str], Reading]
    prompts: Path
    """The folder with the paradigm's prompts."""
    examples: tuple[TaughtExample, ...] = ()
    labels: dict[str, str] | None = None
    """What further gaps in a prompt are filled with."""
    unread: Callable[[Any], Json] = lambda trial: None
    """The answer that an unreadable reply counts as."""
    part: Callable[[TrialItem], str] = lambda item: str(item.notes.get("part", ""))
    """Items are drawn evenly over parts if not all are asked."""
    tokens: Callable[[Any], int] = lambda trial: ANSWER_TOKENS
    """How many tokens an answer takes at most, if it is nothing else."""
    turns: bool = False
    """Whether one item takes many turns. What is seen then says all that went before, so
    a turn is asked without those before it: what is sent does not grow with every turn."""
    idle: Callable[[Any], bool] = lambda trial: False
    """Whether the last answer changed nothing of what is seen."""

    def style(self, name: str) -> Callable[[Any], Content]:
        """What puts a trial in this style; refuses one that is not here."""
        one_of("style of a prompt", name, self.styles)
        return self.styles[name]


@runtime_checkable
class HoldsConversations(Protocol):
    """A paradigm whose items can be put to a chat model."""

    def conversation(self, condition: Any, key: Key) -> Conversation:
        """What the unit with this key is asked in this condition, in words."""
        ...


class Reply(NamedTuple):
    """What a chat model said."""

    text: str
    probability: float = float("nan")
    """That of all its tokens together; NaN if the endpoint gives none."""


@runtime_checkable
class Connection(Protocol):
    """An open line to a chat model."""

    def reply(self, messages: Messages, sample: int, tokens: int) -> Reply:
        """What the model says in at most `tokens` tokens, unless it may say more.

        Equal messages with another `sample` are asked anew.
        """
        ...

    def stop(self) -> None:
        """Let nobody wait for another attempt: the run ends."""
        ...

    @property
    def spending(self) -> str:
        """What the run has used up so far, in words."""
        ...


class Manner(NamedTuple):
    """How often and in which way one item is asked."""

    mode: str
    """`single`, `independent` or `sequential`."""
    samples: int
    describe: bool
    """Whether the rule in words is asked for after each item."""

    @property
    def passes(self) -> int:
        """How often an item is put anew, from its beginning."""
        return self.samples if self.mode == "independent" else 1


@runtime_checkable
class Respondent(Learner, Protocol):
    """A learner that is asked in words: a chat model."""

    @property
    def manner(self) -> Manner: ...

    @property
    def concurrency(self) -> int:
        """How many items are under way at a time."""
        ...

    def interview(self, conversation: Conversation, key: Key) -> Interview:
        """What the unit with this key is told and asked."""
        ...

    def connect(self, folder: Path, job: str) -> AbstractContextManager[Connection]:
        """Open a line; what is said is kept in `folder`, and is never asked again."""
        ...


def read_choice(reply: str, words: Sequence[str]) -> Reading:
    """Which of a few words a reply chooses.

    Strict: the reply is one of the words, with or without a full stop, quotes or "Answer:".
    Lenient: what follows the last "answer" or "answer is"; or else, of the words that stand
    in the reply, the last one.
    """
    plain = [word.lower() for word in words]
    text = reply.strip().lower()
    bare = re.sub(r"^answer\s*:\s*", "", text).strip(" \t\n.\"'`*()[]")
    if bare in plain:
        return Reading(plain.index(bare), STRICT)
    either = "|".join(map(re.escape, sorted(plain, key=len, reverse=True)))
    word = rf"(?<![\w.-])({either})(?![\w-]|\.\d)"
    said = re.findall(rf"answer\W+(?:is\W+)?{word}", text) or re.findall(word, text)
    return Reading(plain.index(said[-1]), LENIENT) if said else Reading()
