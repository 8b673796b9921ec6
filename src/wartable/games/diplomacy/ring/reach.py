"""Where a player's units and figures may step, for choosing orders by clicks."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.games.adjudication.orders import Province, Unit, UnitKind
from wartable.games.diplomacy.ring.ringmap import RingMap
from wartable.games.diplomacy.specials import ReachView
from wartable.games.ring_figures.figures import Figures
from wartable.games.ring_figures.realm import steps_of
from wartable.games.ring_figures.ways import between


def reach_of(on: RingMap, units: tuple[Unit, ...]) -> dict[str, ReachView]:
    """Return where units step, by unit as in notation."""
    return {str(unit): ReachView(_near(on, unit), dict(_through(on, unit))) for unit in units}


def _near(on: RingMap, unit: Unit) -> tuple[Province, ...]:
    return tuple(sorted(on.map.steps[unit.kind].get(unit.at, ())))


def _through(on: RingMap, unit: Unit) -> Iterator[tuple[Province, tuple[Province, ...]]]:
    """Yield the provinces that are two steps away, each with those between."""
    if steps_of(on, unit.kind) < 2:
        return
    near = _near(on, unit)
    for place in on.provinces:
        if place not in near and (ways := tuple(sorted(between(on.map, unit.kind, unit.at, place)))):
            yield place, ways


def hidden_units(figures: Figures, kinds: tuple[UnitKind, ...]) -> tuple[Unit, ...]:
    """Return figures of some kinds, as far as they are in play, as units."""
    return tuple(Unit(kind, figures.at[kind]) for kind in kinds if kind in figures.at)
