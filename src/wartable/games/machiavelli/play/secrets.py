"""What a seat cannot know, drawn anew: the money, the loans and the assassins of others, where these are secret."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.engine.chance import Randomness
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Account, Position, Power

MORE = 12
"""Ducats that a power may be thought to have beside its cities and provinces."""


def drawn_anew(rules: Rules, state: MachiavelliState, seat: int | None, rng: Randomness) -> MachiavelliState:
    """Return the state with accounts of others as they might be, for all that the seat knows."""
    if rules.options.treasuries == "open" or not rules.options.money:
        return state
    own = None if seat is None else state.powers[seat]
    position = state.position
    accounts = {
        power: account if power == own or account.eliminated else _account(rules, position, power, rng)
        for power, account in position.accounts.items()
    }
    return replace(state, position=replace(position, accounts=accounts))


def _account(rules: Rules, position: Position, power: Power, rng: Randomness) -> Account:
    """Return an account at random: money about a year's income, no loans, an assassin for each other power."""
    holds = sum(holder == power for holder in (*position.provinces.values(), *position.cities.values()))
    chits = tuple(other for other in position.powers if other != power) if rules.options.assassination else ()
    return Account(treasury=rng.randrange(holds + MORE), chits=chits)
