"""Why an expense cannot work: what it is for, whether it is in reach, and whether it is large enough.

Source: rules/machiavelli.md 12.2, 12.3, 14.
"""

from __future__ import annotations

import msgspec

from wartable.games.machiavelli import bribes
from wartable.games.machiavelli.assassination import attempt_fault, buys
from wartable.games.machiavelli.events import Reason
from wartable.games.machiavelli.limits import special_fault
from wartable.games.machiavelli.optional.fog import diplomat_fault
from wartable.games.machiavelli.optional.fog import least as least_diplomat
from wartable.games.machiavelli.orders import Expense, Letter, Target
from wartable.games.machiavelli.reach import reaches
from wartable.games.machiavelli.rebels import rebellion_fault
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import NOBODY, Place, Position, Power, Unit
from wartable.games.machiavelli.tables import tables

RULE = "machiavelli 12.2"


class Paid(msgspec.Struct, frozen=True):
    """An expense as it was paid for: the ducats spent, and what it counts for, a multiple of three."""

    power: Power
    expense: Expense
    ducats: int
    worth: int

    @property
    def letter(self) -> Letter:
        """What it is for."""
        return self.expense.letter


def unit_of(position: Position, target: Target | None) -> Unit | None:
    """Return the unit that an expense names, if it is there and that power's."""
    return None if target is None else position.unit_of(target.owner, target.kind, target.place)


def victim_of(position: Position, expense: Expense) -> Power:
    """Return the power that an expense is directed against; empty where it is against none."""
    if expense.letter == "E":
        return expense.victim
    if expense.letter in {"C", "D", "N"}:
        return position.provinces.get(expense.place, NOBODY)
    return expense.unit.owner if expense.unit and expense.letter in {"I", "J", "K"} else NOBODY


def expense_fault(rules: Rules, position: Position, power: Power, expense: Expense) -> Reason | None:
    """Return why an expense cannot work as things stand, whatever is spent on it; None where it can."""
    letter = expense.letter
    option = tables().expenses[letter].option
    if option and not getattr(rules.options, option):
        return Reason("expense.off", f"There is no expense {letter} in this game.", {}, "machiavelli 14")
    victim = victim_of(position, expense)
    if victim and (spared := rules.spares(position, power, victim)):
        sentence = f"Nothing is to be spent against {rules.power(victim)}, as {spared}."
        return Reason("expense.spared", sentence, {"power": victim}, RULE)
    if tables().expenses[letter].target == "power":
        return _power_fault(rules, position, power, expense)
    place = expense.unit.place if expense.unit else expense.place
    if place not in rules.board.provinces:
        return Reason("expense.no_place", f"There is no place {place!r} on this board.", {}, RULE)
    if letter != "P" and not reaches(rules, position, power, place):
        sentence = f"{rules.power(power)} has nothing in {rules.place(place)} or next to it."
        return Reason("expense.not_adjacent", sentence, {"place": place}, RULE)
    of_unit = tables().expenses[letter].target == "unit"
    return unit_fault(rules, position, power, expense) if of_unit else _place_fault(rules, position, power, expense)


def _power_fault(rules: Rules, position: Position, power: Power, expense: Expense) -> Reason | None:
    if expense.letter == "E":
        return attempt_fault(rules, position, power, expense)
    known = expense.victim in position.powers
    return None if known else Reason("guard.nobody", f"There is no power {expense.victim} to guard.", {}, RULE)


def unit_fault(rules: Rules, position: Position, power: Power, expense: Expense) -> Reason | None:
    """Return why an expense on a unit cannot work, wherever the unit stands; None where it can."""
    unit = unit_of(position, expense.unit)
    if unit is None or expense.unit is None:
        return Reason("expense.no_unit", f"There is no {expense.unit}.", {}, RULE)
    if expense.letter == "F":
        return None
    why = bribes.target_fault(rules, power, expense.letter, unit)
    if why is None and expense.letter in bribes.BUYS:
        limit = special_fault(rules, position, power, unit.unit_class, bribed=True)
        return Reason("bribe.special", limit, {}, "machiavelli 3.1") if limit else None
    return why


def _place_fault(rules: Rules, position: Position, power: Power, expense: Expense) -> Reason | None:
    place, name = expense.place, rules.place(expense.place)
    if expense.letter == "P":
        return diplomat_fault(rules, position, power, place)
    if expense.letter == "A" and place not in position.famine:
        return Reason("relief.no_famine", f"There is no famine in {name}.", {}, RULE)
    if expense.letter == "B" and not any(position.rebels(place)):
        return Reason("pacify.no_rebels", f"There are no rebels in {name}.", {}, RULE)
    if expense.letter == "N" and (place in position.famine or not rules.is_land(place)):
        return Reason("scorch.famine", f"There is famine in {name} already, or no land.", {}, "machiavelli 14")
    return rebellion_fault(rules, position, place, expense.letter) if expense.letter in {"C", "D"} else None


def least_of(rules: Rules, letter: Letter, place: Place = "") -> int:
    """Return the least that an expense costs in a place; heretics rebel for less in a religious war (14)."""
    ducats = tables().expenses[letter].ducats
    heretic = rules.options.religious_war and place in rules.board.heretics
    return ducats - tables().heretic_discount if heretic and letter in {"C", "D"} else ducats


def too_small(rules: Rules, position: Position, one: Paid) -> Reason | None:
    """Return why an expense of a fixed price or an assassination is too small; bribes are weighed elsewhere."""
    facts = tables().expenses[one.letter]
    if facts.bribe:
        return None
    least = tables().ducats_in_steps_of if one.letter == "F" else least_of(rules, one.letter, one.expense.place)
    if one.letter == "P":
        least = least_diplomat(position, one.power, one.expense.place)
    if one.letter == "E":
        return (
            None if buys(rules, one.ducats) else Reason("expense.too_small", f"{one.ducats} buy no assassin.", {}, RULE)
        )
    if one.worth >= least:
        return None
    sentence = f"It costs {least}, and {one.worth} came of it."
    return Reason("expense.too_small", sentence, {"price": least, "worth": one.worth}, RULE)


def works(rules: Rules, position: Position, one: Paid) -> bool:
    """Whether an expense can work and is large enough; bribes are weighed elsewhere."""
    return too_small(rules, position, one) is None and expense_fault(rules, position, one.power, one.expense) is None
