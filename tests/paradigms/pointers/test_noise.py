"""Noise sensitivity: exact, estimated, and as the tables of the specification have it."""

from itertools import pairwise

import numpy as np
import pytest

from metamer.core.errors import Refusal
from metamer.paradigms.pointers.rules import noise
from metamer.paradigms.pointers.rules.noise import DELTAS, exact, mean_over
from metamer.paradigms.pointers.rules.rule import AGGREGATES, PointerRule

EXACT = {
    ("mod_sum", 0): (0.00687, 0.01857, 0.04969, 0.12939, 0.31343, 0.63181, 0.87405),
    ("mod_sum", 1): (0.01051, 0.02830, 0.07500, 0.19038, 0.43230, 0.75759, 0.89667),
    ("mod_sum", 2): (0.01411, 0.03785, 0.09934, 0.24582, 0.52479, 0.82062, 0.89936),
    ("mod_sum", 3): (0.01769, 0.04729, 0.12291, 0.29663, 0.59773, 0.85401, 0.89986),
    ("mod_sum", 4): (0.02126, 0.05662, 0.14573, 0.34321, 0.65543, 0.87235, 0.89997),
    ("mod_sum", 5): (0.02481, 0.06584, 0.16784, 0.38593, 0.70123, 0.88281, 0.89999),
    ("mod_sum", 9): (0.03572, 0.09371, 0.23180, 0.49583, 0.78890, 0.89420, 0.90000),
    ("min", 1): (0.00720, 0.01944, 0.05185, 0.13390, 0.31780, 0.61461, 0.81923),
    ("min", 2): (0.00680, 0.01834, 0.04883, 0.12561, 0.29554, 0.56490, 0.75828),
    ("min", 3): (0.00637, 0.01716, 0.04565, 0.11710, 0.27375, 0.51885, 0.69878),
    ("min", 5): (0.00542, 0.01461, 0.03879, 0.09908, 0.22963, 0.43090, 0.58554),
    ("max", 1): (0.00744, 0.02008, 0.05357, 0.13847, 0.32956, 0.64157, 0.86392),
    ("max", 2): (0.00723, 0.01952, 0.05201, 0.13409, 0.31730, 0.61437, 0.83905),
    ("max", 3): (0.00701, 0.01892, 0.05038, 0.12967, 0.30577, 0.59035, 0.81365),
    ("max", 5): (0.00644, 0.01736, 0.04619, 0.11867, 0.27902, 0.53921, 0.75878),
    ("median", 2): (0.00873, 0.02352, 0.06237, 0.15870, 0.36352, 0.65912, 0.84288),
    ("median", 3): (0.00917, 0.02467, 0.06517, 0.16415, 0.36756, 0.64397, 0.81491),
    ("median", 4): (0.01021, 0.02740, 0.07199, 0.17881, 0.38818, 0.65048, 0.80970),
    ("median", 5): (0.01057, 0.02832, 0.07409, 0.18219, 0.38744, 0.63439, 0.78955),
}
"""By aggregate and complexity, one value for each delta: specs/pointers.md, section 4."""

MAJORITY = {
    1: (0.0070, 0.0198, 0.0518, 0.1339, 0.3178, 0.6152, 0.8186),
    2: (0.0079, 0.0204, 0.0558, 0.1411, 0.3258, 0.6035, 0.7921),
    3: (0.0086, 0.0234, 0.0619, 0.1554, 0.3501, 0.6212, 0.7987),
    5: (0.0102, 0.0276, 0.0718, 0.1772, 0.3808, 0.6410, 0.8228),
}
"""The same place, from 400,000 pairs each."""

MEANS_TRUNCATED = {
    "mod_sum": (0.28912, 0.33840, 0.36982, 0.39237, 0.40937, 0.42133),
    "min": (0.28912, 0.28109, 0.26427, 0.24881, 0.23438, 0.22302),
    "max": (0.28912, 0.29319, 0.28559, 0.27816, 0.27009, 0.26320),
    "median": (0.28912, 0.28109, 0.30155, 0.29811, 0.30353, 0.30003),
}
"""The same place; one mean for each complexity from 0."""

ROUNDED = 5.01e-6
"""Half of the last of five digits."""


@pytest.mark.parametrize("aggregate, complexity", EXACT)
def test_sensitivity_has_all_digits_that_are_known(aggregate, complexity):
    rule = PointerRule(complexity, aggregate)
    found = [exact(rule, delta) for delta in DELTAS]
    assert found == pytest.approx(EXACT[aggregate, complexity], abs=ROUNDED)


@pytest.mark.parametrize("complexity", MAJORITY)
def test_sensitivity_of_majority_is_what_was_sampled_elsewhere(complexity):
    for delta, sampled in zip(DELTAS, MAJORITY[complexity], strict=True):
        value = exact(PointerRule(complexity, "majority"), delta)
        error = np.sqrt(value * (1 - value) / 400_000)
        assert abs(value - sampled) < 3 * error + 5e-5


@pytest.mark.parametrize("aggregate", MEANS_TRUNCATED)
def test_truncated_windows_have_the_known_means(aggregate):
    found = [mean_over(PointerRule(m, aggregate, "truncate")) for m in range(6)]
    assert found == pytest.approx(MEANS_TRUNCATED[aggregate], abs=ROUNDED)


def test_the_floor_of_the_median_goes_up_and_down_with_the_size_of_the_window():
    found = [mean_over(PointerRule(m, "floor_median")) for m in range(6)]
    assert found == pytest.approx([0.290, 0.317, 0.302, 0.328, 0.305, 0.326], abs=2e-3)
    signs = [np.sign(after - before) for before, after in pairwise(found)]
    assert signs == [1, -1, 1, -1, 1]


@pytest.mark.parametrize(
    "grid, mean",
    [
        (np.geomspace(DELTAS[0], DELTAS[-1], 25), 0.328),
        (np.geomspace(DELTAS[0], DELTAS[-1], 61), 0.325),
        (np.linspace(DELTAS[0], DELTAS[-1], 25), 0.712),
        (DELTAS, 0.342),
    ],
)
def test_the_mean_depends_on_the_grid(grid, mean):
    assert mean_over(PointerRule(1), [*map(float, grid)]) == pytest.approx(
        mean, abs=5e-4
    )


def by_enumeration(rule, delta):
    """Every item of four two-bit digits against every other: 2^16 pairs."""
    codes = np.arange(2**8)
    digits = (codes[:, None] >> np.array([0, 2, 4, 6])) % 4 % 3
    labels = rule.label(digits[:, 0], digits[:, 1:])
    flips = np.array([int(code).bit_count() for code in codes])
    flips = flips[codes[:, None] ^ codes]
    chances = delta**flips * (1 - delta) ** (8 - flips) / 2**8
    return chances[labels[:, None] != labels].sum()


@pytest.mark.parametrize("boundary", ["wrap", "truncate"])
@pytest.mark.parametrize("aggregate", AGGREGATES)
@pytest.mark.parametrize("complexity", range(3))
def test_sensitivity_is_that_of_all_pairs_of_items(complexity, aggregate, boundary):
    rule = PointerRule(complexity, aggregate, boundary, 3, 3, (0, 1, 2))
    for delta in (0.02, 0.3, 0.8):
        assert exact(rule, delta) == pytest.approx(by_enumeration(rule, delta))


def test_pointer_digits_may_be_more_than_values():
    rule = PointerRule(0, "mod_sum", "wrap", 3, 3, (2, 2, 0))
    assert exact(rule, 0.1) == pytest.approx(by_enumeration(rule, 0.1))


def test_digits_from_0_to_5_are_twice_as_probable_as_the_others():
    law = noise.joint_digits(10, 0.1)
    assert law.sum(axis=1) == pytest.approx([2 / 16] * 6 + [1 / 16] * 4)
    assert law == pytest.approx(law.T)


def test_one_bit_stays_or_flips():
    law = noise.joint_digits(2, 0.1)
    assert law == pytest.approx(np.array([[0.45, 0.05], [0.05, 0.45]]))


@pytest.mark.parametrize(
    "rule, delta",
    [
        (PointerRule(2), DELTAS[3]),
        (PointerRule(3, "floor_median"), DELTAS[5]),
        (PointerRule(4, "majority", "truncate"), DELTAS[4]),
    ],
)
def test_the_estimate_of_the_paper_is_near_the_exact_value(rule, delta, keys):
    estimate = noise.protocol(rule, delta, keys())
    value = exact(rule, delta)
    error = np.sqrt(value * (1 - value) / 100_000)
    assert abs(estimate.value - value) < 3 * error
    # Of ten runs, the spread of the spread is about a quarter.
    assert 0.4 * error < estimate.error < 1.8 * error


def test_every_pair_is_counted_whatever_is_drawn_at_a_time(keys):
    """One bit that is always flipped is always answered otherwise."""
    rule = PointerRule(0, "mod_sum", "wrap", 1, 2, (0,))
    assert noise.sample(rule, 1.0, 2 * noise.CHUNK + 1, keys().numpy) == 1
    assert noise.sample(rule, 0.0, 3, keys().numpy) == 0


def test_a_single_pointer_needs_no_bits():
    rule = PointerRule(0, "mod_sum", "wrap", 1, 2, (0,))
    assert exact(rule, 0.1) == pytest.approx(0.1)


def test_rows_change_as_much_as_the_noise_is_strong(keys):
    """Of 110,000 digits those stay whose four bits all stay, or that wrap to the same."""
    before, after = noise.draw_pairs(PointerRule(), 0.2, 10_000, keys().numpy)
    assert before.shape == after.shape == (10_000, 11)
    assert before.dtype == np.uint8
    stays = np.trace(noise.joint_digits(10, 0.2))
    assert (before == after).mean() == pytest.approx(stays, abs=0.005)


@pytest.mark.parametrize(
    "rule, delta, sentence",
    [
        (
            PointerRule(1, boundary="restrict"),
            0.1,
            "the boundary 'wrap' or 'truncate'",
        ),
        (PointerRule(1), 1.5, "delta must be a probability from 0 to 1, not 1.5"),
        (PointerRule(9, "majority"), 0.1, "'majority'; allowed: at most 9"),
    ],
)
def test_what_has_no_sensitivity_is_refused(rule, delta, sentence):
    with pytest.raises(Refusal, match=sentence):
        exact(rule, delta)


def test_nothing_is_estimated_without_pairs_or_with_confined_pointers(keys):
    with pytest.raises(Refusal, match="pairs must be at least 1, not 0"):
        noise.sample(PointerRule(), 0.1, 0, keys().numpy)
    with pytest.raises(Refusal, match="not 'restrict'"):
        noise.sample(PointerRule(1, boundary="restrict"), 0.1, 5, keys().numpy)
