"""Which figures fit a filter of the vocabulary, which conditions hold, and which standing rules bind whom."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from operator import attrgetter
from typing import Any, TypeVar

from wartable.games.ring_of_power.campaign.figures import Scene, able
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.terrain.geometry import square
from wartable.games.ring_of_power.vocabulary import conditions, effects

Check = Callable[[Scene, conditions.Who, Figure], bool]


def matching(scene: Scene, who: conditions.Who) -> tuple[Figure, ...]:
    """Return the figures on the table that fit a filter, in order of their ids. The empty filter fits everybody."""
    alike, single = _asked(who)
    sorts = [some for some in scene.lineup.sorts if all(check(scene, who, some[0]) for check in alike)]
    found = [figure for some in sorts for figure in some]
    for check in single:
        found = [figure for figure in found if check(scene, who, figure)]
    return tuple(sorted(found, key=_number))


def fits(scene: Scene, who: conditions.Who, figure: Figure) -> bool:
    """Whether one figure fits a filter."""
    alike, single = _asked(who)
    return all(check(scene, who, figure) for check in alike) and all(check(scene, who, figure) for check in single)


_number = attrgetter("id")


@lru_cache(maxsize=1024)
def _asked(who: conditions.Who) -> tuple[tuple[Check, ...], tuple[Check, ...]]:
    """Return the checks of the fields that were given: those that all figures of a sort pass or fail, and the rest."""
    given = [name for name in _CHECKS if getattr(who, name) != getattr(_ANYBODY, name)]
    alike = tuple(_CHECKS[name] for name in given if name in _ALIKE)
    return alike, tuple(_CHECKS[name] for name in given if name not in _ALIKE)


_ANYBODY = conditions.Who()


def _near(scene: Scene, who: conditions.Who, figure: Figure) -> bool:
    if who.near in scene.world.units:
        spots = [other.point for other in scene.state.figures if other.unit == who.near]
        return any(square(figure.point, spot) <= who.within**2 for spot in spots)
    return scene.world.within(who.near, figure.point, who.within)


def _beside(scene: Scene, who: conditions.Who, figure: Figure) -> bool:
    reach = mil(scene.world.constants.contact)
    others = (one for one in matching(scene, who.beside or _ANYBODY) if one.id != figure.id)
    return any(square(figure.point, one.point) <= reach**2 for one in others)


def _force_all(scene: Scene, who: conditions.Who, figure: Figure) -> bool:
    inner = who.force_all
    return inner is not None and all(fits(scene, inner, other) for other in scene.force_of(figure))


_CHECKS: Mapping[str, Check] = {
    "it": lambda scene, _, figure: figure.id in scene.it,
    "side": lambda scene, who, figure: scene.world.sides[figure.owner] == who.side,
    "player": lambda scene, who, figure: scene.world.players[figure.owner] in who.player,
    "unit": lambda _, who, figure: (figure.unit or figure.weapon) in who.unit,
    "nation": lambda scene, who, figure: scene.world.kind(figure).nation in who.nation,
    "race": lambda scene, who, figure: not figure.weapon and scene.world.kind(figure).race in who.race,
    "ability": lambda scene, who, figure: who.ability in scene.world.kind(figure).abilities,
    "holds": lambda _, who, figure: figure.holds == who.holds,
    "character": lambda scene, who, figure: scene.world.kind(figure).character == who.character,
    "mounted": lambda _, who, figure: figure.mounted == who.mounted,
    "wounded": lambda _, who, figure: figure.wounded == who.wounded,
    "tower": lambda _, who, figure: figure.tower == who.tower,
    "inside": lambda scene, who, figure: any(figure.id in scene.lineup.within(name) for name in who.inside),
    "on_road": lambda scene, who, figure: (
        scene.world.charts.terrain[scene.world.ground.kind(figure.point)].road == who.on_road
    ),
    "near": _near,
    "beside": _beside,
    "led_by": lambda scene, who, figure: any(
        other.unit in who.led_by and not other.wounded for other in scene.force_of(figure)
    ),
    "force_at_most": lambda scene, who, figure: len(scene.force_of(figure)) <= (who.force_at_most or 0),
    "force_all": _force_all,
    "but": lambda scene, who, figure: who.but is None or not fits(scene, who.but, figure),
    "either": lambda scene, who, figure: any(fits(scene, one, figure) for one in who.either),
}
"""A check for each field of a filter, the cheap ones first."""
_ALIKE = frozenset({"side", "player", "unit", "nation", "race", "ability", "character"})
"""Fields about what figures of one owner and type have in common."""


def holds(scene: Scene, condition: conditions.Condition | None) -> bool:
    """Whether a condition holds; none at all always does."""
    return condition is None or _JUDGES[type(condition)](scene, condition)


def _in_range(value: int, least: int | None, most: int | None) -> bool:
    return (least is None or value >= least) and (most is None or value <= most)


def _held(scene: Scene, one: conditions.Held) -> bool:
    if not one.tower:
        return scene.state.holder.get(one.place) == one.by
    above = (each for each in scene.state.figures if each.tower and each.inside == one.place and not each.weapon)
    return any(scene.world.sides[each.owner] == one.by for each in above)


def _bases(scene: Scene, one: conditions.Bases) -> bool:
    bases = (place.id for place in scene.world.scenario.places if place.base == one.of and place.id not in one.but)
    return sum(scene.state.holder.get(base) == one.by for base in bases) >= one.at_least


def _together(scene: Scene, one: conditions.Together) -> bool:
    mine, theirs = matching(scene, one.who), matching(scene, one.other)
    if not one.within:
        fighting = frozenset(scene.battle)
        return not any(fighting.isdisjoint(each.id for each in figures) for figures in (mine, theirs))
    pairs = ((a, b) for a in mine for b in theirs if a.id != b.id and able(scene.world, a))
    return any(square(a.point, b.point) <= one.within**2 for a, b in pairs)


def _left(scene: Scene, one: conditions.Left) -> bool:
    by_here = (away.figure for away in scene.state.away if away.why == "left" and away.at == one.by)
    return sum(fits(scene, one.who, figure) for figure in by_here) >= one.at_least


def _status(scene: Scene, one: conditions.Status) -> bool:
    sides = scene.world.sides
    total = sum(points for player, points in enumerate(scene.state.points) if sides[player] == one.side)
    return _in_range(total, one.at_least, one.at_most)


_JUDGES: Mapping[type, Callable[[Scene, Any], bool]] = {
    conditions.AllOf: lambda scene, one: all(holds(scene, inner) for inner in one.of),
    conditions.AnyOf: lambda scene, one: any(holds(scene, inner) for inner in one.of),
    conditions.Not: lambda scene, one: not holds(scene, one.of),
    conditions.Turn: lambda scene, one: _in_range(scene.state.turn, one.at_least, one.at_most),
    conditions.Flag: lambda scene, one: any(flag == one.flag for flag, _ in scene.state.flags),
    conditions.Counted: lambda scene, one: _in_range(
        dict(scene.state.counters).get(one.counter, 0), one.at_least, one.at_most
    ),
    conditions.Held: _held,
    conditions.Bases: _bases,
    conditions.Breached: lambda scene, one: scene.state.breached(one.place),
    conditions.Figures: lambda scene, one: _in_range(len(matching(scene, one.who)), one.at_least, one.at_most),
    conditions.Together: _together,
    conditions.Left: _left,
    conditions.Status: _status,
    conditions.Spotted: lambda scene, one: dict(scene.state.spotted).get(one.side, -1) == scene.state.turn - 1,
    conditions.Destroyed: lambda scene, one: one.item in scene.state.destroyed,
}


E = TypeVar("E")


def standing(scene: Scene, kind: type[E]) -> Iterator[E]:
    """Yield the effects of a kind that stand now."""
    for rule in scene.world.scenario.rules:
        if rule.when == "always":
            found = [effect for effect in rule.then if isinstance(effect, kind)]
            if found and holds(scene, rule.condition):
                yield from found


def eased(scene: Scene) -> dict[int, frozenset[str]]:
    """Return the terrain that is clear ground to figures by special rules."""
    found: dict[int, frozenset[str]] = {}
    for effect in standing(scene, effects.Eased):
        for figure in matching(scene, effect.who):
            found[figure.id] = found.get(figure.id, frozenset()) | set(effect.terrain)
    return found


def confined(scene: Scene, figures: tuple[Figure, ...]) -> Iterator[tuple[Figure, str, bool]]:
    """Yield figure, area and whether it must stay inside (else: may not enter) for the rules that confine figures."""
    for bound in standing(scene, effects.Bound):
        yield from ((one, bound.inside, True) for one in figures if fits(scene, bound.who, one))
    for barred in standing(scene, effects.Barred):
        yield from ((one, barred.area, False) for one in figures if fits(scene, barred.who, one))


def kept(scene: Scene) -> Iterator[tuple[effects.Keep, frozenset[int], int]]:
    """Yield, for every rule that keeps figures in a place, the rule, those of them inside, and how many fit at all."""
    for rule in standing(scene, effects.Keep):
        every = {figure.id for figure in matching(scene, rule.who)}
        yield rule, frozenset(every & scene.lineup.within(rule.inside)), len(every)


def boats(scene: Scene, figure: Figure) -> int:
    """Return how far a figure may go by boat, in 1/1000 inch; 0: not at all."""
    return max((one.distance for one in standing(scene, effects.Boats) if fits(scene, one.who, figure)), default=0)


def may_hide(scene: Scene) -> frozenset[int]:
    """Return the figures that may hide as characters do, by special rules (F1)."""
    return frozenset(figure.id for one in standing(scene, effects.Hidden) for figure in matching(scene, one.who))
