"""What the rules do for an absent player of the variant."""

from __future__ import annotations

from wartable.board.compiled import bits
from wartable.engine.values import Action
from wartable.games.conquest.balance.actions import Capital, Done, Give
from wartable.games.conquest.balance.menus import collections
from wartable.games.conquest.balance.opening import capital_spaces
from wartable.games.conquest.balance.rules import BalanceRules
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.default import family_default

_DONE = frozenset({"neutral_reinforce", "neutral_attack", "buy", "maneuver"})


def default_of(rules: BalanceRules, state: BalanceState, seat: int) -> Action:
    """Return a decision that gives nothing away: nothing is bought, no attack made, an objective taken."""
    if state.phase in _DONE or (state.phase == "reinforce" and not state.to_place):
        return Done()
    if state.phase == "capitals":
        spaces = bits(capital_spaces(rules, state, seat))
        return Capital(rules.id(max(spaces, key=lambda space: (state.armies[space], -space))))
    if state.phase == "collect":
        return next(collections(rules, state, seat))
    if state.phase == "give":
        hand = state.cards.hands[seat]
        return Give(rules.cards.ids[min(hand, key=lambda card: rules.stars[card])])
    return family_default(rules, state, seat)
