"""Beasts that have lost their crew run amok in a direction that chance draws, and fight everybody (Q70)."""

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
from wartable.games.ring_of_power.scenario import AMOK
from wartable.games.ring_of_power.terrain.plans import Path, Plan, shortened, stopped

DEGREES = 360
STEPS = 40


def loose(world: World, state: RingState) -> tuple[Figure, ...]:
    """Return the beasts without crew that have not run this turn."""
    owner = world.index.get(AMOK)
    return tuple(one for one in state.figures if one.owner == owner and one.in_field and one.moved < state.turn)


def wanted(world: World, state: RingState, task: Amok) -> Draw | None:
    """Return the direction to be drawn for the next beast."""
    del task
    return Draw("amok", DEGREES) if loose(world, state) else None


def run_amok(run: Run, task: Amok, degrees: int) -> None:
    """Let a beast run as far as it gets in a direction, into contact with whoever is there; then the next one."""
    beast = loose(run.world, run.state)[0]
    run.push(task)
    run.alter([beast.id], moved=run.state.turn)
    pace = pace_for(run.world, beast)
    who = surroundings(Scene(run.world, run.state), beast.owner, [beast])
    for step in range(STEPS, 0, -1):
        path: Path = (beast.point, _toward(beast, degrees, pace.fastest * step // STEPS))
        path = stopped(path, who) if who.contact_move == "stop" else path
        way = shortened(run.world.ground, pace, path, who)
        if isinstance(way, Plan):
            run.alter([beast.id], x=way.end[0], y=way.end[1])
            run.say(Moved(player=beast.owner, paths=((beast.id, way.points),)))
            return


def _toward(beast: Figure, degrees: int, length: int) -> tuple[int, int]:
    angle = radians(degrees)
    return round(beast.x + length * cos(angle)), round(beast.y + length * sin(angle))
