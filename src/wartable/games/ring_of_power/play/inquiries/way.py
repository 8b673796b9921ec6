"""Where figures get in one move, and their way to a point: planned, judged, with its bill and the move that goes it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from wartable.engine.errors import Reason, refusal
from wartable.games.ring_of_power.campaign.actions import Board, Move
from wartable.games.ring_of_power.campaign.figures import enemies_of, near, radius, unseen
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import ByIdentity, World
from wartable.games.ring_of_power.play import movement
from wartable.games.ring_of_power.play.hindrances import reason
from wartable.games.ring_of_power.play.inquiries.following import Fault, Team, beside, followed, told
from wartable.games.ring_of_power.play.inquiries.questions import AskReach, AskWay
from wartable.games.ring_of_power.play.moving import plan_of
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.geometry import disc, parts, square, union
from wartable.games.ring_of_power.terrain.paths import PathCost, PathFault, judge_path
from wartable.games.ring_of_power.terrain.plans import Path, Plan, halted, judged, plan
from wartable.games.ring_of_power.terrain.reach import Outline, Reach, outline, reach, shape_of


class Reachable(msgspec.Struct, frozen=True, kw_only=True):
    """The areas that figures reach, or the reason why they go nowhere; of those aboard a ship, where they may land.

    `crossings` are points beyond a stream or shallows to which the whole move leads; `allowance` is a whole move on
    clear ground.
    """

    areas: tuple[Outline, ...] = ()
    crossings: tuple[Point, ...] = ()
    allowance: int = 0
    reason: Reason | None = None


def reachable(world: World, state: RingState, asked: AskReach) -> Reachable:
    """Return where figures can get; raises `IllegalAction` for figures that there are not."""
    team = Team(world, state, asked.figures)
    fault = team.hindrance()
    if fault is not None:
        return Reachable(reason=fault)
    if team.ship is not None:
        return Reachable(areas=(outline(disc(*team.ship.point, team.allowance)),), allowance=team.allowance)
    found = [known_reach(team, start) for start in team.starts]
    return Reachable(
        areas=_joined([one.outlines() for one in found]),
        crossings=tuple(crossing.end for one in found for crossing in one.crossings),
        allowance=team.allowance,
    )


def known_reach(team: Team, start: Point) -> Reach:
    """Return the reach of figures from a start of theirs, worked out once for a state."""
    return _reach(team.world, ByIdentity(team.state), tuple(one.id for one in team.figures), start)


@lru_cache(maxsize=32)
def _reach(world: World, at: ByIdentity[RingState], figures: tuple[int, ...], start: Point) -> Reach:
    """Return the reach of figures from a start of theirs: a pointer that is dragged asks for one many times."""
    team = Team(world, at.value, figures)
    return reach(world.ground, team.pace, start, team.who)


def _joined(each: list[tuple[Outline, ...]]) -> tuple[Outline, ...]:
    """Return the areas of several doors as one."""
    if len(each) == 1:
        return each[0]
    whole = union(shape_of(one) for outlines in each for one in outlines)
    return tuple(outline(part) for part in parts(whole) if part.geom_type == "Polygon")


class Item(msgspec.Struct, frozen=True):
    """What a kind of terrain takes of a way: 1/1000 inches, and its share of a move."""

    kind: str
    inches: int
    cost: float


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """A way, and what it costs: `spent` of a move and `inches` are the leader's, `bill` tells them by terrain.

    `move` is the decision that goes this way; None where it is at fault, or where this is not the time. `paths` are
    those of all figures that go; `left` do not find a way and stay, `apart` end in another force than the leader.
    `stopped_by` is the enemy at whom the leader stops short of where it was to go, `foes` are all met at the end.
    """

    move: Move | Board | None = None
    paths: tuple[tuple[int, Path], ...] = ()
    spent: float = 0.0
    inches: int = 0
    allowance: int = 0
    bill: tuple[Item, ...] = ()
    crossing: str = ""
    left: tuple[int, ...] = ()
    apart: tuple[int, ...] = ()
    stopped_by: int | None = None
    fault: Fault | None = None
    foes: tuple[int, ...] = ()


def way_of(world: World, state: RingState, asked: AskWay) -> Way:
    """Return the way of figures to a point; raises `IllegalAction` for figures that there are not."""
    team = Team(world, state, asked.figures)
    lead = team.figures[0].id
    width, height = world.ground.size
    if not all(0 <= x <= width and 0 <= y <= height for x, y in (*asked.through, asked.to)):
        return Way(allowance=team.allowance, fault=told(reason("off_table", "That is beyond the table.", "C13"), lead))
    if team.ship is not None:
        return _ashore(team, team.ship, asked.to)
    fault = team.hindrance()
    if fault is not None:
        return Way(fault=told(fault, lead, team.figures[0].point))
    line = _line(team, asked)
    verdict = PathCost(0.0, 0.0, ()) if asked.boat else judge_path(world.ground, team.pace, line, team.who)
    if isinstance(verdict, PathFault):
        return Way(paths=beside(team, line).paths, allowance=team.allowance, fault=told(verdict, lead))
    return _gone(team, asked, line, verdict)


def _ashore(team: Team, ship: Figure, to: Point) -> Way:
    """Return the step of those aboard a ship onto the bank: the first lands on a point, or beside who stands there."""
    figures = team.figures
    spots = movement.landing_spots(team.scene, ship, figures, to)
    points = spots if spots and to in team.who.taken else (to, *(spot for spot in spots if spot != to))
    landing = dict(zip((one.id for one in figures), points, strict=False))
    action = Board(ship=ship.id, figures=tuple(landing), ashore=tuple(landing.values()))
    fault = refusal(movement.check_board, team.world, team.scene.state, team.player, action)
    paths = tuple((number, (ship.point, point)) for number, point in landing.items())
    far = round(square(ship.point, points[0]) ** 0.5)
    return Way(
        move=action if fault is None and team.moves_now else None,
        paths=paths,
        spent=round(min(far / team.allowance, 1.0), 6),
        inches=far,
        allowance=team.allowance,
        left=tuple(one.id for one in figures[len(landing) :]),
        fault=told(fault, figures[0].id, points[0]) if fault is not None else None,
        foes=_met(team, paths),
    )


def _gone(team: Team, asked: AskWay, line: Path, cost: PathCost) -> Way:
    """Return the way of everybody where the leader's is legal."""
    march = followed(team, line, together=bool(asked.into or asked.out), boat=asked.boat)
    move = Move(paths=march.paths, into=asked.into, tower=asked.tower, out=asked.out, boat=asked.boat)
    refused = refusal(plan_of, team.world, team.scene.state, team.player, move)
    fault = told(refused, at=line[-1]) if refused else None
    foes = _met(team, march.paths)
    return Way(
        move=move if fault is None and team.moves_now else None,
        paths=march.paths,
        spent=round(min(cost.cost, 1.0), 6),
        inches=round(cost.length),
        allowance=team.allowance,
        bill=_bill(cost),
        crossing=cost.crossing,
        left=march.left,
        apart=march.apart,
        stopped_by=foes[0] if foes and line[-1] != asked.to else None,
        fault=fault,
        foes=foes,
    )


def _line(team: Team, asked: AskWay) -> Path:
    """Return the leader's line by its way-points, from the door nearest to the first of them by which it is legal."""
    first = (*asked.through, asked.to)[0]
    starts = sorted(team.starts, key=lambda start: square(start, first))
    if asked.boat:
        return (starts[0], *asked.through, asked.to)
    lines = [_planned(team, one, asked) for one in starts]
    if len(lines) == 1:
        return lines[0]
    judge = (judge_path(team.world.ground, team.pace, line, team.who) for line in lines)
    fine = (line for line, verdict in zip(lines, judge, strict=True) if isinstance(verdict, PathCost))
    return next(fine, lines[0])


def _planned(team: Team, start: Point, asked: AskWay) -> Path:
    """Return the cheapest legal line by all way-points; straight where there is none."""
    ground, pace = team.world.ground, team.pace
    line: Path = (start,)
    for number, goal in enumerate((*asked.through, asked.to)):
        who = team.who if number == len(asked.through) else team.who.beside(())
        found = judged(ground, pace, halted((line[-1], goal), goal, who), who)
        if not isinstance(found, Plan):
            found = plan(ground, pace, line[-1], goal, who, known_reach(team, line[-1]))
        line += found.points[1:] if isinstance(found, Plan) else (goal,)
    return line


def _bill(cost: PathCost) -> tuple[Item, ...]:
    """Return the legs by terrain, in the order in which the way comes to each."""
    found: dict[str, tuple[float, float]] = {}
    for leg in cost.legs:
        length, spent = found.get(leg.terrain, (0.0, 0.0))
        far = float(square(leg.end, leg.start) ** 0.5)
        found[leg.terrain] = length + far, spent + leg.cost
    return tuple(Item(kind, round(length), round(spent, 6)) for kind, (length, spent) in found.items())


def _met(team: Team, paths: Sequence[tuple[int, Path]]) -> tuple[int, ...]:
    """Return the enemies that are met at the ends of paths, those of the leader first."""
    world, state = team.world, team.state
    foes = [one for one in enemies_of(world, state, team.player) if not unseen(world, state, one)]
    found: dict[int, None] = {}
    for number, path in paths:
        own = radius(world, state.by_id[number])
        for foe in foes:
            if near(path[-1], foe.point, world.constants.contact + (own + radius(world, foe)) / 1000):
                found[foe.id] = None
    return tuple(found)
