"""Territory cards: which there are, what they are called, and which may be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from wartable.games.conquest.core.rules import REMEMBERED, Rules
from wartable.games.conquest.core.state import Cards

WILD = "wild"


def deck_size(rules: Rules) -> int:
    """Return the number of cards: one per space and the wild ones."""
    return len(rules.board.ids) + rules.cards.wild


def fresh_cards(rules: Rules, seats: int) -> Cards:
    """Return empty hands and a full deck, or no cards at all where the game has none."""
    if not rules.has_cards:
        return Cards((), 0)
    return Cards(((),) * seats, (1 << deck_size(rules)) - 1)


def card_id(rules: Rules, card: int) -> str:
    """Return a card's id: `c01` for the first space of the board, `w1` for the first wild card."""
    wild = card - len(rules.board.ids)
    return f"c{card + 1:02d}" if wild < 0 else f"w{wild + 1}"


@lru_cache(maxsize=REMEMBERED)
def card_ids(rules: Rules) -> Mapping[str, int]:
    """Return every card id with its index."""
    return {card_id(rules, card): card for card in range(deck_size(rules))}


def space_of(rules: Rules, card: int) -> str | None:
    """Return the id of the pictured space; None on wild cards."""
    return rules.board.ids[card] if card < len(rules.board.ids) else None


def symbol(rules: Rules, card: int) -> str:
    """Return infantry, cavalry, artillery or wild."""
    space = space_of(rules, card)
    return WILD if space is None else rules.symbols[space]


def card_words(rules: Rules, card: int) -> str:
    """Return a card as people call it: `Brazil (artillery)`, or `a wild card`."""
    space = space_of(rules, card)
    return "a wild card" if space is None else f"{rules.name(card)} ({rules.symbols[space]})"


def drawable(rules: Rules, cards: Cards) -> int:
    """Return the cards that may be drawn as a mask: the deck, or the discarded ones once it is used up."""
    if cards.deck:
        return cards.deck
    held = sum(1 << card for hand in cards.hands for card in hand)
    return ((1 << deck_size(rules)) - 1) & ~held
