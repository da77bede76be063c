"""Chat models: any endpoint that speaks the OpenAI-compatible protocol, as a learner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from metamer.core.conversation import Conversation, Manner, Prompt, read_prompt
from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.interview import Interview, prepare
from metamer.core.keys import Key
from metamer.core.registry import learner
from metamer.learners.chat.prices import FORM, Prices, find_prices, price_file

NAMED = "chat:"
"""How a chat model is named on the command line: `chat:MODEL@URL`."""

MODES = ("single", "independent", "sequential")

MAX_SAMPLES = 100
MAX_TOKENS = 100_000


@learner.add("chat")
@dataclass(frozen=True)
class Chat:
    """A chat model, asked in words what people and other learners are asked.

    `single` is one answer at temperature 0; `independent` asks `samples` times at
    `temperature`, each time anew; `sequential` tells it that an answer is wrong and asks
    again, up to `samples` times, as people are.

    Source: moskvichev2023, Sec. 7: GPT-4 at temperature 0 once, and at 0.5 three times.
    """

    model: str = "smollm2"
    """As the endpoint calls it; without `url`, a model that comes with a package."""
    url: str = ""
    """The endpoint up to and including `/v1`; empty for a model that comes with a
    package."""
    key_env: str = "OPENAI_API_KEY"
    """The environment variable that holds the key; it need not exist for local servers."""
    mode: Literal["single", "independent", "sequential"] = "single"
    samples: int = 3
    temperature: float = 0.5
    examples: int = 16
    """Taught items that are shown with their answers, evenly over cells."""
    questions: int = 0
    """Asked items of each part in each condition and unit; 0 for all."""
    prompt: str = "default"
    """A prompt of the paradigm's folder `prompts`, or the path of a file of your own."""
    prompt_hash: str = ""
    """Of a prompt of your own: a hash of its content, which is filled in."""
    describe: bool = False
    """Whether it is asked for the rule in words after each item."""
    max_tokens: int = 0
    """Of one reply; 0 for as many as an answer takes. A model that thinks aloud before it
    answers needs more."""
    parameters: dict[str, bool | int | float | str] = field(
        default_factory=dict,
        hash=False,  # a table has none
    )
    """Further parameters of each request, as the endpoint calls them; false leaves one out
    that the endpoint does not take, such as `logprobs`."""
    concurrency: int = 4
    """Requests under way at a time."""
    timeout: float = 120.0
    """Seconds to wait for one reply of an endpoint."""
    retries: int = 6
    """How often a request is sent again that failed for a passing reason."""
    budget: float = 0.0
    """Dollars to spend at most, by the prices below or those of your table; 0 for no
    limit."""
    max_total_tokens: int = 0
    """Tokens to use at most, in and out; 0 for no limit."""
    input_price: float = 0.0
    output_price: float = 0.0
    """Dollars for a million tokens."""
    label: str = ""
    """Its name in the table; empty for the name of the model."""

    def __post_init__(self) -> None:
        one_of("mode", self.mode, MODES)
        at_least("samples", self.samples, 1, MAX_SAMPLES)
        at_least("temperature", self.temperature, 0, 2)
        at_least("examples", self.examples, 0, MAX_TOKENS)
        at_least("questions", self.questions, 0, MAX_TOKENS)
        at_least("max_tokens", self.max_tokens, 0, MAX_TOKENS)
        at_least("concurrency", self.concurrency, 1, 256)
        at_least("timeout", self.timeout, 0.1, 86_400)
        at_least("retries", self.retries, 0, 100)
        for name in ("budget", "max_total_tokens", "input_price", "output_price"):
            at_least(name, getattr(self, name), 0, 1e12)
        if self.url and not self.url.startswith(("http://", "https://")):
            raise Refusal(f"url must begin with http:// or https://, not {self.url!r}")
        for name in ("model", "messages"):
            if name in self.parameters:
                raise Refusal(
                    f"parameters cannot change {name!r}: it says what is asked"
                )
        self._check_prompt()

    def _check_prompt(self) -> None:
        """Note what a prompt of one's own says: it is a setting, as much as its path."""
        path = Path(self.prompt)
        if not (_is_path(self.prompt) and path.is_file()):
            return  # refused before a run; a finished one can be read without its file
        found = read_prompt(path.read_text(encoding="utf-8")).hash
        if self.prompt_hash not in ("", found):
            raise Refusal(
                f"{path} has changed: it was {self.prompt_hash} and is {found}; leave out "
                "prompt_hash to ask with the new one"
            )
        object.__setattr__(self, "prompt_hash", found)

    @property
    def prices(self) -> Prices | None:
        """Those that were set, or else those of the user's table."""
        if self.input_price or self.output_price:
            return Prices(self.input_price, self.output_price)
        return find_prices(self.model)

    @property
    def name(self) -> str:
        return self.label or self.model

    @property
    def block(self) -> int:
        """All units of a condition are one job: their requests run side by side."""
        return 1000

    @property
    def neutral(self) -> tuple[str, ...]:
        """Settings that change no answer."""
        return (
            *("key_env", "concurrency", "timeout", "retries"),
            *("budget", "max_total_tokens", "input_price", "output_price"),
        )

    def suits(self, paradigm: Any) -> None:
        if self.mode != "single" and paradigm.shape == "play":
            raise Refusal(
                f"{self.name} plays each board once: set mode to 'single', not "
                f"{self.mode!r}"
            )

    def check_files(self, paradigm: Any) -> None:
        """Refuse before a run what could only fail in it: a missing key, file, package."""
        from metamer.learners.chat.local import check_package

        if _is_path(self.prompt):
            self.find_prompt(Path())
        if not self.url:
            check_package(self.model)
        if self.budget and self.prices is None:
            raise Refusal(
                f"a budget in dollars needs the prices of {self.model}: write them to "
                f"{price_file()}, as {FORM}; or set input_price and output_price"
            )

    @property
    def asked_temperature(self) -> float:
        """The temperature of its requests: 0 unless samples are to differ."""
        return self.temperature if self.mode == "independent" else 0.0

    @property
    def manner(self) -> Manner:
        return Manner(self.mode, self.samples, self.describe)

    def interview(self, conversation: Conversation, key: Key) -> Interview:
        prompt = self.find_prompt(conversation.prompts)
        return prepare(conversation, prompt, self.examples, self.questions, key)

    def find_prompt(self, folder: Path) -> Prompt:
        """The prompt of this name in the paradigm's folder, or the file of one's own."""
        own = _is_path(self.prompt)
        path = Path(self.prompt) if own else folder / f"{self.prompt}.md"
        if not path.exists():
            known = ", ".join(sorted(each.stem for each in folder.glob("*.md")))
            raise Refusal(
                f"there is no prompt {self.prompt!r} here; there is: {known}, or give "
                "the path of a .md file"
            )
        return read_prompt(path.read_text(encoding="utf-8"))

    @contextmanager
    def connect(self, folder: Path, job: str) -> Iterator[Any]:
        """An open line to the model; what is said is kept in `folder`/transcripts."""
        from metamer.learners.chat.line import OpenLine
        from metamer.learners.chat.local import endpoint
        from metamer.learners.chat.sending import Sender
        from metamer.learners.chat.transcripts import TRANSCRIPTS, Transcripts

        with (
            Transcripts(folder / TRANSCRIPTS, job) as kept,
            endpoint(self.model, self.url) as url,
            Sender(self, url) as sender,
        ):
            yield OpenLine(self, sender, kept)


def _is_path(prompt: str) -> bool:
    return prompt.endswith(".md") or "/" in prompt


def limit_spending(learners: Sequence[Any], dollars: float) -> tuple[Any, ...]:
    """The same learners; each chat model among them may spend this much at most."""
    if not any(isinstance(each, Chat) for each in learners):
        raise Refusal("a budget is for chat models, and none of the learners is one")
    if not dollars > 0:
        raise Refusal(f"a budget must be more than 0 dollars, not {dollars:g}")
    return tuple(
        replace(each, budget=dollars) if isinstance(each, Chat) else each
        for each in learners
    )


def from_name(given: str, **settings: Any) -> Chat:
    """The chat model that `chat:MODEL` or `chat:MODEL@URL` stands for."""
    model, _, url = given.removeprefix(NAMED).partition("@")
    if not model:
        raise Refusal(f"{given!r} names no model; write chat:MODEL or chat:MODEL@URL")
    return Chat(model, url, **settings)
