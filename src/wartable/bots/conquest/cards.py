"""Territory cards: the best set to turn in, and what a hand is worth in armies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from wartable.bots.conquest.threat import threat
from wartable.games.conquest.classic.rules import RiskRules
from wartable.games.conquest.core.data import WILD
from wartable.games.conquest.core.maprules import SYMBOLS
from wartable.games.conquest.core.trading import pictured

if TYPE_CHECKING:
    from wartable.bots.conquest.scene import Scene  # which knows what cards are worth from here


class CardSet(msgspec.Struct, frozen=True):
    """A set that may be turned in: cards by index, armies it brings, own pictured spaces by id."""

    cards: tuple[int, ...]
    armies: int
    pictured: tuple[str, ...]
    wilds: int

    @property
    def appeal(self) -> float:
        """Armies gained now, less what wild cards would be good for later."""
        return self.armies + 2.0 * bool(self.pictured) - 1.5 * self.wilds


def best_set(scene: Scene) -> CardSet | None:
    """Return the set of the seat's hand that is best turned in, or None where there is none."""
    rules, state = scene.classic
    hand = state.cards.hands[scene.seat]
    found = [_card_set(scene, cards) for cards in rules.cards.sets_in(hand)]
    return max(found, key=lambda each: (each.appeal, each.cards), default=None)


def _card_set(scene: Scene, cards: tuple[int, ...]) -> CardSet:
    rules, state = scene.classic
    symbols = [rules.cards.symbols[card] for card in cards]
    armies = rules.cards.sets.worth(symbols, state.cards.sets)
    return CardSet(cards, armies, pictured(rules, state, scene.seat, cards), symbols.count(WILD))


def bonus_space(scene: Scene, found: CardSet) -> str | None:
    """Return the pictured own space that needs the extra armies most, by id."""
    index = scene.rules.board.index
    return max(found.pictured, key=lambda space: (threat(scene.pos, index[space]), space), default=None)


def next_worth(rules: RiskRules, traded: int) -> int:
    """Return the armies of the next ordinary set when so many were turned in."""
    return rules.cards.sets.worth(SYMBOLS, traded)


def hand_worth(rules: RiskRules, count: int, traded: int) -> float:
    """Return what a hand of so many unknown cards is worth in armies: a card is a third of a set, early on less."""
    if not count:
        return 0.0
    return next_worth(rules, traded) * _SHARE[min(count, len(_SHARE) - 1)] * max(1.0, count / (len(_SHARE) - 1))


_SHARE: Sequence[float] = (0.0, 0.22, 0.5, 0.85, 1.1, 1.3)
"""Worth of 0 to 5 cards in sets: two are still far from one, from three on a set is likely, from five on sure."""
