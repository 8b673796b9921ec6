"""What Classic Risk does for an absent player."""

from __future__ import annotations

from wartable.engine.values import Action
from wartable.games.conquest.classic import sets
from wartable.games.conquest.classic.rules import RiskRules
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.actions import Trade
from wartable.games.conquest.core.cards import card_id
from wartable.games.conquest.core.default import family_default


def default_of(rules: RiskRules, state: RiskState, seat: int) -> Action:
    """Return a decision that gives nothing away: armies to the weakest border, no attack, no move."""
    return _trade(rules, state, seat) if sets.must_trade(rules, state, seat) else family_default(rules, state, seat)


def _trade(rules: RiskRules, state: RiskState, seat: int) -> Trade:
    cards = next(sets.sets_in(rules, state.cards.hands[seat]))
    bonus = sets.pictured(rules, state, seat, cards)
    return Trade(tuple(card_id(rules, card) for card in cards), bonus[0] if bonus else None)
