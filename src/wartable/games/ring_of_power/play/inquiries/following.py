"""How the others go where the first of some figures leads: beside it, or one behind the other through a door (D3)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from wartable.games.ring_of_power.campaign.figures import radius
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.play.carrying import loads_of
from wartable.games.ring_of_power.play.inquiries.loosening import Loosening
from wartable.games.ring_of_power.play.inquiries.team import Team
from wartable.games.ring_of_power.play.moving import forbidden
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.company import move_force
from wartable.games.ring_of_power.terrain.forces import forces
from wartable.games.ring_of_power.terrain.paths import PathCost, judge_paths
from wartable.games.ring_of_power.terrain.plans import Path
from wartable.games.ring_of_power.terrain.points import point_array

if TYPE_CHECKING:
    from wartable.games.ring_of_power.terrain.points import Ints

APART = 600
"""Distance of neighbours in ranks, in 1/1000 inch: near enough to be one force (D1)."""
ABREAST = 6
"""Figures in one rank."""


class Followed(msgspec.Struct, frozen=True):
    """The paths of those who go, the leader's first; `left` find no way and stay, `apart` end in another force."""

    paths: tuple[tuple[int, Path], ...]
    left: tuple[int, ...] = ()
    apart: tuple[int, ...] = ()


def followed(team: Team, line: Path, *, together: bool, boat: bool) -> Followed:
    """Return the paths of figures whose first goes a legal line; `together`: all end where it ends, as at a gate."""
    if len(team.figures) == 1:
        return Followed(((team.figures[0].id, line),))
    if boat:
        return _rowed(team, line)
    if together:
        return _gathered(team, line)
    return _drawn_up(team, line) if team.figures[0].inside else _marched(team, line)


def beside(team: Team, line: Path) -> Followed:
    """Return the leader's line beside itself for everybody, as ghosts of a way that is at fault."""
    stands = zip(team.figures, team.stand(line[0]), strict=True)
    return Followed(tuple((one.id, _moved(line, line[0], start)) for one, start in stands))


def _moved(line: Path, lead: Point, start: Point) -> Path:
    return tuple((x + start[0] - lead[0], y + start[1] - lead[1]) for x, y in line)


def _rowed(team: Team, line: Path) -> Followed:
    """Return ways by boat: over the same water, from where each stands to where it stands beside the leader again."""
    lead, *water, end = line
    stands = zip(team.figures, team.stand(lead), strict=True)
    return Followed(tuple((one.id, (at, *water, *_moved((end,), lead, at))) for one, at in stands))


def _marched(team: Team, line: Path) -> Followed:
    paces = [team.pace] * len(team.figures)
    march = move_force(team.world.ground, paces, team.stand(line[0]), 0, line, team.who, _radii(team, team.figures))
    plans = list(zip(team.figures, march.plans, strict=True))
    left = tuple(one.id for place, (one, _) in enumerate(plans) if place in march.left)
    going = tuple((one.id, plan.points) for one, plan in plans if one.id not in left)
    paths = _loosened(team, line, going) or going
    return Followed(paths, left, _apart(team, paths))


def _loosened(team: Team, line: Path, going: Sequence[tuple[int, Path]]) -> tuple[tuple[int, Path], ...] | None:
    """Lead on to the end of the line, and make room between those whom the ground has packed together.

    Weapons, crews and bearers stay with each other. None where something forbids these ways.
    """
    world, lead = team.world, team.figures[0].id
    paths = {lead: line} | {number: path for number, path in going if number != lead}
    figures = [team.state.by_id[number] for number in paths]
    bearers = {number for load in loads_of(team.state, tuple(paths)) for number in load.carried_by}
    fixed = [place for place, one in enumerate(figures) if one.weapon or one.serves or one.id in bearers]
    link = mil(world.constants.contact) + 2 * min(radius(world, one) for one in figures)
    loose = Loosening(world.ground, team.pace, team.who, tuple(paths.values()), link).spread(fixed)
    fault = forbidden(team.scene, figures, loose)
    return None if fault else tuple(zip(paths, loose, strict=True))


def _apart(team: Team, paths: Sequence[tuple[int, Path]]) -> tuple[int, ...]:
    """Return who ends in another force than the first."""
    ends = point_array([path[-1] for _, path in paths])
    figures = [team.state.by_id[number] for number, _ in paths]
    force = forces(ends, np.zeros(len(ends), dtype=np.int64), _radii(team, figures))
    return tuple(one.id for one, each in zip(figures, force.tolist(), strict=True) if each != force[0])


def _radii(team: Team, figures: Sequence[Figure]) -> Ints | None:
    """Return the radii of bases where distances are measured from edge to edge (A5)."""
    if team.world.settled.measure == "centre":
        return None
    return np.array([radius(team.world, one) for one in figures], dtype=np.int64)


def _drawn_up(team: Team, line: Path) -> Followed:
    """Let those who leave by one door end in ranks behind and beside the leader, on the nearest ground that serves."""
    ends = _ranks(line, 3 * len(team.figures))
    ways = [(*line[:-1], end) for end in ends]
    verdicts = judge_paths(team.world.ground, team.pace, ways, team.who)
    fine = [way for way, verdict in zip(ways, verdicts, strict=True) if isinstance(verdict, PathCost)]
    ids = [one.id for one in team.figures]
    going = tuple(zip(ids, (line, *fine), strict=False))
    return Followed(going, tuple(ids[len(going) :]))


def _ranks(line: Path, count: int) -> list[Point]:
    """Return so many points in ranks at the end of a line, those nearest to its end first; the end itself left out."""
    (ax, ay), (bx, by) = line[max(len(line) - 2, 0)], line[-1]
    length = math.dist((ax, ay), (bx, by)) or 1.0
    east, north = (bx - ax) / length, (by - ay) / length
    found: list[Point] = []
    for place in range(1, count + 1):
        rank, file = divmod(place, ABREAST)
        aside = APART * ((file + 1) // 2) * (-1 if file % 2 else 1)
        found.append((round(bx - rank * APART * east - aside * north), round(by - rank * APART * north + aside * east)))
    return found


def _gathered(team: Team, line: Path) -> Followed:
    """Let each join the leader's line at the latest corner that it can reach straight."""
    stands = team.stand(line[0])
    ways = [
        (number, _joining(start, line, corner)) for corner in range(len(line)) for number, start in enumerate(stands)
    ]
    verdicts = judge_paths(team.world.ground, team.pace, [way for _, way in ways], team.who)
    best = {number: way for (number, way), verdict in zip(ways, verdicts, strict=True) if isinstance(verdict, PathCost)}
    best[0] = line
    ids = [one.id for one in team.figures]
    return Followed(
        tuple((ids[number], best[number]) for number in range(len(ids)) if number in best),
        tuple(ids[number] for number in range(len(ids)) if number not in best),
    )


def _joining(start: Point, line: Sequence[Point], corner: int) -> Path:
    return (start, *(line[corner:] or line[-1:]))
