"""Dice from a real table: type in what was rolled, and let the rules do the rest."""

from __future__ import annotations

from random import Random

from wartable.board import load_board
from wartable.engine import registry
from wartable.engine.chance import LooseDice, ScriptedDice
from wartable.engine.driver import Match
from wartable.games.conquest.core.actions import Attack


def main() -> None:
    """Deal at random, do the least until somebody can attack, then roll three sixes against ones."""
    risk = registry.get("risk")
    match = Match(risk, risk.presets["engine"], 2, LooseDice(Random(5)))
    while (attack := first_attack(match)) is None:
        match.act(match.to_act[0], risk.default(match.state, match.to_act[0]))
    match.act(match.to_act[0], attack)
    match.source = ScriptedDice([6, 6, 6, 1, 1])
    for move in match.answer_chance():
        for event in move.events:
            print(risk.tell(event, ["Ada", "Bo"]))


def first_attack(match: Match) -> Attack | None:
    """Let chance answer, then return the first attack with three dice against two that is allowed now."""
    match.answer_chance()
    state, seat = match.state, match.to_act[0]
    for action in match.game.legal(state, seat):
        if isinstance(action, Attack) and action.dice == 3 and armies_on(match, action.target) > 1:
            return action
    return None


def armies_on(match: Match, space: str) -> int:
    """Return the armies of a territory; states keep the order of the board."""
    spaces = [found.id for found in load_board("classic").spaces]
    armies: tuple[int, ...] = match.state.armies
    return armies[spaces.index(space)]


if __name__ == "__main__":
    main()
