"""Every figure and table of zhang2021."""

from __future__ import annotations

from metamer.paradigms.pointers.studies import printed
from reproduction.cells import Cell, Fixed
from reproduction.rows import AtLeast, AtMost, Direction, Number, Row

COUNTED = "python benchmarks/computed_values.py"
IMAGES = "bash results/pointers-images/command.sh"
COMPLEXITY = "bash results/pointers-complexity/command.sh"

SIZES = ("100", "1000", "10000", "100000", "1000000")


def picture(measure: str, condition: str) -> Cell:
    where = {"measure": measure, "condition": condition}
    return Cell("pointers-images/means.csv", where)


def cell(measure: str, complexity: int, size: str) -> Cell:
    where = {"measure": measure, "complexity": str(complexity), "size": size}
    return Cell("pointers-complexity/means.csv", where)


def left_out(complexity: int, condition: str) -> AtLeast:
    """The worst seed of those that have learned, on windows that were never taught."""
    where = {"measure": "holdout_accuracy", "condition": condition}
    ours = Cell(f"pointers-holdout-m{complexity}/units.csv", where, worst=True)
    return AtLeast(
        f"{condition}, the worst seed", f"{printed.HELD_OUT_WINDOWS:g}", ours, 0.98
    )


def speed(complexity: int) -> Direction:
    """How the time to learn goes with accuracy on what was left out, seed by seed."""
    ours = Cell(
        f"pointers-holdout-m{complexity}/tests.csv",
        {"test": "correlation within cells"},
    )
    return Direction("correlation of time and accuracy", "fast ones do well", ours, -1)


ROWS = (
    Row(
        "Fig. 1 (row 1)",
        "four digits, one of which points",
        nothing="examples: `metamer show pointers --style blocks`",
    ),
    Row(
        "Fig. 1 (row 2)",
        "the same with CIFAR-10 pictures as values",
        "metamer run pointers-images --scale paper "
        "--set paradigm.style.value_images=cifar10",
        not_run="minutes on one H200",
    ),
    Row(
        "Fig. 2",
        "a row of eleven digits",
        "metamer run pointers-sequence --scale paper",
        printed="a picture only",
        not_run="minutes on one H200",
    ),
    Row("Fig. 3", "how rows are embedded", nothing="a schematic"),
    Row(
        "Fig. 4",
        "which digits are left out where",
        nothing="a schematic: `metamer show "
        "pointers --style blocks --condition holdout`",
    ),
    Row(
        "Fig. 5",
        "windows",
        nothing="a schematic: `metamer show pointers --complexity 5`",
    ),
    Row(
        "Fig. 6, ResNet (end)",
        "accuracy on new pictures at the end of training",
        IMAGES,
        (AtLeast("test", "'very well'", picture("iid_accuracy", "iid"), 0.95),),
        note="two seeds",
    ),
    Row(
        "Fig. 6, ResNet (curves)",
        "accuracy during training",
        "metamer run pointers-images --scale paper",
        not_run="the run above was made before there were evaluations during training; "
        "minutes on one H200",
    ),
    Row(
        "Fig. 6, VGG",
        "the same for VGG-11",
        "metamer run pointers-images --scale paper --set 'learners=[\"image-vgg\"]'",
        not_run="not trained at this scale; minutes on one H200",
    ),
    Row(
        "Fig. 7, ResNet (end)",
        "trained with the shift: accuracy if all digits are everywhere (dshift), and on "
        "what was left out (holdout)",
        IMAGES,
        (
            AtMost("dshift", "'poorly'", picture("dshift_accuracy", "holdout"), 0.8),
            Number(
                "holdout",
                printed.HELD_OUT_DIGITS,
                picture("holdout_accuracy", "holdout"),
            ),
        ),
        because="holdout is not at 0 after the paper's ten epochs, but nearer to what the "
        "statistics alone give (0), and far from the rule (1); two seeds",
    ),
    Row(
        "Fig. 7, ResNet (curves)",
        "accuracy during training",
        "metamer run pointers-images --scale paper",
        not_run="as Fig. 6, ResNet (curves)",
    ),
    Row(
        "Fig. 7, VGG",
        "the same for VGG-11",
        "metamer run pointers-images --scale paper --set 'learners=[\"image-vgg\"]'",
        not_run="as Fig. 6, VGG",
    ),
    Row(
        "Fig. 8",
        "logits of single pictures",
        IMAGES,
        not_run="the report of a run has such a figure; no numbers were kept",
    ),
    Row(
        "Fig. 9, taught items",
        "MLP: training accuracy is 'consistently 100 %'",
        COMPLEXITY,
        tuple(
            AtLeast(
                f"m = {m}, {size}",
                f"{printed.FITTED:g}",
                cell("taught_accuracy", m, size),
                0.99,
            )
            for m in range(4)
            for size in SIZES
        ),
    ),
    Row(
        "Fig. 9, new items",
        "MLP: at random with few items, right with enough; at random for m = 3 even with "
        "10^6",
        COMPLEXITY,
        (
            *(
                AtMost(
                    f"m = {m}, 100",
                    "'starts off random'",
                    cell("iid_accuracy", m, SIZES[0]),
                    0.2,
                )
                for m in range(4)
            ),
            *(
                AtLeast(
                    f"m = {m}, 10^{m + 4}",
                    f"{printed.JUMPED:g}",
                    cell("iid_accuracy", m, SIZES[m + 2]),
                    0.98,
                )
                for m in range(3)
            ),
            Number("m = 3, 10^6", printed.CHANCE, cell("iid_accuracy", 3, SIZES[4])),
        ),
        note="at m = 3 and 10^6 seeds differ, and the interval is wide: some begin to "
        "learn. Which size suffices for which m is read off the curves",
    ),
    Row(
        "Fig. 10",
        "noise sensitivity: of sums it rises with m at every delta, of minima and maxima "
        "it falls; of majorities neither ('not a clean sequence')",
        COUNTED,
        (
            Number(
                "sums: steps of m and delta that rise",
                1,
                Fixed("noise: mod_sum rises"),
                0,
            ),
            Number("minima: that fall, from m = 1", 1, Fixed("noise: min falls"), 0),
            Number("maxima: that fall, from m = 1", 1, Fixed("noise: max falls"), 0),
            AtMost(
                "majorities: that rise", "not all", Fixed("noise: majority rises"), 0.99
            ),
        ),
        note="exact values instead of 10 runs of 10,000 samples; from m = 0 to 1 minima "
        "and maxima rise at small deltas",
    ),
    Row(
        "Fig. 11",
        "MLP, MLP 2x, Transformer and MLP-Mixer by training size and m",
        "metamer run pointers-networks --scale paper",
        not_run="hours on one H200; only the MLP was trained (Fig. 9)",
    ),
    Row(
        "Fig. 12 (a, b)",
        "MLP with up to 5 x 10^7 items",
        "metamer run pointers-size --scale paper",
        not_run="about 10 million updates for each seed of the largest "
        "size: some 5 hours on one H200 for three seeds of six m",
    ),
    Row(
        "Fig. 12 (c)",
        "MLP-Mixer with up to 5 x 10^7 items",
        "metamer run pointers-size --scale paper --set 'learners=[\"mixer\"]'",
        printed=f"right at {printed.MIXER_ITEMS} x 10^(m + 3)",
        not_run="many hours on one H200: its updates are slower than the MLP's",
    ),
    Row(
        "Fig. 13, m = 1",
        "accuracy on windows that were never taught, in all seeds that have learned",
        "bash results/pointers-holdout-m1/command.sh",
        (left_out(1, "holdout-1"), left_out(1, "holdout-2")),
        because="with 10^5 items seeds range from 0 to 1; the paper's size for m = 1 is "
        "not printed, and 10^6 was not tried",
        note="`holdout-2` are all permutations of 01",
    ),
    Row(
        "Fig. 13, m = 2",
        "the same",
        "bash results/pointers-holdout-m2/command.sh",
        (left_out(2, "holdout-1"), left_out(2, "holdout-6")),
        because="with one window left out all five seeds are right; with all six "
        "permutations of 012 two are, and three never give the right label",
    ),
    Row(
        "Fig. 13, m = 3",
        "the same",
        "metamer run pointers-holdout --scale paper",
        not_run="this MLP does not learn m = 3 with 10^6 items",
    ),
    Row("Fig. 14", "more logits", IMAGES, not_run="as Fig. 8"),
    Row(
        "Fig. 15",
        "five aggregates by training size and m",
        "metamer run pointers-aggregates --scale paper",
        not_run="about 40 minutes on one H200, five times Fig. 9",
    ),
    Row(
        "Fig. 16 (curves)",
        "training curves of pairs of seeds",
        "metamer run pointers-curves --scale paper",
        not_run="three networks, m = 1 to 3, to 10^6 rows, five units: hours on one H200",
    ),
    *(
        Row(
            f"Fig. 16, m = {m}",
            "'slow' and 'fast' learning: of seeds of one condition, those that fit "
            "sooner do better on what was left out",
            f"bash results/pointers-holdout-m{m}/command.sh",
            (speed(m),),
            because="most seeds are at an end of the scale" if m == 2 else "",
        )
        for m in (1, 2)
    ),
    Row(
        "Table 1",
        "numbers of parameters",
        COUNTED,
        tuple(
            Number(name, count, Fixed(f"parameters: {name}"), within=0)
            for name, count in printed.PARAMETERS.items()
        ),
    ),
    Row(
        "Sec. 7",
        "a task of complexity m has 10^(m + 2) cases",
        COUNTED,
        tuple(
            Number(f"m = {m}", 10 ** (m + 2), Fixed(f"cases: m = {m}"), within=0)
            for m in range(4)
        ),
        note="if windows go on at the beginning of the row, as ours do",
    ),
)
