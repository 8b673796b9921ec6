"""What a power reckons with when it writes for a campaign: money of next spring, whom it reaches, who could outbid it.

Nothing here is more than the power may know: its own account, the board, and the treasuries of others where these are
open. Source: rules/machiavelli.md 10, 11, 12; the interface guide of the treasury desk.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from wartable.games.machiavelli import forecast
from wartable.games.machiavelli.banking import credit
from wartable.games.machiavelli.bribes import price, target_fault
from wartable.games.machiavelli.expense_faults import least_of
from wartable.games.machiavelli.forecast import Rival
from wartable.games.machiavelli.orders import Letter
from wartable.games.machiavelli.reach import reached_from
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Place, Position, Power, Unit
from wartable.games.machiavelli.tables import DIE, RebelFaces, tables

UNKNOWN = -1
"""In place of a treasury that is secret."""
_ON_UNITS: tuple[Letter, ...] = ("F", "G", "H", "I", "J", "K")
_RISINGS: tuple[Letter, ...] = ("C", "D")


class SpringView(msgspec.Struct, frozen=True):
    """The money of next spring if all stays as it is, in ducats.

    `dice` are the sums that dice may give, each with its chance as numerator and denominator; `due` is what the bank
    collects that spring of loans that run already.
    """

    seas: int
    provinces: int
    cities: int
    dice: tuple[tuple[int, int, int], ...]
    upkeep: int
    due: int


class DeskView(msgspec.Struct, frozen=True):
    """What a power needs to write its money.

    `spring` does not count the treasury, which is spent from until then. `reach` tells for each place that the
    power's money reaches what lets it, as `A pavia`; empty where nothing is needed. `rivals` are the others whose
    money reaches there, with a treasury of -1 where it is secret. `prices` are the least ducats of each expense
    that could be for a unit, by the unit as expenses name it, and of rebellions where heretics rise for less, by
    place. `credit` is what may still be borrowed, `interest` that for a number of years in per cent. `murders` are
    the sums that buy an assassin, each with its chance as numerator and denominator; provinces of a murdered ruler
    rebel on the faces of `rebels` and less. `tie` and `counters` are the options of these names.
    """

    spring: SpringView
    credit: int
    interest: Mapping[str, int]
    reach: Mapping[Place, str]
    rivals: Mapping[Place, tuple[Rival, ...]]
    prices: Mapping[str, Mapping[Letter, int]]
    tie: str
    counters: str
    murders: tuple[tuple[int, int, int], ...]
    rebels: RebelFaces


def desk_of(rules: Rules, position: Position, power: Power) -> DeskView:
    """Return what a power may reckon with."""
    free = rules.options.bribe_adjacency == "off"
    near = {place: reached_from(rules, position, power, place) for place in rules.board.provinces}
    reach = {place: at for place, at in near.items() if at or free}
    return DeskView(
        spring=_spring(rules, position, power),
        credit=credit(rules, position, power),
        interest={str(years): per_cent for years, per_cent in tables().interest.items()},
        reach=reach,
        rivals={place: found for place in reach if (found := _rivals(rules, position, power, place))},
        prices={
            f"{unit.owner} {unit.kind} {unit.place}": _prices(rules, power, unit)
            for unit in position.units
            if unit.place in reach
        }
        | _heretic_prices(rules, reach),
        tie=rules.options.bribe_tie,
        counters=rules.options.counter_bribes,
        murders=_murders(rules),
        rebels=tables().rebels,
    )


def _heretic_prices(rules: Rules, reach: Iterable[Place]) -> dict[str, Mapping[Letter, int]]:
    """Return what rebellions cost in provinces of heretics within reach, where they are cheaper (machiavelli 14)."""
    if not rules.options.religious_war:
        return {}
    return {
        place: {one: least_of(rules, one, place) for one in _RISINGS}
        for place in reach
        if place in rules.board.heretics
    }


def _murders(rules: Rules) -> tuple[tuple[int, int, int], ...]:
    if rules.options.assassination_table == "sixths":
        return tuple((ducats, face, DIE) for ducats, face in tables().assassins.sixths.items())
    pool = tables().assassins.dice_pool
    return tuple((ducats, DIE**dice - (DIE - 1) ** dice, DIE**dice) for ducats, dice in pool.items())


def _spring(rules: Rules, position: Position, power: Power) -> SpringView:
    seen = forecast.spring(rules, position, power)
    return SpringView(
        seas=seen.seas,
        provinces=seen.provinces,
        cities=seen.cities,
        dice=tuple((ducats, odds.numerator, odds.denominator) for ducats, odds in seen.dice.items()),
        upkeep=seen.upkeep,
        due=seen.due,
    )


def _rivals(rules: Rules, position: Position, power: Power, place: Place) -> tuple[Rival, ...]:
    known = rules.options.treasuries == "open"
    return tuple(
        Rival(one.power, one.reach, one.treasury if known else UNKNOWN)
        for one in forecast.reaching(rules, position, place)
        if one.power != power
    )


def _prices(rules: Rules, power: Power, unit: Unit) -> Mapping[Letter, int]:
    return {
        letter: price(rules, unit, letter) if letter != "F" else tables().expenses[letter].ducats
        for letter in _ON_UNITS
        if letter == "F" or target_fault(rules, power, letter, unit) is None
    }
