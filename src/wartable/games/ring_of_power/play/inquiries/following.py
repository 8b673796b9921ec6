"""Figures that are asked about together, and how they go where the first leads: beside it, apart, in file (D3)."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import cached_property

import msgspec
import numpy as np

from wartable.engine.errors import Reason, refusal
from wartable.games.ring_of_power.campaign.agenda import Movement
from wartable.games.ring_of_power.campaign.figures import Scene, radii, radius
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.play.carrying import loads_of
from wartable.games.ring_of_power.play.garrisons import doors
from wartable.games.ring_of_power.play.hindrances import mine, refuse
from wartable.games.ring_of_power.play.movement import kept_aboard, reach
from wartable.games.ring_of_power.play.moving import check_company, check_ways, pace_of_team, still, surroundings
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.around import Around
from wartable.games.ring_of_power.terrain.geometry import Ints, Mask, forces, point_array, squared
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.paths import PathCost, PathFault, judge_paths
from wartable.games.ring_of_power.terrain.plans import Path, less, move_force, moved
from wartable.games.ring_of_power.terrain.speeds import Pace


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a way or a retreat: whose it is, where, a stable code, a sentence and the rule."""

    figure: int | None
    at: Point | None
    code: str
    message: str
    rule: str


def told(fault: PathFault | Reason, figure: int | None = None, at: Point | None = None) -> Fault:
    """Return a fault of the judge, or a reason of the rules, as it is told."""
    if isinstance(fault, PathFault):
        code, message = f"ring.{fault.code}", fault.sentence
        return Fault(figure=figure, at=fault.at or at, code=code, message=message, rule=f"ring-of-power {fault.rule}")
    return Fault(figure=figure, at=at, code=fault.code, message=fault.message, rule=fault.rule)


class Team:
    """Figures of one player. Others than the mover are looked at as they will stand when their next movement begins."""

    def __init__(self, world: World, state: RingState, numbers: Sequence[int]) -> None:
        """Find the figures; raises `IllegalAction` for such as are not there, named twice or of several players."""
        first = state.by_id.get(numbers[0]) if numbers else None
        if first is None and not numbers:
            raise refuse("nobody", "Name at least one figure.", "C1")
        self.player = -1 if first is None else first.mover
        self.world, self.state, self.figures = world, state, mine(world, state, self.player, tuple(numbers))

    @property
    def moves_now(self) -> bool:
        """Whether it is their player's movement, so that a move could be made."""
        return self.state.agenda[:1] == (Movement(self.player),)

    @cached_property
    def scene(self) -> Scene:
        """The table as it is, or, where their movement this turn is over, as it will be in the next turn."""
        to_come = any(isinstance(task, Movement) and task.player == self.player for task in self.state.agenda)
        later = msgspec.structs.replace(self.state, turn=self.state.turn + 1)
        return Scene(self.world, self.state if to_come else later)

    @cached_property
    def ship(self) -> Figure | None:
        """The ship that all of them are aboard of, so that they might land; None where they are not."""
        lead = self.figures[0]
        together = lead.at_sea and all(one.quarters == lead.quarters for one in self.figures)
        return self.state.by_id[lead.aboard] if together else None

    def hindrance(self) -> Reason | None:
        """Say why they may not move, or not together; None when they may."""
        if self.ship is not None:
            return next((why for one in self.figures if (why := kept_aboard(self.scene, one))), None)
        bound = next((why for one in self.figures if (why := still(self.scene, one))), None)
        return bound or refusal(check_company, self.world, self.state, self.figures)

    @cached_property
    def pace(self) -> Pace:
        """The pace of the slowest, with what they carry."""
        return pace_of_team(self.scene, self.figures)

    @cached_property
    def who(self) -> Around:
        """Enemies, taken points and open gates around them."""
        return surroundings(self.scene, self.player, self.figures)

    @property
    def allowance(self) -> int:
        """How far a whole move leads on clear ground (of a ship: on open water; ashore: from it), in 1/1000 inch."""
        if self.ship is not None:
            return mil(reach(self.world))
        kinds = list(self.world.charts.terrain)
        return self.pace.speeds[kinds.index("sea" if self.pace.sails else "clear")]

    @cached_property
    def starts(self) -> tuple[Point, ...]:
        """The points where their move may begin: where the first stands, or each door of the place that they are in."""
        lead = self.figures[0]
        return doors(self.world, self.world.place(lead.inside)) if lead.inside else (lead.point,)

    def stand(self, lead: Point) -> list[Point]:
        """Return where each begins if the first begins at a point: where it stands, or by the same door."""
        return [lead if one.inside else one.point for one in self.figures]


APART = 600
"""Distance of neighbours in ranks, in 1/1000 inch: near enough to be one force (D1)."""
TIGHT = 400
"""Who stood nearer to a neighbour than that makes room all the same."""
MESH = 300
"""Distance of the spots that are tried."""
WIDE = 6
"""Rings of spots that are tried around a point."""
BACK = 1000
"""So far apart are the points of a way around which room is looked for, from its end back to its start."""
BATCH = 8
LARGE = 80
"""Forces of more figures are left as they are: a player waits for the answer."""


class Loosening:
    """Ends of figures that go together, settled one after the other, from the first, who leads, outwards.

    Only what is proposed to players is loosened; figures may stand as near to each other as they like (A7).
    """

    def __init__(self, ground: Ground, pace: Pace, who: Around, paths: Sequence[Path], link: int) -> None:
        """Begin with legal paths, of which the first is the leader's; `link` is the longest link of a force (D1)."""
        self._ground, self._pace, self._who, self._link = ground, pace, who, link
        self._paths = list(paths)
        self._ends = point_array([path[-1] for path in paths])
        self._gaps = _gaps(point_array([path[0] for path in paths]))
        self._settled = point_array(sorted(who.taken))
        self._linked = np.zeros(len(paths), dtype=np.bool_)
        self._force = point_array(())

    def spread(self, fixed: Collection[int] = ()) -> tuple[Path, ...]:
        """Return paths that end apart from each other where the ground allows it; those of `fixed` are left alone.

        No path gets illegal, who meets an enemy still meets one, and nobody leaves the leader's force by it.
        """
        before = tuple(self._paths)
        if len(before) > LARGE:
            return before
        together = self._together()
        for number in (0, *(each for each in fixed if each)):
            self._settle(number, belongs=bool(together[number]))
        way = self._ends - point_array([path[0] for path in self._paths])
        aside = (way != way[0]).any(axis=1)
        # Those who kept their place in the ranks come before others, then the nearest to the leader.
        order = np.lexsort((squared(self._ends, self._ends[:1]), aside)).tolist()
        rest = [number for number in order if number and number not in fixed]
        while rest:
            number = next((each for each in rest if self._linked[each]), rest[0])
            rest.remove(number)
            belongs = bool(together[number])
            if not self._free(number, self._ends[number : number + 1])[0] or (belongs and not self._linked[number]):
                self._turn(number, belongs=belongs)
            self._settle(number, belongs=belongs)
        return before if (together & ~self._together()).any() else tuple(self._paths)

    def _together(self) -> Mask:
        """Return who ends in the leader's force."""
        force = forces(self._ends, np.zeros(len(self._ends), dtype=np.int64), cohesion=self._link)
        return np.asarray(force == force[0])

    def _settle(self, number: int, *, belongs: bool) -> None:
        end = self._ends[number : number + 1]
        self._settled = np.concatenate([self._settled, end])
        if belongs:
            self._force = np.concatenate([self._force, end])
            self._linked |= squared(self._ends, end) <= self._link**2

    def _free(self, number: int, spots: Ints) -> Mask:
        """Return which spots keep a figure's distance from all who are settled."""
        return _all_apart(spots, self._settled, self._gaps[number])

    def _turn(self, number: int, *, belongs: bool) -> None:
        """Let a figure go to the free ground nearest to its end, or else to a point further back on its way."""
        way = self._paths[number]
        while len(way) > 1:
            # Points around a middle on a mesh of triangles, the nearest first.
            spots = _OFFSETS + point_array([way[-1]])
            fits = self._free(number, spots)
            if belongs:
                fits &= ~_all_apart(spots, self._force, self._link + 1)
            found = self._first(self._paths[number][-1], way, spots[fits])
            if found is not None:
                self._paths[number], self._ends[number] = found, found[-1]
                return
            way = less(way, BACK)

    def _first(self, end: Point, way: Path, spots: Ints) -> Path | None:
        """Return the first legal way that turns aside to one of some spots at its end, meeting enemies if that did."""
        meets = self._meets(point_array([end]))[0]
        good = spots[self._meets(spots) == meets]
        for batch in np.split(good, range(BATCH, len(good), BATCH)):
            ways = [(*way[:-1], (x, y)) for x, y in batch.tolist()]
            verdicts = judge_paths(self._ground, self._pace, ways, self._who)
            found = next(
                (path for path, verdict in zip(ways, verdicts, strict=True) if isinstance(verdict, PathCost)), None
            )
            if found is not None:
                return found
        return None

    def _meets(self, spots: Ints) -> Mask:
        return np.asarray((squared(spots[:, None], self._who.enemies[None]) <= self._who.reach**2).any(axis=1))


def _all_apart(spots: Ints, others: Ints, gap: int) -> Mask:
    """Return which spots lie at least so far from all others."""
    return np.asarray((squared(spots[:, None], others[None]) >= gap**2).all(axis=1))


def _gaps(starts: Ints) -> list[int]:
    """Return the distance that each keeps from others: as at its start, if its neighbours stood near, but not tight."""
    apart = np.sqrt(squared(starts[:, None], starts[None]).astype(np.float64))
    np.fill_diagonal(apart, np.inf)
    nearest = [int(each) for each in np.minimum(apart.min(axis=1), APART)]
    return [each if each >= TIGHT else APART for each in nearest]


_STEPS = range(-WIDE, WIDE + 1)
_SPOTS = [(round(MESH * (c + r / 2)), round(MESH * 0.866 * r)) for r in _STEPS for c in _STEPS if abs(r + c) <= WIDE]
_OFFSETS = point_array(sorted(_SPOTS, key=lambda spot: (spot[0] ** 2 + spot[1] ** 2, spot)))
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
        # Ways by boat: over the same water, from where each stands to where it stands beside the leader again.
        lead, *water, end = line
        stands = zip(team.figures, team.stand(lead), strict=True)
        return Followed(tuple((one.id, (at, *water, moved((lead, end), at)[-1])) for one, at in stands))
    if together:
        return _gathered(team, line)
    return _drawn_up(team, line) if team.figures[0].inside else _marched(team, line)


def beside(team: Team, line: Path) -> Followed:
    """Return the leader's line beside itself for everybody, as ghosts of a way that is at fault."""
    stands = zip(team.figures, team.stand(line[0]), strict=True)
    return Followed(tuple((one.id, moved(line, start)) for one, start in stands))


def _marched(team: Team, line: Path) -> Followed:
    paces = [team.pace] * len(team.figures)
    march = move_force(team.world.ground, paces, team.stand(line[0]), line, team.who)
    plans = list(zip(team.figures, march.plans, strict=True))
    left = tuple(one.id for place, (one, _) in enumerate(plans) if place in march.left)
    going = tuple((one.id, plan.points) for one, plan in plans if one.id not in left)
    paths = _loosened(team, line, going) or going
    figures = [team.state.by_id[number] for number, _ in paths]
    ends = point_array([path[-1] for _, path in paths])
    force = forces(ends, np.zeros(len(ends), dtype=np.int64), radii(team.world, figures)).tolist()
    # Those apart end in another force than the first.
    return Followed(paths, left, tuple(one.id for one, each in zip(figures, force, strict=True) if each != force[0]))


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
    fault = refusal(check_ways, team.scene, figures, loose)
    return None if fault else tuple(zip(paths, loose, strict=True))


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
    ways: list[tuple[int, Path]] = [
        (n, (start, *line[corner:])) for corner in range(len(line)) for n, start in enumerate(stands)
    ]
    verdicts = judge_paths(team.world.ground, team.pace, [way for _, way in ways], team.who)
    best = {number: way for (number, way), verdict in zip(ways, verdicts, strict=True) if isinstance(verdict, PathCost)}
    best[0] = line
    ids = [one.id for one in team.figures]
    return Followed(
        tuple((ids[number], best[number]) for number in range(len(ids)) if number in best),
        tuple(ids[number] for number in range(len(ids)) if number not in best),
    )
