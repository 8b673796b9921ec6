"""Cards that a seat cannot know, drawn anew."""

from __future__ import annotations

from itertools import islice
from random import Random

from msgspec.structs import replace

from wartable.games.conquest.core.cards import CardRules
from wartable.games.conquest.core.state import Cards


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
