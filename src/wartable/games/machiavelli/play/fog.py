"""What a seat sees of a game in fog, position, dislodged and last movement; and what it does not see, as it might be.

Without the option, and once the game is over, everybody sees everything.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from wartable.engine.chance import Randomness
from wartable.games.machiavelli.optional import fog
from wartable.games.machiavelli.play.state import MachiavelliState, Report
from wartable.games.machiavelli.play.tasks import AskHeed, AskPope, SendOrders, SendRetreats, SendShifts, SendYear
from wartable.games.machiavelli.results import Dislodged, Judged
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import NOBODY, Place, Position, Power


def clouded(state: MachiavelliState) -> bool:
    """Whether powers see only part of the position."""
    return state.options.fog and state.ending is None


def position_seen(rules: Rules, state: MachiavelliState, seat: int | None) -> Position:
    """Return the position as far as a seat (None: a spectator) sees it; accounts stay as they are."""
    if not clouded(state):
        return state.position
    power = _power(state, seat)
    return fog.cleared(state.position, power, _sight(rules, state, power))


def _power(state: MachiavelliState, seat: int | None) -> Power:
    return NOBODY if seat is None else state.powers[seat]


def _sight(rules: Rules, state: MachiavelliState, power: Power) -> frozenset[Place]:
    left = {one.unit.place for one in state.dislodged if one.unit.owner == power}
    return fog.sight(rules, state.position, power, left)


def dislodged_seen(rules: Rules, state: MachiavelliState, seat: int | None) -> tuple[Dislodged, ...]:
    """Return the dislodged units that a seat sees; of others' without who attacked and where they may go."""
    if not clouded(state) or not state.dislodged:
        return state.dislodged
    power = _power(state, seat)
    places = _sight(rules, state, power)
    return tuple(
        one if one.unit.owner == power else replace(one, attacker="", retreats=())
        for one in state.dislodged
        if one.unit.place in places
    )


def judged_seen(state: MachiavelliState, seat: int | None, judged: Iterable[Judged]) -> tuple[Judged, ...]:
    """Return the orders of the last movement that a seat knows: its own, and those of units that it saw."""
    if not clouded(state):
        return tuple(judged)
    power = _power(state, seat)
    places = state.position.extra.sights.get(power, ())
    return tuple(one for one in judged if one.power == power or one.order.unit.place in places)


def report_seen(state: MachiavelliState, seat: int | None) -> Report | None:
    """Return the last movement as far as a seat knows it."""
    last = state.last
    return last if last is None else replace(last, judged=judged_seen(state, seat, last.judged))


def drawn(rules: Rules, state: MachiavelliState, seat: int | None, rng: Randomness) -> MachiavelliState:
    """Return the state with what a seat does not see as it might be.

    While chance is asked it stays as it is: what dice are wanted for hangs on what nobody sees.
    """
    asks = (AskHeed, AskPope, SendOrders, SendRetreats, SendShifts, SendYear)
    if not clouded(state) or not state.agenda or not isinstance(state.agenda[0], asks):
        return state
    power = _power(state, seat)
    return replace(
        state,
        position=fog.imagined(rules, state.position, power, _sight(rules, state, power), fog.Picker(rng.randrange)),
        dislodged=dislodged_seen(rules, state, seat),
        last=report_seen(state, seat),
    )
