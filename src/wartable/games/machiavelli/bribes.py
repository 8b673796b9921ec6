"""Bribes and counter-bribes on one unit: prices, which bribe is the largest, and whether it is large enough.

Source: rules/machiavelli.md 12.2.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wartable.games.machiavelli.events import Reason
from wartable.games.machiavelli.orders import Letter
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import AUTONOMOUS, KIND_NAMES, Power, Unit
from wartable.games.machiavelli.tables import is_apart, tables

RULE = "machiavelli 12.2"
BUYS: tuple[Letter, ...] = ("H", "K", "M")
FREE_ONLY: tuple[Letter, ...] = ("G", "H", "L", "M")
"""Expenses on units that belong to nobody."""


class Bid(msgspec.Struct, frozen=True):
    """A bribe that reaches its target: by whom, which of its expenses, and what it is worth in ducats."""

    power: Power
    number: int
    letter: Letter
    worth: int


class Verdict(msgspec.Struct, frozen=True):
    """What bribes on one unit came to: the one that works, if any, and a reason for each of them."""

    winner: Bid | None
    reasons: tuple[tuple[Bid, Reason], ...]


def price(rules: Rules, unit: Unit, letter: Letter) -> int:
    """Return the least that a bribe on a unit has to be worth.

    It is doubled for a garrison in a major city, and again for a class that is loyal.
    """
    found = tables().expenses[letter].ducats * tables().units[unit.unit_class].bribe
    city = rules.board.city(unit.place)
    major = unit.kind == "G" and city is not None and city.major
    return found * (tables().major_city if major else 1)


def target_fault(rules: Rules, power: Power, letter: Letter, unit: Unit) -> Reason | None:
    """Return why a bribe of that kind cannot be for that unit; None where it can."""
    name = f"{KIND_NAMES[unit.kind].capitalize()} {rules.place(unit.place)}"
    if unit.owner == power:
        return Reason("bribe.own", f"{name} is its own. It can be guarded with a counter-bribe.", {}, RULE)
    if is_apart(unit):
        return Reason("bribe.apart", f"{name} cannot be bribed.", {}, RULE)
    return _owner_fault(rules, letter, unit, name) or _kind_fault(letter, unit, name)


def _owner_fault(rules: Rules, letter: Letter, unit: Unit, name: str) -> Reason | None:
    if letter in FREE_ONLY and unit.owner != AUTONOMOUS:
        return Reason(
            "bribe.owned", f"{name} belongs to {rules.power(unit.owner)}; this is for independent units.", {}, RULE
        )
    if letter not in FREE_ONLY and unit.owner == AUTONOMOUS:
        return Reason("bribe.autonomous", f"{name} belongs to nobody; this is for units of a power.", {}, RULE)
    return None


def _kind_fault(letter: Letter, unit: Unit, name: str) -> Reason | None:
    if letter in {"G", "H", "I"} and unit.kind != "G":
        return Reason("bribe.no_garrison", f"{name} is no garrison.", {}, RULE)
    if letter == "M" and unit.kind == "G":
        return Reason("bribe.garrison", f"{name} is a garrison; this is for armies and fleets.", {}, RULE)
    return None


def tied(rules: Rules, unit: Unit, bids: Sequence[Bid], counters: Sequence[int]) -> tuple[Bid, ...]:
    """Return the largest of the bids, of which there may be several."""
    left = bids
    if rules.options.counter_bribes == "cover":
        against = _against(rules, counters)
        left = [bid for bid in bids if bid.worth - against >= price(rules, unit, bid.letter)]
    most = max((bid.worth for bid in left), default=0)
    return tuple(bid for bid in left if bid.worth == most)


def tie_dice(rules: Rules, unit: Unit, bids: Sequence[Bid], counters: Sequence[int]) -> tuple[int, ...]:
    """Return the sides of the die that a tie of bribes on a unit needs: one side for each."""
    equal = tied(rules, unit, bids, counters)
    return (len(equal),) if rules.options.bribe_tie == "die" and len(equal) > 1 else ()


def decide(rules: Rules, unit: Unit, bids: Sequence[Bid], counters: Sequence[int], face: int = 0) -> Verdict:
    """Return which bribe on a unit works: the largest, if it covers its price and the counter-bribes.

    `counters` are the counter-bribes that reach the unit, and `face` the die where a tie needs one.
    """
    equal = tied(rules, unit, bids, counters)
    best = _best(rules, equal, face)
    told: list[tuple[Bid, Reason]] = [
        (bid, _beaten(rules, unit, bid, equal, best, counters)) for bid in bids if bid != best
    ]
    if best is None:
        return Verdict(None, tuple(told))
    why = _weighed(rules, unit, best, counters)
    works = best.worth - _against(rules, counters) >= price(rules, unit, best.letter)
    return Verdict(best if works else None, ((best, why), *told))


def _against(rules: Rules, counters: Sequence[int]) -> int:
    return max(counters, default=0) if rules.options.counter_bribes == "largest" else sum(counters)


def _best(rules: Rules, equal: Sequence[Bid], face: int) -> Bid | None:
    if len(equal) == 1 or (equal and rules.options.bribe_tie == "first"):
        return equal[0]
    return equal[face - 1] if equal and rules.options.bribe_tie == "die" else None


def _weighed(rules: Rules, unit: Unit, bid: Bid, counters: Sequence[int]) -> Reason:
    """Say how a bribe compares with its price, as in `A bribe of 6 ducats meets the price of 6`."""
    against, cost = _against(rules, counters), price(rules, unit, bid.letter)
    rest = bid.worth - against
    facts = {"worth": bid.worth, "against": against, "rest": rest, "price": cost}
    less = f" less counter-bribes of {against}" if against else ""
    code, met = ("bribe.works", "meets") if rest >= cost else ("bribe.too_small", "is below")
    return Reason(code, f"A bribe of {bid.worth} ducats{less} {met} the price of {cost}.", facts, RULE)


def _beaten(
    rules: Rules, unit: Unit, bid: Bid, equal: Sequence[Bid], best: Bid | None, counters: Sequence[int]
) -> Reason:
    if bid in equal and best is None:
        sentence = f"{len(equal)} bribes of {bid.worth} are equal; all of them fail."
        return Reason("bribe.tie", sentence, {"worth": bid.worth, "equal": len(equal)}, RULE)
    if bid in equal and best is not None:
        return Reason("bribe.tie_lost", f"Another bribe of {bid.worth} was chosen.", {"worth": bid.worth}, RULE)
    if best is not None and best.worth > bid.worth:
        return Reason(
            "bribe.outbid", f"A bribe of {best.worth} is larger than {bid.worth}.", {"largest": best.worth}, RULE
        )
    if equal:
        sentence = f"Bribes of {equal[0].worth} are larger than {bid.worth}."
        return Reason("bribe.outbid", sentence, {"largest": equal[0].worth}, RULE)
    return _weighed(rules, unit, bid, counters)
