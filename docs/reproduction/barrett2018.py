"""Every figure and table of barrett2018."""

from __future__ import annotations

from metamer.paradigms.matrices.studies import literature
from metamer.paradigms.matrices.studies.literature import share
from reproduction.cells import Cell, Difference, Fixed
from reproduction.rows import AtLeast, Direction, Number, Row

LONG = "bash results/matrices-wren-long/command.sh"
META = "bash results/matrices-wren/command.sh"
ASKED = 20_000
"""Test matrices of each of these runs."""

SINGLE = 4_000
"""About as many of them have a single triple, about a fifth of these each attribute, and at
least as many each answer about an explanation: intervals are rather too wide."""

TOO_SHORT = (
    "one seed of 44 epochs, which memorises at the end; not the paper's "
    "batch of 32 and rate of 1e-4, no early stopping, and items of our own"
)
SIX_EPOCHS = (
    "one seed and six epochs, with a learning rate that fell to 0: far too short; a longer "
    "training on one H200 takes about 30 minutes"
)
NO_APPENDIX = "the appendix is not in the text that was read"


def long(measure: str, items: int = ASKED, **where: str) -> Cell:
    """A number of WReN with beta 0, trained for 44 epochs."""
    return Cell(
        "matrices-wren-long/units.csv", {"measure": measure, **where}, items=items
    )


def meta(
    measure: str, learner: str = "wren+meta", items: int = ASKED, **where: str
) -> Cell:
    """A number of WReN trained for five (beta 0) or six epochs (beta 10)."""
    there = {"measure": measure, "learner": learner, **where}
    return Cell("matrices-wren/means.csv", there, items=items)


def kind(level: str) -> Cell:
    """Accuracy on a kind of question: a number of triples, or a part of a single one."""
    if level.isdigit():
        return long("accuracy_by_triples", SINGLE, triples=level)
    for name in ("relation", "attribute", "object"):
        found = long(f"accuracy_by_{name}", SINGLE // 5, **{name: level})
        try:
            found.rows()
        except LookupError:
            continue
        return found
    raise LookupError(level)


def kinds(levels: tuple[str, ...]) -> tuple[Number, ...]:
    column = dict(
        zip(literature.LEVELS, literature.KINDS[literature.WREN], strict=True)
    )
    return tuple(Number(one, share(column[one]), kind(one)) for one in levels)


def neutral(name: str) -> float:
    return share(literature.NEUTRAL[name][0])


TEST, VALIDATION = literature.TEST, literature.VALIDATION
COUNTED = "python benchmarks/computed_values.py"

MODELS = "metamer run matrices-models --scale paper --set 'learners=[\"{}\"]'"

OTHERS = {
    "Wild-ResNet": "wild-resnet",
    "ResNet-50": "matrix-resnet",
    "LSTM": "panel-lstm",
    "CNN-MLP": "cnn-mlp",
}


def regime(name: str, network: str) -> Row:
    """A regime other than neutral, with beta 0 or 10."""
    at = literature.COLUMNS.index(name)
    beta = 10 if network == literature.WREN_META else 0
    validation, test = share(VALIDATION[network][at]), share(TEST[network][at])
    return Row(
        f"Table 1 (right), {name}, beta {beta}",
        "validation and test accuracy of WReN",
        f"metamer run matrices-regimes --scale paper --set 'paradigm.regimes=[\"{name}\"]'",
        printed=f"{validation:g}, {test:g}",
        not_run="about 30 minutes on one H200",
        note=OF_TODAY if beta == 0 and name in SHORT else "",
    )


SHORT = ("interpolation", "triple_pairs", "extrapolation")
OF_TODAY = "a network of today had one epoch of it (results/matrices-predrnet-regimes)"


def explained() -> tuple[Number, ...]:
    """Accuracy where a part of the explanation is right, and where it is not."""
    return tuple(
        Number(
            f"{group} {outcome}",
            printed,
            meta(
                "accuracy_by_explanation",
                group=group,
                explanation=outcome,
                items=SINGLE,
            ),
        )
        for _, group, outcome, printed in literature.accuracies_by_explanation(
            "wren+meta"
        )
    )


def at_certainty(value: str) -> Cell:
    return meta("accuracy_by_certainty", certainty=value, items=SINGLE)


ROWS = (
    Row("Fig. 1", "two matrices", nothing="examples: `metamer show matrices`"),
    Row("Fig. 2", "a hard matrix, and kinds of relations", nothing="an example"),
    Row("Fig. 3", "WReN", nothing="a schematic: `metamer catalog learners`"),
    Row(
        "Fig. 4",
        "a matrix without distraction and one with it",
        nothing="examples: `metamer show matrices --set distraction=0`",
    ),
    Row(
        "Sec. 2.1, 2.2",
        "possible triples, pairs of triples and of attributes",
        COUNTED,
        tuple(
            Number(name, float(count), Fixed(name), within=0)
            for name, count in literature.COUNTS.items()
        ),
    ),
    Row(
        "Table 1 (left), WReN",
        "accuracy on neutral, beta 0",
        LONG,
        (
            Number("test", share(TEST[literature.WREN][0]), long("test_accuracy")),
            Number(
                "validation",
                share(VALIDATION[literature.WREN][0]),
                long("validation_accuracy"),
            ),
        ),
        because=TOO_SHORT,
    ),
    *(
        Row(
            f"Table 1 (left), {name}",
            "test accuracy on neutral",
            MODELS.format(learner),
            printed=f"{neutral(name):g}",
            not_run="needs hours on a GPU; how fast it trains there was not measured",
        )
        for name, learner in OTHERS.items()
    ),
    Row(
        "Sec. 3, ResNet-101 and ResNet-152",
        "ResNet-50 is the best of the residual networks",
        "metamer run matrices-models --scale paper --set 'learners=["
        '{name="matrix-resnet", depth=101}, {name="matrix-resnet", depth=152}]\'',
        not_run="needs hours on a GPU",
    ),
    Row(
        "Table 1 (left), blind ResNet",
        "test accuracy without the context",
        "metamer run matrices-audit --scale paper",
        printed=f"{share(literature.BLIND['blind ResNet-50'][0]):g}",
        not_run="needs hours on a GPU; four "
        "solvers without training were audited instead (results/matrices-audit)",
    ),
    Row(
        "Table 1 (right), neutral, beta 10",
        "WReN with meta-targets",
        META,
        (
            Number("test", share(TEST[literature.WREN_META][0]), meta("test_accuracy")),
            Number(
                "validation",
                share(VALIDATION[literature.WREN_META][0]),
                meta("validation_accuracy"),
            ),
        ),
        because=SIX_EPOCHS,
    ),
    *(
        regime(name, network)
        for network in (literature.WREN, literature.WREN_META)
        for name in literature.COLUMNS[1:]
    ),
    Row(
        "Sec. 4.2",
        "test accuracy by kind of question, single triples",
        LONG,
        kinds(("OR", "XOR", "line", "shape", "number", "size")),
        because=f"{TOO_SHORT}; matching the total would not match this profile",
    ),
    Row(
        "Sec. 4.3",
        "validation and test accuracy of WReN without distractors, and with them",
        "metamer run matrices-distractors --scale paper",
        printed="; ".join(
            f"{share(literature.DISTRACTION_VALIDATION[level]):g}, {share(test):g}"
            for level, test in literature.DISTRACTION.items()
        ),
        not_run="two trainings of about 30 minutes on one H200; the one with distractors "
        "is that of Table 1",
    ),
    Row(
        "Sec. 4.5",
        "what beta 10 adds to test accuracy on neutral",
        META,
        (
            Number(
                "improvement",
                share(literature.IMPROVEMENT),
                Difference((meta("test_accuracy"),), (meta("test_accuracy", "wren"),)),
            ),
        ),
        because="one seed each, six epochs against five: both far too short",
    ),
    Row(
        "Sec. 4.6",
        "test accuracy of WReN with beta 10 where (a part of) its "
        "explanation is right, and where it is wrong",
        META,
        explained(),
        because=SIX_EPOCHS,
    ),
    Row(
        "Fig. 5",
        "WReN with beta 10 is more accurate where it is more certain; no values are "
        "printed",
        META,
        (
            Direction(
                "most certain fifth minus least",
                "rises",
                Difference((at_certainty("0.95"),), (at_certainty("0.55"),)),
                1,
            ),
        ),
        note="one seed; the interval is over items",
    ),
    Row(
        "Table 7, Table 8",
        "test accuracy by number of triples and by parts of a single one",
        LONG,
        kinds(literature.LEVELS),
        because=TOO_SHORT,
        note=f"{NO_APPENDIX}; the printed values are from elsewhere (`literature.py`)",
    ),
    Row(
        "Table 9",
        "the context-blind ResNet in all regimes",
        "metamer run matrices-audit --scale paper",
        not_run=f"needs hours on a GPU; {NO_APPENDIX}",
    ),
    Row(
        "Sec. 3, blind",
        "a blind solver is above chance: a vote among the candidates, on foils as inferred "
        "for the released items",
        "bash results/matrices-audit/command.sh",
        (
            AtLeast(
                "majority vote",
                "above 12.5 %",
                Cell(
                    "matrices-audit/means.csv",
                    {
                        "measure": "test_accuracy",
                        "learner": "blind-majority",
                        "foils": "pgm",
                    },
                ),
                0.2,
            ),
        ),
        note="the paper's blind ResNet-50 has less; whether a vote does as well on its own "
        "files can only be told with them",
    ),
    Row(
        "App. Fig. 6, 7, 8",
        "certainty by part of the explanation (appendix)",
        "metamer run matrices-explanations --scale paper",
        not_run=f"{NO_APPENDIX}; needs a longer training with beta 10 (30 minutes on one "
        "H200)",
    ),
)
