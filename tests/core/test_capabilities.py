"""What a learner or a paradigm may have beyond what every one must have."""

from dataclasses import dataclass
from typing import ClassVar

from metamer.core.capabilities import (
    FromElsewhere,
    HasMemory,
    HasTypicalShape,
    Suits,
    Trains,
    is_compiled,
    is_innate,
)
from metamer.core.jobs import BLOCK, block_size
from metamer.core.learner import Classifier
from metamer.core.study import SHAPES
from metamer.engines.perform import ASK
from metamer.training.networks import teachable
from metamer.training.settings import Training


class Plain:
    """No capability at all."""

    name = "plain"


@dataclass(frozen=True)
class Able:
    """Some capabilities, which can be switched off."""

    compiled: bool = True
    innate: bool = True
    block: ClassVar[int] = 7

    def train(self, taught, keys, place): ...

    def suits(self, paradigm): ...


def test_a_learner_without_capabilities_has_none():
    assert not is_compiled(Plain()) and not is_innate(Plain())
    kinds = (Trains, Suits, HasMemory, HasTypicalShape, FromElsewhere)
    assert not any(isinstance(Plain(), kind) for kind in kinds)
    assert block_size(Plain()) == BLOCK[False]


def test_a_learner_has_the_capabilities_whose_methods_it_has():
    assert is_compiled(Able()) and is_innate(Able())
    assert isinstance(Able(), Trains) and isinstance(Able(), Suits)
    assert not isinstance(Able(), HasMemory)
    assert block_size(Able()) == 7


@dataclass(frozen=True)
class Network:
    """The settings of a network, and no method but the one that makes it."""

    name: ClassVar[str] = "network"
    training: ClassVar[Training] = Training()
    labels: ClassVar[int] = 2

    def net(self, shape, key): ...


def test_a_network_is_taught_by_whoever_holds_its_settings():
    able = teachable(Network())
    assert is_compiled(Network()) and isinstance(able, Classifier)
    assert able == teachable(Network()) and able.name == "network"
    assert teachable(Able()) == Able()


def test_a_capability_that_is_switched_off_does_not_count():
    assert not is_compiled(Able(compiled=False))
    assert not is_innate(Able(innate=False))


def test_the_engine_knows_every_way_of_asking():
    assert set(ASK) == set(SHAPES)
