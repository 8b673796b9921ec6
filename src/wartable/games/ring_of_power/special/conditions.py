"""Whether conditions of the vocabulary hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wartable.games.ring_of_power import vocabulary as words
from wartable.games.ring_of_power.campaign.figures import able
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.special.matching import fits, matching
from wartable.games.ring_of_power.terrain.points import square


def holds(scene: Scene, condition: words.Condition | None) -> bool:
    """Whether a condition holds; none at all always does."""
    return condition is None or _JUDGES[type(condition)](scene, condition)


def _in_range(value: int, least: int | None, most: int | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def _all(scene: Scene, one: words.AllOf) -> bool:
    return all(holds(scene, inner) for inner in one.of)


def _any(scene: Scene, one: words.AnyOf) -> bool:
    return any(holds(scene, inner) for inner in one.of)


def _not(scene: Scene, one: words.Not) -> bool:
    return not holds(scene, one.of)


def _turn(scene: Scene, one: words.Turn) -> bool:
    return _in_range(scene.state.turn, one.at_least, one.at_most)


def _flag(scene: Scene, one: words.Flag) -> bool:
    return any(flag == one.flag for flag, _ in scene.state.flags)


def _counted(scene: Scene, one: words.Counted) -> bool:
    return _in_range(dict(scene.state.counters).get(one.counter, 0), one.at_least, one.at_most)


def _held(scene: Scene, one: words.Held) -> bool:
    if not one.tower:
        return scene.state.holder.get(one.place) == one.by
    return any(
        figure.inside == one.place and figure.tower and scene.world.sides[figure.owner] == one.by
        for figure in scene.state.figures
        if not figure.weapon
    )


def _bases(scene: Scene, one: words.Bases) -> bool:
    held = sum(
        scene.state.holder.get(place.id) == one.by
        for place in scene.world.scenario.places
        if place.base == one.of and place.id not in one.but
    )
    return held >= one.at_least


def _breached(scene: Scene, one: words.Breached) -> bool:
    return scene.state.breached(one.place)


def _figures(scene: Scene, one: words.Figures) -> bool:
    return _in_range(len(matching(scene, one.who)), one.at_least, one.at_most)


def _together(scene: Scene, one: words.Together) -> bool:
    mine, theirs = matching(scene, one.who), matching(scene, one.other)
    if not one.within:
        fighting = frozenset(scene.battle)
        return _present(mine, fighting) and _present(theirs, fighting)
    pairs = ((a, b) for a in mine for b in theirs if a.id != b.id and able(scene.world, a))
    return any(square(a.point, b.point) <= one.within**2 for a, b in pairs)


def _present(figures: tuple[Figure, ...], among: frozenset[int]) -> bool:
    return any(figure.id in among for figure in figures)


def _left(scene: Scene, one: words.Left) -> bool:
    by_here = (away.figure for away in scene.state.away if away.why == "left" and away.at == one.by)
    return sum(fits(scene, one.who, figure) for figure in by_here) >= one.at_least


def _status(scene: Scene, one: words.Status) -> bool:
    sides = scene.world.sides
    total = sum(points for player, points in enumerate(scene.state.points) if sides[player] == one.side)
    return _in_range(total, one.at_least, one.at_most)


def _spotted(scene: Scene, one: words.Spotted) -> bool:
    return dict(scene.state.spotted).get(one.side, -1) == scene.state.turn - 1


def _destroyed(scene: Scene, one: words.Destroyed) -> bool:
    return one.item in scene.state.destroyed


_JUDGES: Mapping[type, Callable[[Scene, Any], bool]] = {
    words.AllOf: _all,
    words.AnyOf: _any,
    words.Not: _not,
    words.Turn: _turn,
    words.Flag: _flag,
    words.Counted: _counted,
    words.Held: _held,
    words.Bases: _bases,
    words.Breached: _breached,
    words.Figures: _figures,
    words.Together: _together,
    words.Left: _left,
    words.Status: _status,
    words.Spotted: _spotted,
    words.Destroyed: _destroyed,
}
"""Who judges each kind of condition."""
