"""What the rules do for an absent player."""

from __future__ import annotations

from wartable.board.compiled import bits
from wartable.engine.values import Action
from wartable.games.conquest.core.actions import Claim, EndTurn, Occupy, Place
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.core.ways import border, free_spaces


def family_default(rules: Rules, state: ConquestState) -> Action:
    """Return what an absent player does in the phases that every game of the family has."""
    if state.phase == "claim":
        return Claim(rules.id(bits(free_spaces(state))[0]))
    if state.phase == "occupy" and state.entry is not None:
        return Occupy(state.entry.least)
    if state.phase in ("setup", "reinforce"):
        return _place(rules, state)
    return EndTurn()


def _place(rules: Rules, state: ConquestState) -> Place:
    front = border(rules, state, state.seat) or tuple(bits(state.held[state.seat]))
    weakest = min(front, key=lambda space: state.armies[space])
    return Place(rules.id(weakest), 1 if state.phase == "setup" else state.to_place)
