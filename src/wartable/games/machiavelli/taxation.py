"""Taxation: once a year a city pays again what it is worth, and its province starves or rebels for it (machiavelli 14).

Not in the printed rules: of two play sites one has famine follow, house rules have rebels. That whoever taxes controls
city and province, and that a city which pays nothing is not taxed, is reconstructed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from wartable.engine.values import Event
from wartable.games.machiavelli import income
from wartable.games.machiavelli.accounts import earns
from wartable.games.machiavelli.events import Reason
from wartable.games.machiavelli.money_events import Refused, Taxed
from wartable.games.machiavelli.rebels import rise
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import Place, Position, Power

RULE = "machiavelli 14"
TaxesOf = Mapping[Power, Sequence[Place]]
"""Cities that are taxed, by the power that does."""


def tax_fault(rules: Rules, position: Position, power: Power, place: Place) -> Reason | None:
    """Return why a power may not tax a city; None where it may."""
    if rules.options.taxation == "off" or not rules.options.money:
        return Reason("tax.off", "Cities are not taxed in this game.", {}, RULE)
    name = rules.place(place)
    if not power == position.cities.get(place) == position.provinces.get(place):
        return Reason("tax.control", f"{rules.power(power)} does not control both {name} and its city.", {}, RULE)
    line = _line(rules, position, power, place)
    if line is None or not line.ducats:
        return Reason(
            "tax.nothing", f"The city of {name} pays nothing: {line.why if line else 'it is no city'}.", {}, RULE
        )
    return None


def _line(rules: Rules, position: Position, power: Power, place: Place) -> income.Line | None:
    lines = income.lines(rules, position, power)
    return next((line for line in lines if line.source == "city" and line.place == place), None)


def taxable(rules: Rules, position: Position, power: Power) -> Iterator[Place]:
    """Yield the cities that a power may tax."""
    if rules.options.taxation != "off":
        yield from (place for place in position.cities if tax_fault(rules, position, power, place) is None)


def taxed(rules: Rules, position: Position, taxes: TaxesOf) -> Outcome:
    """Take the taxes of all powers; each city is taxed once, and what follows comes at once."""
    events: list[Event] = []
    for power in position.powers:
        for place in dict.fromkeys(taxes.get(power, ())):
            why = tax_fault(rules, position, power, place)
            if why is not None:
                events.append(_refused(position, power, place, why))
                continue
            step = _tax(rules, position, power, place)
            position, events = step.position, [*events, *step.events]
    return Outcome(position.tidied(), tuple(events)) if events else Outcome(position)


def _refused(position: Position, power: Power, place: Place, why: Reason) -> Refused:
    return Refused(
        year=position.year,
        season=position.season,
        power=power,
        text=f"TAX {place}",
        why=why,
        private_to=(power,),
    )


def _tax(rules: Rules, position: Position, power: Power, place: Place) -> Outcome:
    line = _line(rules, position, power, place)
    assert line is not None  # noqa: S101 - there is no fault
    what = "starves" if rules.options.taxation == "famine" else "rebels"
    why = Reason("tax.paid", f"{rules.place(place)} pays {line.ducats} once more, and {what}.", {}, RULE)
    event = Taxed(year=position.year, season=position.season, power=power, ducats=line.ducats, place=place, why=why)
    after = earns(position, event)
    if rules.options.taxation == "famine":
        return Outcome(replace(after, famine=(*after.famine, place)), (event,))
    rebels = rise(rules, after, place, Reason("rebels.taxed", "It was taxed.", {}, RULE))
    return Outcome(rebels.position, (event, *rebels.events))
