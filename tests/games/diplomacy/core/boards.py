"""Movement phases in a few words, for tests: `judge({"england": "F LON S F WAL - ENG, F WAL - ENG", ...})`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wartable.games import adjudication
from wartable.games.adjudication import legality
from wartable.games.adjudication.conditions import Conditions
from wartable.games.adjudication.orders import AnyOrder, MovementOrder, Power, Unit, Waive
from wartable.games.adjudication.possible import Choices
from wartable.games.adjudication.results import Judged, MovementResult, Why
from wartable.games.diplomacy.faults import read_unit
from wartable.games.diplomacy.position import Phase, Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.text.notation import Notation
from wartable.games.diplomacy.variant import Variant, load_variant

STANDARD = load_variant("standard")
MIDDLE_EARTH = load_variant("middle-earth-viii")
SPRING = Phase("spring", 1901, "movement")

Words = Mapping[str, str]
"""Texts by power, with commas between them."""


def split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def position(units: Words) -> Position:
    return Position(SPRING, {power: tuple(map(read_unit, split(text))) for power, text in units.items()}, {})


def read_orders(orders: Words, variant: Variant = STANDARD) -> dict[Power, list[AnyOrder]]:
    notation = Notation(variant)
    return {power: [notation.read(text) for text in split(texts)] for power, texts in orders.items()}


def ordered_units(orders: Mapping[Power, list[AnyOrder]]) -> Position:
    """A position with just the units that are ordered."""
    units: dict[Power, tuple[Unit, ...]] = {}
    for power, given in orders.items():
        units[power] = tuple(dict.fromkeys(order.unit for order in given if not isinstance(order, Waive)))
    return Position(SPRING, units, {})


def resolve(
    variant: Variant,
    before: Position,
    orders: Mapping[Power, Sequence[AnyOrder]],
    rulings: Rulings,
    conditions: Conditions | None = None,
) -> MovementResult:
    """Judge a movement by the conditions of the variant, or by others."""
    if conditions is None:
        conditions = variant.conditions(before, rulings)
    return adjudication.resolve(variant.map, before.units, orders, rulings, conditions)


def check(variant: Variant, before: Position, power: Power, order: AnyOrder, rulings: Rulings) -> Why | None:
    """Say why an order is illegal."""
    return legality.check(variant.numbered(before, rulings), power, order, rulings)


def possible_orders(variant: Variant, before: Position, unit: Unit) -> Iterator[MovementOrder]:
    """Yield the legal orders of a unit by the usual rulings."""
    return Choices(variant.numbered(before, Rulings()), Rulings()).orders(unit)


def judge(
    orders: Words,
    *,
    units: Words | None = None,
    rulings: Rulings | None = None,
    variant: Variant = STANDARD,
    conditions: Conditions | None = None,
) -> MovementResult:
    """Judge orders; without units, those that are ordered are all there are."""
    given = read_orders(orders, variant)
    before = ordered_units(given) if units is None else position(units)
    return resolve(variant, before, given, rulings or Rulings(), conditions)


def fates(result: MovementResult) -> dict[str, str]:
    """Result of each order by its text, with a star for units that were dislodged."""
    return {str(one.order): one.result + "*" * one.dislodged for one in result.judged}


def fate(result: MovementResult, order: str) -> str:
    return fates(result)[order]


def reason(result: MovementResult, order: str) -> Judged:
    return next(one for one in result.judged if str(one.order) == order)


def standing(result: MovementResult) -> set[str]:
    return {str(unit) for units in result.units.values() for unit in units}
