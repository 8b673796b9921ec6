"""Promises every state of a conquest game keeps; tests and the conformance suite look for broken ones."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import NOBODY, ConquestState
from wartable.games.conquest.core.tasks import MovingIn, Rolling


def broken_promises(rules: Rules, state: ConquestState) -> Iterator[str]:
    """Yield a sentence for every promise that a state breaks."""
    yield from _spaces(rules, state)
    yield from _cards(rules, state)
    yield from _turn(rules, state)


def _spaces(rules: Rules, state: ConquestState) -> Iterator[str]:
    if sum(state.held) & ~rules.board.everything or sum(map(int.bit_count, state.held)) != sum(state.held).bit_count():
        yield "a territory has two holders or is not on the board"
    waiting = state.entry.target if state.entry else -1
    owners = state.owners
    for space, count in enumerate(state.armies):
        empty = space == waiting or (owners[space] == NOBODY and (count == 0 or not rules.neutral))
        if count < 0 or (count == 0) != empty:
            yield f"{rules.name(space)} holds {count} armies"


def _cards(rules: Rules, state: ConquestState) -> Iterator[str]:
    dealt = [card for hand in state.cards.hands for card in hand]
    if len(set(dealt)) != len(dealt) or any(state.cards.deck >> card & 1 for card in dealt):
        yield "a card is in two places"
    if any(not 0 <= card < rules.cards.size for card in dealt):
        yield "a card is not of this deck"
    if any(hand != tuple(sorted(hand)) for hand in state.cards.hands):
        yield "a hand is out of order"
    if any(hand and not alive for hand, alive in zip(state.cards.hands, state.alive, strict=False)):
        yield "an eliminated seat holds cards"


def _turn(rules: Rules, state: ConquestState) -> Iterator[str]:
    if (not state.agenda) != (state.victory is not None):
        yield "the game is over without a victory, or the other way round"
    if any(isinstance(task, Rolling | MovingIn) and task is not state.now for task in state.agenda):
        yield "a battle waits for something else"
    if len(state.pieces) != len(rules.pieces) or any(count < 0 for places in state.pieces for count in places):
        yield "pieces are missing, or fewer than none"
    if any(count and not state.armies[space] for places in state.pieces for space, count in enumerate(places)):
        yield "a piece stands where no army does"
    if state.to_place < 0 or any(pool < 0 for pool in state.pools):
        yield "fewer than no armies are left to place"
    if not state.pools and state.victory is None and not state.held[state.seat] and not state.afield:
        yield "an eliminated seat is at its turn"
