"""The learner of an imported log."""

from dataclasses import dataclass
from typing import Any, NoReturn

from metamer.core.errors import Refusal


@dataclass(frozen=True)
class Evaluated:
    """A chat model that Inspect AI asked: there are its logs, but no line to it here."""

    model: str
    mode: str
    samples: int
    examples: int
    questions: int
    prompt: str
    logs: tuple[str, ...]
    """The names of the logs."""
    digest: str
    """The beginning of their SHA-256."""

    @property
    def name(self) -> str:
        return self.model

    @property
    def command(self) -> str:
        """The command that makes such a run, for its report."""
        return f"metamer import inspect {' '.join(self.logs)}"

    def fit(self, *_: Any) -> NoReturn:
        raise Refusal(
            f"{self.name} cannot be asked here: there are only logs of Inspect AI; see "
            "`metamer import inspect`"
        )

    answer = act = solve = fit
