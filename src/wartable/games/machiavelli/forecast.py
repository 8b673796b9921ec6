"""What a power can reckon with: the money of next spring, exactly, and who could outbid it for a unit.

Only what a power may know is used: its own account, what stands on the board, and the treasuries it is given.
Source: rules/machiavelli.md 10, 11, 12; the interface guide of the treasury desk.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

import msgspec

from wartable.games.machiavelli import bribes, income
from wartable.games.machiavelli.adjustment import cost_of
from wartable.games.machiavelli.orders import Letter
from wartable.games.machiavelli.reach import reached_from, reaches
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Place, Position, Power, Unit
from wartable.games.machiavelli.tables import DIE, tables

Odds = Mapping[int, Fraction]
"""Probabilities by a number of ducats."""


class Spring(msgspec.Struct, frozen=True):
    """The money of the coming spring, if all stays as it is: in ducats, dice from their least to their most.

    `dice` are the odds of what the dice give; `due` is what the bank collects that spring.
    """

    treasury: int
    seas: int
    provinces: int
    cities: int
    dice: Odds
    upkeep: int
    due: int

    @property
    def least(self) -> int:
        """Ducats that are left to build with at the worst throw; below 0 so many are missing."""
        return self._left(min(self.dice))

    @property
    def most(self) -> int:
        """Ducats that are left to build with at the best throw."""
        return self._left(max(self.dice))

    @property
    def short(self) -> Fraction:
        """The probability that units cannot all be paid."""
        return sum((odds for ducats, odds in self.dice.items() if self._left(ducats) < 0), Fraction(0))

    def _left(self, dice: int) -> int:
        return self.treasury + self.seas + self.provinces + self.cities + dice - self.upkeep


class Rival(msgspec.Struct, frozen=True):
    """A power that could spend on the same unit: from where, and how many ducats it has to spend."""

    power: Power
    reach: str
    treasury: int


def spring(rules: Rules, position: Position, power: Power) -> Spring:
    """Return what a power can reckon with next spring, if it keeps what it has and spends no more.

    Famine markers are gone by then, sieges and rebels are taken to stay; next year's famine is not foreseen.
    """
    later = msgspec.structs.replace(position, famine=())
    found = {"sea": 0, "province": 0, "city": 0}
    for line in income.lines(rules, later, power):
        found[line.source] += line.ducats
    account = position.accounts[power]
    year = position.year + 1
    due = sum(loan.owed for loan in account.loans if (loan.year, loan.season) == (year, "spring"))
    return Spring(
        treasury=account.treasury,
        seas=found["sea"],
        provinces=found["province"],
        cities=found["city"],
        dice=dice_odds(rules, position, power),
        upkeep=cost_of(position.of(power)),
        due=due,
    )


def dice_odds(rules: Rules, position: Position, power: Power) -> Odds:
    """Return the exact odds of the variable income of a power, in ducats."""
    rows = tuple((row.income.dice, row.income.row) for row in income.rows(rules, position) if row.power == power)
    return _sums(rows, rules.options.variable_income_die == "per_game")


@lru_cache(256)
def _sums(rows: tuple[tuple[int, tuple[int, ...]], ...], shared: bool) -> Odds:  # noqa: FBT001 - a key of the cache
    """Add up dice: each of its own, or one face that is read on every row."""
    if shared:
        totals = [sum(count * row[face] for count, row in rows) for face in range(DIE)]
        return {total: Fraction(totals.count(total), DIE) for total in sorted(totals)}
    found: dict[int, Fraction] = {0: Fraction(1)}
    for count, row in rows:
        for _ in range(count):
            added: dict[int, Fraction] = {}
            for total, odds in found.items():
                for ducats in row:
                    added[total + ducats] = added.get(total + ducats, Fraction(0)) + odds / DIE
            found = added
    return dict(sorted(found.items()))


def reaching(rules: Rules, position: Position, place: Place) -> tuple[Rival, ...]:
    """Return the powers whose money reaches a place, each with what lets it and what it has to spend."""
    return tuple(
        Rival(power, reached_from(rules, position, power, place), position.accounts[power].treasury)
        for power in position.powers
        if reaches(rules, position, power, place)
    )


def rivals(
    rules: Rules, position: Position, power: Power, unit: Unit, letter: Letter, ducats: int
) -> tuple[Rival, ...]:
    """Return the other powers that could spoil a bribe of so many ducats: whose money reaches the unit and suffices.

    An equal or larger bribe spoils it, and so does a counter-bribe that leaves less than the price.
    """
    spare = ducats - bribes.price(rules, unit, letter)
    step = tables().ducats_in_steps_of
    counter = max(step, spare - spare % step + step)
    return tuple(
        one
        for one in reaching(rules, position, unit.place)
        if one.power != power and one.treasury >= (counter if unit.owner == one.power else min(counter, ducats))
    )
