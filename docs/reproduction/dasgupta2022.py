"""Every figure and table of dasgupta2022."""

from __future__ import annotations

from itertools import pairwise

from metamer.paradigms.categories.studies import printed
from reproduction.cells import Cell, Difference, Fixed
from reproduction.rows import Direction, Number, Row, told

PLANE = "bash results/categories-plane/command.sh"
REVIEWS = "bash results/categories-reviews/command.sh"
FACES = "bash results/categories-faces/command.sh"
PATHS = "bash results/categories-interpolation/command.sh"
COUNTED = "python benchmarks/computed_values.py"

PHOTOGRAPHS = (
    "needs CelebA, which is in no package: with a copy, `metamer data celeba --from "
    "PATH` and `--set paradigm.domains.0.source=celeba`, hours on one GPU"
)


def plane(measure: str, learner: str, condition: str = "") -> Cell:
    where = {"measure": measure, "learner": learner, "condition": condition}
    return Cell("categories-plane/means.csv", {**where, "arrangement": "printed"})


def evr(learner: str) -> Cell:
    return plane("exemplar_bias", learner)


def more(first: str, second: str, what: str) -> Direction:
    """The first has a higher EVR than the second."""
    return Direction(
        f"{first} - {second}", what, Difference((evr(first),), (evr(second),)), 1
    )


def falls(learners: tuple[str, ...]) -> tuple[Direction, ...]:
    return tuple(
        more(first, second, "lower with a longer scale")
        for first, second in pairwise(learners)
    )


def review(measure: str, condition: str = "") -> Cell:
    where = {"measure": measure, "learner": "lstm:20", "condition": condition}
    return Cell("categories-reviews/means.csv", where)


def path(condition: str) -> Cell:
    where = {
        "measure": "held_out_accuracy",
        "learner": "nn:16h1d",
        "condition": condition,
    }
    return Cell("categories-interpolation/means.csv", where)


def interpolants() -> tuple[Number, ...]:
    """App. C.2: pi0 and correlations of three paths."""
    names = ("pi0 to zero shot", "correlation to full exposure")
    equal = ("pi0 at equal correlation", "equal correlation")
    return tuple(
        Number(
            f"{name}, {part:g}",
            value,
            Fixed(f"interpolant {part:g}: {name}"),
            within=0.005 if name == "equal correlation" else 0.001,
        )
        for part, values in printed.INTERPOLANTS.items()
        for name, value in zip((*names, *equal), values, strict=True)
    )


GAUSSIAN = ("gp:2", "gp:4", "gp:6", "gp:8", "gp:10")

ROWS = (
    Row(
        "Fig. 1",
        "the experiment in coloured shapes",
        nothing="a schematic; as a study: `metamer run categories-people`",
    ),
    Row(
        "Fig. 2",
        "its conditions as quadrants",
        nothing="a schematic; App. A.2 is checked by tests",
    ),
    Row(
        "Fig. 3",
        "correlation of label and distractor, partial exposure",
        COUNTED,
        (
            Number(
                "absolute correlation",
                printed.CORRELATION,
                Fixed("correlation: partial exposure"),
                0.005,
            ),
        ),
    ),
    Row(
        "Fig. 4a",
        "cue conflict is at chance: no feature bias",
        PLANE,
        tuple(
            Direction(one, "at chance", plane("feature_bias", one), 0)
            for one in ("nn:2h1d", "glm:lin", "gp:fit")
        ),
        note="boundaries are drawn in the report",
    ),
    Row(
        "Fig. 4b, families",
        "linear models are by rule, Gaussian processes by exemplar, networks between",
        PLANE,
        (
            Number("glm:lin", 0.0, evr("glm:lin")),
            more("gp:fit", "nn:2h1d", "network less"),
            more("nn:2h1d", "glm:lin", "network more"),
        ),
        note="values are not printed",
    ),
    Row(
        "Fig. 4b, GLM",
        "with the product as a feature: significant EVR without penalty, less with L2, "
        "zero with L1",
        PLANE,
        (
            Direction("glm:phi:none", "significant", evr("glm:phi:none"), 1),
            more("glm:phi:none", "glm:phi:l2:lbfgs", "L2 reduces it"),
            Number("glm:phi:l1", 0.0, evr("glm:phi:l1")),
        ),
        because="the sign depends on the solver: with L2 it is "
        + told(evr("glm:phi:l2:lbfgs"))
        + " with lbfgs and "
        + told(evr("glm:phi:l2:liblinear"))
        + " with liblinear; and zero-shot accuracy without a penalty is "
        + told(plane("held_out_accuracy", "glm:phi:none", "zero_shot"))
        + ", so that this is a poor learner",
    ),
    Row(
        "Fig. 4b, length scales",
        "EVR of Gaussian processes falls with the length scale",
        PLANE,
        falls(GAUSSIAN),
    ),
    Row(
        "Fig. 4b, networks",
        "EVR grows with width; a deep network of as many units is comparable to the wide "
        "one",
        PLANE,
        (
            more("nn:5h1d", "nn:2h1d", "more units, more EVR"),
            more("nn:16h1d", "nn:5h1d", "more units, more EVR"),
            Direction(
                "nn:16h1d - nn:4h4d",
                "comparable",
                Difference((evr("nn:16h1d"),), (evr("nn:4h4d"),)),
                0,
            ),
        ),
        because=f"the deep network has less ({told(evr('nn:4h4d'))} against "
        f"{told(evr('nn:16h1d'))}): 200 units find a difference that 20 would not",
    ),
    Row(
        "Fig. 5",
        "two reviews",
        nothing="examples: `metamer show categories --domain reviews`",
    ),
    Row(
        "Sec. 5",
        "LSTM on film reviews",
        REVIEWS,
        (
            *(
                Number(name, value, review("held_out_accuracy", name))
                for name, value in printed.REVIEWS.items()
            ),
            Number("FLB", printed.REVIEWS_FLB, review("feature_bias")),
            Number("EVR", printed.REVIEWS_EVR, review("exemplar_bias")),
        ),
        because="our LSTM reads less well: five seeds and 10,000 "
        "reviews of 200 words from the training half, where the paper has 20 seeds and "
        "21,215 of 400; it would not pass the paper's gate of 80 % on new reviews",
    ),
    Row(
        "Fig. 6a",
        "faces with two attributes",
        nothing="examples: `metamer show categories --domain faces`",
    ),
    Row(
        "Fig. 6b",
        "EVR and FLB of six pairs of attributes, CelebA",
        "metamer run categories-faces --scale paper",
        not_run=PHOTOGRAPHS,
    ),
    Row(
        "Fig. 6b, drawn faces",
        "the line of EVR on FLB has a positive intercept",
        FACES,
        (
            Direction(
                "intercept",
                "positive",
                Cell(
                    "categories-faces/tests.csv",
                    {"test": "least squares", "effect": "intercept"},
                ),
                1,
            ),
        ),
        note="drawn faces, not photographs; pairs on which networks are not competent "
        "are part of it",
    ),
    Row(
        "Sec. 6, blond males",
        "ResNet-10 of width 2 on CelebA",
        "metamer run categories-faces --scale paper",
        printed="; ".join(
            f"{first} decides, {condition}: {value:g}"
            for (first, _, condition), (value, _) in printed.FACES.items()
        ),
        not_run=PHOTOGRAPHS,
        note="on drawn faces blond wins over male, and these numbers cannot be compared "
        "(results/categories-faces)",
    ),
    Row(
        "Fig. 6c",
        "the same at an equal correlation (.825/.25)",
        "metamer run categories-faces-interpolation --scale paper",
        not_run=PHOTOGRAPHS,
    ),
    Row(
        "Fig. 7",
        "conditions as points in the plane",
        nothing="a schematic: `metamer show categories`",
    ),
    Row(
        "Fig. 8",
        "EVR and FLB by depth and width of 18 ResNets",
        "metamer run categories-faces --scale paper",
        not_run=PHOTOGRAPHS,
    ),
    Row(
        "Fig. 9",
        "points on the paths",
        nothing="a schematic: `metamer show categories`",
    ),
    Row(
        "Fig. 10a",
        "three paths of conditions",
        COUNTED,
        interpolants(),
        note="the tables of App. C.2; to .001, or to .005 where two digits are printed",
    ),
    Row(
        "Fig. 10b",
        "network of 16 units: accuracy rises along all paths, at an equal correlation, "
        "too; more towards full exposure than towards zero shot",
        PATHS,
        (
            Direction(
                "equal correlation .1 - partial exposure",
                "rises drastically",
                Difference((path("0.6606/0.1"),), (path("partial_exposure"),)),
                1,
            ),
            Direction(
                "full exposure .1 - zero shot .1",
                "more effective",
                Difference((path("0.5/0.1"),), (path("0.32/0"),)),
                1,
            ),
        ),
        note="values are not printed",
    ),
    Row(
        "App. A.1",
        "many attributes",
        "metamer run categories-attributes --scale paper",
        not_run="the paper defines it, and has no experiment; a study of ours",
    ),
    Row(
        "App. C.3.2",
        "the paths on CelebA",
        "metamer run categories-faces-interpolation --scale paper",
        not_run=PHOTOGRAPHS,
    ),
    Row(
        "App. D.2",
        "sizes of the data",
        nothing="settings; see the table of what `paper` is in each study",
    ),
)
