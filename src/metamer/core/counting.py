"""Numbers of things, as sentences say them."""


def count(n: int, noun: str) -> str:
    """`1 learner`, `1,200 responses`."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def are(n: int) -> str:
    """The verb for a number of things: one of them is, two are."""
    return "is" if n == 1 else "are"
