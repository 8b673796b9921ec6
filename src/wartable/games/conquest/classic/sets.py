"""Sets of territory cards: which make one, what it is worth, and when one must be traded (`risk D12`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from wartable.games.conquest.classic.rules import RiskRules
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.cards import (
    WILD,
    symbol,
)
from wartable.games.conquest.core.data import FixedSets
from wartable.games.conquest.core.tasks import Reinforcing

SET = 3
"""Cards of a set."""


def is_set(rules: RiskRules, symbols: Sequence[str]) -> bool:
    """Whether three symbols make a set: three alike, one of each, or any two with a wild card.

    By the Italian rule a wild card only goes with two alike.
    """
    kinds = len(set(symbols))
    if WILD in symbols and rules.options.cards == "italian":
        return len(symbols) == SET and kinds == SET - 1 and symbols.count(WILD) == 1
    return len(symbols) == SET and (WILD in symbols or kinds in {1, SET})


def sets_in(rules: RiskRules, hand: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every set that a hand in ascending order holds."""
    for cards in combinations(hand, SET):
        if is_set(rules, [symbol(rules, card) for card in cards]):
            yield cards


def worth(rules: RiskRules, symbols: Sequence[str], traded: int) -> int:
    """Return the armies for a set, `traded` sets having been turned in before by all seats together."""
    tables = rules.cards.sets
    if rules.options.cards == "fixed":
        return _fixed_worth(tables.fixed, symbols)
    if rules.options.cards == "italian":
        return _fixed_worth(tables.italian, symbols)
    growing = tables.escalating
    beyond = traded + 1 - len(growing.values)
    return growing.values[traded] if beyond <= 0 else growing.values[-1] + growing.then_add * beyond


def _fixed_worth(table: FixedSets, symbols: Sequence[str]) -> int:
    """Count a wild card as the symbol that gives most, unless the table says what it brings."""
    plain = [each for each in symbols if each != WILD]
    if not plain and table.wild is not None:
        return table.wild
    if len(plain) < 2 or len(set(plain)) > 1:  # one wild card, or two, make it one of each
        return table.mixed
    if len(plain) < SET and table.pair is not None:
        return table.pair
    return {"infantry": table.infantry, "cavalry": table.cavalry, "artillery": table.artillery}[plain[0]]


def limited(rules: RiskRules) -> bool:
    """Whether hands are limited, so that sets must be traded; by the Italian rule they are not."""
    return rules.options.cards != "italian"


def holds_set(rules: RiskRules, state: RiskState, seat: int) -> bool:
    """Whether a seat could turn in a set."""
    return bool(state.cards.hands) and any(True for _ in sets_in(rules, state.cards.hands[seat]))


def must_trade(rules: RiskRules, state: RiskState, seat: int) -> bool:
    """Whether a seat in its step must turn in a set before anything else.

    At the start of a turn with five cards or more, or with nothing else to place; after an elimination, with six or
    more, until four remain.
    """
    if not _reinforces(state) or not state.cards.hands:
        return False
    if not state.to_place and not state.conquered:
        return True
    if not limited(rules):
        return False
    held = len(state.cards.hands[seat])
    return held > rules.cards.seized_to if state.conquered else held >= rules.cards.forced_at


def may_trade(rules: RiskRules, state: RiskState, seat: int) -> bool:
    """Whether a seat may turn in a set in its step: at the start of its turn, or because it must."""
    return _reinforces(state) and bool(state.cards.hands) and (not state.conquered or must_trade(rules, state, seat))


def _reinforces(state: RiskState) -> bool:
    return bool(state.agenda) and type(state.agenda[0]) is Reinforcing


def pictured(rules: RiskRules, state: RiskState, seat: int, cards: Sequence[int]) -> tuple[str, ...]:
    """Return the own spaces on these cards that could get the extra armies; none if they were taken this turn."""
    if not rules.options.picture_bonus or state.cards.pictured:
        return ()
    own = state.held[seat]
    return tuple(rules.board.ids[card] for card in cards if card < len(rules.board.ids) and own >> card & 1)
