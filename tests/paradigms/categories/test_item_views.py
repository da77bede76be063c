"""Single items of every kind of domain."""

import base64
import io
import re
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from PIL import Image

from metamer.core.shown import AskedItems
from metamer.paradigms.categories.domains.digits import Digits
from metamer.paradigms.categories.domains.figures import Figures
from metamer.paradigms.categories.domains.plane import Plane
from metamer.paradigms.categories.domains.reviews import Reviews
from metamer.paradigms.categories.domains.table_file import TableFile
from metamer.paradigms.categories.item_views import item_views


def views_of(domain, inputs, features, arrangement="printed", parts=()):
    """The views of a run that asked these items of one domain, and its rows."""
    ids = [f"item-{place}" for place in range(len(inputs))]
    asked = AskedItems(
        {
            "some/item": np.array(ids),
            "some/x": np.asarray(inputs),
            "some/features": np.array(features, np.uint8),
        }
    )
    table = pd.DataFrame(
        {
            "item": ids,
            "learner": "a",
            "unit": 0,
            "condition": "zero_shot",
            "domain": domain.name,
            "arrangement": arrangement,
            "part": parts or "held_out",
            "discriminant": 1,
            "distractor": 0,
            "answer": "1",
        }
    )
    # Not `Categories` itself: tests check types, which reads the file of a table.
    views = item_views(SimpleNamespace(domains=(domain,)), table, asked)
    return views, table.to_dict("records")


def pixels(picture):
    data = re.search(r"base64,([^\"]+)", picture)[1]
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(data))))


def test_a_point_stands_before_the_taught_points_of_its_classes():
    points = [[2.0, -3.0], [1.0, 1.5], [-1.0, 4.0], [-2.0, 4.0]]
    features = [[1, 0], [1, 1], [0, 1], [0, 1]]
    parts = ["held_out", "taught", "taught", "taught"]
    views, rows = views_of(Plane(), points, features, parts=parts)
    picture = views.item(rows[:1]).picture
    assert '<circle cx="2.00" cy="3.00"' in picture
    assert 'd="M-1.0 -4.0h0M-2.0 -4.0h0"' in picture
    assert 'd="M1.0 -1.5m' in picture
    assert "dots are class 0" in views.legend


@pytest.mark.parametrize("arrangement, label", [("printed", 1), ("swapped", 0)])
def test_the_right_class_depends_on_the_arrangement(arrangement, label):
    views, rows = views_of(Plane(), [[0.0, 0.0]], [[1, 0]], arrangement)
    assert views.item(rows).right.startswith(f"Right answer: class {label}.")
    assert views.answer(rows).words == "class 1"
    assert views.answer([{"answer": "none"}]).words == "no class"


def test_digits_are_dark_on_light_and_other_bytes_as_they_are():
    image = np.zeros((2, 3), np.float32)
    image[0, 0] = 1
    views, rows = views_of(Digits(), [image], [[0, 0]])
    drawn = pixels(views.item(rows).picture)
    assert drawn[0, 0] == 0 and drawn[1, 2] == 255
    bytes_ = np.arange(12, dtype=np.uint8).reshape(2, 2, 3)
    views, rows = views_of(TableFile("gone.npz"), [bytes_], [[0, 0]])
    assert np.array_equal(pixels(views.item(rows).picture), bytes_)


def test_a_text_is_escaped():
    views, rows = views_of(Reviews(), ["a <b>film</b> & more"], [[0, 1]])
    assert "a &lt;b&gt;film&lt;/b&gt; &amp; more" in views.item(rows).picture


def test_rows_of_a_table_are_shown_though_its_file_is_gone():
    views, rows = views_of(TableFile("gone.csv"), [[0.25, 2.0, 3.0]], [[0, 1]])
    assert "[0.25, 2.  , 3.  ]" in views.item(rows).picture


def test_a_figure_is_drawn_in_its_colour_and_told_in_words():
    blue_square = np.array([[1, 1, 0.5, 0.5, 0.5, 0.5]], np.float32)
    views, rows = views_of(Figures(), blue_square, [[1, 1]])
    picture = views.item(rows).picture
    assert 'fill="blue"' in picture and "blue square, size 0.30" in picture
    corners = re.search(r'points="([^"]+)"', picture)[1].split()
    assert len(corners) == 4 and "0.606,0.394" in corners
