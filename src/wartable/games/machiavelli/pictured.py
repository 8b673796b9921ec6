"""A position of Machiavelli as marks on the board: units, garrisons, who controls what, and what became of orders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wartable.board.library import load_board
from wartable.games.machiavelli import orders
from wartable.games.machiavelli.maps import place_of
from wartable.games.machiavelli.results import Judged, Result
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import KIND_NAMES, Position, Power, Unit
from wartable.games.order_drawing.picture import (
    GLYPHS,
    OrderKind,
    OrderMark,
    OrderPicture,
    Outcome,
    UnitGlyph,
    UnitMark,
)

_TOWER = "M-22 3H-18.5V6H-16.5V3H-12.5V6H-10.5V3H-7V10H-8.5V18H-20.5V10H-22z"
"""A garrison stands aside of its place, where an army may stand."""
_GLYPHS: Mapping[str, UnitGlyph] = {**GLYPHS, "garrison": UnitGlyph("", _TOWER, hull=_TOWER)}
_OUTCOMES: Mapping[Result, Outcome] = {
    "bounces": "bounced",
    "no_path": "failed",
    "disrupted": "failed",
    "unmatched": "failed",
    "broken": "failed",
    "void": "failed",
    "cut": "cut",
}


def picture_of(
    rules: Rules,
    position: Position,
    colours: Mapping[Power, int],
    *,
    dislodged: Iterable[Unit] = (),
    judged: Iterable[Judged] = (),
) -> OrderPicture:
    """Return units, land by its controller and orders, powers in player colours (1 to 48); money is not shown."""
    return OrderPicture(
        units=(
            *(_unit(rules, unit, colours) for unit in position.units),
            *(_unit(rules, unit, colours, dislodged=True) for unit in dislodged),
        ),
        owners={place: colours[power] for place, power in position.provinces.items()},
        centres={place: colours[power] for place, power in position.cities.items()},
        orders=tuple(mark for one in judged if (mark := _order(one, colours)) is not None),
        glyphs=_GLYPHS,
    )


def _unit(rules: Rules, unit: Unit, colours: Mapping[Power, int], *, dislodged: bool = False) -> UnitMark:
    coasts = {coast.id for coast in load_board(rules.board.picture).space(unit.place).coasts}
    coast = next((one for one in coasts if one.lower() == unit.coast), "")
    at = f"{unit.place}/{coast}" if coast else unit.place
    return UnitMark(KIND_NAMES[unit.kind], at, colours.get(unit.owner, 0), dislodged)


def _order(one: Judged, colours: Mapping[Power, int]) -> OrderMark | None:
    """Return how an order is drawn; illegal ones have no line."""
    order, owner = one.order, colours.get(one.power)
    if one.result == "illegal":
        return None
    outcome, at = _OUTCOMES.get(one.result, "done"), order.unit.place
    match order:
        case orders.Advance():
            return OrderMark("move", at, place_of(order.to), "", order.path, owner, outcome)
        case orders.Support():
            return OrderMark("support", at, place_of(order.to), order.of.place, (), owner, outcome)
        case orders.Transport():
            return OrderMark("convoy", at, place_of(order.to), order.of.place, (), owner, outcome)
        case orders.SupportPower():
            return OrderMark("support", at, "", order.place, (), owner, outcome)
        case _:
            return OrderMark(_standing(order), at, owner=owner, outcome=outcome)


def _standing(order: orders.CampaignOrder) -> OrderKind:
    if isinstance(order, orders.Convert):
        return "convert"
    return "remove" if isinstance(order, orders.Disband) else "hold"
