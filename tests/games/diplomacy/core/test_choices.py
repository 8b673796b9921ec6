"""The orders offered for a unit are exactly the legal ones."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.diplomacy.core.boards import MIDDLE_EARTH, STANDARD, check, position, possible_orders
from tests.games.diplomacy.core.tiny import random_map, random_units
from wartable.games.adjudication.conditions import Conditions, Traits
from wartable.games.adjudication.orders import AnyOrder, Convoy, Hold, Move, SupportHold, SupportMove, Unit
from wartable.games.adjudication.possible import Choices
from wartable.games.adjudication.units import Units
from wartable.games.diplomacy.adjudicate import start
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant


def legal(on: Variant, before: Position, unit: Unit, power: str) -> set[str]:
    others = [other for units in before.units.values() for other in units]
    orders: list[AnyOrder] = [
        Hold(unit),
        *(Move(unit, to) for to in on.provinces),
        *(SupportHold(unit, of) for of in others),
    ]
    for of in others:
        for to in on.provinces:
            orders += [SupportMove(unit, of, to), Convoy(unit, of, to)]
    return {str(order) for order in orders if check(on, before, power, order, Rulings()) is None}


@pytest.mark.parametrize("seed", range(25))
def test_offered_is_what_is_legal(seed: int) -> None:
    rng = Random(seed)
    on = random_map(rng)
    before = random_units(rng, on)
    choices = Choices(on.numbered(before, Rulings()), Rulings())
    for power, units in before.units.items():
        for unit in units:
            offered = list(choices.orders(unit))
            plain = {str(order).removesuffix(" VIA") for order in offered if "=" not in str(order)}
            assert plain == legal(on, before, unit, power)
            assert all(check(on, before, power, order, Rulings()) is None for order in offered)
            assert len(set(offered)) == len(offered)


@pytest.mark.parametrize("on", [STANDARD, MIDDLE_EARTH], ids=lambda on: on.key)
def test_every_drawn_order_is_legal(on: Variant) -> None:
    before = start(on)
    choices = Choices(on.numbered(before, Rulings()), Rulings())
    rng = Random(1)
    for power, units in before.units.items():
        for unit in units:
            for _ in range(20):
                assert check(on, before, power, choices.draw(unit, rng), Rulings()) is None


def test_the_first_orders_of_england() -> None:
    before = start(STANDARD)

    assert {str(order) for order in possible_orders(STANDARD, before, Unit("F", "LON"))} >= {
        "F LON H",
        "F LON - NTH",
        "F LON - ENG",
        "F LON S F EDI - NTH",
        "F LON S A LVP - WAL",
    }
    assert next(possible_orders(STANDARD, before, Unit("A", "MOS"))) == Hold(Unit("A", "MOS"))
    assert list(possible_orders(STANDARD, before, Unit("A", "GRE"))) == []


def test_a_near_army_may_choose_the_sea_and_conversions_are_offered() -> None:
    before = position({"england": "A NWY, F SKA"})

    moves = {str(order) for order in possible_orders(STANDARD, before, Unit("A", "NWY")) if isinstance(order, Move)}

    assert {"A NWY - SWE", "A NWY - SWE VIA", "A NWY - DEN"} <= moves
    gondor = position({"gondor": "A BEL"})
    assert "A BEL = F" in {str(order) for order in possible_orders(MIDDLE_EARTH, gondor, Unit("A", "BEL"))}


def test_coasts_in_supports_are_written_where_they_must_be() -> None:
    before = position({"france": "F MAO, F POR"})
    strict = Choices(STANDARD.numbered(before, Rulings()), Rulings(support_coast="required"))

    assert {str(order) for order in strict.orders(Unit("F", "POR"))} >= {
        "F POR S F MAO - SPA/NC",
        "F POR S F MAO - SPA/SC",
    }


def test_riders_are_offered_two_steps() -> None:
    before = position({"france": "A PAR"})
    choices = Choices(Units(STANDARD.map, before.units, Conditions({"PAR": Traits(steps=2)})), Rulings())

    rides = [order for order in choices.orders(Unit("A", "PAR")) if isinstance(order, Move) and order.path]

    assert Move(Unit("A", "PAR"), "MUN", path=("BUR",)) in rides


def test_an_absent_unit_draws_nothing() -> None:
    with pytest.raises(KeyError):
        Choices(STANDARD.numbered(position({}), Rulings()), Rulings()).draw(Unit("A", "PAR"), Random(0))
