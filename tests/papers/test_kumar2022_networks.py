"""Tables S4 to S7 of Kumar et al. (2023), typed from its text."""

import pytest

from metamer.paradigms.tiles.studies import printed, printed_networks

S4 = """
    copy -7.05802 -68.47882 -17.84887 -16.26451
    symmetry -0.93046 -9.38291 -1.17116 -9.23867
    rectangle -16.77618 15.07433 -10.40058 -2.4756
    connected -9.1196 -18.08568 -21.52446 -4.92417
    tree -6.31362 0.82062 9.09121 -15.91022
    pyramid -7.01523 -11.74115 -20.49073 -10.42991
    cross -10.1344 164.87218 -1.47796 27.63812
    zigzag -16.89938 1.47712 -4.23903 -6.19551
"""
"""t of people by rule and metamer, of the agent by metamer and rule, of people and agent on
boards of the rule, and of agent and people on metamers."""

S5 = """
    4795.51026 4965.84711 8699.14334
    184.991208 354.320165 495.918709
    45.5277506 7.70838643 229.943473
    1176.12352 2388.50291 712.617936
    206.512069 325.948355 342.041602
    169.026822 116.322346 65.1817456
    582.310177 242.213245 127.423545
"""
"""F of EPN, transformer and CoRelNet; a line for each term."""

S6 = """
    copy 307.545314 340.637725 89.408661
    symmetry 64.271204 760.781090 2.243686
    connected 341.487512 28.090256 26.478893
    rectangle 2035.410532 1045.388918 634.874681
    zigzag 348.068599 673.054264 1666.695083
    tree 3736.383497 48.462158 237.142038
    pyramid 586.232387 4368.560408 713.356633
    cross 609.208821 415.253415 76.242829
"""
"""F of EPN, transformer and CoRelNet; a line for each rule."""

S7 = """
    copy -13.488338 -76.293361 -26.637629
    symmetry -7.9001985 -120.73577 8.62732174
    connected 93.9352362 80.3191281 88.5209542
    rectangle -52.017198 -183.1902 -77.693863
    zigzag -8.7948368 -15.345424 -64.549005
    tree -43.433857 36.9415572 -40.919702
    pyramid 16.5289277 -111.03095 -45.481782
    cross -31.678034 -64.277525 -17.749355
"""
"""t of EPN, transformer and CoRelNet; a line for each rule."""

NETWORKS = ("epn", "transformer", "corelnet")


def lines(text):
    return [tuple(line.split()) for line in text.strip().splitlines()]


def test_table_s4():
    assert {rule: (rule, *t) for rule, t in printed_networks.TABLE_S4.items()} == {
        line[0]: line for line in lines(S4)
    }
    assert printed_networks.PAIRS == (
        "human: abstract - metamer",
        "agent: metamer - abstract",
        "abstract: human - agent",
        "metamer: agent - human",
    )


def test_table_s4_p_that_are_not_below_001():
    people, agent, on_rule, on_metamer = printed_networks.PAIRS
    assert {
        ("symmetry", people): "0.35442",
        ("symmetry", on_rule): "0.24595",
        ("rectangle", on_metamer): "0.016",
        ("tree", agent): "0.41879",
        ("cross", on_rule): "0.1444",
        ("zigzag", agent): "0.1508",
    } == printed_networks.P_S4


@pytest.mark.parametrize("place", range(3))
def test_tables_s5_s6_and_s7(place):
    network = NETWORKS[place]
    assert printed_networks.TABLE_S5[network] == tuple(row[place] for row in lines(S5))
    for name, text in (("TABLE_S6", S6), ("TABLE_S7", S7)):
        expected = {rule: values[place] for rule, *values in lines(text)}
        assert getattr(printed_networks, name)[network] == expected


def test_table_s5_has_the_terms_of_table_s2():
    assert {*printed_networks.TERMS} == {*printed.TABLE_S2}
    assert printed_networks.TERMS[3] == printed.TWO_WAY
    assert printed_networks.TERMS[-1] == printed.THREE_WAY


def test_results_pooled_t_of_three_networks():
    assert printed_networks.POOLED == {
        "epn": "-5.07",
        "transformer": "-8.91",
        "corelnet": "-3.500",
    }
