"""What Classic Risk does for an absent player."""

from __future__ import annotations

from wartable.engine.values import Action
from wartable.games.conquest.classic.rules import RiskRules
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core import trading
from wartable.games.conquest.core.actions import Trade
from wartable.games.conquest.core.default import family_default


def default_of(rules: RiskRules, state: RiskState, seat: int) -> Action:
    """Return a decision that gives nothing away: armies to the weakest border, no attack, no move."""
    return _trade(rules, state, seat) if trading.must_trade(rules, state, seat) else family_default(rules, state, seat)


def _trade(rules: RiskRules, state: RiskState, seat: int) -> Trade:
    cards = next(rules.cards.sets_in(state.cards.hands[seat]))
    bonus = trading.pictured(rules, state, seat, cards)
    return Trade(tuple(rules.cards.ids[card] for card in cards), bonus[0] if bonus else None)
