"""Drawn faces with attributes.

A face is painted from the back to the front: background, hair behind, neck, head,
cheeks, eyes, brows, nose, mouth, hair in front, light. Source: ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from metamer.paradigms.categories.domains.canvas import Canvas, Chance, tone

if TYPE_CHECKING:
    from jaxtyping import UInt8

    from metamer.paradigms.categories.domains.canvas import Colour, Mask, Number

ATTRIBUTES = (
    "mouth_open",
    "male",
    "lipstick",
    "high_cheekbones",
    "blond",
    "arched_eyebrows",
)
"""What differs between faces. Source: dasgupta2022, Sec. 6 and App. D.2."""

BLOCK = 32
"""Faces painted at once: the masks of this number stay in the processor's cache."""

SKIN = ((250, 214, 186), (234, 184, 146), (198, 142, 104), (142, 94, 66))
BLOND = ((244, 218, 128), (232, 198, 98), (250, 232, 164))
DARK_HAIR = ((28, 22, 22), (74, 46, 30), (112, 60, 36), (60, 52, 54))
LIPSTICK = ((200, 14, 42), (172, 10, 84), (214, 34, 30))
IRIS = ((58, 92, 140), (70, 50, 30), (70, 110, 70))
CLOTHES = (128, 128, 128)
WHITE = tone(0.96, 0.96, 0.96)
MOUTH = tone(0.22, 0.05, 0.06)
BARE_LIPS = tone(0.92, 0.80, 0.78)
HOLLOW_CHEEK = tone(0.66, 0.52, 0.48)


@dataclass(frozen=True)
class Painting:
    """A block of faces while they are painted."""

    has: dict[str, Number]
    """For each attribute, 1 for a face that has it and 0 for one that does not."""
    chance: Chance
    canvas: Canvas
    skin: Colour
    hair: Colour
    width: Number
    """Half the width of the head."""
    narrowing: Number
    """How much narrower the head is at the chin; small for a square jaw."""

    @classmethod
    def begin(
        cls, attributes: UInt8[np.ndarray, "face 6"], size: int, chance: Chance
    ) -> Painting:
        """Faces with only the background painted.

        All random draws are made for every face whatever its attributes, which then only
        choose between them: a face's other features do not depend on its attributes.
        """
        columns = attributes.T.astype(np.float32)[:, :, None, None]
        has = dict(zip(ATTRIBUTES, columns, strict=True))
        dark, blond = chance.near(*DARK_HAIR), chance.near(*BLOND)
        return cls(
            has=has,
            chance=chance,
            canvas=Canvas.blank(size, chance),
            skin=chance.near(*SKIN),
            hair=np.where(has["blond"] > 0, blond, dark),
            width=chance.around(0.72, 0.03) + 0.05 * has["male"],
            narrowing=chance.around(0.42, 0.05) - 0.24 * has["male"],
        )

    def head(self, margin: float = 0.0) -> Mask:
        """The mask of the head: an ellipse that narrows to the jaw."""
        below = np.clip(self.canvas.down, 0, 1.2)
        width = (self.width + margin) * (1 - self.narrowing * below**2)
        radius = np.hypot(self.canvas.across / width, self.canvas.down / (1 + margin))
        return self.canvas.soft((1 - radius) * self.width)


def draw(
    attributes: UInt8[np.ndarray, "face 6"], size: int, generator: np.random.Generator
) -> UInt8[np.ndarray, "face row col 3"]:
    """One face for each row of attributes; everything else about it is random."""
    pictures = np.empty((len(attributes), size, size, 3), np.uint8)
    for start in range(0, len(attributes), BLOCK):
        block = attributes[start : start + BLOCK]
        faces = Painting.begin(block, size, Chance(len(block), generator))
        for paint in PARTS:
            paint(faces)
        pictures[start : start + BLOCK] = faces.canvas.render(faces.chance)
    return pictures


def _paint_hair_behind(faces: Painting) -> None:
    """Hair around the head: to the ears if male, to the shoulders if not."""
    canvas, chance, long = faces.canvas, faces.chance, 1 - faces.has["male"]
    width = faces.width + chance.around(0.2, 0.04)
    cap = canvas.ellipse(0.0, -0.15, width, 1.1) * canvas.soft(
        2 * long - 0.1 - canvas.down
    )
    curtain = canvas.soft(width - abs(canvas.across)) * canvas.soft(canvas.down + 0.15)
    curtain = curtain * canvas.soft(chance.around(1.15, 0.15) - canvas.down)
    canvas.paint(np.maximum(cap, long * curtain), faces.hair)


def _paint_neck(faces: Painting) -> None:
    """A neck and clothes, broader if male."""
    canvas, male = faces.canvas, faces.has["male"]
    neck = canvas.soft(0.36 + 0.1 * male - abs(canvas.across))
    canvas.paint(neck * canvas.soft(canvas.down), faces.skin * 0.82)
    clothes = canvas.ellipse(0.0, 1.95, 1.3 + 0.2 * male, 0.75)
    canvas.paint(clothes, faces.chance.near(CLOTHES, spread=0.4))


def _paint_head(faces: Painting) -> None:
    """The head, with the shadow of a beard if male."""
    head, canvas = faces.head(), faces.canvas
    canvas.paint(head, faces.skin)
    shadow = head * np.clip((canvas.down - 0.3) * 3, 0, 1)
    strength = faces.has["male"] * faces.chance.around(0.3, 0.1)
    canvas.paint(strength * shadow, faces.skin * 0.45)


def _paint_cheeks(faces: Painting) -> None:
    """Light on high cheekbones, and a hollow below them."""
    canvas, high, head = faces.canvas, faces.has["high_cheekbones"], faces.head()
    for side in (-1, 1):
        outward = canvas.across * side
        bone = canvas.ellipse(side * 0.46, 0.16, 0.2, 0.11)
        canvas.paint(high * 0.6 * bone, np.minimum(faces.skin * 1.2 + 0.08, 1))
        hollow = canvas.soft(0.1 - abs(canvas.down - 0.745 + 0.5 * outward))
        hollow = hollow * canvas.soft(outward - 0.3) * head
        canvas.paint(high * 0.5 * hollow, faces.skin * HOLLOW_CHEEK)


def _paint_eyes(faces: Painting) -> None:
    """Eyes with a random gaze, below brows that are straight or arched."""
    canvas, chance = faces.canvas, faces.chance
    apart, height = chance.around(0.33, 0.02), chance.around(-0.12, 0.03)
    gaze, opened = chance.around(0.0, 0.04), chance.around(0.1, 0.015)
    iris = chance.near(*IRIS)
    thick = chance.around(0.07, 0.01) + 0.02 * faces.has["male"]
    for side in (-1, 1):
        white = canvas.ellipse(side * apart, height, 0.17, opened)
        canvas.paint(white, WHITE)
        canvas.paint(
            white * canvas.ellipse(side * apart + gaze, height, 0.085, 0.085), iris
        )
        # From -1 at the inner end of the brow to 1 at the outer; an arched brow is a
        # parabola with its top slightly outside the middle.
        along = (canvas.across * side - apart) / 0.24
        arch = faces.has["arched_eyebrows"] * (0.14 - 0.2 * (along - 0.15) ** 2)
        depth = thick - abs(canvas.down - height + 0.24 + arch - 0.03 * along)
        brow = canvas.soft(depth) * canvas.soft(0.24 * (1 - abs(along)))
        canvas.paint(brow, faces.hair * 0.45)


def _paint_nose(faces: Painting) -> None:
    """The shadow of the nose's ridge, and its tip."""
    canvas, chance = faces.canvas, faces.chance
    tip, width = chance.around(0.28, 0.03), chance.around(0.14, 0.025)
    side = np.sign(chance.around(0.0, 1.0))
    ridge = canvas.soft(0.03 - abs(canvas.across * side - 0.1 - 0.1 * canvas.down))
    ridge = ridge * canvas.soft(canvas.down + 0.05) * canvas.soft(tip - canvas.down)
    canvas.paint(0.35 * ridge, faces.skin * 0.7)
    canvas.paint(0.6 * canvas.ellipse(0.0, tip, width, 0.06), faces.skin * 0.68)


def _paint_mouth(faces: Painting) -> None:
    """Lips, red or bare, closed to a line or open below teeth."""
    canvas, chance, opened = faces.canvas, faces.chance, faces.has["mouth_open"]
    height, width = chance.around(0.6, 0.025), chance.around(0.28, 0.03)
    gap = opened * chance.around(0.12, 0.02)
    red, bare = chance.near(*LIPSTICK), faces.skin * BARE_LIPS
    lips = np.where(faces.has["lipstick"] > 0, red, bare)
    canvas.paint(canvas.ellipse(0.0, height, width, 0.11 + gap), lips)
    canvas.paint(canvas.ellipse(0.0, height, width - 0.06, 0.022 + gap), MOUTH)
    teeth = canvas.ellipse(0.0, height - 0.07, width - 0.1, 0.05)
    canvas.paint(opened * teeth, WHITE)


def _paint_hair_in_front(faces: Painting) -> None:
    """Hair over the forehead, with a parting."""
    canvas, chance = faces.canvas, faces.chance
    parting, line = chance.around(0.0, 0.35), chance.around(-0.66, 0.04)
    hairline = line + 0.25 * abs(canvas.across - parting) - 0.1 * faces.has["male"]
    over = faces.head(margin=0.08) * canvas.soft(hairline - canvas.down)
    canvas.paint(over, faces.hair * chance.around(0.97, 0.05))


PARTS = (
    _paint_hair_behind,
    _paint_neck,
    _paint_head,
    _paint_cheeks,
    _paint_eyes,
    _paint_nose,
    _paint_mouth,
    _paint_hair_in_front,
)
"""The parts of a face, from the back to the front."""
