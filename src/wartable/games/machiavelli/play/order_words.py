"""Orders of a campaign as the log tells them: `Milan supports Pavia to Como (cut)`."""

from __future__ import annotations

from collections.abc import Mapping

from wartable.games.machiavelli.orders import (
    Advance,
    Besiege,
    CampaignOrder,
    Convert,
    Disband,
    Hold,
    Lift,
    Order,
    Support,
    SupportPower,
    Transport,
    UnitName,
)
from wartable.games.machiavelli.results import Judged, Result
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import KIND_NAMES

_FAILED: Mapping[Result, str] = {
    "bounces": "bounced",
    "no_path": "no transport",
    "cut": "cut",
    "unmatched": "void",
    "disrupted": "broken",
    "broken": "broken",
    "struck": "struck",
    "eliminated": "eliminated",
    "void": "void",
    "illegal": "illegal",
}
"""What is added to an order that failed."""

_STAYING: Mapping[type[Order], str] = {
    Hold: "holds",
    Besiege: "besieges its city",
    Lift: "lifts the siege",
    Disband: "is disbanded",
}


def judged_words(rules: Rules, judged: Judged) -> str:
    """Return an order, and how it failed where it did."""
    added = [_FAILED.get(judged.result, ""), "dislodged" if judged.dislodged else ""]
    told = ", ".join(filter(None, added))
    return order_words(rules, judged.order) + (f" ({told})" if told else "")


def order_words(rules: Rules, order: CampaignOrder) -> str:
    """Return an order in words, its unit by its place: `Pavia to Como`, `the garrison of Pavia comes out as army`."""
    return f"{_unit(rules, order.unit)} {_deed(rules, order)}"


def _unit(rules: Rules, unit: UnitName) -> str:
    place = rules.place(unit.place)
    return f"the garrison of {place}" if unit.kind == "G" else place


def _deed(rules: Rules, order: CampaignOrder) -> str:
    """Return what an order says of its unit."""

    def place(at: str) -> str:
        return rules.place(at.partition("/")[0])

    match order:
        case Advance():
            over = f" over {', '.join(map(place, order.path))}" if order.path else ""
            words = f"to {place(order.to)}{over}"
        case Support():
            tail = f" to {place(order.to)}" if order.to else " coming out" if order.into else ""
            words = f"supports {_unit(rules, order.of)}{tail}"
        case SupportPower():
            whom = rules.power(order.power) if order.power else "its own power"
            words = f"supports {whom} in {place(order.place)}"
        case Transport():
            words = f"carries {_unit(rules, order.of)} to {place(order.to)}"
        case Convert():
            words = "goes into the city" if order.into == "G" else f"comes out as {KIND_NAMES[order.into]}"
        case Hold() | Besiege() | Lift() | Disband():
            words = _STAYING[type(order)]
    return words
