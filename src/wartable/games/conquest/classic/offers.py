"""What each phase of Classic Risk offers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.engine.values import Action
from wartable.games.conquest.classic.rules import RiskRules
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core import trading
from wartable.games.conquest.core.actions import Trade
from wartable.games.conquest.core.machine import Menu
from wartable.games.conquest.core.offers import MENUS as SHARED
from wartable.games.conquest.core.offers import (
    offer_placement,
    pick,
    placements,
    sample_placement,
)
from wartable.games.conquest.core.words import armies


def _reinforcements(rules: RiskRules, state: RiskState, seat: int) -> Iterator[Action]:
    if not trading.must_trade(rules, state, seat):
        yield from placements(rules, state, rules.places(state, seat))
    yield from _trades(rules, state, seat)


def _sample_reinforcement(rules: RiskRules, state: RiskState, seat: int, rng: Randomness) -> Action:
    trades = list(_trades(rules, state, seat))
    if trades and (trading.must_trade(rules, state, seat) or rng.randrange(2)):
        return pick(rng, trades)
    return sample_placement(rules, state, rules.places(state, seat), rng)


def _offer_reinforcement(rules: RiskRules, state: RiskState, seat: int) -> Iterator[Offer]:
    if not trading.must_trade(rules, state, seat):
        yield offer_placement(rules, state, rules.places(state, seat))
    yield from _offer_trades(rules, state, seat)


def _sets(rules: RiskRules, state: RiskState, seat: int) -> Iterator[tuple[int, ...]]:
    """Yield every set that the seat may turn in now."""
    if trading.may_trade(rules, state, seat):
        yield from rules.cards.sets_in(state.cards.hands[seat])


def _trades(rules: RiskRules, state: RiskState, seat: int) -> Iterator[Action]:
    for cards in _sets(rules, state, seat):
        names = tuple(rules.cards.ids[card] for card in cards)
        for bonus in (None, *trading.pictured(rules, state, seat, cards)):
            yield Trade(names, bonus)


def _offer_trades(rules: RiskRules, state: RiskState, seat: int) -> Iterator[Offer]:
    """Offer each set: its source is the cards, parted by spaces, its targets are where the extra armies may go."""
    for cards in _sets(rules, state, seat):
        names = " ".join(rules.cards.ids[card] for card in cards)
        worth = armies(rules.cards.sets.worth([rules.cards.symbols[card] for card in cards], state.cards.sets))
        yield Offer(kind="trade", source=names, targets=trading.pictured(rules, state, seat, cards), note=worth)


MENUS: Mapping[str, Menu] = {
    **SHARED,
    "reinforce": Menu(_reinforcements, _sample_reinforcement, _offer_reinforcement),
}
"""By phase."""
