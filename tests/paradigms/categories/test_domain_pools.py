"""What every domain must do."""

import dataclasses

import cattrs
import numpy as np
import pytest
from matplotlib.figure import Figure

from metamer.core.errors import Refusal
from metamer.paradigms.categories.domains.digits import Digits
from metamer.paradigms.categories.domains.domain import (
    QUADRANTS,
    Domain,
    domain,
    draw_rows,
    even_features,
)
from metamer.paradigms.categories.domains.faces import Faces
from metamer.paradigms.categories.domains.plane import Plane
from metamer.paradigms.categories.domains.reviews import Reviews
from metamer.paradigms.categories.domains.table import Table
from metamer.reports.shades import shade_text

DOMAINS = (
    Plane(),
    Plane(rotation=45.0, labels="sign"),
    Table(
        np.arange(16.0).reshape(8, 2), [0, 0, 1, 1] * 2, ["left"] * 4 + ["right"] * 4
    ),
    Digits(),
    Reviews(),
    Faces(),
)
each_domain = pytest.mark.parametrize("of", DOMAINS, ids=lambda of: of.name)


def counts(features):
    return [int((features == quadrant).all(axis=1).sum()) for quadrant in QUADRANTS]


@each_domain
def test_every_quadrant_has_as_many_as_asked_for(of):
    pool = of.pool(2, np.random.default_rng(0))
    assert counts(pool.features) == [2, 2, 2, 2]
    assert len(pool.inputs) == 8
    assert pool.features.dtype == np.uint8


@each_domain
def test_the_same_seed_gives_the_same_pool(of):
    first, again = (of.pool(2, np.random.default_rng(7)) for _ in range(2))
    assert (first.inputs == again.inputs).all()
    assert (first.features == again.features).all()


@each_domain
def test_another_seed_gives_another_pool(of):
    first, other = (of.pool(2, np.random.default_rng(seed)) for seed in (0, 1))
    assert (first.inputs != other.inputs).any()


@each_domain
def test_an_item_can_be_drawn_and_read(of):
    figure = Figure()
    axes = figure.subplots()
    item = of.pool(1, np.random.default_rng(0)).inputs[0]
    of.picture(axes, item)
    figure.canvas.draw()
    assert axes.get_children()
    assert of.text(item).strip()


@each_domain
def test_domains_keep_the_protocol(of):
    assert isinstance(of, Domain)
    assert len(set(of.features)) == 2


def test_the_registry_has_the_five_domains():
    assert set(domain) >= {"plane", "table", "digits", "reviews", "faces"}


@pytest.mark.parametrize("name", ["plane", "digits", "reviews", "faces"])
def test_settings_survive_being_plain(name):
    settings = domain(name)()
    plain = dataclasses.asdict(settings)
    assert cattrs.structure(plain, type(settings)) == settings


def test_a_finite_data_set_gives_what_it_has_and_nothing_twice():
    features = even_features(3)[1:]
    pool = draw_rows(np.arange(11), features, 3, np.random.default_rng(0))
    assert counts(pool.features) == [2, 3, 3, 3]
    assert sorted(pool.inputs) == list(range(11))


def test_denser_characters_are_brighter():
    assert shade_text(np.array([[0.0, 0.5, 1.0], [1.0, 0.0, 0.0]])) == "  ==@@\n@@"


@pytest.mark.parametrize(
    "settings, words",
    [
        (lambda: Plane(alpha=0.0), "alpha must be above 0, not 0"),
        (lambda: Plane(rotation=float("inf")), "rotation must be a number of degrees"),
        (lambda: Plane().grid(7), "side must be an even number of at least 2, not 7"),
        (lambda: Digits(pair=(3, 3)), "pair must be two different digits"),
        (lambda: Digits(pair=(3, 12)), "pair must be two different digits"),
        (lambda: Reviews(word="plot"), "there is: film, one, you, at, an, are"),
        (lambda: Reviews("two words", "imdb"), "one word without spaces"),
        (lambda: Faces(discriminant="bald"), "no discriminant 'bald'"),
        (lambda: Faces("male", "male"), "both 'male'"),
        (lambda: Faces(size=8), "size must be from 16 to 256 pixels, not 8"),
        (lambda: Faces(size=48, source="celeba"), "size must be 16, 32 or 64"),
    ],
)
def test_wrong_settings_are_refused_in_words(settings, words):
    with pytest.raises(Refusal, match=words):
        settings()
