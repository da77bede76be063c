"""Labels beside points."""

from itertools import combinations

import numpy as np

from metamer.reports.labels import HEIGHT, PER_LETTER, place_labels

FRAME = (0, 0, 560, 380)


def box(label):
    width = PER_LETTER * len(label.name)
    left = label.x - {"start": 0, "middle": width / 2, "end": width}[label.anchor]
    return left, label.y - HEIGHT, left + width, label.y


def overlap(one, other):
    return (
        one[0] < other[2]
        and other[0] < one[2]
        and one[1] < other[3]
        and other[1] < one[3]
    )


def test_labels_of_many_points_close_together_do_not_overlap():
    places = np.random.default_rng(0).normal((480, 90), (40, 40), (24, 2)).clip(10, 550)
    points = {f"learner-{n}": (float(x), float(y)) for n, (x, y) in enumerate(places)}
    labels = place_labels(points, FRAME)
    assert [label.name for label in labels] == list(points)
    assert not any(overlap(box(a), box(b)) for a, b in combinations(labels, 2))
    assert any(label.leader for label in labels)


def test_a_lonely_point_has_its_label_at_its_right():
    (label,) = place_labels({"a": (100.0, 100.0)}, FRAME)
    assert (label.anchor, label.leader) == ("start", None)
    assert label.x > 100


def test_at_the_right_edge_the_label_stands_at_the_left():
    (label,) = place_labels({"transformer": (555.0, 100.0)}, FRAME)
    assert label.anchor == "end"
