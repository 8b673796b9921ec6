"""The table of Ring of Power: ground, speeds, exact paths, reach, plans, retreats, forces and distances."""

from wartable.games.ring_of_power.terrain.around import Around, around
from wartable.games.ring_of_power.terrain.company import March, move_force
from wartable.games.ring_of_power.terrain.contour import Outline
from wartable.games.ring_of_power.terrain.crossings import Crossing, crossings
from wartable.games.ring_of_power.terrain.forces import enemies_within, forces, within
from wartable.games.ring_of_power.terrain.ground import Ground, Way
from wartable.games.ring_of_power.terrain.paths import Leg, PathCost, PathFault, judge_path, judge_paths
from wartable.games.ring_of_power.terrain.plans import Plan, judged, plan, pulled, shortened, stopped
from wartable.games.ring_of_power.terrain.points import Point, point_array
from wartable.games.ring_of_power.terrain.reach import CostGrid, Reach, reach
from wartable.games.ring_of_power.terrain.retreat import Retreat, judge_retreat, retreat_force, retreat_points
from wartable.games.ring_of_power.terrain.speeds import Mover, Pace, pace_of, slowest
from wartable.games.ring_of_power.terrain.travel import Travel, travel

__all__ = [
    "Around",
    "CostGrid",
    "Crossing",
    "Ground",
    "Leg",
    "March",
    "Mover",
    "Outline",
    "Pace",
    "PathCost",
    "PathFault",
    "Plan",
    "Point",
    "Reach",
    "Retreat",
    "Travel",
    "Way",
    "around",
    "crossings",
    "enemies_within",
    "forces",
    "judge_path",
    "judge_paths",
    "judge_retreat",
    "judged",
    "move_force",
    "pace_of",
    "plan",
    "point_array",
    "pulled",
    "reach",
    "retreat_force",
    "retreat_points",
    "shortened",
    "slowest",
    "stopped",
    "travel",
    "within",
]
