"""Civil disorder and its end: a power that nobody played is asked again when a player comes back to it.

Who comes back is for the server to say: the player of old or whoever has taken the seat over. For the game it is a
decision like others, which all see; orders of the phase that is on are still in time.
"""

from __future__ import annotations

from msgspec.structs import replace

from wartable.engine.errors import Reason
from wartable.engine.values import Action, Event
from wartable.games.diplomacy.play import events as e
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.play.state import DiplomacyState

IN_DISORDER = Reason(
    code="disorder.come_back",
    message="This power is in civil disorder, so it takes no orders: come back to it first.",
    rule="DATC 4.D",
    fix=("come back",),
)


def missing(state: DiplomacyState) -> tuple[int, ...]:
    """Return the seats in civil disorder that may come back: those that still have a unit or a centre."""
    if state.ending is not None:
        return ()
    survivors = state.survivors
    return tuple(
        seat
        for seat, power in enumerate(state.powers)
        if seat not in state.asked and power in survivors and state.in_disorder(seat)
    )


def out_of_place(state: DiplomacyState, seat: int, action: Action) -> Reason | None:
    """Say why a seat cannot come back: it never was away."""
    if seat in missing(state):
        return None
    tag = action.__struct_config__.tag
    return Reason(code="disorder.none", message=f"This power is not in civil disorder, so {tag} means nothing.")


def come_back(rules: Rules, state: DiplomacyState, seat: int, tell: list[Event] | None) -> DiplomacyState:
    """End the civil disorder of a seat; if it has something to decide in this phase, it is waited for."""
    power = state.powers[seat]
    wanted = power in rules.to_decide(state.position)
    if tell is not None:
        tell.append(e.DisorderEnded(seat=seat, power=power))
    return replace(
        state,
        missed=(*state.missed[:seat], 0, *state.missed[seat + 1 :]),
        asked=tuple(sorted((*state.asked, seat))) if wanted else state.asked,
    )
