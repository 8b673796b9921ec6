"""The linter of tables: every shape is one, of a size that makes sense, on the table; figures stand where they can."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import shapely

from wartable.engine.words import hint
from wartable.games.ring_of_power.campaign.deployment import formed
from wartable.games.ring_of_power.charts import MIL, charts, in_inches
from wartable.games.ring_of_power.scenario import Area, Crossing, Group, Place, Point, Road, Scenario, Table, Water
from wartable.games.ring_of_power.terrain.geometry import band, disc, polygon
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.speeds import Mover, pace_of
from wartable.games.ring_of_power.units import UnitType

LARGEST = 1_000
"""Inches of a table in either direction: more than any room holds, and few enough to be reckoned with."""


def shapes(one: Scenario) -> Iterator[str]:
    """Yield a sentence for everything that is wrong with the table and with what lies on it."""
    table = one.table
    if not (min(table.width, table.height) >= MIL and max(table.width, table.height) <= LARGEST * MIL):
        size = f"{table.width / MIL:g} by {table.height / MIL:g}"
        yield f"The table is {size} inches; a side of a table has from 1 to {LARGEST}."
        return
    for area in one.terrain:
        if area.type not in charts().terrain:
            yield f"Area {area.id} is of the type {area.type}, which there is not. {hint(area.type, charts().terrain)}"
        yield from _polygon(f"Area {area.id}", area, table)
    for water in one.waters:
        yield from _water(water, table)
    for road in one.roads:
        yield from _line(f"Road {road.id}", road, table)
    for place in one.places:
        yield from _place(place, table)


def standing(table: Table, where: str, group: Group) -> Iterator[str]:
    """Yield a sentence where a group of figures does not stand on the table, or two of them stand on one point."""
    what = f"{where}: the {group.unit or group.character or group.artillery}"
    if isinstance(group.at, tuple):
        yield from _off(f"{what} at", [group.at], table)
    formation = group.formation
    if formation is None:
        return
    if formation.shape == "points" and len(formation.points) != group.count:
        yield f"{what} have {len(formation.points)} points for {group.count} figures."
        return
    spots = formed(formation, group.count)
    if any(not _on(spot, table) for spot in spots):
        yield f"{what} in a {formation.shape} stand partly off the table."
    if len(set(spots)) < len(spots):
        yield f"{what} in a {formation.shape} stand on one point; give them spacing."


def footing(one: Scenario, units: Mapping[str, UnitType]) -> Iterator[str]:
    """Yield a sentence for figures of formations that stand where others do, or in ground that is closed to them.

    For scenarios of which nothing else is wrong: their table is compiled.
    """
    ground = Ground.of(one.table, one.terrain, one.waters, one.roads, one.places)
    taken: dict[Point, str] = {}
    for player, groups in one.rosters.items():
        for group in groups:
            if group.formation is None or group.artillery:
                continue
            kind = units[group.unit or group.character]
            what = f"The roster of {player}: {kind.name}"
            mounted = kind.mounted is not None and group.mounted is not False
            race, abilities = kind.race_of(mounted=mounted), frozenset(kind.abilities)
            pace = pace_of(Mover(race=race, mounted=mounted, abilities=abilities))
            shut = ground.closed(pace, ground.ways) if pace.fastest else shapely.Polygon()
            for spot in formed(group.formation, group.count):
                if spot in taken:
                    yield f"{what} stands at {in_inches(spot)}, where {taken[spot]} stands."
                if shapely.intersects(shut, shapely.Point(spot)):
                    yield f"{what} stands at {in_inches(spot)}, in ground that is closed to it."
                taken[spot] = kind.name


def _on(point: Point, table: Table) -> bool:
    return 0 <= point[0] <= table.width and 0 <= point[1] <= table.height


def _off(what: str, points: Iterable[Point], table: Table) -> Iterator[str]:
    """Yield a sentence for the first point that is not on the table."""
    lost = next((point for point in points if not _on(point, table)), None)
    if lost is not None:
        yield f"{what} {in_inches(lost)} lies off the table, which is {table.width / MIL:g} by {table.height / MIL:g}."


def _wide(what: str, size: int, table: Table) -> Iterator[str]:
    """Yield a sentence where a width or radius is nothing, or wider than the table."""
    most = min(table.width, table.height)
    if not 0 < size <= most:
        yield f"{what} is {size / MIL:g} inches; it is more than 0, and no more than the {most / MIL:g} of the table."


def _water(water: Water, table: Table) -> Iterator[str]:
    where = f"Water {water.id}"
    if bool(water.polygon) == bool(water.line):
        yield f"{where} needs either a line with a width, or a polygon."
        return
    faults = list(_polygon(where, water, table) if water.polygon else _line(where, water, table))
    yield from faults
    for crossing in water.crossings:
        yield from _crossing(water, crossing, table, sound=not faults)


def _line(where: str, way: Water | Road, table: Table) -> Iterator[str]:
    if len(set(way.line)) < 2:
        yield f"{where} needs a line of two points at least, and a width."
        return
    yield from _off(f"{where}: the point", way.line, table)
    yield from _wide(f"{where}: its width", way.width, table)


def _crossing(water: Water, crossing: Crossing, table: Table, *, sound: bool) -> Iterator[str]:
    where = f"The {crossing.type} {crossing.id} of {water.id}"
    faults = [*_off(f"{where} at", [crossing.at], table), *_wide(f"{where}: its radius", crossing.radius, table)]
    yield from faults
    if sound and not faults:
        wet = band(water.line, water.width / 2) if water.line else polygon(water.polygon)
        if not shapely.intersects(wet, disc(*crossing.at, crossing.radius)):
            yield f"{where} at {in_inches(crossing.at)} does not touch the water."


def _polygon(where: str, shape: Area | Water | Place, table: Table) -> Iterator[str]:
    if len(shape.polygon) < 3:
        yield f"{where} needs three corners at least."
        return
    area = shapely.Polygon(shape.polygon)
    if not area.is_valid:
        yield f"{where} is no simple polygon: {_in_inches(shapely.is_valid_reason(area))}."
    elif any(not _on(corner, table) for corner in shape.polygon):
        yield f"{where} lies partly off the table."


def _in_inches(reason: str) -> str:
    """Return what geometry says of a shape, `Self-intersection[26500 7500]`, with its point in inches."""
    return re.sub(r"\[(\S+) (\S+)\]", lambda at: f" at ({float(at[1]) / MIL:g}, {float(at[2]) / MIL:g})", reason)


def _place(place: Place, table: Table) -> Iterator[str]:
    where = f"Place {place.id}"
    if (place.circle is None) == (not place.polygon):
        yield f"{where} needs either a circle or a polygon."
        return
    if place.polygon:
        yield from _polygon(where, place, table)
    if place.circle:
        yield from _wide(f"{where}: its radius", place.circle[2], table)
    if not _on(place.centre, table):
        yield f"The middle of {place.id} lies off the table."
    if place.gates and not place.walled:
        yield f"{where} has gates but no walls; gates belong to a fortress, citadel or tower."
    ends = [end for wall in place.weak_walls for end in wall]
    yield from _off(f"{where}: the gate", place.gates, table)
    yield from _off(f"{where}: the end of a weak wall", ends, table)
    if place.tower and place.tower.circle:
        *middle, radius = place.tower.circle
        yield from _off(f"{where}: the middle of its tower", [(middle[0], middle[1])], table)
        yield from _wide(f"{where}: the radius of its tower", radius, table)
