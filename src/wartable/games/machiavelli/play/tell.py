"""Everything a game tells as full sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from wartable.engine.values import Event
from wartable.games.machiavelli import events as e
from wartable.games.machiavelli.play import events as p
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import KIND_NAMES, Power, Unit


def sentence(rules: Rules, event: Event, names: Sequence[str]) -> str:
    """Return an event as a full sentence, with its reason."""
    del names
    words = _WORDS[type(event)](rules, event)
    why = getattr(event, "why", None)
    return f"{words} {why.sentence}" if why is not None else words


def unit_words(rules: Rules, unit: Unit) -> str:
    """Return `the Milanese army in Pavia` as `Milan's army in Pavia`."""
    whose = f"{rules.power(unit.owner)}'s" if unit.owner in rules.scenario.powers else "the autonomous"
    special = "" if unit.unit_class == "regular" else f" of {unit.unit_class.replace('_', ' ')}"
    return f"{whose} {KIND_NAMES[unit.kind]}{special} in {rules.place(unit.place)}"


def holder(rules: Rules, power: Power) -> str:
    """Return a power, or `nobody`."""
    return rules.power(power) if power else "nobody"


def _large(text: str) -> str:
    return text[:1].upper() + text[1:]


def _control(rules: Rules, event: e.ControlChanged) -> str:
    what = f"The city of {rules.place(event.place)}" if event.city else rules.place(event.place)
    return f"{what} passes from {holder(rules, event.before)} to {holder(rules, event.after)}."


def _rebels(rules: Rules, event: Any) -> str:  # noqa: ANN401 - either event of rebels
    where = " and ".join(name for name, there in (("the field", event.field), ("the city", event.city)) if there)
    return f"against {rules.power(event.against)} in {where} of {rules.place(event.place)}"


_WORDS: Mapping[type, Callable[[Rules, Any], str]] = {
    e.UnitLost: lambda rules, event: f"{_large(unit_words(rules, event.unit))} is lost.",
    e.SiegeBegan: lambda rules, event: f"{_large(unit_words(rules, event.besieger))} begins a siege.",
    e.SiegeEnded: lambda rules, event: f"The siege of {rules.place(event.place)} is over.",
    e.ControlChanged: _control,
    e.RebellionBegan: lambda rules, event: f"Rebels rise {_rebels(rules, event)}.",
    e.RebellionEnded: lambda rules, event: f"The rebellion {_rebels(rules, event)} is over.",
    e.Eliminated: lambda rules, event: f"{rules.power(event.power)} is out of the game.",
    e.CountryTaken: lambda rules, event: (
        f"{rules.scenario.countries[event.country].name} as a home country passes from "
        f"{holder(rules, event.before)} to {holder(rules, event.after)}."
    ),
    p.CampaignOpened: lambda _, event: f"{event.season.capitalize()} {event.year} begins.",
    p.OrdersRevealed: lambda rules, event: (
        f"{rules.power(event.power)} ordered: "
        + ("; ".join(f"{one.order} ({one.result})" for one in event.judged) or "nothing")
        + "."
    ),
    p.Retreated: lambda rules, event: f"{_large(unit_words(rules, event.unit))} retreats.",
    p.Ended: lambda _, event: event.reason,
}
