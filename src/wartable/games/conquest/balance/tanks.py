"""Tanks: formed from armies, moved as pieces, turned back, lost with their territory (`balance-of-power 62` to 66)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.engine.errors import Reason
from wartable.engine.values import Event
from wartable.games.conquest.balance.actions import DisbandTank, FormTank, MoveTanks
from wartable.games.conquest.balance.refuse import no
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.explain import holder, unknown_space
from wartable.games.conquest.core.pieces import changed
from wartable.games.conquest.core.ways import can_fortify
from wartable.games.conquest.core.words import armies


class TankFormed(Event, frozen=True, tag="tank_formed"):
    """A tank was formed from armies of a territory."""

    seat: int
    space: str


class TankDisbanded(Event, frozen=True, tag="tank_disbanded"):
    """A tank was turned back into `count` armies."""

    seat: int
    space: str
    count: int


class TanksMoved(Event, frozen=True, tag="tanks_moved"):
    """Tanks went from one own territory to another, `count` armies with them."""

    seat: int
    source: str
    target: str
    tanks: int
    count: int = 0


class TanksLost(Event, frozen=True, tag="tanks_lost"):
    """Tanks were destroyed with the territory they stood in; `owner` had them."""

    owner: int
    space: str
    tanks: int


EVENT_TYPES: tuple[type[Event], ...] = (TankFormed, TankDisbanded, TanksMoved, TanksLost)


# --- what may be done


def can_form(rules: BalanceRules, state: BalanceState) -> int:
    """Return the own territories where a tank can be formed: one ordinary army must remain."""
    least = rules.tables.tanks.armies + 1
    return _own(state, lambda space: state.armies[space] >= least)


def with_tanks(state: BalanceState) -> int:
    """Return the own territories with a tank."""
    return _own(state, lambda space: state.tanks[space] > 0)


def can_move_tank(rules: BalanceRules, state: BalanceState) -> bool:
    """Whether some tank has another own territory to go to."""
    own = state.held[state.seat]
    return any(rules.board.neighbour_masks[space] & own for space in bits(with_tanks(state)))


def can_maneuver(rules: BalanceRules, state: BalanceState, seat: int) -> bool:
    """Whether a seat in its turn could move armies or a tank between its territories (`balance-of-power 61`, 66)."""
    return can_fortify(rules, state, seat) or can_move_tank(rules, state)


def refuse_form(rules: BalanceRules, state: BalanceState, _seat: int, action: FormTank) -> Reason | None:
    """Refuse a tank where it cannot be formed (`balance-of-power 62`)."""
    if (wrong := _bad_space(rules, state, action.space)) is not None:
        return wrong
    space, table = rules.board.index[action.space], rules.tables.tanks
    if state.armies[space] > table.armies:
        return None
    message = (
        f"A tank is formed of {armies(table.armies)}, and 1 must remain. "
        f"{rules.name(space)} has {armies(state.armies[space])}."
    )
    return no("tank.too_few", message, 62, rules.listed(can_form(rules, state)))


def refuse_disband(rules: BalanceRules, state: BalanceState, _seat: int, action: DisbandTank) -> Reason | None:
    """Refuse to turn back a tank that is not there (`balance-of-power 65`)."""
    if (wrong := _bad_space(rules, state, action.space)) is not None:
        return wrong
    space = rules.board.index[action.space]
    if state.tanks[space]:
        return None
    return no("tank.none", f"There is no tank in {rules.name(space)}.", 65, rules.listed(with_tanks(state)))


def refuse_move(rules: BalanceRules, state: BalanceState, _seat: int, action: MoveTanks) -> Reason | None:
    """Refuse a move of tanks that are not there, to where no chain leads, or that empties the territory."""
    for name in (action.source, action.target):
        if (wrong := _bad_space(rules, state, name)) is not None:
            return wrong
    source, target = rules.board.index[action.source], rules.board.index[action.target]
    start, end = rules.name(source), rules.name(target)
    reachable = rules.board.component(source, state.held[state.seat]) & ~(1 << source)
    if not reachable >> target & 1:
        message = f"No chain of your territories leads from {start} to {end}."
        return no("tank.not_connected", message, 61, rules.listed(reachable))
    if not 1 <= action.tanks <= state.tanks[source]:
        held = state.tanks[source]
        some = f"from 1 to {held}" if held else "none are there"
        return no("tank.count", f"Say how many tanks leave {start}: {some}.", 66, rules.listed(with_tanks(state)))
    if not 0 <= action.count < state.armies[source]:
        message = f"{armies(state.armies[source] - 1)} can leave {start}: 1 must stay."
        return no("tank.too_many", message, 61)
    return None


def _bad_space(rules: BalanceRules, state: BalanceState, name: str) -> Reason | None:
    if not state.tanks:
        return no("tank.off", "This game has no tanks.", 67)
    if (wrong := unknown_space(rules, name)) is not None:
        return replace(wrong, rule="balance-of-power 62")
    space, own = rules.board.index[name], state.held[state.seat]
    if own >> space & 1:
        return None
    message = f"{rules.name(space)} {holder(state, state.seat, space)}. Name a territory of yours."
    return no("space.not_yours", message, 62, rules.listed(own))


# --- what it does


def form_tank(rules: BalanceRules, state: BalanceState, action: FormTank, tell: list[Event] | None) -> BalanceState:
    """Form a tank."""
    if tell is not None:
        tell.append(TankFormed(state.seat, action.space))
    return _changed(state, rules.board.index[action.space], 1, -rules.tables.tanks.armies)


def disband_tank(
    rules: BalanceRules, state: BalanceState, _seat: int, action: DisbandTank, tell: list[Event] | None
) -> BalanceState:
    """Turn a tank back into fewer armies than it was formed of."""
    back = rules.tables.tanks.disbanded
    if tell is not None:
        tell.append(TankDisbanded(state.seat, action.space, back))
    return _changed(state, rules.board.index[action.space], -1, back)


def move_tanks(rules: BalanceRules, state: BalanceState, action: MoveTanks, tell: list[Event] | None) -> BalanceState:
    """Move tanks, and armies with them."""
    index = rules.board.index
    if tell is not None:
        tell.append(TanksMoved(state.seat, action.source, action.target, action.tanks, action.count))
    left = _changed(state, index[action.source], -action.tanks, -action.count)
    return _changed(left, index[action.target], action.tanks, action.count)


def lose_tanks(
    rules: BalanceRules, state: BalanceState, space: int, owner: int, tell: list[Event] | None
) -> BalanceState:
    """Destroy the tanks of a conquered territory; they enter no pile (`balance-of-power 65`)."""
    if not state.tanks or not state.tanks[space]:
        return state
    if tell is not None:
        tell.append(TanksLost(owner, rules.id(space), state.tanks[space]))
    return _changed(state, space, -state.tanks[space], 0)


def tank_armies(rules: BalanceRules, state: BalanceState, seat: int) -> int:
    """Return what the tanks of a seat count where armies are compared (`balance-of-power 20`)."""
    tanks = state.tanks
    return rules.tables.tanks.armies * sum([tanks[space] for space in bits(state.held[seat])]) if tanks else 0


def _changed(state: BalanceState, space: int, tanks: int, count: int) -> BalanceState:
    counts = list(state.armies)
    counts[space] += count
    return replace(state, pieces=changed(state.pieces, 0, space, tanks), armies=tuple(counts))


def _own(state: BalanceState, fits: Callable[[int], bool]) -> int:
    if not state.tanks:
        return 0
    return sum(1 << space for space in bits(state.held[state.seat]) if fits(space))
