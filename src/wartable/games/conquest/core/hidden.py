"""What a seat cannot know, drawn anew: other hands, the deck and other missions."""

from __future__ import annotations

from itertools import islice
from random import Random

from msgspec.structs import replace

from wartable.games.conquest.core.cards import CardRules
from wartable.games.conquest.core.goals import NO_MISSION, mission_pool
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import Cards, ConquestState
from wartable.games.conquest.core.turn import S

TRIES = 200
"""Deals of missions tried before the true one is kept: nearly every deal fits."""


def resampled(rules: Rules, state: S, seat: int | None, rng: Random) -> S:
    """Return a state that looks the same to a seat (None: a spectator)."""
    if state.cards.hands:
        state = replace(state, cards=redealt(rules.cards, state.cards, seat, rng))
    return _with_missions(rules, state, seat, rng) if state.missions and state.victory is None else state


def redealt(deck: CardRules, cards: Cards, seat: int | None, rng: Random) -> Cards:
    """Mix other hands and the deck. Discarded cards were seen by all; the own hand is known."""
    unknown = [card for number, hand in enumerate(cards.hands) if number != seat for card in hand]
    unknown += [card for card in range(deck.size) if cards.deck >> card & 1]
    rng.shuffle(unknown)
    pile = iter(unknown)
    hands = [
        hand if number == seat else tuple(sorted(islice(pile, len(hand)))) for number, hand in enumerate(cards.hands)
    ]
    return replace(cards, hands=tuple(hands), deck=sum(1 << card for card in pile))


def _with_missions(rules: Rules, state: S, seat: int | None, rng: Random) -> S:
    """Deal other missions that nobody has fulfilled yet, or the game would be over."""
    own = NO_MISSION if seat is None else state.missions[seat]
    pool = [mission for mission in mission_pool(rules, state.seats) if mission != own]
    for _ in range(TRIES):
        rng.shuffle(pool)
        spare = iter(pool)
        missions = tuple(
            known if known == NO_MISSION or other == seat else next(spare) for other, known in enumerate(state.missions)
        )
        if _plausible(rules, state, missions):
            return replace(state, missions=missions)
    return state


def _plausible(rules: Rules, state: ConquestState, missions: tuple[int, ...]) -> bool:
    return not any(
        state.held[seat] and mission != NO_MISSION and rules.missions[mission].progress(rules, state, seat) >= 1.0
        for seat, mission in enumerate(missions)
    )
