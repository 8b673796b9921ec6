"""Who would win if the Ring ended the game with this turn, by the rules of sudden death and of ties."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from wartable.bots.diplomacy.ring.scene import RingScene
from wartable.games.adjudication.orders import Power
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.ring.ending import sudden_death
from wartable.games.ring_figures.figures import Figures
from wartable.games.ring_figures.kinds import BEARER, MOUNT_DOOM, RIDERS

WON: Final = 1.0
SHARED: Final = 0.4
LOST: Final = -0.6
"""What it is worth to win, to share, and to lose, beside playing on."""


def prize(scene: RingScene, *, caught: bool) -> float:
    """Return what it is worth that the ring-bearer is caught, or comes to Mount Doom, in this turn; 0 if no end comes.

    Where centres are counted before the turn ends, it has to be as good by what would be owned then.
    """
    position = scene.state.position
    ends = [position]
    if position.phase.kind == "movement" and scene.ground.counts_after(position.phase):
        ends.append(replace(position, owners=scene.on.counted(position)))
    return min(_prize(scene, end, caught=caught) for end in ends)


def _prize(scene: RingScene, position: Position, *, caught: bool) -> float:
    others = next(place for place in scene.on.provinces if place != MOUNT_DOOM)
    at = Figures({BEARER: MOUNT_DOOM, RIDERS: MOUNT_DOOM if caught else others})
    state = replace(scene.ring_state, position=replace(position, marks=at.marks()))
    ending = sudden_death(scene.rules, state)
    return 0.0 if ending is None else _worth(ending.powers, scene.team)


def _worth(winners: tuple[Power, ...], team: tuple[Power, ...]) -> float:
    if not set(winners) & set(team):
        return LOST
    return WON if set(winners) <= set(team) else SHARED
