"""The measures, tests and figures that several studies of dasgupta2022 share."""

from __future__ import annotations

from metamer.core.study import Figure, Finding, Test
from metamer.paradigms.categories.figures import Competence
from metamer.reports.figures import (
    Against,
    ByLearner,
    PublishedValues,
    PublishedWhere,
)
from metamer.reports.findings import RuleOrStatistics
from metamer.reports.tables import Means
from metamer.statistics.anova import Anova
from metamer.statistics.regression import Regression
from metamer.statistics.summaries import HALF_WIDTH
from metamer.statistics.t_test import Pairwise, TTest

MEASURES = (
    "held_out_accuracy",
    "familiar_accuracy",
    "taught_accuracy",
    "feature_bias",
    "exemplar_bias",
    "exemplar_bias_of_learned",
    "competence",
)

FLB_ENDS, EVR_ENDS = (-0.5, 0.5), (-1.0, 1.0)
"""The ends of the two scales. Source: dasgupta2022, Eqs. 1 and 2."""

TESTS: tuple[Test, ...] = (
    TTest("exemplar_bias"),
    TTest("feature_bias"),
    Anova("exemplar_bias", "value ~ C(learner)"),
    Pairwise("exemplar_bias", test="paired", to="rule"),
    Regression(
        "feature_bias",
        "exemplar_bias",
        ("learner", "domain", "arrangement"),
        logit=True,
        x_ends=FLB_ENDS,
        y_ends=EVR_ENDS,
    ),
)

FINDINGS: tuple[Finding, ...] = (
    RuleOrStatistics(
        "exemplar_bias",
        0.0,
        0.5,
        "EVR (exemplar versus rule)",
        anchor="exemplars",
        competence="competence",
        by_rule="Closer to the rule",
        by_statistics="Closer to exemplars",
    ),
)
"""Who goes by the rule.

Source: dasgupta2022, Eq. 2, for the measure; ours for its ends. Partial exposure costs a
learner by exemplar 0.5 if it falls from always right to chance.
"""


def figures(
    published: PublishedValues = (), where: PublishedWhere = (), source: str = ""
) -> tuple[Figure, ...]:
    """Figures of a study, with EVR values found elsewhere in the axes of ours."""
    return (
        ByLearner(
            "exemplar_bias",
            "Exemplar or rule: EVR by learner",
            "EVR (exemplar versus rule) is the accuracy in the held-out corner in zero "
            "shot minus that under partial exposure: 0 is by rule, and higher values, "
            "listed first, are by exemplar. Black marks are means with 95 % confidence "
            f"intervals over units, faint points units. {source}".strip(),
            published=published,
            published_in=where,
        ),
        Competence(),
        ByLearner(
            "feature_bias",
            "Which feature wins: FLB by learner",
            "FLB (feature-level bias) is the accuracy in cue conflict minus 0.5. At 0.5 "
            "the feature that decides wins every time, at -0.5 the distractor does.",
        ),
        Against(
            "feature_bias",
            "exemplar_bias",
            FLB_ENDS,
            EVR_ENDS,
            "EVR against FLB",
            "Each point is a learner in one domain and arrangement. The intercept is the "
            "EVR of a learner without a feature bias.",
        ),
        Means(
            ("held_out_accuracy", "feature_bias", "exemplar_bias"),
            "All learners in numbers",
            f"Means over units; {HALF_WIDTH}.",
        ),
    )


REPLICATION = "Hollow diamonds are our replication with scikit-learn, 20 units."
"""Where most values found elsewhere come from."""
