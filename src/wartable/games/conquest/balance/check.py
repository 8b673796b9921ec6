"""Promises that every state of the variant keeps beside those of the family."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.sides import unheld
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core import invariants as family

_PENDING = frozenset({"give", "ties", "occupy", "over"})
"""Phases in which a hand may be beyond the limit: the acting seat is about to give cards away."""


def broken_promises(rules: BalanceRules, state: BalanceState) -> Iterator[str]:
    """Yield a sentence for every promise that a state breaks."""
    yield from family.broken_promises(rules, state)
    yield from _piles(rules, state)
    yield from _hands(rules, state)
    yield from _marks(state)
    yield from _objectives(state)


def _piles(rules: BalanceRules, state: BalanceState) -> Iterator[str]:
    most = rules.tables.piles.most
    if len(state.piles) != state.seats + 1 or any(not 0 <= pile <= most for pile in state.piles):
        yield f"a pile holds fewer than 0 or more than {most}: {state.piles}"
    if any(pile and not held for pile, held in zip(state.piles, state.held, strict=False)) and not any(state.pools):
        yield "an eliminated seat has a pile"
    if state.piles[-1] and not unheld(state):
        yield "a neutral army that is gone has a pile"


def _hands(rules: BalanceRules, state: BalanceState) -> Iterator[str]:
    if not state.options.hand_limit:
        return
    for seat, hand in enumerate(state.cards.hands):
        if len(hand) > rules.tables.hand_limit.most and (seat != state.seat or state.phase not in _PENDING):
            yield f"seat {seat + 1} holds {len(hand)} cards"


def _marks(state: BalanceState) -> Iterator[str]:
    if any(tanks < 0 for tanks in state.tanks):
        yield "there are fewer than no tanks in a territory"
    if any(tanks and unheld(state) >> space & 1 for space, tanks in enumerate(state.tanks)):
        yield "the neutral army has a tank"
    founded = [space for space in state.capitals if space >= 0]
    if len(set(founded)) != len(founded):
        yield "two capitals are in one territory"


def _objectives(state: BalanceState) -> Iterator[str]:
    every = [*state.face_up, *(key for keys in state.collected for key in keys)]
    if len(set(every)) != len(every):
        yield "an objective is in two places"
    if state.rewards and len(state.rewards) != len(state.face_up):
        yield "an objective lies without its reward"
