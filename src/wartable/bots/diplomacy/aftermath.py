"""Retreats, builds and removals by what places are worth, with the reason in one sentence."""

from __future__ import annotations

from typing import Final

from wartable.bots.diplomacy.reasons import listed, sentence
from wartable.bots.diplomacy.scene import Scene
from wartable.engine.driver import Decision
from wartable.games.adjudication.orders import Build, Disband, Location, Retreat, Unit, province_of
from wartable.games.adjudication.results import Dislodged
from wartable.games.adjudication.words import a_kind
from wartable.games.diplomacy.play.actions import Orders

CROWD: Final = 0.8
"""What a second new unit of the same kind is worth beside the first, and so on: mixed forces are handier."""
DEFENDED: Final = 0.3
"""What each foreign unit at the gates adds to building there."""


def retreat(scene: Scene) -> Decision:
    """Send each dislodged unit to the best place open to it that no other one takes; disband those without any."""
    taken: set[str] = set()
    orders: list[Retreat | Disband] = []
    for one in scene.due.retreats:
        place = _refuge(scene, one, taken)
        if place:
            taken.add(province_of(place))
        orders.append(Retreat(one.unit, place) if place else Disband(one.unit))
    return Decision(Orders(tuple(orders)), _retreat_words(scene, orders))


def _refuge(scene: Scene, one: Dislodged, taken: set[str]) -> Location:
    """Return the best open place, empty if there is none."""
    places = [place for place in one.retreats if province_of(place) not in taken]
    return max(places, key=lambda place: (scene.worth_at(one.unit.kind, place), place), default="")


def _retreat_words(scene: Scene, orders: list[Retreat | Disband]) -> str:
    gone = [scene.rules.place(province_of(order.to)) for order in orders if isinstance(order, Retreat)]
    lost = [scene.rules.place(order.unit.province) for order in orders if isinstance(order, Disband)]
    parts = [f"falls back to {listed(gone)}, the best place left"] if gone else []
    parts += [f"gives up the unit of {listed(lost)}, which has nowhere to go"] if lost else []
    return sentence(scene, parts)


def adjust(scene: Scene) -> Decision:
    """Build where new units are worth most, or remove those that are worth least."""
    return _remove(scene) if scene.due.removals else _build(scene)


def _build(scene: Scene) -> Decision:
    choices = scene.choices()
    free = dict(choices.sites)
    built: list[Build] = []
    while len(built) < scene.due.builds:
        able = [build for builds in free.values() for build in builds if choices.has_room(build, built)]
        if not able:
            break
        best = max(able, key=lambda one: _need(scene, one, built))
        built.append(best)
        del free[best.unit.province]
    units = listed([_words(scene, build.unit) for build in built])
    why = f"builds {units}, where new units are of most use" if built else "has no use for a new unit"
    return Decision(Orders(tuple(built)), sentence(scene, [why]))


def _need(scene: Scene, build: Build, built: list[Build]) -> tuple[float, str]:
    """Return how much a new unit is wanted: good ways from there, guards at the gates, and a mix of kinds."""
    unit = build.unit
    space = scene.ground.network.space_named[unit.at]
    threat, _ = scene.table.rival(scene.power, space)
    standing = [one.kind for one in scene.state.position.units.get(scene.power, ())]
    share = standing.count(unit.kind) / max(1, len(standing))
    same = sum(one.unit.kind == unit.kind for one in built)
    reach = scene.outlook(unit)
    return (reach + DEFENDED * min(threat, 2)) * scene.force(unit.kind) * CROWD ** (same + share), str(unit)


def _remove(scene: Scene) -> Decision:
    units = sorted(
        (unit for unit in scene.state.position.units[scene.power] if scene.rules.variant.supplied((unit,))),
        key=lambda unit: (scene.worth_at(unit.kind, unit.at) * scene.force(unit.kind), str(unit)),
    )
    gone = units[: scene.due.removals]
    why = f"disbands {listed([_words(scene, unit) for unit in gone])}, where it is missed least"
    return Decision(Orders(tuple(Disband(unit) for unit in gone)), sentence(scene, [why]))


def _words(scene: Scene, unit: Unit) -> str:
    return f"{a_kind(scene.rules.variant.map, unit)} in {scene.rules.place(unit.province)}"
