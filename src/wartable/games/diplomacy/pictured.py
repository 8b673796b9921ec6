"""A position, or a judged phase, as the picture a board draws: units, owned centres, orders and how they ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from wartable.games.adjudication.orders import (
    AnyOrder,
    Build,
    Call,
    Convert,
    Convoy,
    Disband,
    Hold,
    Move,
    Power,
    Province,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    Waive,
)
from wartable.games.adjudication.results import Judged, Result
from wartable.games.adjudication.words import power_words
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.variant import Variant
from wartable.games.order_drawing.picture import GLYPHS, Entry, OrderMark, OrderPicture, Outcome, UnitGlyph, UnitMark

_NAMES = {"A": "army", "F": "fleet"}
"""How the usual kinds are called in a drawing."""
_OUTCOMES: Mapping[Result, Outcome] = {
    "bounces": "bounced",
    "no_path": "failed",
    "cut": "cut",
    "unmatched": "failed",
    "disrupted": "failed",
    "attacked": "failed",
    "illegal": "failed",
    "destroyed": "failed",
    "rejected": "failed",
    "struck": "failed",
    "driven_off": "failed",
    "eliminated": "failed",
}
"""How results are drawn; the others went as ordered."""


def picture_of(
    variant: Variant,
    position: Position,
    judged: Iterable[Judged] = (),
    held: Mapping[Province, Power] = MappingProxyType({}),
) -> OrderPicture:
    """Return the picture of a position, with what became of the orders given in it or that led to it.

    `held` says who was last in each province, which tints the land beyond the owned centres.
    """
    colours = _colours(variant, position)
    results = list(judged)
    return OrderPicture(
        units=tuple(
            UnitMark(_NAMES.get(unit.kind, unit.kind), unit.at, colours.get(power, 1), gone)
            for (power, unit), gone in _units(position, results).items()
        ),
        owners={province: colours[power] for province, power in (*position.owners.items(), *held.items())},
        centres={province: colours[power] for province, power in position.owners.items()},
        orders=tuple(mark for one in results if (mark := _order_mark(one, colours, results)) is not None),
        glyphs=_glyphs(variant),
        caption=variant.calendar.phase(position.phase),
        legend=tuple(_entry(variant, position, power, colour) for power, colour in colours.items()),
    )


def _glyphs(variant: Variant) -> Mapping[str, UnitGlyph]:
    """Return how kinds are drawn: those beside armies and fleets as a shield with their letter."""
    others = (kind for kind in variant.map.kinds if kind not in _NAMES)
    return {**GLYPHS, **{kind: UnitGlyph(kind, GLYPHS["army"].shape) for kind in others}}


def _units(position: Position, results: Iterable[Judged]) -> dict[tuple[Power, Unit], bool]:
    """Return every unit to draw, those just built among them, and whether it was dislodged."""
    units = {(power, unit): False for power, units in position.units.items() for unit in units}
    for one in results:
        if isinstance(one.order, Build) and one.result == "built":
            units[one.power, one.order.unit] = False
        elif one.dislodged and not isinstance(one.order, Waive) and (one.power, one.order.unit) in units:
            units[one.power, one.order.unit] = True
    return units | {(one.power, one.unit): True for one in position.dislodged}


def _colours(variant: Variant, position: Position) -> dict[Power, int]:
    others = dict.fromkeys((*position.units, *position.owners.values()))
    return {**variant.colours, **{power: 1 for power in others if power not in variant.powers}}


def _entry(variant: Variant, position: Position, power: Power, colour: int) -> Entry:
    return Entry(colour, f"{power_words(variant.map, power)} {len(position.centres(power))}")


def _order_mark(one: Judged, colours: Mapping[Power, int], all_of_them: Iterable[Judged]) -> OrderMark | None:
    """Return how an order is drawn; illegal and rejected ones, waived builds have no line."""
    order, owner, outcome = one.order, colours.get(one.power), _OUTCOMES.get(one.result, "done")
    if one.result in {"illegal", "rejected"}:
        return None
    match order:
        case Move():
            return OrderMark("move", order.unit.at, order.to, "", _fleets(order, all_of_them), owner, outcome)
        case SupportMove():
            return OrderMark("support", order.unit.at, order.to, order.of.at, (), owner, outcome)
        case SupportHold():
            return OrderMark("support", order.unit.at, "", order.of.at, (), owner, outcome)
        case Convoy():
            return OrderMark("convoy", order.unit.at, order.to, order.of.at, (), owner, outcome)
        case _:
            return _plain_mark(order, owner, outcome)


def _plain_mark(order: AnyOrder, owner: int | None, outcome: Outcome) -> OrderMark | None:
    match order:
        case Hold():
            return OrderMark("hold", order.unit.at, owner=owner, outcome=outcome)
        case Retreat():
            return OrderMark("retreat", order.unit.at, order.to, owner=owner, outcome=outcome)
        case Disband():
            return OrderMark("remove", order.unit.at, owner=owner, outcome=outcome)
        case Build():
            return OrderMark("build", order.unit.at, owner=owner, outcome=outcome)
        case Convert():
            return OrderMark("convert", order.unit.at, owner=owner, outcome=outcome)
        case Call() | Waive() | Move() | SupportHold() | SupportMove() | Convoy():
            return None


def _fleets(order: Move, judged: Iterable[Judged]) -> tuple[Province, ...]:
    """Return the fleets whose convoy orders are for a move; a move by land has none."""
    if order.unit.kind == "F":
        return ()
    return tuple(
        one.order.unit.province
        for one in judged
        if isinstance(one.order, Convoy) and one.order.of.province == order.unit.province and one.order.to == order.to
    )
