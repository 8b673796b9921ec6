"""Marching: journeys across the whole table, remembered, and the single legal move that leads on along one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from wartable.bots.ring_of_power.table import Table, apart
from wartable.engine.errors import refusal
from wartable.engine.memory import Remembered
from wartable.games.ring_of_power.campaign.actions import Move
from wartable.games.ring_of_power.campaign.figures import near
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play import moving
from wartable.games.ring_of_power.play.garrisons import doors
from wartable.games.ring_of_power.scenario import Place, Point
from wartable.games.ring_of_power.terrain.around import Around
from wartable.games.ring_of_power.terrain.plans import March, Plan, move_force, plan
from wartable.games.ring_of_power.terrain.speeds import Pace
from wartable.games.ring_of_power.terrain.travel import Travel, travel

if TYPE_CHECKING:
    from wartable.games.ring_of_power.terrain.geometry import Floats, Ints


EVERY: Final = slice(None)
STEPS: Final = 2
"""Paces are alike that cross each sort of ground at the same share of their speed, in so many steps."""
JOURNEYS: Final[Remembered[Travel]] = Remembered(96 << 20)
"""Journeys looked for before: 0.5 MB each on the largest table, where both sides look at some 190 in a turn."""
COARSE: Final = 300
"""The least distance of nodes, in 1/1000 inch."""
WIDE: Final = 400
"""The same on large tables: less than half of the narrowest pass, or bots find no way over it."""
LARGE: Final = 60_000 * COARSE**2
"""Tables are large that have more square thousandths of an inch."""
FAST: Final = 12_000
"""The speed of typical paces in clear ground."""
CLOSE: Final = 2
"""Nodes so many cells away count as near."""


def typical(pace: Pace, steps: int = STEPS) -> Pace:
    """Return a pace that stands for all that take the same ways, with so many steps of speed."""
    fast = max(pace.speeds, default=0) or 1
    speeds = tuple(0 if not speed else max(1, round(steps * speed / fast)) * FAST // steps for speed in pace.speeds)
    return Pace(speeds, FAST if pace.road else 0, flies=pace.flies, sails=pace.sails)


def entries(world: World, place: Place) -> tuple[Point, ...]:
    """Return where one goes to get to a place: its gates if it has walls, else its middle."""
    return doors(world, place) if place.walled else (place.centre,)


def _journey(world: World, pace: Pace, goals: tuple[Point, ...], ways: frozenset[str], shut: frozenset[str]) -> Travel:
    closed = [world.shape(area) for area in sorted(shut)]
    return travel(world.ground, pace, goals, ways, _cell(world, pace), closed=closed)


def _cell(world: World, pace: Pace) -> int:
    """Return the distance of nodes: small tables need none as fine as a quick answer allows, but rivers are narrow."""
    width, height = world.ground.size
    return WIDE if width * height > LARGE and not pace.sails else COARSE


def journey(
    world: World,
    state: RingState,
    pace: Pace,
    goals: Sequence[Point],
    side: str,
    shut: frozenset[str] = frozenset(),
    steps: int = STEPS,
) -> Travel:
    """Return the ways from everywhere to some points, for a pace and a side whose gates are open to it.

    `shut` are areas, by id, that the figures may not enter; `steps` says how finely speeds are told apart.
    """
    closed = shut | {each.area for each in state.closed}
    # The open gates of places with more than one: those that one can march through.
    held = [one.id for one in world.scenario.places if state.holder.get(one.id) == side and len(one.gates) > 1]
    asked = (world, typical(pace, steps), tuple(goals), frozenset(world.ground.open_ways(held, ())), closed)
    found = JOURNEYS.get(asked, lambda: _journey(*asked))
    return replace(found, pace=pace)


def turns(found: Travel, point: Point) -> float:
    """Return how many moves a point is from the goal of a journey at its pace, about; infinite without a way."""
    nodes = found.field.window.near(point, CLOSE)
    return float(moves_of(found, nodes).min(initial=float("inf")))


def moves_of(found: Travel, nodes: Ints | slice = EVERY) -> Floats:
    """Return how many moves nodes are from the goal of a journey at its pace, about; infinite without a way."""
    fast = max(found.pace.speeds, default=0)
    costs = found.field.costs[nodes]
    return costs * FAST / fast if fast else np.full_like(costs, np.inf)


Path = tuple[Point, ...]
NEAR = 1_000
"""Goals are tried to be reached at once that are within a move and so much more, in 1/1000 inch."""
FILE = 450
"""Men behind a ram stand so far apart, in 1/1000 inch."""
ASIDE = 300
"""Who goes to somebody stops so far from him, in 1/1000 inch."""
STRIDE = 400
"""Steps in which a path is cut, in 1/1000 inch."""


class Team(NamedTuple):
    """Figures that are to move together: how fast, what is around them, where each begins."""

    figures: tuple[Figure, ...]
    pace: Pace
    who: Around
    starts: tuple[Point, ...]
    leader: int


def gathered(table: Table, figures: Sequence[Figure], toward: Point) -> Team | None:
    """Return figures as a team led by the one nearest to a point; None where they cannot go."""
    pace = moving.pace_of_team(table.scene, figures)
    if not pace.fastest:
        return None
    starts = tuple(_start(table, one, toward) for one in figures)
    movers = [number for number, one in enumerate(figures) if not one.weapon] or [0]
    movers = [number for number, one in enumerate(figures) if one.id in table.breakers] or movers
    leader = min(movers, key=lambda number: (apart(starts[number], toward), figures[number].id))
    who = moving.surroundings(table.scene, table.player, figures)
    return Team(tuple(figures), pace, who, starts, leader)


def _start(table: Table, one: Figure, toward: Point) -> Point:
    if not one.inside:
        return one.point
    return min(doors(table.world, table.world.place(one.inside)), key=lambda door: (apart(door, toward), door))


def along(table: Table, figures: Sequence[Figure], way: Travel, short: int = 0) -> Move | None:
    """Return the next move of figures on a journey, or None where they get no further; they halt `short` of its end."""
    goal = min(way.goals, key=lambda one: apart(one, figures[0].point))
    team = gathered(table, figures, goal)
    if team is None:
        return None
    found = way.march(team.starts[team.leader], team.who)
    return _led(table, team, found.points if isinstance(found, Plan) else (), goal, short)


def toward(table: Table, figures: Sequence[Figure], goal: Point, short: int = 0) -> Move | None:
    """Return a move of figures to a point, up to contact if an enemy stands there; a far one is marched to."""
    goal = _aside(table, figures, goal)
    team = gathered(table, figures, goal)
    if team is None:
        return None
    start = team.starts[team.leader]
    if apart(start, goal) <= team.pace.fastest + NEAR:
        found = plan(table.world.ground, team.pace, start, goal, team.who)
        if isinstance(found, Plan):
            return _led(table, team, found.points, goal, short)
    way = journey(table.world, table.state, team.pace, (goal,), table.side, table.shut_to(figures))
    march = way.march(start, team.who)
    return _led(table, team, march.points if march is not None else (), goal, short)


def _aside(table: Table, figures: Sequence[Figure], goal: Point) -> Point:
    """Return a point beside a goal on which another stands, who may be lying there: nobody ends where he is (A7)."""
    start = figures[0].point
    if not any(one.point == goal and one not in figures for one in table.state.figures) or start == goal:
        return goal
    share = min(1.0, ASIDE / apart(start, goal))
    return round(goal[0] + share * (start[0] - goal[0])), round(goal[1] + share * (start[1] - goal[1]))


def _led(table: Table, team: Team, path: Path, goal: Point, short: int) -> Move | None:
    """Return the move of a team by its leader's path, cut so far before the goal."""
    path = _cut(path, goal, short) if short else path
    if len(path) > 1 and team.figures[team.leader].id in table.breakers:
        return legal(table, _in_file(team, path)) or _move(table, team, path)
    return _move(table, team, path) if len(path) > 1 else None


def _in_file(team: Team, path: Path) -> Move:
    """Return the move of a ram or charge right up to a wall: two men beside it, who can storm, the others behind."""
    paths: list[tuple[int, Path]] = []
    spots = [(side, back) for back in range(len(team.figures)) for side in (-1, 1)]
    for number, one in enumerate(team.figures):
        if number == team.leader:
            paths.append((one.id, path))
        else:
            side, back = spots.pop(0)
            paths.append((one.id, (team.starts[number], *path[1:-1], _beside(path, side * FILE, back * FILE))))
    return Move(paths=tuple(paths))


def _beside(path: Path, aside: int, back: int) -> Point:
    """Return the point so far to the right and so far behind the end of a path."""
    (ax, ay), (bx, by) = path[-2], path[-1]
    length = max(1.0, apart(path[-2], path[-1]))
    ahead, across = ((bx - ax) / length, (by - ay) / length), ((by - ay) / length, (ax - bx) / length)
    return round(bx + aside * across[0] - back * ahead[0]), round(by + aside * across[1] - back * ahead[1])


def _cut(path: Path, goal: Point, short: int) -> Path:
    """Return the part of a path that keeps a distance from a point."""
    kept: list[Point] = list(path[:1])
    if not kept or apart(kept[0], goal) <= short:
        return ()
    for one, other in pairwise(path):
        steps = max(1, round(apart(one, other) / STRIDE))
        for step in range(1, steps + 1):
            spot = (one[0] + (other[0] - one[0]) * step // steps, one[1] + (other[1] - one[1]) * step // steps)
            if apart(spot, goal) < short:
                return tuple(kept)
            kept = [*kept[:-1], spot] if step > 1 else [*kept, spot]
    return tuple(path)


def into(table: Table, figures: Sequence[Figure], place: Place, *, tower: bool = False) -> Move | None:
    """Return a move into a garrison for those of the figures who get to a gate with this move, or None."""
    paths: list[tuple[int, Path]] = []
    who = moving.surroundings(table.scene, table.player, figures).beside(())
    pace = moving.pace_of_team(table.scene, figures)
    for one in figures:
        path = _to_gate(table, one, place, pace, who)
        if path:
            paths.append((one.id, path))
    for some in _parties(table, paths) if place.kind == "tower" else [paths] if paths else []:
        found = legal(table, Move(paths=tuple(some), into=place.id, tower=tower))
        if found is not None:
            return found
    return None


def _parties(table: Table, paths: list[tuple[int, Path]]) -> Iterator[list[tuple[int, Path]]]:
    """Yield smaller and smaller parts of a band, characters in all of them: a tower has little room (K5)."""
    lords = [pair for pair in paths if table.world.kind(table.state.by_id[pair[0]]).character]
    men = [pair for pair in paths if pair not in lords]
    yield from ([*lords, *men[:count]] for count in range(len(men), -1, -1) if lords or count)


def _to_gate(table: Table, one: Figure, place: Place, pace: Pace, who: Around) -> Path:
    gates = sorted(doors(table.world, place), key=lambda door: (apart(door, one.point), door))
    if one.inside == place.id:
        return (gates[0],)
    if near(one.point, gates[0], table.world.constants.contact):
        return (one.point,)
    if apart(one.point, gates[0]) > pace.fastest or one.inside:
        return ()
    found = plan(table.world.ground, pace, one.point, gates[0], who)
    return found.points if isinstance(found, Plan) else ()


def out(table: Table, figures: Sequence[Figure], place: Place) -> Move | None:
    """Return a move off the table by a place, for those of the figures who get there with this move, or None."""
    who = moving.surroundings(table.scene, table.player, figures).beside(())
    pace = moving.pace_of_team(table.scene, figures)
    paths: list[tuple[int, Path]] = []
    for one in figures:
        if not apart(one.point, place.centre) > pace.fastest and not one.inside:
            found = plan(table.world.ground, pace, one.point, place.centre, who)
            if isinstance(found, Plan):
                paths.append((one.id, found.points))
    return legal(table, Move(paths=tuple(paths), into=place.id, out=True)) if paths else None


def sail(table: Table, ships: Sequence[Figure], goal: Point) -> Move | None:
    """Return the next move of ships to a point on the water, or None where they get no further."""
    pace = moving.pace_of_team(table.scene, ships)
    return along(table, ships, journey(table.world, table.state, pace, (goal,), table.side))


def to_place(table: Table, figures: Sequence[Figure], place: Place, pace: Pace | None = None) -> Travel:
    """Return the journey of figures to a place; `pace` is theirs where it is known."""
    pace = pace or moving.pace_of_team(table.scene, figures)
    goals = entries(table.world, place)
    return journey(table.world, table.state, pace, goals, table.side, table.shut_to(figures))


def _move(table: Table, team: Team, path: Path) -> Move | None:
    """Return the move of a team by its leader's path, without those who cannot follow."""
    paces = [team.pace] * len(team.figures)
    march = move_force(table.world.ground, paces, team.starts, path, team.who)
    alone = Move(paths=((team.figures[team.leader].id, path),))
    leading_on = (one for one in (_of(team, march), alone) if any(path[0] != path[-1] for _, path in one.paths))
    return next((one for one in leading_on if legal(table, one)), None)


def _of(team: Team, march: March) -> Move:
    """Return a march as a move; a weapon or crew that stays keeps the rest of its crew."""
    goes = {one.id for one, each in zip(team.figures, march.plans, strict=True) if len(each.points) > 1}
    for one in team.figures:
        bond = one.id if one.weapon else one.serves
        bonded = {other.id for other in team.figures if bond and bond in (other.id, other.serves)}
        if bonded and not bonded <= goes:
            goes -= bonded
    moves = zip(team.figures, march.plans, strict=True)
    return Move(paths=tuple((one.id, each.points) for one, each in moves if one.id in goes))


def legal(table: Table, move: Move) -> Move | None:
    """Return a move if the rules allow it."""
    if not move.paths or refusal(moving.plan_of, table.world, table.state, table.player, move):
        return None
    return move
