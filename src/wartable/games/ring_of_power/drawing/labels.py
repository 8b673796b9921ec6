"""Names on a table as they are written: their letters, the boxes that they take, and their SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from typing import Literal

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from wartable.board.lettering import text_width
from wartable.games.ring_of_power.drawing.canvas import Canvas, Pixel, Shape

Style = Literal["place", "minor", "region", "tract", "water"]
SIZES: dict[Style, float] = {"place": 15.0, "minor": 12.0, "region": 22.0, "tract": 12.5, "water": 12.0}
SPACING: dict[Style, float] = {"place": 0.0, "minor": 0.0, "region": 0.24, "tract": 0.02, "water": 0.06}
"""Space between letters in parts of their size."""
_FALLING = frozenset("gjpqyçQJ,;()")
"""Letters that go below the line."""
RISE, DESCENT, BASE = 0.44, 0.58, 0.36
"""How far letters go above and below the middle of their line, and capitals below it, in parts of their size."""


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """A name on the sheet: the middle of its line, its size, its turn in degrees, and the box that it takes.

    `others` are middles and turns of other spots where a region's or a river's name might be, the better ones first.
    """

    id: str
    text: str
    style: Style
    at: Pixel
    size: float
    turn: float = 0.0
    others: tuple[tuple[Pixel, float], ...] = ()

    @property
    def box(self) -> Shape:
        """The box that its letters take."""
        return boxes_of([self])[0]


def boxes_of(labels: Sequence[Label]) -> NDArray[np.object_]:
    """Return the boxes that the letters of names take, turned as the names are."""
    middles = np.array([label.at for label in labels]).reshape(-1, 2)
    halves = np.array([width_of(label.text, label.style, label.size) / 2 + 1 for label in labels])
    up, down = np.array([(label.size * RISE, label.size * _low(label.text)) for label in labels]).reshape(-1, 2).T
    corners = np.array([(-halves, -up), (halves, -up), (halves, down), (-halves, down)]).transpose(2, 0, 1)
    turns = np.radians([label.turn for label in labels])[:, None]
    across, along = corners[..., 0], corners[..., 1]
    turned = (across * np.cos(turns) - along * np.sin(turns), across * np.sin(turns) + along * np.cos(turns))
    return np.asarray(shapely.polygons(np.stack(turned, axis=-1) + middles[:, None]), dtype=object)


@lru_cache(maxsize=1024)
def _low(text: str) -> float:
    return DESCENT if _FALLING.intersection(text) else BASE


def width_of(text: str, style: Style, size: float) -> float:
    """Return how wide a name is."""
    return size * _measured(text, SPACING[style])


@lru_cache(maxsize=1024)
def _measured(text: str, spacing: float) -> float:
    return text_width(text, 1.0, spacing)


def labels_style(canvas: Canvas) -> str:
    """Return the rules by which names are written."""
    paint = canvas.colour
    font = "Alegreya,Georgia,serif"
    return f"""
.name{{font-family:{font};font-weight:600;font-feature-settings:"lnum";text-anchor:middle;fill:{paint("ink")};
stroke:{paint("disc")};stroke-width:3.4;stroke-linejoin:round;paint-order:stroke;pointer-events:none}}
.name.minor{{stroke-width:2.8}}
.name.region{{letter-spacing:{SPACING["region"]}em;fill-opacity:.82;stroke-width:4;stroke-opacity:.7}}
.name.tract{{letter-spacing:{SPACING["tract"]}em}}
.name.water{{fill:{paint("sea-label")};letter-spacing:{SPACING["water"]}em}}
"""


def labels_svg(labels: Iterable[Label], wet: Iterable[str]) -> Iterator[str]:
    """Yield names; those of waters lean, as seas do on every map.

    Each is as long as its box says in whatever letters it is written: a picture on a page has not ours.
    """
    waters = {f"terrain-{name}" for name in wet}
    for label in labels:
        x, y = label.at
        place = f"translate({x:.1f} {y:.1f})" + (f"rotate({label.turn:.1f})" if label.turn else "")
        water = label.id in waters
        style = "minor" if label.style == "water" and not water else label.style
        kind = f"{style} water" if water and style != "water" else style
        lean = "skewX(-12)" if water else ""
        yield (
            f'<text id="name-{label.id}" class="name {kind}" font-size="{label.size:.1f}" '
            f'textLength="{width_of(label.text, label.style, label.size):.1f}" lengthAdjust="spacingAndGlyphs" '
            f'transform="{place}{lean}" y="{label.size * 0.32:.1f}">{escape(label.text)}</text>'
        )
