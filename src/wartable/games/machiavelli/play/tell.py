"""Everything a game tells as full sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wartable.engine.values import Event
from wartable.engine.words import capitalised, counted
from wartable.games.machiavelli import events as e
from wartable.games.machiavelli import money_events as m
from wartable.games.machiavelli.maps import CLASSES
from wartable.games.machiavelli.orders import Letter
from wartable.games.machiavelli.play import events as p
from wartable.games.machiavelli.play.order_words import judged_words
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import KIND_NAMES, Country, Power, Unit
from wartable.games.voting import draw_voted

INFIDEL: Country = "turkey"
"""The country that is not excommunicated: a crusade against it does the same (machiavelli 14)."""

PURPOSES: Mapping[Letter, str] = {
    "A": "relief of famine",
    "B": "peace with rebels",
    "C": "a rebellion in a conquered province",
    "D": "a rebellion in a home province",
    "E": "a murder",
    "F": "a counter-bribe",
    "G": "a bribe to disband an independent garrison",
    "H": "a bribe to buy an independent garrison",
    "I": "a bribe to free a garrison",
    "J": "a bribe to disband a unit",
    "K": "a bribe to buy a unit",
    "L": "a bribe to order an independent unit",
    "M": "a bribe to buy an independent unit",
    "N": "burning of land",
    "O": "bodyguards",
    "P": "a diplomat",
}
"""What an expense is for, by its letter."""


def sentence(rules: Rules, event: Event, names: Sequence[str]) -> str:
    """Return an event as a full sentence, with its reason."""
    del names
    words = _WORDS[type(event)](rules, event)
    why = getattr(event, "why", None)
    return f"{words} {why.sentence}" if why is not None else words


def why(reason: str) -> str:
    """Return why a game ended, as it is told: what is stored of it counts `1 home countries`."""
    return reason.replace(" 1 home countries", " 1 home country")


def unit_words(rules: Rules, unit: Unit) -> str:
    """Return `Milan's army in Pavia`."""
    whose = f"{rules.power(unit.owner)}'s" if unit.owner in rules.scenario.powers else "the independent"
    special = "" if unit.unit_class == "regular" else f" of {CLASSES[unit.unit_class].name}"
    return f"{whose} {KIND_NAMES[unit.kind]}{special} in {rules.place(unit.place)}"


def holder(rules: Rules, power: Power) -> str:
    """Return a power, or `nobody`."""
    return rules.power(power) if power else "nobody"


def _ducats(amount: int) -> str:
    return counted(amount, "ducat")


def _control(rules: Rules, event: e.ControlChanged) -> str:
    what = f"The city of {rules.place(event.place)}" if event.city else rules.place(event.place)
    return f"{what} passes from {holder(rules, event.before)} to {holder(rules, event.after)}."


def _rebels(rules: Rules, event: Any) -> str:  # noqa: ANN401 - either event of rebels
    where = " and ".join(name for name, there in (("the field", event.field), ("the city", event.city)) if there)
    return f"against {rules.power(event.against)} in {where} of {rules.place(event.place)}"


def _banned(rules: Rules, event: e.Excommunicated) -> str:
    name, crusade = rules.power(event.power), INFIDEL in rules.scenario.powers[event.power].countries
    return f"A crusade is sent against {name}." if crusade else f"{name} is excommunicated."


_WORDS: Mapping[type, Callable[[Rules, Any], str]] = {
    e.UnitLost: lambda rules, event: f"{capitalised(unit_words(rules, event.unit))} is lost.",
    e.SiegeBegan: lambda rules, event: f"{capitalised(unit_words(rules, event.besieger))} begins a siege.",
    e.SiegeEnded: lambda rules, event: f"The siege of {rules.place(event.place)} is over.",
    e.ControlChanged: _control,
    e.RebellionBegan: lambda rules, event: f"Rebels rise {_rebels(rules, event)}.",
    e.RebellionEnded: lambda rules, event: f"The rebellion {_rebels(rules, event)} is over.",
    e.Eliminated: lambda rules, event: f"{rules.power(event.power)} is out of the game.",
    e.CountryTaken: lambda rules, event: (
        f"{rules.scenario.countries[event.country].name} as a home country passes from "
        f"{holder(rules, event.before)} to {holder(rules, event.after)}."
    ),
    m.DisasterRolled: lambda rules, event: (
        f"{event.disaster.capitalize()} is rolled for"
        + (f" and strikes {', '.join(map(rules.place, event.struck))}." if event.struck else ", and strikes nobody.")
    ),
    m.Earned: lambda rules, event: f"{rules.power(event.power)} earns {_ducats(event.ducats)}.",
    m.Taxed: lambda rules, event: (
        f"{rules.power(event.power)} taxes {rules.place(event.place)}. That brings {_ducats(event.ducats)}."
    ),
    m.TradePaid: lambda rules, event: (
        f"{rules.power(event.power)} earns a ducat on the route {' - '.join(map(rules.place, event.ends))}."
    ),
    m.FortuneTold: lambda rules, event: (
        f"Chance {'brings' if event.ducats >= 0 else 'costs'} {rules.power(event.power)} {_ducats(abs(event.ducats))}."
    ),
    m.ProvinceGiven: lambda rules, event: (
        f"{rules.power(event.power)} hands {rules.place(event.place)} over to {rules.power(event.to)}."
    ),
    m.Scorched: lambda rules, event: f"There is famine in {rules.place(event.place)}.",
    e.DiplomatFound: lambda rules, event: f"A diplomat of {rules.power(event.power)} is found out.",
    e.Excommunicated: _banned,
    e.Forgiven: lambda rules, event: f"The Papacy forgives {rules.power(event.power)}, which may write letters again.",
    e.BanIgnored: lambda rules, event: f"The excommunication falls on {rules.power(event.power)}.",
    e.HomeGained: lambda rules, event: f"{rules.place(event.place)} has become home to {rules.power(event.power)}.",
    e.PlagueSpread: lambda rules, event: (
        "The plague goes on"
        + (f" to {', '.join(map(rules.place, event.struck))}." if event.struck else " to no other province.")
    ),
    e.Shifted: lambda rules, event: (
        f"{capitalised(unit_words(rules, event.unit))} is shifted to {rules.place(event.to.partition('/')[0])}."
    ),
    m.Maintained: lambda rules, event: f"{rules.power(event.power)} pays {_ducats(-event.ducats)} for its units.",
    m.Raised: lambda rules, event: f"{capitalised(unit_words(rules, event.unit))} is raised.",
    m.Repaid: lambda rules, event: f"{rules.power(event.power)} pays {_ducats(-event.ducats)} to the bank.",
    m.Given: lambda rules, event: (
        f"{rules.power(event.power)} {'gets' if event.ducats > 0 else 'gives'} {_ducats(abs(event.ducats))}."
    ),
    m.Borrowed: lambda rules, event: f"{rules.power(event.power)} borrows {_ducats(event.ducats)}.",
    m.Collected: lambda rules, event: f"The bank collects {_ducats(-event.ducats)} of {rules.power(event.power)}.",
    m.Defaulted: lambda rules, event: f"{rules.power(event.power)} cannot pay the bank.",
    m.ChitGiven: lambda rules, event: (
        f"{rules.power(event.power)} gives {rules.power(event.to)} an assassin against {rules.power(event.against)}."
    ),
    m.Refused: lambda rules, event: f"{rules.power(event.power)} wrote {event.text}, which cannot be done.",
    m.Charged: lambda rules, event: (
        f"{rules.power(event.power)} spends {_ducats(-event.ducats)} "
        f"on expense {event.number}, {PURPOSES[event.letter]}."
    ),
    m.ExpenseJudged: lambda rules, event: (
        f"Expense {event.number} of {rules.power(event.power)}, {PURPOSES[event.letter]}, "
        + ("works." if event.done else "fails.")
    ),
    m.Relieved: lambda rules, event: f"{rules.place(event.place)} is relieved of famine.",
    m.AllegianceChanged: lambda rules, event: (
        f"{capitalised(unit_words(rules, event.unit))} goes over to "
        + (rules.power(event.after) if event.after in rules.scenario.powers else "nobody")
        + "."
    ),
    m.AttemptRolled: lambda rules, event: (
        f"{rules.power(event.power)} tries to have the ruler of {rules.power(event.victim)} murdered."
    ),
    m.Murdered: lambda rules, event: (
        f"The ruler of {rules.power(event.power)} is murdered"
        + (" by the bankers. No expense of this power works, its" if event.bankers else ". Its")
        + " units hold, its sieges end, and each of its provinces may rebel."
    ),
    m.LoyaltyRolled: lambda rules, event: f"{rules.place(event.place)} is put to the test.",
    p.CampaignOpened: lambda _, event: f"{event.season.capitalize()} {event.year} begins.",
    p.OrdersRevealed: lambda rules, event: (
        f"{rules.power(event.power)} ordered: "
        + ("; ".join(judged_words(rules, one) for one in event.judged) or "nothing")
        + "."
    ),
    p.Retreated: lambda rules, event: f"{capitalised(unit_words(rules, event.unit))} retreats.",
    p.DrawVoted: lambda rules, event: draw_voted(event.powers, event.sharing, rules.power),
    p.Ended: lambda _, event: why(event.reason),
}
EVENTS: tuple[type[Event], ...] = tuple(_WORDS)
"""Every kind of event."""
