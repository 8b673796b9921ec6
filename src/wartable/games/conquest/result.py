"""How a game ended, as ranks."""

from __future__ import annotations

from wartable.engine.values import Outcome
from wartable.games.conquest.state import ConquestState


def outcome_of(state: ConquestState) -> Outcome | None:
    """Return the outcome; scores are the territories held at the end.

    Winners share the first rank, the other survivors follow by territories and armies, then the eliminated,
    the last one first.
    """
    if state.victory is None:
        return None
    standing = [_standing(state, seat) for seat in range(state.seats)]
    return Outcome(
        ranks=tuple(1 + sum(other > mine for other in standing) for mine in standing),
        scores=tuple(float(mask.bit_count()) for mask in state.held),
        reason=state.victory.reason,
    )


def _standing(state: ConquestState, seat: int) -> tuple[int, int, int]:
    """Return a seat's standing, higher being better."""
    if state.victory is not None and seat in state.victory.seats:
        return 3, 0, 0
    for number, fallen in enumerate(state.fallen):
        if fallen.seat == seat:
            return 1, number, 0
    return 2, state.held[seat].bit_count(), state.army_totals()[seat]
