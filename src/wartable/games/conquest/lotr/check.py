"""Promises that every state of Lord of the Rings Risk keeps beside those of the family."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.games.conquest.core import invariants as family
from wartable.games.conquest.lotr.rules import LotrRules
from wartable.games.conquest.lotr.state import LEADER, LotrState
from wartable.games.conquest.lotr.uprising import owned


def broken_promises(rules: LotrRules, state: LotrState) -> Iterator[str]:
    """Yield a sentence for every promise that a state breaks."""
    yield from family.broken_promises(rules, state)
    yield from _cards(rules, state)
    yield from _leaders(rules, state)
    if rules.options.ring and not 0 <= state.ring < len(rules.path):
        yield "the Fellowship is beyond its path"


def _cards(rules: LotrRules, state: LotrState) -> Iterator[str]:
    piles = [card for pile in (*state.adventure.hands, *state.shown) for card in pile]
    if len(set(piles)) != len(piles) or any(state.adventure.deck >> card & 1 for card in piles):
        yield "an adventure card is in two places"
    if any(rules.events_mask >> card & 1 for card in piles):
        yield "an event is in a hand or in front of a seat"
    kept = [card for cards in state.aside for card in cards]
    if any(state.cards.deck >> card & 1 for card in kept) or set(kept) & {c for h in state.cards.hands for c in h}:
        yield "a card kept aside is in two places"
    if any(owned(state, seat) >> card & 1 for seat, cards in enumerate(state.aside) for card in cards):
        yield "a card kept aside has not been shown though its territory is owned"


def _leaders(rules: LotrRules, state: LotrState) -> Iterator[str]:
    leaders = state.pieces[LEADER]
    if any(count > rules.options.leaders_per_territory for count in leaders):
        yield "too many leaders are in one territory"
    for seat, held in enumerate(state.held):
        if sum(count for space, count in enumerate(leaders) if held >> space & 1) > rules.options.leaders_max:
            yield f"seat {seat + 1} has too many leaders"
    if any(count and state.owner(space) < 0 for space, count in enumerate(leaders)):
        yield "a leader belongs to nobody"
