"""Votes that come with the orders of a campaign: for a draw, or for the victory of another power."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec.structs import replace

from wartable.engine.actions import Offer
from wartable.engine.errors import Reason
from wartable.engine.values import Seat
from wartable.games import voting
from wartable.games.machiavelli.play.actions import CampaignOrders
from wartable.games.machiavelli.play.events import DrawVoted
from wartable.games.machiavelli.play.state import Ending, MachiavelliState
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Power

_C = TypeVar("_C", bound=CampaignOrders)


def survivors(state: MachiavelliState) -> tuple[Power, ...]:
    """Return the powers of seats that are in the game."""
    return tuple(power for power in state.powers if power in state.position.powers)


def agreed(rules: Rules, state: MachiavelliState, given: Sequence[tuple[Seat, CampaignOrders]]) -> Ending | None:
    """Return the end that all agree on who write for a campaign, or all but the power conceded to."""
    left = survivors(state)
    found = voting.agreed(_votes(state, given), left, frozenset(left), rules.power)
    if found is None:
        return None
    return Ending(found.kind, tuple(power for power in left if power in found.powers), found.reason)


def told(rules: Rules, state: MachiavelliState, given: Sequence[tuple[Seat, CampaignOrders]]) -> Iterator[DrawVoted]:
    """Yield who voted for a draw, those who agree together; where draws may be of some, with who is to share it."""
    left = survivors(state)
    for sharing, powers in voting.proposals(_votes(state, given), frozenset(left)).items():
        named = tuple(power for power in left if power in sharing) if rules.options.draws == "chosen" else ()
        yield DrawVoted(powers=powers, sharing=named)


def _votes(state: MachiavelliState, given: Sequence[tuple[Seat, CampaignOrders]]) -> dict[Power, CampaignOrders | None]:
    return {state.powers[seat]: action for seat, action in sorted(given, key=lambda one: one[0])}


def without_vote(action: _C) -> _C:
    """Return orders without their vote, which nobody is told with them."""
    return replace(action, draw=False, draw_of=(), concede_to="")


def refusals(rules: Rules, state: MachiavelliState, power: Power, action: CampaignOrders) -> Iterator[Reason]:
    """Yield what is wrong with a vote."""
    yield from voting.refusals(rules.options, action, power, survivors(state), rules.power)


def offers(rules: Rules, state: MachiavelliState, power: Power) -> Iterator[Offer]:
    """Yield what a power may vote for."""
    yield from voting.offers(rules.options, survivors(state), (power,))
