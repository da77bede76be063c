"""How the replies of chat models were read: a sentence for each of them."""

from __future__ import annotations

from metamer.core.conversation import LENIENT, UNREADABLE
from metamer.core.counting import count
from metamer.reports.analysis import Analysis


def replies(run: Analysis) -> list[str]:
    """What share of each chat model's replies were no answers, or answers among words."""
    table = run.responses.table
    if "reading" not in table:
        return []
    read = table[table["reading"].notna()]
    said = []
    for name in run.learners:
        how = read.loc[read["learner"] == name, "reading"]
        if len(how):
            shares = how.value_counts(normalize=True)
            said.append(
                f"`{name}`: of {count(len(how), 'answer')}, "
                f"{shares.get(UNREADABLE, 0.0):.0%} could not be read and count as wrong; "
                f"{shares.get(LENIENT, 0.0):.0%} were found among other words."
            )
    return said
