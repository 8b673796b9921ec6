"""Promises every state of a game of Diplomacy keeps; tests and the conformance suite look for broken ones."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.play.state import DiplomacyState
from wartable.games.diplomacy.position_faults import position_faults


def broken_promises(rules: Rules, state: DiplomacyState) -> Iterator[str]:
    """Yield a sentence for every promise that a state breaks."""
    yield from position_faults(rules.variant, state.position)
    yield from _seats(state)


def _seats(state: DiplomacyState) -> Iterator[str]:
    if any(action is not None and seat not in state.asked for seat, action in enumerate(state.pending)):
        yield "a seat that is not asked has orders pending"
    if state.ending is None and not state.waiting:
        yield "the game waits for nobody and goes on"
    if state.ending is not None and (state.asked or any(state.pending)):
        yield "the game is over and somebody is asked"
    if len({len(state.powers), len(state.pending), len(state.ahead), len(state.missed)}) > 1:
        yield "a list by seat has the wrong length"
