"""What a seat cannot know, drawn anew: other hands, the deck and other missions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from random import Random

from msgspec.structs import replace

from wartable.board.compiled import bits
from wartable.games.conquest.core.goals import NO_MISSION, mission_pool
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import Cards, ConquestState
from wartable.games.conquest.core.turn import S

TRIES = 200
"""Deals of missions tried before the true one is kept: nearly every deal fits."""


def resampled(rules: Rules, state: S, seat: int | None, rng: Random) -> S:
    """Return a state that looks the same to a seat (None: a spectator)."""
    if state.cards.hands:
        state = replace(state, cards=redealt(state.cards, seat, rng))
    return _with_missions(rules, state, seat, rng) if state.missions and state.victory is None else state


def redealt(cards: Cards, seat: int | None, rng: Random) -> Cards:
    """Deal other hands anew, of themselves and the deck. Discarded cards were seen by all; the own hand is known."""
    others = [card for number, hand in enumerate(cards.hands) if number != seat for card in hand]
    if not others:
        return cards
    dealt = rng.sample([*others, *bits(cards.deck)], len(others))
    left = (cards.deck | mask_of(others)) & ~mask_of(dealt)
    pile = iter(dealt)
    hands = [
        hand if number == seat else tuple(sorted(islice(pile, len(hand)))) for number, hand in enumerate(cards.hands)
    ]
    return replace(cards, hands=tuple(hands), deck=left)


def mask_of(cards: Iterable[int]) -> int:
    """Return cards as a bit mask."""
    return sum(1 << card for card in cards)


def _with_missions(rules: Rules, state: S, seat: int | None, rng: Random) -> S:
    """Deal other missions that nobody has fulfilled yet, or the game would be over."""
    own = NO_MISSION if seat is None else state.missions[seat]
    pool = [mission for mission in mission_pool(rules, state.seats) if mission != own]
    unknown = [other for other, mission in enumerate(state.missions) if mission != NO_MISSION and other != seat]
    for _ in range(TRIES):
        missions = list(state.missions)
        for other, mission in zip(unknown, rng.sample(pool, len(unknown)), strict=True):
            missions[other] = mission
        if _plausible(rules, state, missions):
            return replace(state, missions=tuple(missions))
    return state


def _plausible(rules: Rules, state: ConquestState, missions: Sequence[int]) -> bool:
    return not any(
        state.held[seat] and mission != NO_MISSION and rules.missions[mission].progress(rules, state, seat) >= 1.0
        for seat, mission in enumerate(missions)
    )
