"""The sheet a table is drawn on: 1/1000 inch with y to the north become pixels with y downwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import shapely

from wartable.games.ring_of_power.drawing.palette import colour

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wartable.board.palette import Theme
    from wartable.games.ring_of_power.scenario import Point, Table

Pixel = tuple[float, float]
Shape = Any
"""A shapely geometry in pixels."""
_INCH = 1000
_USUAL, _LARGEST = 14.0, 1.6
"""Pixels per inch at which marks have their plain size, and the most by which they grow."""


class Canvas(msgspec.Struct, frozen=True):
    """A sheet of so many pixels for a table; `inch` is how many pixels an inch has."""

    width: float
    height: float
    inch: float
    theme: Theme

    @classmethod
    def of(cls, table: Table, width: int, theme: Theme) -> Canvas:
        """Return the sheet for a table that is `width` pixels wide."""
        return cls(float(width), round(width * table.height / table.width, 2), width * _INCH / table.width, theme)

    @property
    def unit(self) -> float:
        """How large marks and letters are: on a small table, drawn large, they are larger too."""
        return max(1.0, min(_LARGEST, float((self.inch / _USUAL) ** 0.6)))

    def px(self, mil: float) -> float:
        """Return a length of 1/1000 inch in pixels."""
        return mil * self.inch / _INCH

    def at(self, point: Point) -> Pixel:
        """Return where a point of the table is on the sheet."""
        return self.px(point[0]), self.height - self.px(point[1])

    def polygon(self, points: Sequence[Point]) -> Shape:
        """Return a polygon of the table on the sheet."""
        return shapely.Polygon([self.at(point) for point in points])

    def line(self, points: Sequence[Point]) -> Shape:
        """Return a line of the table on the sheet."""
        return shapely.LineString([self.at(point) for point in points])

    def disc(self, circle: tuple[int, int, int]) -> Shape:
        """Return a disc of the table on the sheet."""
        return shapely.Point(self.at(circle[:2])).buffer(self.px(circle[2]))

    def colour(self, name: str) -> str:
        """Return a colour of this sheet's theme as a CSS variable."""
        return colour(name, self.theme)

    @property
    def box(self) -> Shape:
        """The whole sheet."""
        return shapely.box(0, 0, self.width, self.height)


def path(points: Iterable[Pixel], *, closed: bool = False) -> str:
    """Return the path through points, to a tenth of a pixel."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("z" if closed else "")


def outline(shape: Shape) -> str:
    """Return the path of a geometry of polygons or lines."""
    if hasattr(shape, "geoms"):
        return "".join(outline(part) for part in shape.geoms)
    if shape.geom_type == "Polygon":
        rings = [shape.exterior, *shape.interiors] if not shape.is_empty else []
        return "".join(path(list(ring.coords)[:-1], closed=True) for ring in rings)
    return path(shape.coords) if shape.geom_type == "LineString" and not shape.is_empty else ""
