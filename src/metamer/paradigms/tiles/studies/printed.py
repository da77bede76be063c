"""Statistics of people and the LSTM agent as printed, and which of our tests gives each."""

from __future__ import annotations

from metamer.paradigms.tiles.figures.published import Printed
from metamer.paradigms.tiles.people import LSTM, PEOPLE

ANOVA, STUDENT = "ANOVA II", "Student t"

TWO_WAY = "C(learner):C(condition)"
THREE_WAY = "C(learner):C(rule):C(condition)"

TEXT_F = {TWO_WAY: ("888.716", "1036"), THREE_WAY: ("339.574515", "1008")}
"""F and its residual degrees of freedom. Source: kumar2022, Results."""

TEXT_T = {
    f"abstract - metamer ({PEOPLE})": ("-13.813", 1.0),
    f"abstract - metamer ({LSTM})": ("-4.890", -1.0),
    f"{PEOPLE} - {LSTM} (abstract)": ("-13.177", 1.0),
    f"{PEOPLE} - {LSTM} (metamer)": ("-0.953", -1.0),
}
"""t, and -1 where the paper subtracts the other way round. Source: kumar2022, Results."""

TEXT_DF = {
    f"abstract - metamer ({PEOPLE})": "798",
    f"{PEOPLE} - {LSTM} (metamer)": "518",
}
"""Degrees of freedom of two of these t. Source: kumar2022, Results."""

IN_WORDS = (
    "People played boards of a rule better than metamers (t = -13.81), the LSTM agent "
    "metamers better (t = -4.89); on boards of a rule, people were better than the agent "
    "(t = -13.18)."
)
"""What these t say. Source: kumar2022, Results; -13.18 is what the rows give."""

TABLE_S2 = {
    "C(learner)": "734.75",
    "C(rule)": "174.76",
    "C(condition)": "66.61",
    TWO_WAY: "903.01",
    "C(learner):C(rule)": "183.16",
    "C(rule):C(condition)": "140.82",
    THREE_WAY: "335.45",
}
"""F of all rules together. Source: kumar2022, Table S2."""

TABLE_S3 = {
    "copy": "562.40",
    "symmetry": "20.82",
    "connected": "478.52",
    "rectangle": "18.93",
    "zigzag": "49.48",
    "tree": "11.05",
    "pyramid": "483.32",
    "cross": "465.26",
}
"""F of learner by condition, for each rule. Source: kumar2022, Table S3."""


P_OF_TREE = ".0032"
"""The only p of Table S3 that is not below .001. Source: kumar2022, Table S3."""


def rows() -> tuple[Printed, ...]:
    """All printed numbers, each with the test of a run that gives the same number."""
    return (*_text(), *_tables())


def _text() -> list[Printed]:
    place = "text"
    return [
        *(
            (place, f"F {term}", f, ANOVA, term, "statistic", 1.0)
            for term, (f, _) in TEXT_F.items()
        ),
        *(
            (place, f"t {pair}", t, STUDENT, _pooled(pair), "statistic", sign)
            for pair, (t, sign) in TEXT_T.items()
        ),
        *(
            (place, f"residual df of F {term}", df, ANOVA, term, "df_error", 1.0)
            for term, (_, df) in TEXT_F.items()
        ),
        *(
            (place, f"df of t {pair}", df, STUDENT, _pooled(pair), "df", 1.0)
            for pair, df in TEXT_DF.items()
        ),
    ]


def _pooled(pair: str) -> str:
    return f"{pair} [pooled over rule]"


def _tables() -> list[Printed]:
    def effect(rule: str) -> str:
        return f"{TWO_WAY} [rule={rule}]"

    return [
        *(
            ("Table S2", f"F {term}", f, ANOVA, term, "statistic", 1.0)
            for term, f in TABLE_S2.items()
        ),
        *(
            ("Table S3", f"F, {rule}", f, ANOVA, effect(rule), "statistic", 1.0)
            for rule, f in TABLE_S3.items()
        ),
        ("Table S3", "p, tree", P_OF_TREE, ANOVA, effect("tree"), "p", 1.0),
    ]
