"""The table of Ring of Power: ground, speeds, exact paths, reach, plans, retreats, forces and contact."""

from wartable.games.ring_of_power.terrain.around import Around, around
from wartable.games.ring_of_power.terrain.crossings import Crossing, crossings
from wartable.games.ring_of_power.terrain.forces import (
    Combats,
    as_groups,
    combats,
    contact,
    engaged,
    forces,
    held_bullies,
    pinned,
    within,
)
from wartable.games.ring_of_power.terrain.ground import Ground, Way
from wartable.games.ring_of_power.terrain.paths import Leg, PathCost, PathFault, judge_path, judge_paths
from wartable.games.ring_of_power.terrain.points import Point, point_array
from wartable.games.ring_of_power.terrain.speeds import Mover, Pace, pace_of, slowest

__all__ = [
    "Around",
    "Combats",
    "Crossing",
    "Ground",
    "Leg",
    "Mover",
    "Pace",
    "PathCost",
    "PathFault",
    "Point",
    "Way",
    "around",
    "as_groups",
    "combats",
    "contact",
    "crossings",
    "engaged",
    "forces",
    "held_bullies",
    "judge_path",
    "judge_paths",
    "pace_of",
    "pinned",
    "point_array",
    "slowest",
    "within",
]
