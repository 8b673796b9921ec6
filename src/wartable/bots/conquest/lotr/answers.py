"""What every level answers in Lord of the Rings Risk, beside what the family shares."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wartable.bots.conquest import moves
from wartable.bots.conquest.knowledge import Knowledge
from wartable.bots.conquest.lotr import attacking, begin, closing, reacting, reinforcing, rounds
from wartable.bots.conquest.lotr.field import LotrPosition, ground
from wartable.bots.conquest.lotr.lore import LotrLore, lore_of
from wartable.bots.conquest.lotr.swift import at_once
from wartable.bots.conquest.player import ConquestPolicy
from wartable.bots.conquest.scene import Scene
from wartable.bots.conquest.simultaneous.outlook import RoundLore
from wartable.engine.driver import Decision
from wartable.games.conquest.core.actions import Occupy
from wartable.games.conquest.core.tasks import Attacking, Claims, Fortifying, MovingIn, Reinforcing, SetUpPlacing
from wartable.games.conquest.lotr.handlers import COURSE
from wartable.games.conquest.lotr.tasks import Declaring, Discarding, NamingCapitals, PlacingLeader, Reacting, Showing


def answers(policy: ConquestPolicy, scene: Scene) -> Decision | None:
    """Answer a question of this game."""
    kind: type = scene.state.agenda[0].__class__
    if (alike := _ALIKE.get(kind)) is not None:
        return alike(scene)
    return _BY_LEVEL[kind](policy, scene) if kind in _BY_LEVEL else None


def _move_in(policy: ConquestPolicy, scene: Scene) -> Decision:
    """Move in as the level does; a unit stays behind, and one at least goes in, even where none must."""
    chosen = policy.occupy(scene)
    _, most = moves.occupation_range(scene)
    entry, stay = scene.state.entry, lore_of(scene).rules.stay
    if stay or entry is None or not isinstance(chosen.action, Occupy):
        return chosen
    kept = min(most, max(entry.least, scene.state.armies[entry.source] - 1, 1))
    return Decision(Occupy(max(min(chosen.action.count, kept), min(1, most))), chosen.why)


_ALIKE: Mapping[type, Callable[[Scene], Decision]] = {
    NamingCapitals: begin.capital,
    PlacingLeader: begin.new_leader,
    Showing: closing.show,
    Discarding: closing.discard,
}
"""Questions that every level answers alike."""
_BY_LEVEL: Mapping[type, Callable[[ConquestPolicy, Scene], Decision]] = {
    Claims: begin.claim,
    SetUpPlacing: begin.first_unit,
    Reinforcing: reinforcing.reinforce,
    Declaring: closing.declare,
    Attacking: attacking.attack,
    MovingIn: _move_in,
    Fortifying: closing.fortify,
    Reacting: reacting.react,
}
LOTR = Knowledge(
    LotrLore,
    answers,
    swift=at_once,
    ground=ground,
    position=LotrPosition.of,
    rounds=RoundLore(COURSE, rounds.outlook, rounds.lures, rounds.led, rounds.moved_leaders),
)
