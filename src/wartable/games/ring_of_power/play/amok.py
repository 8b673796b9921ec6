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


def loose(world: World, state: RingState, player: int) -> tuple[int, ...]:
    """Return the beasts of a player whose crew is dead."""
    return tuple(
        one.id
        for one in state.figures
        if one.owner == player and one.in_field and world.kind(one).crew is not None and not one.crew
    )


def wanted(world: World, state: RingState, task: Amok) -> Draw | None:
    """Return the direction to be drawn for the first beast."""
    del world
    return Draw("amok", DEGREES) if any(number in state.by_id for number in task.figures) else None


def run_amok(run: Run, task: Amok, degrees: int) -> None:
    """Let the first beast run as far as it gets in a direction, then the others."""
    first, *rest = [one.id for one in run.present(task.figures)]
    if rest:
        run.push(Amok(tuple(rest)))
    beast = run.figure(first)
    scene = Scene(run.world, run.state)
    pace = pace_for(run.world, beast)
    who = surroundings(scene, beast.owner, [beast])
    length = pace.speeds[-1]
    for step in range(STEPS, 0, -1):
        end = _toward(beast, degrees, length * step // STEPS)
        verdict = judge_path(run.world.ground, pace, (beast.point, end), who)
        if isinstance(verdict, PathCost):
            run.alter([first], x=end[0], y=end[1], moved=run.state.turn)
            run.say(Moved(player=beast.owner, paths=((first, (beast.point, end)),)))
            return


def _toward(beast: Figure, degrees: int, length: int) -> tuple[int, int]:
    angle = radians(degrees)
    return round(beast.x + length * cos(angle)), round(beast.y + length * sin(angle))
