"""What the rules do for an absent player."""

from __future__ import annotations

from wartable.board.compiled import bits
from wartable.engine.values import Action
from wartable.games.conquest.core.actions import Claim, EndTurn, Occupy, Place
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.core.tasks import Claims, MovingIn, Reinforcing, SetUpPlacing
from wartable.games.conquest.core.ways import border, free_spaces


def family_default(rules: Rules, state: ConquestState, seat: int) -> Action:
    """Return what an absent player does in the steps that every game of the family has."""
    match state.agenda[0]:
        case Claims():
            return Claim(rules.id(bits(free_spaces(state))[0]))
        case MovingIn(least=least):
            return Occupy(least)
        case SetUpPlacing():
            return _place(rules, state, seat, state.held[seat], 1)
        case Reinforcing():
            return _place(rules, state, seat, rules.places(state, seat), state.to_place)
        case _:
            return EndTurn()


def _place(rules: Rules, state: ConquestState, seat: int, where: int, count: int) -> Place:
    front = [space for space in border(rules, state, seat) if where >> space & 1] or bits(where)
    return Place(rules.id(min(front, key=lambda space: state.armies[space])), count)
