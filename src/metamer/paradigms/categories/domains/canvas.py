"""Painting many small pictures at a time, in NumPy.

Coordinates are in units of what is drawn (a head): its middle is (0, 0), its lower end
(0, 1). Each part is a mask with soft edges. Colour is the first axis, because NumPy is
slow along a short last one. Source: ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from jaxtyping import Float, UInt8

    Mask = Float[np.ndarray, "picture row col"]
    Number = Float[np.ndarray, "picture 1 1"]
    Colour = Float[np.ndarray, "3 #picture 1 1"]


@dataclass(frozen=True)
class Chance:
    """Random numbers and colours, one for each picture."""

    pictures: int
    generator: np.random.Generator

    def around(self, middle: float, spread: float) -> Number:
        """Numbers drawn uniformly from middle - spread to middle + spread."""
        numbers = self.generator.uniform(-spread, spread, (self.pictures, 1, 1))
        return (middle + numbers).astype(np.float32)

    def near(self, *tones: tuple[int, int, int], spread: float = 0.04) -> Colour:
        """Colours near one of these tones, which are given from 0 to 255."""
        palette = np.array(tones) / 255
        chosen = palette[self.generator.integers(len(palette), size=self.pictures)]
        colours = chosen + self.generator.uniform(-spread, spread, chosen.shape)
        return np.clip(colours, 0, 1).astype(np.float32).T[:, :, None, None]


@dataclass(frozen=True)
class Canvas:
    """The pixels painted so far, and where each pixel lies."""

    pixels: Float[np.ndarray, "3 picture row col"]
    across: Mask
    down: Mask
    edge: Number
    """The width of a pixel: how soft edges are."""

    @classmethod
    def blank(cls, size: int, chance: Chance) -> Canvas:
        """A background, with a random place, size and tilt for what will be drawn.

        The tilt rotates the coordinates of the pixels, so that everything painted later is
        tilted with them.
        """
        ticks = (np.arange(size, dtype=np.float32) + 0.5) / size * 2 - 1
        scale, tilt = chance.around(0.66, 0.03), chance.around(0.0, 0.05)
        x = (ticks[None, None, :] - chance.around(0.0, 0.04)) / scale
        y = (ticks[None, :, None] - chance.around(0.0, 0.04)) / scale
        across = x * np.cos(tilt) + y * np.sin(tilt)
        down = y * np.cos(tilt) - x * np.sin(tilt)
        top, bottom = (chance.near((140, 140, 140), spread=0.35) for _ in range(2))
        pixels = np.empty((3, chance.pictures, size, size), np.float32)
        pixels[...] = top + (bottom - top) * ((y + 1.5) / 3).clip(0, 1)
        return cls(pixels, across, down, 2 / size / scale)

    def paint(self, mask: Mask, colour: Colour) -> None:
        """Lay `colour` over the pixels, as far as `mask` covers them."""
        self.pixels[...] += mask * (colour - self.pixels)

    def soft(self, depth: Mask) -> Mask:
        """A mask whose edge is one pixel wide, from the distance inside the edge."""
        return np.clip(depth / self.edge + 0.5, 0, 1)

    def ellipse(
        self,
        across: Number | float,
        down: Number | float,
        width: Number | float,
        height: Number | float,
    ) -> Mask:
        """The mask of an ellipse with this middle and these half axes."""
        radius = np.hypot((self.across - across) / width, (self.down - down) / height)
        return self.soft((1 - radius) * np.minimum(width, height))

    def render(self, chance: Chance) -> UInt8[np.ndarray, "picture row col 3"]:
        """The finished pictures: light from a random direction, and a little noise."""
        light = chance.around(0.98, 0.1) + chance.around(0.0, 0.1) * self.across
        light = light + chance.around(-0.03, 0.05) * self.down
        noise = chance.generator.standard_normal(self.pixels.shape, np.float32)
        lit = np.clip(self.pixels * light + 0.015 * noise, 0, 1)
        return np.moveaxis(lit * 255, 0, -1).astype(np.uint8)


def tone(*channels: float) -> Colour:
    """One colour for all pictures, or a factor for each of its three channels."""
    return np.array(channels, np.float32)[:, None, None, None]
