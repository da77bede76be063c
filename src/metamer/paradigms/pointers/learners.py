"""Networks that learn to follow a pointer, from rows of digits or from pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from metamer.core.errors import Refusal, at_least, one_of
from metamer.core.registry import learner
from metamer.training.settings import Training

if TYPE_CHECKING:
    from jaxtyping import PRNGKeyArray

    from metamer.nets.layers import Net

ROWS = Training()
"""How networks learn from rows of digits. Source: zhang2021, App. A."""

PICTURES = Training(
    optimiser="adam",
    rate=1e-4,
    decay=0.0,
    schedule="constant",
    epochs=10,
    least_steps=1,
    batch=50,
)
"""How networks learn from pictures. Source: zhang2021, App. A. Unstated: weight decay
there; there is none."""

DIGITS, IMAGE = (11,), (80, 80)
"""Shapes of a row of digits and of a picture. Source: zhang2021, Fig. 1 and 2."""


@learner.add("token-mlp")
@dataclass(frozen=True)
class TokenMlp:
    """A perceptron over the embeddings of all digits; `scale` 2 is the paper's MLP 2x.

    Source: zhang2021, App. A; Table 1 for the number of parameters.
    """

    scale: int = 1
    """By how much its layers are wider. Source: zhang2021, App. A: 1 and 2."""
    widths: tuple[int, ...] = (512, 1024, 512, 64)
    """Units of each hidden layer, before `scale`. Source: zhang2021, App. A."""
    embedding: int = 64
    """Numbers for each digit. Source: zhang2021, App. A."""
    labels: int = 10
    """How many labels there are. Source: zhang2021, Fig. 2."""
    training: Training = ROWS
    typical: ClassVar[tuple[int, ...]] = DIGITS
    sizes: ClassVar[dict[str, dict[str, Any]]] = {"scale 2": {"scale": 2}}
    """Other settings whose weights the catalogue counts. Source: zhang2021, Table 1."""

    def __post_init__(self) -> None:
        for width in (self.scale, self.embedding, *self.widths):
            at_least("token-mlp: widths, scale and embedding", width, 1)
        at_least("labels", self.labels, 2)

    @property
    def name(self) -> str:
        """For example `token-mlp` or `token-mlp-2x`; other widths are told."""
        usual = self.widths == (512, 1024, 512, 64)
        told = "" if usual else ":" + "-".join(map(str, self.widths))
        return f"token-mlp{told}" + (f"-{self.scale}x" if self.scale > 1 else "")

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Net:
        """The untrained network for rows of `shape[0]` digits."""
        from metamer.paradigms.pointers.nets.token_mlp import TokenMlpNetwork as Network

        _check_row(self.name, shape)
        widths = tuple(self.scale * width for width in self.widths)
        return Network(
            shape[0], self.labels, self.labels, widths, self.embedding, key=key
        )


@learner.add("encoder")
@dataclass(frozen=True)
class Encoder:
    """The paper's Transformer: digits look at one another, a class token is read out.

    Source: zhang2021, App. A; Table 1 for the number of parameters.
    """

    width: int = 512
    """Numbers for each token. Source: zhang2021, App. A."""
    depth: int = 4
    """Blocks. Source: zhang2021, App. A."""
    heads: int = 4
    """Source: zhang2021, App. A."""
    hidden: int = 1024
    """Units of each block's perceptron. Source: zhang2021, App. A."""
    labels: int = 10
    """How many labels there are. Source: zhang2021, Fig. 2."""
    training: Training = ROWS
    typical: ClassVar[tuple[int, ...]] = DIGITS

    def __post_init__(self) -> None:
        for what in ("width", "depth", "heads", "hidden"):
            at_least(what, getattr(self, what), 1)
        at_least("labels", self.labels, 2)
        if self.width % self.heads:
            raise Refusal(
                f"width must be a multiple of heads, not {self.width} for {self.heads}"
            )

    @property
    def name(self) -> str:
        """`encoder`; another width or depth is told."""
        usual = (self.width, self.depth) == (512, 4)
        return "encoder" if usual else f"encoder:{self.width}x{self.depth}"

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Net:
        """The untrained network for rows of `shape[0]` digits."""
        from metamer.paradigms.pointers.nets.encoder import EncoderNetwork as Network

        _check_row(self.name, shape)
        sizes = (self.width, self.depth, self.heads, self.hidden)
        return Network(shape[0], self.labels, self.labels, *sizes, key=key)


@learner.add("mixer")
@dataclass(frozen=True)
class Mixer:
    """The paper's MLP-Mixer: perceptrons across tokens, then across channels.

    Source: zhang2021, App. A; Table 1 for the number of parameters.
    """

    width: int = 512
    """Numbers for each token. Source: zhang2021, App. A."""
    depth: int = 4
    """Blocks. Source: zhang2021, App. A."""
    token_hidden: int = 768
    """Units across tokens. Source: zhang2021, App. A."""
    channel_hidden: int = 2048
    """Units across channels. Source: zhang2021, App. A."""
    labels: int = 10
    """How many labels there are. Source: zhang2021, Fig. 2."""
    training: Training = ROWS
    typical: ClassVar[tuple[int, ...]] = DIGITS

    def __post_init__(self) -> None:
        for what in ("width", "depth", "token_hidden", "channel_hidden"):
            at_least(what, getattr(self, what), 1)
        at_least("labels", self.labels, 2)

    @property
    def name(self) -> str:
        """`mixer`; another width or depth is told."""
        usual = (self.width, self.depth) == (512, 4)
        return "mixer" if usual else f"mixer:{self.width}x{self.depth}"

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Net:
        """The untrained network for rows of `shape[0]` digits."""
        from metamer.paradigms.pointers.nets.mixer import MixerNetwork as Network

        _check_row(self.name, shape)
        sizes = (self.width, self.depth, self.token_hidden, self.channel_hidden)
        return Network(shape[0], self.labels, self.labels, *sizes, key=key)


@learner.add("image-resnet")
@dataclass(frozen=True)
class ImageResNet:
    """A residual network that learns from pictures of digits.

    Source: zhang2021, App. A (torchvision's ResNet18).
    """

    depth: Literal[10, 18, 34] = 18
    """Layers. Source: zhang2021, App. A."""
    width: int = 64
    """Channels of the first stage. Source: he2016, Table 1."""
    labels: int = 10
    """How many labels there are. Source: zhang2021, Fig. 1."""
    training: Training = PICTURES
    typical: ClassVar[tuple[int, ...]] = IMAGE

    def __post_init__(self) -> None:
        one_of("depth", self.depth, (10, 18, 34))
        at_least("width", self.width, 1)
        at_least("labels", self.labels, 2)

    @property
    def name(self) -> str:
        """For example `image-resnet-18`; another width than 64 is told."""
        told = "" if self.width == 64 else f":{self.width}"
        return f"image-resnet-{self.depth}{told}"

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Net:
        """The untrained network for images of this shape."""
        from metamer.nets.resnet import ResidualNetwork as Network

        _check_image(self.name, shape)
        return Network(shape, self.depth, self.width, self.labels, key=key)


@learner.add("image-vgg")
@dataclass(frozen=True)
class ImageVgg:
    """VGG-11 with batch normalisation, learning from pictures of digits.

    Source: zhang2021, App. A (torchvision's VGG11bn).
    """

    width: int = 64
    """Channels of the first stage. Source: simonyan2015, Table 1."""
    hidden: int = 4096
    """Units of the layers before the readout. Source: simonyan2015, Table 1."""
    labels: int = 10
    """How many labels there are. Source: zhang2021, Fig. 1."""
    training: Training = PICTURES
    typical: ClassVar[tuple[int, ...]] = IMAGE

    def __post_init__(self) -> None:
        at_least("width", self.width, 1)
        at_least("hidden", self.hidden, 1)
        at_least("labels", self.labels, 2)

    @property
    def name(self) -> str:
        """`image-vgg-11`; another width than 64 is told."""
        return "image-vgg-11" + ("" if self.width == 64 else f":{self.width}")

    def net(self, shape: tuple[int, ...], key: PRNGKeyArray) -> Net:
        """The untrained network for images of this shape."""
        from metamer.paradigms.pointers.nets.vgg import STAGES
        from metamer.paradigms.pointers.nets.vgg import Vgg as Network

        _check_image(self.name, shape)
        widths = tuple(
            tuple(self.width * channels // STAGES[0][0] for channels in stage)
            for stage in STAGES
        )
        return Network(shape, self.labels, widths, self.hidden, key=key)


def _check_image(name: str, shape: tuple[int, ...]) -> None:
    if len(shape) not in (2, 3):
        raise Refusal(
            f"{name} sees images (rows, columns and perhaps channels), not items of "
            f"shape {shape}"
        )


def _check_row(name: str, shape: tuple[int, ...]) -> None:
    if len(shape) != 1:
        raise Refusal(f"{name} reads rows of digits, not items of shape {shape}")
