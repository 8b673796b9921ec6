"""Trade routes: sea ways between two ports that pay a ducat a year to who controls each end, while they are safe.

Which routes there are is given by the board. A route is safe while no fleet stands in its seas but those of the two who
control its ends; that both ends have to be controlled is reconstructed, as are the routes.
Source: rules/machiavelli.md 14, trade routes.
"""

from __future__ import annotations

from wartable.games.machiavelli.accounts import earns
from wartable.games.machiavelli.board import Route
from wartable.games.machiavelli.events import Reason
from wartable.games.machiavelli.money_events import TradePaid
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import Position, Power

RULE = "machiavelli 14"


def ends_of(position: Position, route: Route) -> tuple[Power, ...]:
    """Return who controls the ends of a route; nobody where it is not safe, or an end is nobody's."""
    holders = tuple(position.provinces.get(place) or position.cities.get(place, "") for place in route.ends)
    seas = {unit.owner for unit in position.units if unit.kind == "F" and unit.place in route.seas}
    return holders if all(holders) and seas <= set(holders) else ()


def paid(rules: Rules, position: Position) -> Outcome:
    """Pay the ends of safe routes."""
    events: list[TradePaid] = []
    for route in rules.board.trade_routes if rules.options.trade_routes else ():
        for power in ends_of(position, route):
            one, other = map(rules.place, route.ends)
            why = Reason("trade.safe", f"The route from {one} to {other} is safe.", {}, RULE)
            event = TradePaid(
                year=position.year, season=position.season, power=power, ducats=1, ends=route.ends, why=why
            )
            position = earns(position, event)
            events.append(event)
    return Outcome(position, tuple(events))
