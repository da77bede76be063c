"""Every figure and table of kumar2022."""

from __future__ import annotations

from metamer.paradigms.tiles.people import LSTM, PEOPLE
from metamer.paradigms.tiles.rules import FAMILY
from metamer.paradigms.tiles.studies import printed, printed_networks
from reproduction.cells import Cell, Difference
from reproduction.kumar2022_cells import (
    CELLS,
    GPU,
    IMPORT,
    METAMERS,
    NAMES,
    OTHER_TRAINING,
    advantage,
    clicks_lead_away,
    direction,
    of_rule,
    over_rules,
    over_rules_in_words,
    people,
    same_statistics,
)
from reproduction.kumar2022_tables import TABLES
from reproduction.rows import AtLeast, Digits, Direction, Row

ROWS = (
    Row(
        "Fig. 1",
        "the game (A), boards of eight rules (B)",
        nothing="examples: `metamer play tiles`, `metamer show tiles`",
    ),
    Row("Fig. 2A", "how metamers are made", nothing="a schematic"),
    Row(
        "Fig. 2B",
        "metamers of eight rules",
        nothing="examples: `metamer show tiles --condition metamer`",
    ),
    Row(
        "Fig. 2C",
        "statistics of orders 1 to 3: 25 boards of each rule against 25 metamers",
        "bash results/tiles-orders/command.sh",
        tuple(number for which in (1, 2, 3) for number in same_statistics(which)),
        because="metamers of another masked network; 25 boards find large differences "
        "only, and chance alone gives one of twenty",
        note="for the four comparisons in which the paper found a difference (orders 2 "
        "and 3 of pyramid and symmetry), it does not print its direction",
    ),
    Row(
        "Fig. S2 (end)",
        "accuracy of the masked network when its training ends: 'typically over 95 %'",
        "bash results/tiles-statistics/command.sh",
        tuple(
            AtLeast(
                rule,
                "> 95 %",
                Cell(
                    "tiles-statistics/quality.csv",
                    {"rule": rule, "recipe": "gibbs"},
                    "masked_accuracy",
                ),
                0.95,
            )
            for rule in FAMILY
        ),
    ),
    Row(
        "Fig. S2 (curves)",
        "its accuracy over epochs",
        "metamer run tiles-statistics --scale paper",
        not_run="the figure was added after results/tiles-orders had been made; 3 "
        "minutes on 2 cores",
    ),
    Row(
        "Fig. 3A, people",
        "z of people on boards of rules and on metamers; the values are not printed",
        IMPORT,
        tuple(
            Direction(
                rule,
                f"t = {values[0]}",
                people("Student t", f"abstract - metamer ({PEOPLE}, rule={rule})", ""),
                0 if (rule, printed_networks.PAIRS[0]) in printed_networks.P_S4 else -1,
            )
            for rule, values in printed_networks.TABLE_S4.items()
        ),
        note="the released scores; our own study with people is `metamer serve "
        "tiles-people`",
    ),
    Row(
        "Fig. 3A, LSTM",
        "z of LSTMs on metamers minus boards of the rule, as Table S4 has it",
        METAMERS,
        tuple(
            direction(
                rule,
                values[1],
                of_rule(rule),
                (rule, printed_networks.PAIRS[1]) not in printed_networks.P_S4,
            )
            for rule, values in printed_networks.TABLE_S4.items()
        ),
        because=OTHER_TRAINING,
    ),
    Row(
        "Fig. 3B",
        "which tile people and agents choose next on boards shown in part",
        "metamer run tiles-choices --scale paper; metamer serve tiles-people-choices",
        not_run="the boards are not released, and people were not asked; LSTM part: "
        "about 12 minutes on one H200",
    ),
    Row(
        "Fig. 3B (ours)",
        "the same question over whole games: are the clicks of the LSTM less probable "
        "for a player who knows the rule than for one who knows metamers?",
        METAMERS,
        tuple(map(clicks_lead_away, ("symmetry", "pyramid", "copy", "connected"))),
        because="on connected boards our LSTM leans towards the rule, as it plays these "
        "better than their metamers",
    ),
    Row(
        "Results, F and t",
        "people and the LSTM agent, all rules together",
        IMPORT,
        (
            *(
                Digits(f"F {term}", f, people("ANOVA II", term))
                for term, (f, _) in printed.TEXT_F.items()
            ),
            *(
                Digits(
                    f"t {pair}",
                    t,
                    people("Student t", f"{pair} [pooled over rule]"),
                    sign,
                )
                for pair, (t, sign) in printed.TEXT_T.items()
            ),
        ),
        note="of the LSTM, 53 of 240 rows are the score of boards never finished",
    ),
    Row(
        "Results, df",
        "degrees of freedom of these F and t",
        IMPORT,
        (
            *(
                Digits(
                    f"residual df of F {term}", df, people("ANOVA II", term, "df_error")
                )
                for term, (_, df) in printed.TEXT_F.items()
            ),
            *(
                Digits(
                    f"df of t {pair}",
                    df,
                    people("Student t", f"{pair} [pooled over rule]", "df"),
                )
                for pair, df in printed.TEXT_DF.items()
            ),
        ),
        because="1,039 rows, of 799 people and not 800, leave 1,007, 797 and 517",
    ),
    Row(
        "Results, LSTM pooled",
        "agents do better on metamers, over all rules",
        METAMERS,
        (
            direction(
                "LSTM",
                printed.TEXT_T[f"abstract - metamer ({LSTM})"][0],
                advantage("tiles-metamers", "lstm"),
            ),
        ),
        note="the interval is over seeds, with boards and rules fixed; "
        + over_rules_in_words(),
    ),
    *(
        Row(
            f"Fig. 4, {NAMES[network]}",
            "t of metamers minus boards of the rule, over all rules",
            CELLS,
            (
                direction(
                    NAMES[network],
                    printed_networks.POOLED[network],
                    advantage("tiles-cells", network),
                ),
            ),
            note="five seeds; the interval is over seeds, with boards fixed",
        )
        for network in ("epn", "corelnet")
    ),
    Row(
        "Fig. 4, transformer",
        "the same",
        f"{GPU} --set 'learners=[\"transformer-player\"]'",
        not_run="only rectangle boards by rule were trained (results/tiles-networks); "
        "all 16 cells with 15 seeds take about 22 minutes on one H200",
    ),
    Row("Fig. S1", "more samples", nothing="examples: `metamer show tiles`"),
    Row(
        "Fig. S3",
        "sweeps of Gibbs sampling",
        nothing="an example: `metamer show tiles --sweeps`",
    ),
    Row(
        "Fig. S4",
        "reward over episodes for all agents",
        "metamer run tiles-printed --scale paper",
        not_run="five networks, 16 cells, 15 seeds: hours on one H200, in pieces",
    ),
    Row(
        "Fig. S5",
        "agents trained on a rule, tested on its metamers",
        "metamer run tiles-transfer --scale paper",
        not_run="about 12 minutes on one H200 for the LSTM",
    ),
    Row(
        "Fig. S6",
        "all four networks; the LSTM 'typically outperforms' the others: mean z of the "
        "LSTM minus that of another network, all 16 cells",
        f"{METAMERS}; {CELLS}",
        tuple(
            Direction(
                NAMES[network],
                "LSTM better",
                Difference(
                    over_rules("tiles-metamers", "lstm", "abstract")
                    + over_rules("tiles-metamers", "lstm", "metamer"),
                    over_rules("tiles-cells", network, "abstract")
                    + over_rules("tiles-cells", network, "metamer"),
                ),
                -1,
            )
            for network in ("epn", "corelnet")
        ),
        note="the LSTM saw 2 million boards, the others 8 million clicks; the "
        "transformer was not run",
    ),
    *TABLES,
)
