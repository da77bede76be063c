"""Statistics of single rules, and of the paper's three other networks, as printed."""

from __future__ import annotations

PAIRS = (
    "human: abstract - metamer",
    "agent: metamer - abstract",
    "abstract: human - agent",
    "metamer: agent - human",
)
"""The order of the columns of Table S4. Source: kumar2022, Table S4."""

TABLE_S4 = {
    "copy": ("-7.05802", "-68.47882", "-17.84887", "-16.26451"),
    "symmetry": ("-0.93046", "-9.38291", "-1.17116", "-9.23867"),
    "rectangle": ("-16.77618", "15.07433", "-10.40058", "-2.4756"),
    "connected": ("-9.1196", "-18.08568", "-21.52446", "-4.92417"),
    "tree": ("-6.31362", "0.82062", "9.09121", "-15.91022"),
    "pyramid": ("-7.01523", "-11.74115", "-20.49073", "-10.42991"),
    "cross": ("-10.1344", "164.87218", "-1.47796", "27.63812"),
    "zigzag": ("-16.89938", "1.47712", "-4.23903", "-6.19551"),
}
"""t of each rule, with people and the LSTM agent. Source: kumar2022, Table S4."""

P_S4 = {
    ("symmetry", "human: abstract - metamer"): "0.35442",
    ("symmetry", "abstract: human - agent"): "0.24595",
    ("rectangle", "metamer: agent - human"): "0.016",
    ("tree", "agent: metamer - abstract"): "0.41879",
    ("cross", "abstract: human - agent"): "0.1444",
    ("zigzag", "agent: metamer - abstract"): "0.1508",
}
"""p of these t where it is not below .001. Source: kumar2022, Table S4."""

TERMS = (
    "C(learner)",
    "C(rule)",
    "C(condition)",
    "C(learner):C(condition)",
    "C(learner):C(rule)",
    "C(rule):C(condition)",
    "C(learner):C(rule):C(condition)",
)
"""The lines of Tables S2 and S5 in their order. Source: kumar2022, Tables S2 and S5."""

TABLE_S5 = {
    "epn": (
        "4795.51026",
        "184.991208",
        "45.5277506",
        "1176.12352",
        "206.512069",
        "169.026822",
        "582.310177",
    ),
    "transformer": (
        "4965.84711",
        "354.320165",
        "7.70838643",
        "2388.50291",
        "325.948355",
        "116.322346",
        "242.213245",
    ),
    "corelnet": (
        "8699.14334",
        "495.918709",
        "229.943473",
        "712.617936",
        "342.041602",
        "65.1817456",
        "127.423545",
    ),
}
"""F of people and one network, by `TERMS`. Source: kumar2022, Table S5."""

TABLE_S6 = {
    "epn": {
        "copy": "307.545314",
        "symmetry": "64.271204",
        "connected": "341.487512",
        "rectangle": "2035.410532",
        "zigzag": "348.068599",
        "tree": "3736.383497",
        "pyramid": "586.232387",
        "cross": "609.208821",
    },
    "transformer": {
        "copy": "340.637725",
        "symmetry": "760.781090",
        "connected": "28.090256",
        "rectangle": "1045.388918",
        "zigzag": "673.054264",
        "tree": "48.462158",
        "pyramid": "4368.560408",
        "cross": "415.253415",
    },
    "corelnet": {
        "copy": "89.408661",
        "symmetry": "2.243686",
        "connected": "26.478893",
        "rectangle": "634.874681",
        "zigzag": "1666.695083",
        "tree": "237.142038",
        "pyramid": "713.356633",
        "cross": "76.242829",
    },
}
"""F of learner by condition, with people and one network. Source: kumar2022, Table S6."""

TABLE_S7 = {
    "epn": {
        "copy": "-13.488338",
        "symmetry": "-7.9001985",
        "connected": "93.9352362",
        "rectangle": "-52.017198",
        "zigzag": "-8.7948368",
        "tree": "-43.433857",
        "pyramid": "16.5289277",
        "cross": "-31.678034",
    },
    "transformer": {
        "copy": "-76.293361",
        "symmetry": "-120.73577",
        "connected": "80.3191281",
        "rectangle": "-183.1902",
        "zigzag": "-15.345424",
        "tree": "36.9415572",
        "pyramid": "-111.03095",
        "cross": "-64.277525",
    },
    "corelnet": {
        "copy": "-26.637629",
        "symmetry": "8.62732174",
        "connected": "88.5209542",
        "rectangle": "-77.693863",
        "zigzag": "-64.549005",
        "tree": "-40.919702",
        "pyramid": "-45.481782",
        "cross": "-17.749355",
    },
}
"""t of metamers minus boards of the rule: below 0, metamers are played better.

Source: kumar2022, Table S7."""

POOLED = {"epn": "-5.07", "transformer": "-8.91", "corelnet": "-3.500"}
"""t(238) of metamers minus boards of the rule, all rules. Source: kumar2022, Results."""
