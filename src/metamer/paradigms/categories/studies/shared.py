"""The measures, tests and figures that several studies of dasgupta2022 share."""

from __future__ import annotations

from metamer.core.study import Figure, Test
from metamer.paradigms.categories.figures import Competence
from metamer.reports.figures import Against, ByLearner
from metamer.reports.tables import Means
from metamer.statistics.anova import Anova
from metamer.statistics.regression import Regression
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

FIGURES: tuple[Figure, ...] = (
    ByLearner(
        "exemplar_bias",
        "Exemplar or rule: EVR by learner",
        "Zero-shot minus partial-exposure accuracy in the held-out corner: 0 is by rule, "
        "and higher values are by exemplar. Mean and 95 % confidence interval over units; "
        "grey points are units.",
    ),
    ByLearner(
        "feature_bias",
        "Which feature wins: FLB by learner",
        "Accuracy in cue conflict minus 0.5. 0.5: the discriminant wins every time; -0.5: "
        "the distractor does.",
    ),
    Competence(),
    Means(
        ("held_out_accuracy", "feature_bias", "exemplar_bias"),
        "All learners in numbers",
        "Means over units, with the half width of their 95 % confidence intervals.",
    ),
    Against(
        "feature_bias",
        "exemplar_bias",
        FLB_ENDS,
        EVR_ENDS,
        "EVR against FLB",
        "Each point is a learner in one domain and arrangement. The intercept is the EVR "
        "of a learner without a feature bias.",
    ),
)

REPLICATION = "our replication with scikit-learn, 20 units"
