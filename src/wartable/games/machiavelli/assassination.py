"""Assassinations: what is paid for the odds, the dice, and what the murder of a ruler does.

Source: rules/machiavelli.md 12.4. What it does to the orders of the victim is for the movement to know, which is told
who was murdered; the rest is done here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from wartable.engine.values import Event
from wartable.games.machiavelli.events import Reason, SiegeEnded, UnitLost
from wartable.games.machiavelli.money_events import AttemptRolled, LoyaltyRolled, Murdered
from wartable.games.machiavelli.orders import Expense
from wartable.games.machiavelli.rebels import at_home, guarded, rise, risers
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import Place, Position, Power, Unit
from wartable.games.machiavelli.tables import DIE, tables

RULE = "machiavelli 12.4"


class Attempt(msgspec.Struct, frozen=True):
    """An assassination that is paid for: by whom, on whom, for how many ducats."""

    power: Power
    victim: Power
    ducats: int


class Attempts(NamedTuple):
    """What attempts led to: who was murdered, and what is told."""

    victims: tuple[Power, ...] = ()
    events: tuple[Event, ...] = ()


def attempt_fault(rules: Rules, position: Position, power: Power, expense: Expense) -> Reason | None:
    """Return why an assassination cannot be tried; None where it can."""
    victim = expense.victim
    if not rules.options.assassination:
        return Reason("murder.off", "There are no assassins in this game.", {}, RULE)
    if victim not in position.powers or victim == power:
        return Reason("murder.nobody", f"There is no other power {victim} to murder.", {}, RULE)
    if victim not in position.accounts[power].chits:
        return Reason("murder.no_chit", f"It has no assassin against {rules.power(victim)}.", {}, RULE)
    return None


def buys(rules: Rules, ducats: int) -> int:
    """Return what ducats buy: the highest face that kills, or the number of dice; 0 for nothing."""
    odds = tables().assassins
    table = odds.sixths if rules.options.assassination_table == "sixths" else odds.dice_pool
    return max((found for cost, found in table.items() if cost <= ducats), default=0)


def chance(rules: Rules, ducats: int) -> float:
    """Return the probability that an assassination for so many ducats succeeds."""
    bought = buys(rules, ducats)
    return bought / DIE if rules.options.assassination_table == "sixths" else 1 - ((DIE - 1) / DIE) ** bought


def attempt_dice(rules: Rules, attempts: Sequence[Attempt]) -> tuple[int, ...]:
    """Return the sides of the dice of all attempts, one after the other."""
    return (DIE,) * sum(_dice(rules, one) for one in attempts)


def _dice(rules: Rules, one: Attempt) -> int:
    return 1 if rules.options.assassination_table == "sixths" else buys(rules, one.ducats)


def attempt(rules: Rules, position: Position, attempts: Sequence[Attempt], faces: Sequence[int]) -> Attempts:
    """Roll for every attempt; several on one power are rolled apart, and success counts once."""
    left, victims, events = list(faces), list[Power](), list[Event]()
    for one in attempts:
        count = _dice(rules, one)
        rolled, left = tuple(left[:count]), left[count:]
        done = _succeeds(rules, one, rolled)
        victims += [one.victim] if done and one.victim not in victims else []
        events.append(_attempted(rules, position, one, rolled, done=done))
    told = (Murdered(year=position.year, season=position.season, power=victim) for victim in victims)
    return Attempts(tuple(victims), (*events, *told))


def _succeeds(rules: Rules, one: Attempt, rolled: Sequence[int]) -> bool:
    if rules.options.assassination_table == "sixths":
        return rolled[0] <= buys(rules, one.ducats)
    return DIE in rolled


def _attempted(rules: Rules, position: Position, one: Attempt, rolled: tuple[int, ...], *, done: bool) -> AttemptRolled:
    bought = buys(rules, one.ducats)
    needed = f"{bought} or less" if rules.options.assassination_table == "sixths" else "a six"
    sentence = f"{one.ducats} ducats need {needed}; the dice give {', '.join(map(str, rolled))}."
    return AttemptRolled(
        year=position.year,
        season=position.season,
        power=one.power,
        victim=one.victim,
        faces=rolled,
        done=done,
        why=Reason("murder.done" if done else "murder.failed", sentence, {"ducats": one.ducats}, RULE),
        private_to=(one.power,),
    )


# --- what a murder does


def victims_of(attempts: Attempts, defaulted: Sequence[Power]) -> tuple[Power, ...]:
    """Return all who are murdered in a campaign: first by other powers, then by the bankers."""
    return (*attempts.victims, *(power for power in defaulted if power not in attempts.victims))


def loyalty_dice(rules: Rules, position: Position, victims: Sequence[Power]) -> tuple[int, ...]:
    """Return the sides of the dice of the provinces that may rebel."""
    return (DIE,) * len(tuple(doubtful(rules, position, victims)))


def doubtful(rules: Rules, position: Position, victims: Sequence[Power]) -> Iterator[tuple[Power, Place]]:
    """Yield the provinces that roll, by victim: all that it controls, but where rebels could rise no more."""
    after = _without_garrisons(position, victims)
    for victim in victims:
        for place, holder in sorted(position.provinces.items()):
            if holder == victim and risers(rules, after, place):
                yield victim, place


def limit(rules: Rules, position: Position, place: Place, victim: Power) -> int:
    """Return the highest face on which a province of a murdered ruler rebels."""
    faces, kept = tables().rebels, guarded(position, place, victim)
    if at_home(rules, position, place):
        found = faces.home_guarded if kept else faces.home_empty
    else:
        found = faces.conquered_guarded if kept else faces.conquered_empty
    heretic = rules.options.religious_war and place in rules.board.heretics
    return min(DIE, found + 1) if heretic else found


def strike(
    rules: Rules,
    position: Position,
    victims: Sequence[Power],
    faces: Sequence[int],
    bankers: Collection[Power] = (),
) -> Outcome:
    """Break off sieges of the victims, give up their besieged garrisons, and have their provinces roll for rebellion.

    `bankers` are victims whom the bank had murdered.
    """
    rolling = tuple(doubtful(rules, position, victims))
    events: list[Event] = [
        Murdered(year=position.year, season=position.season, power=power, bankers=True) for power in bankers
    ]
    surrendered = _surrendered(position, victims)
    broken = tuple(siege for siege in position.sieges if _owner(position, siege.by) in victims)
    for siege in broken:
        why = Reason("siege.murder", "The besieger's ruler was murdered.", {}, RULE)
        events.append(SiegeEnded(year=position.year, season=position.season, place=siege.place, why=why))
    for unit in surrendered:
        why = Reason("lost.murder", "It was besieged, and its ruler was murdered.", {}, RULE)
        events.append(UnitLost(year=position.year, season=position.season, unit=unit, why=why))
    after = replace(position, sieges=tuple(siege for siege in position.sieges if siege not in broken))
    after = after.without(*surrendered)
    for (victim, place), face in zip(rolling, faces, strict=True):
        step = _loyalty(rules, after, place, victim, face)
        after, events = step.position, [*events, *step.events]
    return Outcome(after.tidied(), tuple(events))


def _loyalty(rules: Rules, position: Position, place: Place, victim: Power, face: int) -> Outcome:
    most = limit(rules, position, place, victim)
    rebels = face <= most
    sentence = f"{face} was rolled; {rules.place(place)} rebels on {most} or less."
    why = Reason("murder.rebels" if rebels else "murder.loyal", sentence, {"face": face, "limit": most}, RULE)
    told = LoyaltyRolled(year=position.year, season=position.season, place=place, face=face, limit=most, why=why)
    after = rise(rules, position, place, why) if rebels else Outcome(position)
    return Outcome(after.position, (told, *after.events))


def _owner(position: Position, number: int) -> Power:
    unit = position.numbered(number)
    return unit.owner if unit else ""


def _surrendered(position: Position, victims: Collection[Power]) -> tuple[Unit, ...]:
    """Return the garrisons of victims that were under siege already, by a power that was not murdered with them."""
    return tuple(
        unit
        for siege in position.sieges
        if (unit := position.at(siege.place, "city")) is not None
        and unit.owner in victims
        and _owner(position, siege.by) not in victims
    )


def _without_garrisons(position: Position, victims: Collection[Power]) -> Position:
    return position.without(*_surrendered(position, victims))
