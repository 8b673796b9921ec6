"""Orders as lines on a map: moves, supports, convoys, holds, and how each of them ended, as SVG text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from wartable.board.palette import PLAYERS
from wartable.games.order_drawing.curves import Course, arcs, bar, bowed, head, polygon, scalloped, straight, through
from wartable.games.order_drawing.units import GLYPH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wartable.board.topology import Point
    from wartable.games.order_drawing.picture import OrderMark

_BOW = 0.12
_WIDTH, _HEAD, _HALF = 5.2, 13.0, 7.0
_SUPPORT = 3.4
_DASH, _BROKEN = (7.0, 4.5), (4.0, 9.0)
_CASE = 1.7
"""Screen pixels: arrow width, length and half width of its head, width and dashes of supports, casing on each side."""


class _Stroke(msgspec.Struct, frozen=True):
    """A line to draw in a colour; heads are filled as well."""

    path: str
    width: float
    dash: str = ""
    filled: bool = False


class OrderLines:
    """Draws orders; `points` says where a place is, `standing` which places hold a unit before the orders."""

    def __init__(self, points: Callable[[str], Point], standing: frozenset[str], unit: float) -> None:
        self._point = points
        self._standing = standing
        self._unit = unit
        self._courses: dict[tuple[str, str], Course] = {}

    def svg(self, orders: tuple[OrderMark, ...]) -> Iterator[str]:
        """Yield every order; moves come first, because supports end on them."""
        moves = [order for order in orders if order.kind in {"move", "retreat"}]
        for order in moves:
            self._courses[order.unit, _province(order.to)] = self._course(order)
        rank = {"hold": 0, "convoy": 1, "move": 2, "retreat": 2}
        for order in sorted(orders, key=lambda one: (rank.get(one.kind, 3), one.outcome == "done")):
            strokes = tuple(self._strokes(order))
            yield self._group(order, strokes) if strokes else ""

    def _group(self, order: OrderMark, strokes: tuple[_Stroke, ...]) -> str:
        colour = PLAYERS[order.owner - 1].fill if order.owner else ""
        failed = order.outcome not in {"open", "done"}
        places = "-".join(part for part in (order.unit, order.of, order.to) if part).replace("/", "_")
        layers = [
            "".join(self._case(stroke) for stroke in strokes),
            "".join(self._line(stroke, "var", stroke.width) for stroke in strokes),
            "".join(self._line(stroke, colour, stroke.width - 2.6) for stroke in strokes) if colour else "",
        ]
        kind = f"order {order.kind} {order.outcome}{' lost' if failed else ''}"
        return f'<g id="order-{order.kind}-{places}" class="{kind}">{"".join(layers)}{self._verdict(order)}</g>'

    def _case(self, stroke: _Stroke) -> str:
        width = (stroke.width + 2 * _CASE) * self._unit
        return f'<path class="case" d="{stroke.path}" stroke-width="{width:.1f}"/>'

    def _line(self, stroke: _Stroke, colour: str, width: float) -> str:
        """Draw the ink line, or with a colour the core inside it."""
        kind = "ink" if colour == "var" else "core"
        paint = "" if colour == "var" else f' style="stroke:{colour}{";fill:" + colour if stroke.filled else ""}"'
        dash = f' stroke-dasharray="{stroke.dash}"' if stroke.dash else ""
        solid = " solid" if stroke.filled else ""
        thick = f"{max(width, 0.8) * self._unit:.1f}"
        return f'<path class="{kind}{solid}" d="{stroke.path}" stroke-width="{thick}"{dash}{paint}/>'

    def _strokes(self, order: OrderMark) -> Iterator[_Stroke]:
        at, u = self._point(order.unit), self._unit
        if order.kind in {"move", "retreat"}:
            yield from self._arrow(order)
        elif order.kind == "support":
            yield from self._support(order)
        elif order.kind == "hold":
            yield _Stroke(polygon(at, 8, (GLYPH + 6.5) * u), 2.6)
        elif order.kind == "convoy":
            yield _Stroke(polygon(at, 6, (GLYPH + 8.5) * u), 2.8, f"{5 * u:.1f} {3 * u:.1f}")
        elif order.kind in {"build", "convert"}:
            dash = f"{9 * u:.1f} {4 * u:.1f}" if order.kind == "convert" else ""
            yield _Stroke(polygon(at, 36, (GLYPH + 6.0) * u), 3.0, dash)
        else:
            reach = (GLYPH + 3) * u
            x, y = at
            for slope in (1, -1):
                ends = (x - reach, y - slope * reach), (x + reach, y + slope * reach)
                yield _Stroke(straight(*ends).path(), 3.6)

    def _course(self, order: OrderMark) -> Course:
        """Return the way of a move, from outside its unit to its target, short of a unit that stands there."""
        start, end = self._point(order.unit), self._point(order.to)
        whole = through((start, *map(self._point, order.via), end)) if order.via else bowed(start, end, _BOW)
        gap = (GLYPH + 3.5) * self._unit
        taken = _province(order.to) in self._standing
        stop = whole.length - (gap if taken else 3 * self._unit)
        if order.outcome == "bounced":
            stop -= 9 * self._unit
        return whole.part(min(gap, whole.length / 3), max(stop, whole.length / 2))

    def _arrow(self, order: OrderMark) -> Iterator[_Stroke]:
        course, u = self._courses[order.unit, _province(order.to)], self._unit
        length, direction = course.length, course.direction(course.length - 2)
        shaft = course.part(0, length - 0.8 * _HEAD * u)
        path = scalloped(shaft, 10 * u) if order.via else shaft.path()
        width = _SUPPORT + 0.6 if order.via or order.kind == "retreat" else _WIDTH
        dash = f"{2.5 * u:.1f} {6 * u:.1f}" if order.kind == "retreat" else ""
        yield _Stroke(path, width, dash)
        yield _Stroke(head(course.points[-1], direction, _HEAD * u, _HALF * u), 1.4, filled=True)

    def _support(self, order: OrderMark) -> Iterator[_Stroke]:
        """Yield a dashed line that ends in a ring: on the arrow it helps, or round the unit that is to stay."""
        (target, ring), u = self._helped(order), self._unit
        line = straight(self._point(order.unit), target)
        gap = (GLYPH + 3) * u
        shown = line.part(min(gap, line.length / 3), line.length - (ring + 1.2) * u)
        dash = _BROKEN if order.outcome == "cut" else _DASH
        yield _Stroke(shown.path(), _SUPPORT, f"{dash[0] * u:.1f} {dash[1] * u:.1f}")
        yield _Stroke(polygon(target, 24, ring * u), 2.8)

    def _helped(self, order: OrderMark) -> tuple[Point, float]:
        """Return where a support ends and the radius of its ring there, in screen pixels."""
        if not order.to:
            return self._point(order.of), GLYPH + 4.5
        course = self._courses.get((order.of, _province(order.to)))
        if course is not None:
            return course.at(course.length * 0.45), 5.2
        return bowed(self._point(order.of), self._point(order.to), _BOW).at(24 * self._unit), 5.2

    def _verdict(self, order: OrderMark) -> str:
        """Return what shows failure: arcs where a move bounced, a bar across what failed, a nick in a lost support."""
        u = self._unit
        if order.kind in {"move", "retreat"} and order.outcome in {"bounced", "failed"}:
            course = self._courses[order.unit, _province(order.to)]
            tip, direction = course.points[-1], course.direction(course.length - 2)
            if order.outcome == "bounced":
                return self._red(arcs(tip, direction, u))
            return self._red(bar(course.at(course.length / 2), direction, 9 * u))
        if order.kind == "support" and order.outcome in {"cut", "failed"}:
            line = straight(self._point(order.unit), self._helped(order)[0])
            return self._red(bar(line.at((GLYPH + 9) * u), line.direction(line.length / 2), 7 * u))
        return ""

    def _red(self, path: str) -> str:
        u = self._unit
        return (
            f'<path class="case" d="{path}" stroke-width="{6.2 * u:.1f}"/>'
            f'<path class="red" d="{path}" stroke-width="{2.9 * u:.1f}"/>'
        )


def _province(place: str) -> str:
    return place.partition("/")[0]


def order_style(var: Callable[[str], str]) -> str:
    """Return the rules for orders."""
    return f""".order path{{fill:none;stroke-linejoin:round}}
.order .case{{stroke:{var("disc")};stroke-linecap:round}}
.order .ink{{stroke:{var("ink")}}}
.order .ink.solid{{fill:{var("ink")}}}
.order .red{{stroke:{var("red")};stroke-linecap:round}}
.order.lost>.ink,.order.lost>.core{{stroke-opacity:.55}}
"""
