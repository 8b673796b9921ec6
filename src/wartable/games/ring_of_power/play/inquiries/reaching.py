"""Where figures can get in one move, as areas to shade (C5-C13)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock

import msgspec

from wartable.engine.errors import Reason
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.inquiries.questions import AskReach
from wartable.games.ring_of_power.play.inquiries.team import Team
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.contour import Outline, outline, shape_of
from wartable.games.ring_of_power.terrain.geometry import disc, parts, union
from wartable.games.ring_of_power.terrain.reach import Reach, reach

_KEPT = 32
_known: OrderedDict[tuple[int, tuple[int, ...], Point], tuple[RingState, Reach]] = OrderedDict()
"""The last reaches by the state's identity, figures and start: a pointer that is dragged asks for one many times."""
_lock = Lock()


class Area(msgspec.Struct, frozen=True):
    """An area with holes, each ring without a last point equal to its first."""

    outer: tuple[Point, ...]
    holes: tuple[tuple[Point, ...], ...]


class Reachable(msgspec.Struct, frozen=True, kw_only=True):
    """The areas that figures reach, or the reason why they go nowhere; of those aboard a ship, where they may land.

    `crossings` are points beyond a stream or shallows to which the whole move leads; `allowance` is a whole move on
    clear ground.
    """

    areas: tuple[Area, ...] = ()
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
        around = outline(disc(*team.ship.point, team.allowance))
        return Reachable(areas=(Area(around.shell, around.holes),), allowance=team.allowance)
    found = [known_reach(team, start) for start in team.starts]
    return Reachable(
        areas=tuple(Area(one.shell, one.holes) for one in _joined([one.outlines() for one in found])),
        crossings=tuple(crossing.end for one in found for crossing in one.crossings),
        allowance=team.allowance,
    )


def known_reach(team: Team, start: Point) -> Reach:
    """Return the reach of figures from a start of theirs, worked out once for a state."""
    key = id(team.state), tuple(one.id for one in team.figures), start
    with _lock:
        kept = _known.get(key)
        if kept is not None and kept[0] is team.state:
            _known.move_to_end(key)
            return kept[1]
    found = reach(team.world.ground, team.pace, start, team.who)
    with _lock:
        _known[key] = team.state, found
        while len(_known) > _KEPT:
            _known.popitem(last=False)
    return found


def _joined(each: list[tuple[Outline, ...]]) -> Iterable[Outline]:
    """Return the areas of several doors as one."""
    if len(each) == 1:
        return each[0]
    whole = union(shape_of(one) for outlines in each for one in outlines)
    return tuple(outline(part) for part in parts(whole) if part.geom_type == "Polygon")
