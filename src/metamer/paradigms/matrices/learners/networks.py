"""Networks that learn to complete matrices, which they see as pixels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from metamer.core.errors import Refusal, one_of
from metamer.core.registry import learner
from metamer.paradigms.matrices.learners.settings import (
    ADAM,
    CANDIDATES,
    CNN_MLP,
    DEPTHS,
    LSTM,
    PREDRNET,
    SYMBOLS,
    WREN,
    check,
    meta_words,
    size_words,
    with_sight,
)
from metamer.training.settings import Training

if TYPE_CHECKING:
    from jaxtyping import PRNGKeyArray

    from metamer.paradigms.matrices.nets.sight import Sight


@learner.add("cnn-mlp")
@dataclass(frozen=True)
class CnnMlp:
    """Convolutions over all panels at once, then one hidden layer.

    Source: barrett2018, App. B.
    """

    kernels: int = 64
    """Of each convolution. Source: barrett2018, App. B."""
    hidden: int = 1500
    """Units of the hidden layer. Source: barrett2018, App. B."""
    pixels: int = 80
    """The width of the panels that it sees. Source: barrett2018, Sec. 3."""
    look: str = "pgm"
    """How panels are drawn. Source: the released items."""
    training: Training = CNN_MLP
    labels: ClassVar[int] = CANDIDATES
    typical: ClassVar[tuple[int, ...]] = SYMBOLS

    def __post_init__(self) -> None:
        check(self, (self.kernels, self.hidden))

    @property
    def name(self) -> str:
        """`cnn-mlp`; other sizes are told."""
        return "cnn-mlp" + size_words((self.kernels, self.hidden), (64, 1500))

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Sight:
        """The untrained network."""
        from metamer.paradigms.matrices.nets.cnn_mlp import CnnMlpNetwork as Network

        net = Network(self.pixels, self.kernels, self.hidden, key=key)
        return with_sight(self, shape, net)


@learner.add("panel-lstm")
@dataclass(frozen=True)
class PanelLstm:
    """Convolutions over each panel, read one by one by an LSTM.

    Source: barrett2018, App. B.
    """

    kernels: int = 8
    """Of each convolution. Source: barrett2018, App. B."""
    units: int = 96
    """Of the LSTM. Source: barrett2018, App. B."""
    pixels: int = 80
    """The width of the panels that it sees. Source: barrett2018, Sec. 3."""
    look: str = "pgm"
    """How panels are drawn. Source: the released items."""
    training: Training = LSTM
    labels: ClassVar[int] = CANDIDATES
    typical: ClassVar[tuple[int, ...]] = SYMBOLS

    def __post_init__(self) -> None:
        check(self, (self.kernels, self.units))

    @property
    def name(self) -> str:
        """`panel-lstm`; other sizes are told."""
        return "panel-lstm" + size_words((self.kernels, self.units), (8, 96))

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Sight:
        """The untrained network."""
        from metamer.paradigms.matrices.nets.panel_lstm import (
            PanelLstmNetwork as Network,
        )

        net = Network(self.pixels, self.kernels, self.units, key=key)
        return with_sight(self, shape, net)


@learner.add("matrix-resnet")
@dataclass(frozen=True)
class MatrixResNet:
    """A residual network over all panels at once; `blind`: over the candidates only.

    Source: barrett2018, App. B (ResNet-50) and Table 9 (context-blind).
    """

    depth: Literal[10, 18, 50, 101, 152] = 50
    """Layers. Source: barrett2018, App. B for 50, Sec. 3 for 101 and 152."""
    width: int = 64
    """Channels of the first stage. Source: he2016, Table 1."""
    blind: bool = False
    """Whether it does not see the context. Source: barrett2018, Table 9."""
    beta: float = 0.0
    """Weight of meta-targets. Source: barrett2018, Table 9: 0 and 10."""
    pixels: int = 80
    """The width of the panels that it sees. Source: barrett2018, Sec. 3."""
    look: str = "pgm"
    """How panels are drawn. Source: the released items."""
    training: Training = ADAM
    labels: ClassVar[int] = CANDIDATES
    typical: ClassVar[tuple[int, ...]] = SYMBOLS
    sizes: ClassVar[dict[str, dict[str, Any]]] = {
        "blind": {"blind": True},
        "depth 101": {"depth": 101},
        "depth 152": {"depth": 152},
    }
    """Other settings whose weights the catalogue counts. Source: barrett2018, Sec. 3 and
    App. B."""

    def __post_init__(self) -> None:
        one_of("depth", self.depth, DEPTHS)
        check(self, (self.width,), self.beta)

    @property
    def name(self) -> str:
        """For example `matrix-resnet-50` or `blind-resnet-50`; another width is told."""
        whose = "blind" if self.blind else "matrix"
        told = size_words((self.width,), (64,)) + meta_words(self.beta)
        return f"{whose}-resnet-{self.depth}{told}"

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Sight:
        """The untrained network."""
        from metamer.paradigms.matrices.nets.resnet50 import (
            MatrixResNetNetwork as Network,
        )

        meta = self.beta > 0
        net = Network(self.depth, self.width, self.blind, meta, key=key)
        return with_sight(self, shape, net, self.beta)


@learner.add("wild-resnet")
@dataclass(frozen=True)
class WildResNet:
    """A residual network over the context and one candidate, which it scores.

    Source: barrett2018, App. B.
    """

    depth: Literal[10, 18, 50, 101, 152] = 50
    """Layers. Source: ours; barrett2018 is silent."""
    width: int = 64
    """Channels of the first stage. Source: he2016, Table 1."""
    pixels: int = 80
    """The width of the panels that it sees. Source: barrett2018, Sec. 3."""
    look: str = "pgm"
    """How panels are drawn. Source: the released items."""
    training: Training = CNN_MLP
    labels: ClassVar[int] = CANDIDATES
    typical: ClassVar[tuple[int, ...]] = SYMBOLS

    def __post_init__(self) -> None:
        one_of("depth", self.depth, DEPTHS)
        check(self, (self.width,))

    @property
    def name(self) -> str:
        """For example `wild-resnet-50`; another width than 64 is told."""
        return f"wild-resnet-{self.depth}" + size_words((self.width,), (64,))

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Sight:
        """The untrained network."""
        from metamer.paradigms.matrices.nets.wild_resnet import (
            WildResNetNetwork as Network,
        )

        return with_sight(self, shape, Network(self.depth, self.width, key=key))


@learner.add("wren")
@dataclass(frozen=True)
class Wren:
    """The Wild Relation Network, which compares all pairs of panels.

    Source: barrett2018, Fig. 3 and App. B.
    """

    kernels: int = 32
    """Of each convolution. Source: barrett2018, App. B."""
    embedding: int = 256
    """Numbers for each panel. Source: barrett2018, App. B."""
    relate: tuple[int, ...] = (512, 512, 512, 512)
    """Units of each layer that sees pairs (g). Source: barrett2018, App. B."""
    judge: tuple[int, ...] = (256, 256)
    """Units of each hidden layer that sees their sum (f). Source: barrett2018, App. B."""
    beta: float = 0.0
    """Weight of meta-targets. Source: barrett2018, Table 1: 0 and 10."""
    pixels: int = 80
    """The width of the panels that it sees. Source: barrett2018, Sec. 3."""
    look: str = "pgm"
    """How panels are drawn. Source: the released items."""
    training: Training = WREN
    labels: ClassVar[int] = CANDIDATES
    typical: ClassVar[tuple[int, ...]] = SYMBOLS

    def __post_init__(self) -> None:
        if not self.relate or not self.judge:
            raise Refusal("wren: relate and judge must have at least one layer each")
        sizes = (self.kernels, self.embedding, *self.relate, *self.judge)
        check(self, sizes, self.beta)

    @property
    def name(self) -> str:
        """`wren` or `wren+meta`; other sizes and another beta than 10 are told."""
        sizes = (self.kernels, self.embedding, self.relate[0])
        return "wren" + size_words(sizes, (32, 256, 512)) + meta_words(self.beta)

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Sight:
        """The untrained network."""
        from metamer.paradigms.matrices.nets.wren import WrenNetwork as Network

        sizes = (self.kernels, self.embedding, self.relate, self.judge)
        net = Network(self.pixels, *sizes, key=key)
        return with_sight(self, shape, net, self.beta)


@learner.add("predrnet")
@dataclass(frozen=True)
class PredRNet:
    """Predicts the missing panel, and judges candidates by the error of prediction.

    Source: yang2023; `metamer.paradigms.matrices.nets.predrnet` says what differs.
    """

    width: int = 24
    """Channels of the first stage. Source: ours."""
    channels: int = 32
    """Of what is reason about. Source: ours."""
    blocks: int = 3
    """Of reasoning. Source: ours."""
    hidden: int = 512
    """Units before the readout. Source: ours."""
    beta: float = 0.0
    """Weight of meta-targets. Source: ours, as for WReN."""
    pixels: int = 80
    """The width of the panels that it sees. Source: barrett2018, Sec. 3."""
    look: str = "pgm"
    """How panels are drawn. Source: the released items."""
    training: Training = PREDRNET
    labels: ClassVar[int] = CANDIDATES
    typical: ClassVar[tuple[int, ...]] = SYMBOLS

    def __post_init__(self) -> None:
        sizes = (self.width, self.channels, self.blocks, self.hidden)
        check(self, sizes, self.beta)

    @property
    def name(self) -> str:
        """`predrnet` or `predrnet+meta`; other sizes and another beta are told."""
        sizes = (self.width, self.channels, self.blocks)
        return "predrnet" + size_words(sizes, (24, 32, 3)) + meta_words(self.beta)

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Sight:
        """The untrained network."""
        from metamer.paradigms.matrices.nets.predrnet import PredRNetNetwork as Network

        sizes = (self.width, self.channels, self.blocks, self.hidden)
        net = Network(self.pixels, *sizes, key=key)
        return with_sight(self, shape, net, self.beta)
