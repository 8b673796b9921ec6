"""The rules of a deck of cards, as a value.

A card is an index. In a deck of territory cards the first ones picture the spaces of the board in their order, the
last ones are wild. A game with a second deck has its own `CardRules` and `Cards` for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations

import msgspec

from wartable.games.conquest.core.data import NO_SETS, SET, WILD, Sets
from wartable.games.conquest.core.state import Cards


class CardRules(msgspec.Struct, frozen=True, eq=False, kw_only=True, dict=True):
    """The rules of one deck. Hands are secret: a card drawn is seen by its new holder alone."""

    ids: tuple[str, ...]
    """What each card is called in notation."""
    symbols: tuple[str, ...]
    """What each card shows."""
    spaces: tuple[str, ...] = ()
    """The spaces that the first cards picture, by id."""
    names: tuple[str, ...]
    """What people call each card."""
    dealt: bool = True
    """Whether the game is played with them."""
    seized: bool = True
    """Whether the conqueror of a seat's last space takes its hand; else it is discarded."""
    reshuffled: bool = True
    """Whether the discarded ones are drawn again when the deck is used up."""
    sets: Sets = NO_SETS
    """What sets bring that are turned in."""
    limited: bool = True
    """Whether hands are limited, so that sets must be turned in: by these three numbers of cards."""
    forced_at: int = 0
    """With so many at the beginning of a turn a set must be turned in."""
    seized_from: int = 0
    """With so many after an elimination sets must be turned in at once,"""
    seized_to: int = 0
    """until so few are left."""
    picture_armies: int = 0
    """Extra armies on an own space that a card of a set pictures, once a turn."""

    @cached_property
    def index(self) -> Mapping[str, int]:
        """Every card by its id."""
        return {name: card for card, name in enumerate(self.ids)}

    @property
    def size(self) -> int:
        """Number of cards."""
        return len(self.ids)

    def fresh(self, seats: int) -> Cards:
        """Return empty hands and a full deck, or no cards at all where the game has none."""
        return Cards(((),) * seats, (1 << self.size) - 1) if self.dealt else Cards((), 0)

    def space(self, card: int) -> str | None:
        """Return the id of the space that a card pictures; None on others."""
        return self.spaces[card] if card < len(self.spaces) else None

    def drawable(self, cards: Cards) -> int:
        """Return the cards that may be drawn as a mask."""
        if cards.deck or not self.reshuffled:
            return cards.deck
        held = sum(1 << card for hand in cards.hands for card in hand)
        return ((1 << self.size) - 1) & ~held

    def sets_in(self, hand: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yield every set that a hand in ascending order holds."""
        for cards in combinations(hand, SET):
            if self.sets.is_set([self.symbols[card] for card in cards]):
                yield cards


def territory_cards(spaces: Mapping[str, str], symbols: Mapping[str, str], wild: int) -> CardRules:
    """Return a deck with a card for each space, given by id and name in board order, and wild ones.

    Their ids are `c01` for the first space and `w1` for the first wild card.
    """
    shown = tuple(symbols[space] for space in spaces)
    pictured = zip(spaces.values(), shown, strict=True)
    return CardRules(
        ids=(*(f"c{number + 1:02d}" for number in range(len(spaces))), *(f"w{number + 1}" for number in range(wild))),
        symbols=(*shown, *(WILD,) * wild),
        spaces=tuple(spaces),
        names=(*(f"{name} ({symbol})" for name, symbol in pictured), *("a wild card",) * wild),
    )
