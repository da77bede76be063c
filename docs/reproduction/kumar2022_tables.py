"""The supplementary tables of kumar2022."""

from __future__ import annotations

from metamer.paradigms.tiles.people import LSTM, PEOPLE
from metamer.paradigms.tiles.studies import printed
from reproduction.kumar2022_cells import (
    CELLS,
    GPU,
    IMPORT,
    NAMES,
    OTHER_ROWS,
    OTHER_TRAINING,
    people,
    table_s4,
    table_s7,
)
from reproduction.rows import Digits, Row

TWO_WAY = printed.TWO_WAY + " [rule={}]"

TABLES = (
    Row(
        "Table S1",
        "the rules in words",
        nothing='a description; `reading = "as_described"` '
        "follows it, and the default follows the released boards and code",
    ),
    Row(
        "Table S2",
        "F of people and the LSTM agent",
        IMPORT,
        tuple(
            Digits(f"F {term}", f, people("ANOVA II", term))
            for term, f in printed.TABLE_S2.items()
        ),
        because=OTHER_ROWS,
    ),
    Row(
        "Table S3",
        "F of each rule",
        IMPORT,
        (
            *(
                Digits(f"F, {rule}", f, people("ANOVA II", TWO_WAY.format(rule)))
                for rule, f in printed.TABLE_S3.items()
            ),
            Digits(
                "p, tree",
                printed.P_OF_TREE,
                people("ANOVA II", TWO_WAY.format("tree"), "p"),
            ),
        ),
        because=OTHER_ROWS,
    ),
    Row(
        "Table S4",
        "t of each rule, people and the LSTM agent",
        IMPORT,
        (
            *table_s4(0, f"abstract - metamer ({PEOPLE})", 1),
            *table_s4(1, f"abstract - metamer ({LSTM})", -1),
            *table_s4(2, f"{PEOPLE} - {LSTM} (abstract)", 1),
            *table_s4(3, f"{PEOPLE} - {LSTM} (metamer)", -1),
        ),
        note="by these t people beat the agent on five of eight rules, where the text "
        "says seven",
    ),
    Row(
        "Table S5",
        "F of people and each of three networks",
        "metamer run tiles-metamers --scale paper --set paradigm.published=FOLDER",
        not_run="the 16 cells of results/tiles-cells were trained before people stood "
        "beside them in a test; half an hour on one H200",
    ),
    Row(
        "Table S6",
        "F of each rule, people and each of three networks",
        "metamer run tiles-metamers --scale paper --set paradigm.published=FOLDER",
        not_run="as Table S5",
    ),
    *(
        Row(
            f"Table S7, {NAMES[network]}",
            "t of each rule, metamers minus boards of the rule",
            CELLS,
            table_s7(network),
            because=f"{OTHER_TRAINING}; here five seeds a cell",
        )
        for network in ("epn", "corelnet")
    ),
    Row(
        "Table S7, transformer",
        "the same",
        f"{GPU} --set 'learners=[\"transformer-player\"]'",
        not_run="as Fig. 4, transformer",
    ),
    Row(
        "Table S8",
        "settings found by a search of 600 trials or 80 hours for each cell",
        "metamer search tiles-metamers",
        not_run="the settings are in the code, network by network and cell by cell; the "
        "search itself was not repeated (results/search/gpu.sh has a part of it), and "
        "would take days",
    ),
)
