"""What tokens cost: a table that the user keeps."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from metamer.core.checked import read_toml
from metamer.core.errors import Refusal

FILE = "prices.toml"

FORM = (
    'a table ["MODEL"] with input and output, the dollars for a million tokens, such as '
    "input = 2.5 and output = 10.0"
)

MILLION = 1_000_000


class Prices(NamedTuple):
    """Dollars for a million tokens."""

    input: float = 0.0
    output: float = 0.0

    def dollars(self, read: float, written: float) -> float:
        """What this many tokens cost."""
        return (read * self.input + written * self.output) / MILLION


def price_file() -> Path:
    """The user's table: one file for all runs, in the folder for settings."""
    from platformdirs import user_config_path

    return user_config_path("metamer") / FILE


def find_prices(model: str) -> Prices | None:
    """The prices of a model; None if there is no table, or it does not have this model."""
    path = price_file()
    if not path.exists():
        return None
    given = read_toml(path).get(model)
    if given is None:
        return None
    try:
        prices = Prices(float(given["input"]), float(given["output"]))
    except (TypeError, KeyError, ValueError):
        prices = Prices(-1.0)
    if not 0 <= min(prices) <= max(prices) < MILLION:
        raise Refusal(f"{path}: {model!r} must be {FORM}")
    return prices
