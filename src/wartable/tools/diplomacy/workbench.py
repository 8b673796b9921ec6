"""What the sandbox asks beside judging: orders read line by line, and pictures of positions and orders."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wartable.board.errors import BoardError
from wartable.board.library import load_board
from wartable.board.png import to_png
from wartable.games.adjudication.orders import AnyOrder, Power, Unit, Waive
from wartable.games.diplomacy.adjudicate import judge
from wartable.games.diplomacy.pictured import picture_of
from wartable.games.diplomacy.specials import specials_of
from wartable.games.diplomacy.text.textform import ReadLine, read_order_lines
from wartable.games.order_drawing.draw import draw_orders
from wartable.games.order_drawing.picture import OrderPicture
from wartable.server.problems import Refused
from wartable.tools.diplomacy.adjudicator import Given, check_board, orders_of, situation_of
from wartable.tools.diplomacy.wire import OrderRead, PictureWish, ReadingWish

_WIDTH = 1600
"""Pixels across a picture that is no drawing."""
_SEVERAL = 2
"""So many sets of orders need a ruling."""


def read_lines(wish: ReadingWish) -> tuple[OrderRead, ...]:
    """Read orders one by one; raises `Refused` where the position cannot be read."""
    given = situation_of(wish)
    lines = [_whole(given, line) for line in read_order_lines(given.variant, wish.text, given.position, given.rulings)]
    letters = _Letters(given, lines)
    return tuple(_told(given, line, letters) for line in lines)


def _whole(given: Given, line: ReadLine) -> ReadLine:
    if line.order is None:
        return line
    return replace(line, order=specials_of(given.variant).completed(given.position, line.order))


class _Letters:
    """What all lines of a text say together: the sets of orders of each power, and what each unit is told to do."""

    def __init__(self, given: Given, lines: Sequence[ReadLine]) -> None:
        self._rulings = given.rulings
        self._last: dict[Power, int] = {}
        for line in lines:
            if line.order is not None:
                self._last[line.power] = max(line.batch, self._last.get(line.power, 0))
        self._sets: dict[Power, set[int]] = {}
        self._told: dict[tuple[Power, str], dict[AnyOrder, ReadLine]] = {}
        self._kinds = given.variant.map.kinds
        for line in lines:
            if line.order is not None and not self.is_replaced(line):
                self._sets.setdefault(line.power, set()).add(line.batch)
                if not isinstance(line.order, Waive):
                    orders = self._told.setdefault((line.power, self._subject(line.order.unit)), {})
                    orders.setdefault(line.order, line)

    def _subject(self, unit: Unit) -> str:
        """Return what tells a unit from all others: its province, and its kind where it stands beside others."""
        return f"{unit.kind} {unit.province}" if self._kinds[unit.kind].beside else unit.province

    def is_replaced(self, line: ReadLine) -> bool:
        """Whether a later set of the same power's orders counts in place of this line (DATC 4.D.1)."""
        is_last_wanted = self._rulings.order_sets not in {"combined", "none"}
        return is_last_wanted and bool(line.power) and line.batch < self._last.get(line.power, 0)

    def spoilt(self, line: ReadLine) -> str | None:
        """Say that no order of a power counts, where the rulings have it so of several sets (DATC 4.D.1)."""
        if self._rulings.order_sets != "none" or len(self._sets.get(line.power, ())) < _SEVERAL:
            return None
        return "Several sets of orders came in, so none of them counts (DATC 4.D.1)."

    def double(self, line: ReadLine) -> str | None:
        """Say that a unit is ordered two ways: which of them is meant, nobody but the writer knows."""
        if line.order is None or isinstance(line.order, Waive):
            return None
        for order, other in self._told[line.power, self._subject(line.order.unit)].items():
            if order != line.order:
                return f"The same unit is ordered otherwise in line {other.number}: {order}. Keep one of the two."
        return None


def _told(given: Given, line: ReadLine, letters: _Letters) -> OrderRead:
    """Say what a line is, among all those that no later set of orders replaces."""
    replaced = letters.is_replaced(line)
    double = None if replaced else letters.double(line)
    late = "A later set of orders replaces this one (DATC 4.D.1)." if replaced else None
    return OrderRead(
        line=line.number,
        text=line.text,
        power=line.power,
        order=None if line.order is None or double else str(line.order),
        fault=late or line.fault or letters.spoilt(line) or double or _fault(given, line),
        heading=line.heading,
        batch=line.batch,
        replaced=replaced,
    )


def _fault(given: Given, line: ReadLine) -> str | None:
    """Say why an order could never work; retreats and adjustments are told only when they are judged."""
    if line.order is None or given.position.phase.kind != "movement":
        return None
    why = specials_of(given.variant).fault(given.position, line.power, line.order, given.rulings)
    return why.sentence if why else None


def draw(wish: PictureWish) -> bytes:
    """Return a picture of a position and its orders, SVG or PNG; raises `Refused`."""
    given = situation_of(wish)
    check_board(given.variant)
    try:
        svg = draw_orders(load_board(given.variant.board), _picture(given, wish), portable=True)
        return svg.encode() if wish.kind == "svg" else to_png(svg, _WIDTH)
    except BoardError as error:
        raise Refused(400, "picture.none", str(error)) from error


def _picture(given: Given, wish: PictureWish) -> OrderPicture:
    orders: dict[Power, list[AnyOrder]] = orders_of(wish.orders, given)
    judged = judge(given.variant, given.position, orders, given.rulings).result.judged
    written = {(power, str(order)) for power, sent in orders.items() for order in sent}
    shown = [one for one in judged if wish.judged or (one.power, str(one.order)) in written]
    picture = picture_of(given.variant, given.position, shown)
    if wish.judged:
        return picture
    return replace(picture, orders=tuple(replace(mark, outcome="open") for mark in picture.orders))
