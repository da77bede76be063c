"""First-, second- and third-order statistics of boards."""

import numpy as np
import pytest

from metamer.paradigms.tiles.distributions.of_rule import distribution_of
from metamer.paradigms.tiles.items import orders
from metamer.paradigms.tiles.items.orders import order_1, order_2, order_3

ORDERS = (order_1, order_2, order_3)

EXACT = {
    "copy": ((-30.713, 5.699), (43.357, 8.716), (45.196, 33.057)),
    "rectangle": ((-27.667, 8.433), (53.524, 14.029), (63.932, 65.806)),
    "pyramid": ((-37.656, 6.099), (63.233, 6.273), (121.944, 32.104)),
    "zigzag": ((-37.609, 5.015), (62.149, 8.975), (114.319, 45.125)),
}
"""Mean and standard deviation of each order, computed by other code."""

SIGNIFICANT = {
    "symmetry": (None, (-2.16, 0.036), (-2.32, 0.025)),
    "pyramid": ((-3.57, 0.0008), (3.38, 0.0015), (2.87, 0.006)),
}
"""t and p of published boards against published metamers, where p is below .05."""


def test_a_board_of_two_by_two_by_hand():
    """One red in a corner: of 4 pairs 2 differ, of 4 paths 3 hold the red."""
    boards = np.array([[1, 0, 0, 0], [1, 1, 1, 1]], bool)
    assert order_1(boards).tolist() == [-2, 4]
    assert order_2(boards).tolist() == [0, 4]
    assert order_3(boards).tolist() == [-2, 4]


def test_a_board_of_seven_has_84_pairs_and_214_paths():
    assert len(orders.pairs(7)) == 84
    assert len(orders.paths(7)) == 214
    assert order_3(np.zeros((1, 49), bool)).tolist() == [214]


@pytest.mark.parametrize("order", ORDERS)
def test_statistics_do_not_change_when_boards_are_turned(order):
    boards = distribution_of("zigzag").boards
    turned = np.rot90(boards.reshape(-1, 7, 7), axes=(1, 2)).reshape(-1, 49)
    assert (order(boards) == order(turned)).all()


@pytest.mark.parametrize("name", EXACT)
def test_statistics_of_rules_are_those_computed_elsewhere(name):
    boards, probabilities = distribution_of(name)
    for order, (mean, deviation) in zip(ORDERS, EXACT[name], strict=True):
        values = order(boards)
        found = probabilities @ values
        assert found == pytest.approx(mean, abs=5e-4)
        spread = np.sqrt(probabilities @ (values - found) ** 2)
        assert spread == pytest.approx(deviation, abs=5e-4)


EIGHT = (*EXACT, "symmetry", "connected", "tree", "cross")


@pytest.mark.parametrize("name", EIGHT)
def test_published_metamers_differ_for_symmetry_and_pyramid_only(name, published):
    from scipy.stats import ttest_ind

    boards, metamers = (
        np.load(published / "boards_7x7" / f"{name}_{kind}.npy").reshape(25, 49) > 0
        for kind in ("sample", "null_sample")
    )
    for order, known in zip(ORDERS, SIGNIFICANT.get(name, [None] * 3), strict=True):
        test = ttest_ind(order(boards), order(metamers))
        assert (test.pvalue < 0.05) == (known is not None)
        if known:
            assert test.statistic == pytest.approx(known[0], abs=0.006)
            assert test.pvalue == pytest.approx(known[1], abs=5e-4)
