"""Small made-up maps and random boards on them, crowded so that everything happens often."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from tests.games.diplomacy.core.boards import SPRING
from wartable.games.adjudication.conditions import PLAIN, Bonus, Conditions, Traits
from wartable.games.adjudication.orders import (
    AnyOrder,
    Convoy,
    Move,
    MovementOrder,
    Power,
    SupportMove,
    Unit,
    province_of,
)
from wartable.games.adjudication.possible import Choices
from wartable.games.adjudication.units import Units
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Calendar, PowerFacts, ProvinceFacts, Season, Variant, Victory

POWERS = ("red", "blue", "green")


def variant(
    provinces: Mapping[str, ProvinceFacts],
    army: Mapping[str, Sequence[str]],
    fleet: Mapping[str, Sequence[str]],
    *,
    conversion: bool = True,
) -> Variant:
    """A map with nothing to it but provinces and borders."""
    return Variant(
        schema="wartable-variant/1",
        key="tiny",
        title="Tiny",
        provenance="made up for a test",
        powers={power: PowerFacts(power.title(), power, (), ()) for power in POWERS},
        calendar=Calendar(1, (Season("spring", "movement"),)),
        victory=Victory(centres=99),
        provinces=provinces,
        army_borders={code: tuple(others) for code, others in army.items()},
        fleet_borders={code: tuple(others) for code, others in fleet.items()},
        conversion=conversion,
    )


def land(*codes: str, slots: tuple[str, ...] = ()) -> dict[str, ProvinceFacts]:
    return {code: ProvinceFacts(code.title(), "inland", slots=slots) for code in codes}


def random_map(rng: Random, seas: int = 3, coasts: int = 5) -> Variant:
    """Seas in a row and coasts each by one or two of them, with many borders."""
    waters = [f"S{number}" for number in range(seas)]
    shores = [f"C{number}" for number in range(coasts)]
    provinces = {code: ProvinceFacts(code, "sea") for code in waters}
    provinces |= {code: ProvinceFacts(code, "coastal") for code in shores}
    army: dict[str, list[str]] = {code: [] for code in shores}
    fleet: dict[str, list[str]] = {code: [] for code in (*waters, *shores)}
    for number, code in enumerate(waters):
        fleet[code] += [other for other in waters[number + 1 :] if rng.random() < 0.7]
    for number, code in enumerate(shores):
        fleet[code] += rng.sample(waters, rng.randint(1, min(2, seas)))
        for other in shores[number + 1 :]:
            if rng.random() < 0.45:
                army[code].append(other)
                if rng.random() < 0.6:
                    fleet[code].append(other)
    return variant(provinces, army, fleet)


def random_towns(rng: Random) -> Variant:
    """Provinces with a city of its own space in each, which the field around it and some neighbours border."""
    fields = [f"C{number}" for number in range(4)]
    provinces = {code: ProvinceFacts(code, "inland", slots=("CITY",)) for code in fields}
    army = {
        code: [f"{code}/CITY", *(other for other in fields if other > code and rng.random() < 0.7)] for code in fields
    }
    for code in fields:
        army[f"{code}/CITY"] = [other for other in fields if other != code and rng.random() < 0.3]
    return variant(provinces, army, {}, conversion=False)


def random_garrisons(rng: Random, on: Variant) -> Position:
    """Armies in most spaces, so that two stand in many provinces."""
    spaces = sorted(on.armies)
    units: dict[Power, list[Unit]] = {power: [] for power in POWERS}
    for at in rng.sample(spaces, min(len(spaces), rng.randint(5, 8))):
        units[rng.choice(POWERS)].append(Unit("A", at))
    return Position(SPRING, {power: tuple(found) for power, found in units.items()}, {})


def random_units(rng: Random, on: Variant, least: int = 6, most: int = 9) -> Position:
    codes = rng.sample(sorted(on.provinces), min(len(on.provinces), rng.randint(least, most)))
    units: dict[Power, list[Unit]] = {power: [] for power in POWERS}
    for code in codes:
        fleet = on.provinces[code].kind == "sea" or rng.random() < 0.3
        units[rng.choice(POWERS)].append(Unit("F" if fleet else "A", code))
    return Position(SPRING, {power: tuple(found) for power, found in units.items()}, {})


def random_orders(
    rng: Random, on: Variant, before: Position, rulings: Rulings, conditions: Conditions = PLAIN
) -> dict[Power, list[AnyOrder]]:
    """Legal orders that often fit each other, with the makings of a ring or a paradox in most."""
    choices = Choices(Units(on.map, before.units, conditions), rulings)
    owner = {unit: power for power, units in before.units.items() for unit in units}
    options = {unit: list(choices.orders(unit)) for unit in owner}
    taken = {unit.at: unit for unit in owner}
    chosen: dict[Unit, MovementOrder] = {}
    plot = rng.random()
    if plot < 0.5:
        chosen |= _paradox(rng, options, taken)
    if 0.3 < plot < 0.8:
        chosen |= _ring(rng, options, taken)
    wanted = {str(order).removesuffix(" VIA") for order in chosen.values()}
    for unit in sorted(owner, key=lambda unit: (unit.kind, rng.random())):
        if unit not in chosen:
            fitting = [one for one in options[unit] if _helped(one) in wanted]
            attacks: list[MovementOrder] = [one for one in options[unit] if isinstance(one, Move) and one.to in taken]
            draw = rng.random()
            pool = fitting if draw < 0.6 else attacks if draw < 0.9 else []
            chosen[unit] = rng.choice(pool or options[unit])
        wanted |= {str(chosen[unit]).removesuffix(" VIA"), str(unit)}
    return {power: [chosen[unit] for unit in units] for power, units in before.units.items()}


def _helped(order: MovementOrder) -> str:
    """What a support or convoy is for, as text."""
    _, _, helped = str(order).partition(" C " if isinstance(order, Convoy) else " S ")
    return helped


Options = Mapping[Unit, Sequence[MovementOrder]]


def _paradox(rng: Random, options: Options, taken: Mapping[str, Unit]) -> dict[Unit, MovementOrder]:
    """A convoy whose target holds the supporter of an attack on the fleet that carries."""
    found: list[list[MovementOrder]] = []
    for carrier, orders in options.items():
        for convoy in orders:
            if isinstance(convoy, Convoy) and convoy.to in taken:
                for support in options[taken[convoy.to]]:
                    if isinstance(support, SupportMove) and support.to == carrier.at:
                        attack = next(
                            one for one in options[support.of] if isinstance(one, Move) and one.to == carrier.at
                        )
                        move = next(one for one in options[convoy.of] if isinstance(one, Move) and one.to == convoy.to)
                        found.append([convoy, support, attack, move])
    return {order.unit: order for order in rng.choice(found)} if found else {}


def _ring(rng: Random, options: Options, taken: Mapping[str, Unit]) -> dict[Unit, MovementOrder]:
    """Units that each go where another of them stands, found by a random walk that closes."""
    walk: list[Move] = []
    unit = rng.choice(list(options))
    while not any(move.unit == unit for move in walk):
        ahead = [one for one in options[unit] if isinstance(one, Move) and one.to in taken]
        if not ahead:
            return {}
        walk.append(rng.choice(ahead))
        unit = taken[walk[-1].to]
    start = next(number for number, move in enumerate(walk) if move.unit == unit)
    return {move.unit: move for move in walk[start:]}


def random_conditions(rng: Random, before: Position) -> Conditions:
    """Some units stronger than others, in every way there is, supports that are not cut, and bonuses."""
    powers = list(before.units)
    return Conditions(
        traits={
            unit.at: Traits(
                attack=rng.randint(1, 2),
                hold=rng.randint(1, 2),
                hold_moving=rng.randint(1, 2),
                defend=rng.randint(1, 2),
                prevent=rng.randint(1, 2),
                support=rng.randint(1, 2),
                steps=rng.randint(1, 2),
                uncut=rng.choice(["", "it is old"]),
            )
            for units in before.units.values()
            for unit in units
            if rng.random() < 0.4
        },
        bonuses={
            province_of(unit.at): Bonus(
                why="it is loved",
                powers=frozenset(rng.sample(powers, rng.randint(1, len(powers)))),
                strength=rng.randint(1, 2),
                alone=rng.random() < 0.5,
            )
            for units in before.units.values()
            for unit in units
            if rng.random() < 0.2
        },
    )
