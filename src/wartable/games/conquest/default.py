"""What the rules do for an absent player."""

from __future__ import annotations

from wartable.board.compiled import bits
from wartable.engine.values import Action
from wartable.games.conquest import deck
from wartable.games.conquest.actions import Claim, EndTurn, Occupy, Place, Trade
from wartable.games.conquest.reach import border, free_spaces
from wartable.games.conquest.rules import RiskRules, Rules
from wartable.games.conquest.state import ConquestState, RiskState


def default_of(rules: RiskRules, state: RiskState) -> Action:
    """Return a decision that gives nothing away: armies to the weakest border, no attack, no move."""
    return _trade(rules, state) if deck.must_trade(rules, state) else family_default(rules, state)


def family_default(rules: Rules, state: ConquestState) -> Action:
    """Return what an absent player does in the phases that every game of the family has."""
    if state.phase == "claim":
        return Claim(rules.id(bits(free_spaces(state))[0]))
    if state.phase == "occupy" and state.entry is not None:
        return Occupy(state.entry.least)
    if state.phase in ("setup", "reinforce"):
        return _place(rules, state)
    return EndTurn()


def _trade(rules: RiskRules, state: RiskState) -> Trade:
    cards = next(deck.sets_in(rules, state.cards.hands[state.seat]))
    bonus = deck.pictured(rules, state, cards)
    return Trade(tuple(deck.card_id(rules, card) for card in cards), bonus[0] if bonus else None)


def _place(rules: Rules, state: ConquestState) -> Place:
    front = border(rules, state, state.seat) or tuple(bits(state.held[state.seat]))
    weakest = min(front, key=lambda space: state.armies[space])
    return Place(rules.id(weakest), 1 if state.phase == "setup" else state.to_place)
