"""What the sandbox asks beside judging: orders read line by line, and pictures of positions and orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from wartable.board.draworders import draw_orders
from wartable.board.errors import BoardError
from wartable.board.library import load_board
from wartable.board.orderpicture import OrderPicture
from wartable.board.png import to_png
from wartable.games.diplomacy.adjudicate import judge
from wartable.games.diplomacy.movement.legality import check
from wartable.games.diplomacy.orders import AnyOrder, Power, Waive
from wartable.games.diplomacy.pictured import picture_of
from wartable.games.diplomacy.text.textform import ReadLine, read_order_lines
from wartable.server.adjudicator import Given, check_board, orders_of, situation_of
from wartable.server.problems import Refused
from wartable.server.wire_workbench import OrderRead, PictureWish, ReadingWish

_WIDTH = 1600
"""Pixels across a picture that is no drawing."""
_SEVERAL = 2
"""So many sets of orders need a ruling."""


def read_lines(wish: ReadingWish) -> tuple[OrderRead, ...]:
    """Read orders one by one; raises `Refused` where the position cannot be read."""
    given = situation_of(wish)
    return tuple(_read(given, wish.text))


def _read(given: Given, text: str) -> Iterator[OrderRead]:
    lines = list(read_order_lines(given.variant, text, given.position, given.rulings))
    replaced = [line for line in lines if _is_replaced(given, line, lines)]
    counting = [line for line in lines if line not in replaced]
    for line in lines:
        yield _told(given, line, counting)


def _told(given: Given, line: ReadLine, counting: Sequence[ReadLine]) -> OrderRead:
    """Say what a line is, among all those that no later set of orders replaces."""
    replaced = line not in counting
    double = None if replaced else _double(line, counting)
    late = "A later set of orders replaces this one (DATC 4.D.1)." if replaced else None
    return OrderRead(
        line=line.number,
        text=line.text,
        power=line.power,
        order=None if line.order is None or double else str(line.order),
        fault=late or line.fault or _spoilt(given, line, counting) or double or _fault(given, line),
        heading=line.heading,
        batch=line.batch,
        replaced=replaced,
    )


def _sets(line: ReadLine, lines: Sequence[ReadLine]) -> set[int]:
    """Return which sets of orders the power of a line sent."""
    return {other.batch for other in lines if other.power == line.power and other.order is not None}


def _is_replaced(given: Given, line: ReadLine, lines: Sequence[ReadLine]) -> bool:
    """Whether a later set of the same power's orders counts in place of this one (DATC 4.D.1)."""
    is_last_wanted = given.rulings.order_sets not in {"combined", "none"}
    return is_last_wanted and bool(line.power) and line.batch < max(_sets(line, lines), default=0)


def _spoilt(given: Given, line: ReadLine, lines: Sequence[ReadLine]) -> str | None:
    """Say that no order of a power counts, where the rulings have it so of several sets (DATC 4.D.1)."""
    if given.rulings.order_sets != "none" or len(_sets(line, lines)) < _SEVERAL:
        return None
    return "Several sets of orders came in, so none of them counts (DATC 4.D.1)."


def _double(line: ReadLine, lines: Sequence[ReadLine]) -> str | None:
    """Say that a unit is ordered two ways: which of them is meant, nobody but the writer knows."""
    if line.order is None or isinstance(line.order, Waive):
        return None
    rivals = (other for other in lines if other.power == line.power and other.order not in {None, line.order})
    for other in rivals:
        if not isinstance(other.order, Waive | None) and other.order.unit.province == line.order.unit.province:
            return f"The same unit is ordered otherwise in line {other.number}: {other.order}. Keep one of the two."
    return None


def _fault(given: Given, line: ReadLine) -> str | None:
    """Say why an order could never work; retreats and adjustments are told only when they are judged."""
    if line.order is None or given.position.phase.kind != "movement":
        return None
    why = check(given.variant, given.position, line.power, line.order, given.rulings)
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
