"""A judged step as a picture: the board with units, garrisons, who controls what, and what became of orders."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wartable.board.library import load_board
from wartable.engine.errors import BadData
from wartable.games.machiavelli import orders
from wartable.games.machiavelli.adjudicate.moments import Moment
from wartable.games.machiavelli.adjudicate.phase import Verdict
from wartable.games.machiavelli.adjudicate.report import figures
from wartable.games.machiavelli.maps import place_of
from wartable.games.machiavelli.play.events import OrdersRevealed
from wartable.games.machiavelli.results import Judged, Result
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import KIND_NAMES, Position, Power, Unit
from wartable.games.order_drawing.draw import draw_orders
from wartable.games.order_drawing.picture import (
    GLYPHS,
    Entry,
    OrderKind,
    OrderMark,
    OrderPicture,
    Outcome,
    UnitGlyph,
    UnitMark,
)

NOBODY_COLOUR = 48
"""The colour of garrisons of nobody, which no power has."""
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


def drawn(rules: Rules, verdict: Verdict) -> str:
    """Return a step as SVG: the position before it with its orders; raises `BadData` where there is no drawn board."""
    if not rules.board.picture:
        message = f"{rules.board.title} is not drawn; leave the picture out."
        raise BadData(message)
    told = (one for event in verdict.events if isinstance(event, OrdersRevealed) for one in event.judged)
    return draw_orders(load_board(rules.board.picture), picture_of(rules, verdict.before, tuple(told)), portable=True)


def picture_of(rules: Rules, moment: Moment, judged: tuple[Judged, ...] = ()) -> OrderPicture:
    """Return the picture of a moment: units, land by its controller, marks in words, each power's figures below."""
    position = moment.position
    colours = {power: number for number, power in enumerate(rules.scenario.powers, 1)}
    away = [one.unit for one in moment.dislodged]
    return OrderPicture(
        units=(
            *(_unit(rules, unit, colours) for unit in position.units),
            *(_unit(rules, unit, colours, dislodged=True) for unit in away),
        ),
        owners={place: colours[power] for place, power in position.provinces.items()},
        centres={place: colours[power] for place, power in position.cities.items()},
        orders=tuple(mark for one in judged if (mark := _order(one, colours)) is not None),
        caption="; ".join(_caption(rules, moment)),
        legend=tuple(_entry(rules, position, power, colour) for power, colour in colours.items()),
        glyphs=_GLYPHS,
    )


def _unit(rules: Rules, unit: Unit, colours: Mapping[Power, int], *, dislodged: bool = False) -> UnitMark:
    coasts = {coast.id for coast in load_board(rules.board.picture).space(unit.place).coasts}
    coast = next((one for one in coasts if one.lower() == unit.coast), "")
    at = f"{unit.place}/{coast}" if coast else unit.place
    return UnitMark(KIND_NAMES[unit.kind], at, colours.get(unit.owner, NOBODY_COLOUR), dislodged)


def _caption(rules: Rules, moment: Moment) -> Iterator[str]:
    """Yield when it is and what is decided, then what marks stand where."""
    position = moment.position
    yield f"{position.season.capitalize()} {position.year}: {moment.step}"
    marks = {
        "sieges": [siege.place for siege in position.sieges],
        "rebels": [one.place for one in position.rebellions],
        "famine": position.famine,
        "storms": position.storms,
        "plague": position.extra.plague,
    }
    for name, places in marks.items():
        if places:
            yield f"{name}: {', '.join(map(rules.place, dict.fromkeys(places)))}"


def _entry(rules: Rules, position: Position, power: Power, colour: int) -> Entry:
    ducats, cities, _, units = figures(position, power)
    money = f", {ducats} ducats" if rules.options.money else ""
    return Entry(colour, f"{rules.power(power)}: {cities} cities, {units} units{money}")


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
