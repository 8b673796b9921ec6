"""Which figures fit a filter of the vocabulary."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from operator import attrgetter

from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.terrain.points import square
from wartable.games.ring_of_power.vocabulary import Who

Check = Callable[[Scene, Who, Figure], bool]


def matching(scene: Scene, who: Who) -> tuple[Figure, ...]:
    """Return the figures on the table that fit a filter, in order of their ids. The empty filter fits everybody."""
    alike, single = _asked(who)
    sorts = [some for some in scene.sorts if all(check(scene, who, some[0]) for check in alike)]
    found = [figure for some in sorts for figure in some]
    for check in single:
        found = [figure for figure in found if check(scene, who, figure)]
    return tuple(sorted(found, key=_number))


def fits(scene: Scene, who: Who, figure: Figure) -> bool:
    """Whether one figure fits a filter."""
    alike, single = _asked(who)
    return all(check(scene, who, figure) for check in alike) and all(check(scene, who, figure) for check in single)


_number = attrgetter("id")


@lru_cache(maxsize=1024)
def _asked(who: Who) -> tuple[tuple[Check, ...], tuple[Check, ...]]:
    """Return the checks of the fields that were given: those that all figures of a sort pass or fail, and the rest."""
    given = [name for name in _CHECKS if getattr(who, name) != getattr(_ANYBODY, name)]
    alike = tuple(_CHECKS[name] for name in given if name in _ALIKE)
    return alike, tuple(_CHECKS[name] for name in given if name not in _ALIKE)


_ANYBODY = Who()


def _unit(_: Scene, who: Who, figure: Figure) -> bool:
    return (figure.unit or figure.weapon) in who.unit


def _nation(scene: Scene, who: Who, figure: Figure) -> bool:
    return scene.world.kind(figure).nation in who.nation


def _race(scene: Scene, who: Who, figure: Figure) -> bool:
    return not figure.weapon and scene.world.kind(figure).race in who.race


def _side(scene: Scene, who: Who, figure: Figure) -> bool:
    return scene.world.sides[figure.owner] == who.side


def _player(scene: Scene, who: Who, figure: Figure) -> bool:
    return scene.world.players[figure.owner] in who.player


def _ability(scene: Scene, who: Who, figure: Figure) -> bool:
    return who.ability in scene.world.kind(figure).abilities


def _it(scene: Scene, _: Who, figure: Figure) -> bool:
    return figure.id in scene.it


def _inside(scene: Scene, who: Who, figure: Figure) -> bool:
    return any(figure.id in scene.within(name) for name in who.inside)


def _near(scene: Scene, who: Who, figure: Figure) -> bool:
    if who.near in scene.world.units:
        spots = [other.point for other in scene.state.figures if other.unit == who.near]
        return any(square(figure.point, spot) <= who.within**2 for spot in spots)
    return scene.world.within(who.near, figure.point, who.within)


def _beside(scene: Scene, who: Who, figure: Figure) -> bool:
    if who.beside is None:
        return True
    reach = mil(scene.world.constants.contact)
    others = (one for one in matching(scene, who.beside) if one.id != figure.id)
    return any(square(figure.point, one.point) <= reach**2 for one in others)


def _led_by(scene: Scene, who: Who, figure: Figure) -> bool:
    return any(other.unit in who.led_by and not other.wounded for other in scene.force_of(figure))


def _force_at_most(scene: Scene, who: Who, figure: Figure) -> bool:
    return who.force_at_most is not None and len(scene.force_of(figure)) <= who.force_at_most


def _force_all(scene: Scene, who: Who, figure: Figure) -> bool:
    inner = who.force_all
    return inner is not None and all(fits(scene, inner, other) for other in scene.force_of(figure))


def _holds(_: Scene, who: Who, figure: Figure) -> bool:
    return figure.holds == who.holds


def _character(scene: Scene, who: Who, figure: Figure) -> bool:
    return scene.world.kind(figure).character == who.character


def _mounted(_: Scene, who: Who, figure: Figure) -> bool:
    return figure.mounted == who.mounted


def _tower(_: Scene, who: Who, figure: Figure) -> bool:
    return figure.tower == who.tower


def _wounded(_: Scene, who: Who, figure: Figure) -> bool:
    return figure.wounded == who.wounded


def _on_road(scene: Scene, who: Who, figure: Figure) -> bool:
    return scene.world.charts.terrain[scene.world.ground.kind(figure.point)].road == who.on_road


def _but(scene: Scene, who: Who, figure: Figure) -> bool:
    return who.but is None or not fits(scene, who.but, figure)


def _either(scene: Scene, who: Who, figure: Figure) -> bool:
    return any(fits(scene, one, figure) for one in who.either)


_CHECKS: Mapping[str, Check] = {
    "it": _it,
    "side": _side,
    "player": _player,
    "unit": _unit,
    "nation": _nation,
    "race": _race,
    "ability": _ability,
    "holds": _holds,
    "character": _character,
    "mounted": _mounted,
    "wounded": _wounded,
    "tower": _tower,
    "inside": _inside,
    "on_road": _on_road,
    "near": _near,
    "beside": _beside,
    "led_by": _led_by,
    "force_at_most": _force_at_most,
    "force_all": _force_all,
    "but": _but,
    "either": _either,
}
"""A check for each field of a filter, the cheap ones first."""
_ALIKE = frozenset({"side", "player", "unit", "nation", "race", "ability", "character"})
"""Fields about what figures of one owner and type have in common."""
