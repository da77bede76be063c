"""How a study is put to people: the table `[people]` of a study."""

from dataclasses import dataclass
from typing import Literal

from metamer.core.errors import Refusal, at_least, check_name, one_of

MAX_ATTEMPTS = 1000
MAX_SECONDS = 86_400
MAX_TRIALS = 10_000
"""More than anybody can do in one session."""

PICKS = ("listed", "random", "least_covered")
RECRUITMENTS = ("link", "prolific", "mturk", "sona")
RESUMES = ("never", "same_block", "any")
REASONS = ("wrong", "fast", "descriptions", "focus_lost")


@dataclass(frozen=True)
class Asking:
    """How the items of a block are put."""

    feedback: bool = False
    """Whether each answer is told if it was right. In `tiles` every click is."""
    attempts: int = 1
    """Answers to one item; 0 for as many as it takes."""
    seconds: float = 0.0
    """The time limit of one item; 0 for none."""
    may_pass: bool = False
    """Whether no answer is taken, too: a chat model's reply may be unreadable."""

    def __post_init__(self) -> None:
        at_least("attempts", self.attempts, 0, MAX_ATTEMPTS)
        at_least("seconds", self.seconds, 0, MAX_SECONDS)


@dataclass(frozen=True)
class TrialBlock:
    """Some trials of a session, one after the other."""

    label: str
    pool: str
    """Which of the paradigm's items: `practice`, `learning`, `test` ..."""
    count: int = 0
    """How many of them; 0 for all."""
    pick: Literal["listed", "random", "least_covered"] = "random"
    """In the paradigm's order, at random, or first those that fewest people were put."""
    feedback: bool = False
    attempts: int = 1
    seconds: float = 0.0
    criterion: int = 0
    """Right answers in a row that end the block; 0 if it ends with its last item."""
    passes: int = 1
    """How often its items are put, each time in another order, until the criterion."""
    describe: bool = False
    """Whether the participant says the rule in words after each item."""
    scored: bool = True
    """Whether its answers go to the table of responses."""
    text: str = ""
    """What is said before its first item, in Markdown."""
    mixed: bool = False
    """Whether its items come among those of the next block, in an order of chance, and
    look like them: attention checks, for example."""

    def __post_init__(self) -> None:
        check_name("the label of a block", self.label)
        one_of("pick", self.pick, PICKS)
        at_least(f"block {self.label}: count", self.count, 0, MAX_TRIALS)
        at_least(f"block {self.label}: criterion", self.criterion, 0, MAX_TRIALS)
        at_least(f"block {self.label}: passes", self.passes, 1, MAX_TRIALS)
        if self.passes > 1 and not self.criterion:
            raise Refusal(f"block {self.label}: passes need a criterion that ends them")
        if self.mixed and self.criterion:
            raise Refusal(f"block {self.label}: a mixed block has no criterion")
        _ = self.asking

    @property
    def asking(self) -> Asking:
        return Asking(self.feedback, self.attempts, self.seconds)


@dataclass(frozen=True)
class Question:
    """A comprehension question; all must be answered right before the first block."""

    text: str
    options: tuple[str, ...]
    right: str

    def __post_init__(self) -> None:
        if self.right not in self.options:
            raise Refusal(
                f"question {self.text!r:.60}: right must be one of its options"
            )


@dataclass(frozen=True)
class Exclusion:
    """A rule that leaves a participant out of the analysis, declared before.

    Nothing is deleted: a report shows the analysis with and without.
    """

    label: str
    reason: Literal["wrong", "fast", "descriptions", "focus_lost"]
    """Items of a block without a right answer; a median time per item below `limit`
    seconds; empty or meaningless descriptions; times that another window was in front."""
    limit: float
    """The number of them from which on a participant is left out."""
    block: str = ""
    """Whose items count; empty for those of all blocks."""

    def __post_init__(self) -> None:
        one_of("reason", self.reason, REASONS)
        at_least(f"exclusion {self.label}: limit", self.limit, 0)


@dataclass(frozen=True)
class Codes:
    """What a participant enters at the recruiting platform; empty for one of our own."""

    completed: str = ""
    failed_checks: str = ""
    no_consent: str = ""
    screened_out: str = ""


@dataclass(frozen=True)
class People:
    """Who is asked what, in which order; a study without blocks is not for people."""

    blocks: tuple[TrialBlock, ...] = ()
    quota: int = 50
    """Participants in each cell who finish."""
    within: bool = False
    """Whether a participant meets all conditions; otherwise each condition is a cell."""
    sets: int = 1
    """Sets of items in each cell, by which participants take turns. Set 3 has the items
    of the learners' unit 3."""
    title: str = ""
    """What participants see above every page; empty for "Study". The study's own title
    may say what they must not know."""
    texts: str = ""
    """A folder with `consent.md`, `instructions.md` and `debriefing.md`; empty for the
    paradigm's own, whose consent form is a template."""
    questions: tuple[Question, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()
    recruitment: Literal["link", "prolific", "mturk", "sona"] = "link"
    codes: Codes = Codes()
    return_url: str = ""
    """Where a participant is sent at the end, if the platform has no fixed address;
    `{code}` and `{participant}` are filled in."""
    resume: Literal["never", "same_block", "any"] = "any"
    """Whether somebody who comes back goes on: not at all, only within the block that was
    left, or anywhere."""
    longest_gap: float = 60.0
    """Minutes after which nobody goes on."""
    lease: float = 120.0
    """Seconds without a sign of life after which a place in a cell is free again."""
    contact: str = ""
    """Whom participants write to."""

    def __post_init__(self) -> None:
        at_least("people: quota", self.quota, 1, 1_000_000)
        at_least("people: sets", self.sets, 1, 100_000)
        at_least("people: longest_gap", self.longest_gap, 0)
        at_least("people: lease", self.lease, 1)
        one_of("recruitment", self.recruitment, RECRUITMENTS)
        one_of("resume", self.resume, RESUMES)
        names = [block.label for block in self.blocks]
        for name in names:
            if names.count(name) > 1:
                raise Refusal(f"people: two blocks are called {name!r}")
        self._check_mixed()
        for exclusion in self.exclusions:
            if exclusion.block:
                one_of(f"block of exclusion {exclusion.label}", exclusion.block, names)

    def _check_mixed(self) -> None:
        """Refuse mixed blocks after which nothing comes that they can be mixed with."""
        nexts = (*self.blocks[1:], None)
        for block, following in zip(self.blocks, nexts, strict=False):
            fits = following and not (following.criterion or following.text)
            if block.mixed and not fits:
                raise Refusal(
                    f"block {block.label}: a mixed block must be followed by one without a "
                    "criterion and a text, among whose items its own can come"
                )
