"""Beasts that have lost their crew run amok in a direction that chance draws (Q70)."""

from __future__ import annotations

from math import cos, radians, sin

from wartable.engine.chance import Draw
from wartable.games.ring_of_power.campaign.agenda import Amok
from wartable.games.ring_of_power.campaign.events import Moved
from wartable.games.ring_of_power.campaign.figures import pace_for
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.moving import surroundings
from wartable.games.ring_of_power.terrain.paths import PathCost, judge_path

DEGREES = 360
STEPS = 40


def loose(world: World, state: RingState, player: int) -> tuple[Figure, ...]:
    """Return the beasts of a player whose crew is dead and that have not run this turn."""
    return tuple(
        one
        for one in state.figures
        if one.owner == player and one.in_field and world.kind(one).crew and not one.crew and one.moved < state.turn
    )


def wanted(world: World, state: RingState, task: Amok) -> Draw | None:
    """Return the direction to be drawn for the next beast."""
    return Draw("amok", DEGREES) if loose(world, state, task.player) else None


def run_amok(run: Run, task: Amok, degrees: int) -> None:
    """Let a beast run as far as it gets in a direction; then it is the next one's turn."""
    beast = loose(run.world, run.state, task.player)[0]
    run.push(task)
    run.alter([beast.id], moved=run.state.turn)
    scene = Scene(run.world, run.state)
    pace = pace_for(run.world, beast)
    who = surroundings(scene, beast.owner, [beast])
    for step in range(STEPS, 0, -1):
        end = _toward(beast, degrees, pace.fastest * step // STEPS)
        if isinstance(judge_path(run.world.ground, pace, (beast.point, end), who), PathCost):
            run.alter([beast.id], x=end[0], y=end[1])
            run.say(Moved(player=beast.owner, paths=((beast.id, (beast.point, end)),)))
            return


def _toward(beast: Figure, degrees: int, length: int) -> tuple[int, int]:
    angle = radians(degrees)
    return round(beast.x + length * cos(angle)), round(beast.y + length * sin(angle))
