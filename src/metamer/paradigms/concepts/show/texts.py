"""Tasks and grids as text, for a chat model, and in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from metamer.core.errors import Refusal
from metamer.paradigms.concepts.tasks import Grid, Task, as_text

if TYPE_CHECKING:
    from rich.console import Group
    from rich.text import Text

PALETTE = (
    *("#000000", "#0074D9", "#FF4136", "#2ECC40", "#FFDC00"),
    *("#AAAAAA", "#F012BE", "#FF851B", "#7FDBFF", "#870C25"),
)
"""The colours 0 to 9. Source: ARC's own test interface."""

INKS = {0: "#777777", 1: "white", 9: "white"}
"""The colour of digits on dark cells, and faint digits on the background; else black."""

UNKNOWN = "?"

Answers = Sequence[Grid | None]


class CaptionedPair(NamedTuple):
    """An input above its output, and what stands over them."""

    caption: str
    input: Grid
    output: Grid | None
    """None where the answer is unknown."""

    @property
    def cells(self) -> tuple[int, int]:
        """The width of the wider one, and the height of the output."""
        height, width = (1, 1) if self.output is None else self.output.shape
        return max(self.input.shape[1], width), height


def captioned_pairs(task: Task, answers: Answers) -> list[CaptionedPair]:
    """A task's demonstrations, then its asked inputs with their answers."""
    shown = enumerate(task.demonstrations, 1)
    asked = enumerate(zip(task.inputs, answers, strict=True), 1)
    return [
        *(CaptionedPair(f"demonstration {number}", *pair) for number, pair in shown),
        *(CaptionedPair(f"asked {number}", *pair) for number, pair in asked),
    ]


def text(task: Task, answers: Answers) -> str:
    """A task as rows of digits, outputs beside their inputs."""
    return "\n\n".join(_text(column) for column in captioned_pairs(task, answers))


def _text(column: CaptionedPair) -> str:
    left = as_text(column.input).split("/")
    right = [UNKNOWN] if column.output is None else as_text(column.output).split("/")
    width = len(left[0])
    rows = zip_longest(left, right, fillvalue="")
    lines = [f"{one:{width}}  {other}".rstrip() for one, other in rows]
    return "\n".join([column.caption, *lines])


def prompt(task: Task, place: int, between: str = "\n") -> str:
    """A question for a chat model: all demonstrations, then one of the asked inputs.

    `between` stands between the rows of a grid.

    Source: moskvichev2023, Fig. 3: rows of numbers with spaces between, in brackets.
    Unstated: the words around them, which are published as a picture only; these are ours.
    """
    if not 0 <= place < len(task.inputs):
        last = len(task.inputs) - 1
        raise Refusal(f"there is no asked input {place}; the task has 0 to {last}")
    lines = ["Find the rule that turns each input into its output.", ""]
    for number, pair in enumerate(task.demonstrations, 1):
        lines += [f"Input {number}:", _brackets(pair.input, between), ""]
        lines += [f"Output {number}:", _brackets(pair.output, between), ""]
    lines += ["Test input:", _brackets(task.inputs[place], between), ""]
    return "\n".join([*lines, "Answer with the test output only, in the same form."])


def _brackets(grid: Grid, between: str) -> str:
    return between.join(f"[{' '.join(map(str, row))}]" for row in grid.tolist())


def terminal(grid: Grid) -> Text:
    """A grid in coloured blocks, with digits for readers without colours."""
    from rich.text import Text

    blocks = Text(no_wrap=True)
    for number, row in enumerate(grid.tolist()):
        blocks.append("\n" * (number > 0))
        for cell in row:
            style = f"{INKS.get(cell, 'black')} on {PALETTE[cell]}"
            blocks.append(f" {cell}", style)
    return blocks


def terminal_task(task: Task, answers: Answers, width: int = 80) -> Group:
    """A task in coloured blocks; outputs beside their inputs where there is room."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    parts: list[Text | Table] = []
    for caption, given, answer in captioned_pairs(task, answers):
        blocks = [
            terminal(given),
            terminal(answer) if answer is not None else Text(UNKNOWN),
        ]
        widths = [max(map(len, block.plain.splitlines())) for block in blocks]
        beside = sum(widths) + 2 <= width
        table = Table.grid(padding=(0, 2) if beside else (1, 0))
        for row in [blocks] if beside else [[block] for block in blocks]:
            table.add_row(*row)
        parts += [Text(caption), table, Text()]
    return Group(*parts)
