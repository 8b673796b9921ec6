"""What every level answers to the questions that only the Balance of Power variant asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wartable.bots.conquest.balance import raid, turn
from wartable.bots.conquest.balance.lore import BalanceLore
from wartable.bots.conquest.knowledge import Knowledge
from wartable.bots.conquest.player import ConquestPolicy
from wartable.bots.conquest.scene import Scene
from wartable.engine.driver import Decision
from wartable.games.conquest.core.state import NOBODY


def answers(policy: ConquestPolicy, scene: Scene) -> Decision | None:
    """Answer what only the variant asks; None for what all games of the family do."""
    state, entry = scene.state, scene.state.entry
    if state.phase == "reinforce":
        return turn.trade(scene) if state.to_place else turn.draft_over(scene)
    if entry is not None and scene.pos.owner[entry.source] == NOBODY:
        return raid.occupy(scene)
    own: Mapping[str, Callable[[Scene], Decision]] = {
        "capitals": policy.capital,
        "buy": policy.buy,
        "maneuver": policy.maneuver,
    }
    answer = own.get(state.phase) or _ALIKE.get(state.phase)
    return answer(scene) if answer is not None else None


_ALIKE: Mapping[str, Callable[[Scene], Decision]] = {
    "neutral_reinforce": raid.reinforce,
    "neutral_attack": raid.attack,
    "collect": turn.collect,
    "give": turn.give,
}
"""Phases that every level answers alike."""
BALANCE = Knowledge(BalanceLore, answers)
