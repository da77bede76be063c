"""Numbers as journals print them."""

from math import isnan

from metamer.core.result import Result


def number(value: float) -> str:
    """Three significant digits; one decimal from a hundred on: 0.357, 43.2, 888.7."""
    if value == 0:
        return "0"
    if abs(value) >= 100:
        return f"{value:.1f}"
    return f"{value:#.3g}".rstrip(".")


def probability(p: float) -> str:
    """A p value as journals print it: `p < .001`, `p = .034`, `p > .999`."""
    if p < 0.001:
        return "p < .001"
    if p > 0.999:
        return "p > .999"
    return f"p = {p:.3f}".replace("0.", ".")


def degrees(df: float) -> str:
    """Degrees of freedom, with a decimal where there is one: 19, 31.2."""
    return f"{df:.1f}".removesuffix(".0")


def interval(result: Result) -> str:
    """`95 % confidence interval 0.341 to 0.373`."""
    ends = f"{number(result.low)} to {number(result.high)}"
    return f"{100 * result.level:g} % confidence interval {ends}"


def significance(result: Result) -> str:
    """The p value, and the corrected one if it reads differently."""
    plain = probability(result.p)
    if isnan(result.p_adjusted) or probability(result.p_adjusted) == plain:
        return plain
    return f"{plain}, Holm-corrected {probability(result.p_adjusted)}"


def effect_size(result: Result) -> str:
    """`d = 9.70`."""
    return f"{result.size_name} = {number(result.effect_size)}"


def prefix(result: Result) -> str:
    """The beginning of a sentence: the effect and a colon, or nothing."""
    return f"{result.effect}: " if result.effect else ""
