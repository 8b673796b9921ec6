"""Units of nobody that obey whoever paid for them in this campaign.

The largest sum on a unit hires it, and equal ones hire nobody; what it may do depends on the sum, by what it is
ordered. That bribes on it come first, and that 9 in place of 6 are for a garrison that comes out as a fleet, is
reconstructed.
Source: rules/machiavelli.md 14, operate autonomous units.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from wartable.games.machiavelli import orders
from wartable.games.machiavelli.events import Reason
from wartable.games.machiavelli.money_events import Refused
from wartable.games.machiavelli.state import AUTONOMOUS, Hire, Position, Power
from wartable.games.machiavelli.tables import Operation, tables

RULE = "machiavelli 14"
OrdersOf = Mapping[Power, Sequence[orders.CampaignOrder]]


class Commanded(NamedTuple):
    """Orders with those of hired units under nobody's name, the position without hires, and what is refused."""

    orders: OrdersOf
    position: Position
    events: tuple[Refused, ...] = ()


def hired(bids: Iterable[Hire]) -> tuple[Hire, ...]:
    """Return for each unit the largest of the sums that are paid for it; none where several are largest."""
    found: dict[int, list[Hire]] = {}
    for one in bids:
        found.setdefault(one.number, []).append(one)
    best = ((max(one.worth for one in those), those) for those in found.values())
    first = ([one for one in those if one.worth == most] for most, those in best)
    return tuple(sorted(those[0] for those in first if len(those) == 1))


def price(order: orders.CampaignOrder) -> int | None:
    """Return what an order for a unit of nobody costs in ducats; None for one that cannot be bought."""
    what: Operation
    match order:
        case orders.Advance():
            what = "advance"
        case orders.Support() | orders.SupportPower():
            what = "support"
        case orders.Transport():
            what = "transport"
        case orders.Convert(into=into):
            what = "convert_to_fleet" if into == "F" else "convert"
        case _:
            return None
    return tables().operating[what]


def commanded(position: Position, given: OrdersOf) -> Commanded:
    """Let hired units obey, as far as the money for them goes."""
    if not position.extra.hires:
        return Commanded(given, position)
    mine = {power: list(those) for power, those in given.items()}
    events: list[Refused] = []
    obeyed: list[orders.CampaignOrder] = []
    for hire in position.extra.hires:
        unit = position.numbered(hire.number)
        if unit is None or unit.owner != AUTONOMOUS:
            continue
        asked = [one for one in mine.get(hire.power, ()) if (one.unit.kind, one.unit.place) == (unit.kind, unit.place)]
        for order in asked:
            mine[hire.power].remove(order)
            cost = price(order)
            if cost is not None and cost <= hire.worth:
                obeyed.append(order)
            else:
                events.append(_refused(position, hire, order, cost))
    return Commanded({**mine, AUTONOMOUS: obeyed}, position.with_extra(hires=()), tuple(events))


def _refused(position: Position, hire: Hire, order: orders.CampaignOrder, cost: int | None) -> Refused:
    sentence = "An independent unit cannot be hired for that."
    if cost is not None:
        sentence = f"That costs {cost}, and {hire.worth} were paid."
    why = Reason("hire.too_small" if cost is not None else "hire.order", sentence, {"worth": hire.worth}, RULE)
    return Refused(
        year=position.year,
        season=position.season,
        power=hire.power,
        text=str(order),
        why=why,
        private_to=(hire.power,),
    )
