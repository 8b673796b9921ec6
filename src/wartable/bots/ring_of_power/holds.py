"""The last hold: who goes up into the tower of a citadel when its walls have been opened and are not to be kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from wartable.bots.ring_of_power.might import worth
from wartable.bots.ring_of_power.orders import Order
from wartable.bots.ring_of_power.prospects import all_assaults, battles
from wartable.bots.ring_of_power.table import Table
from wartable.games.ring_of_power.campaign.figures import able
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.scenario import Place

KEPT: Final = 0.5
"""The chance to beat off an assault from which a garrison stands to the walls."""


def manned(table: Table) -> Iterator[Order]:
    """Yield orders to go up into towers, the best of a garrison first, where an assault would be lost."""
    for place in table.world.scenario.places:
        inside = [one for one in table.own if one.inside == place.id and able(table.world, one) and not one.serves]
        if place.tower is not None and inside and _lost(table, place):
            going = _best(table, place, inside)
            if going:
                why = f"goes up into {place.tower.name or 'the tower'}, as {place.name} cannot be held"
                yield Order(tuple(one.id for one in going), "enter", why, place.id, tower=True)


def up(table: Table) -> frozenset[int]:
    """Return the figures of the player that are in towers and stay there."""
    return frozenset(one.id for one in table.free if one.inside and one.tower)


def _lost(table: Table, place: Place) -> bool:
    """Whether an assault by all enemies who stand at a place would be lost, its walls being open."""
    if not table.state.breached(place.id):
        return False
    foes = {one.owner for host in table.hosts for one in host.figures}
    come = [one for foe in sorted(foes) for one in all_assaults(table.world, table.state, foe) if one.place == place.id]
    found = [one for one in battles(table.world, table.state, table.side, come) if one.place == place.id]
    return any(not one.tower and one.win < KEPT for one in found)


def _best(table: Table, place: Place, inside: list[Figure]) -> list[Figure]:
    """Return those below who go up: all characters, and as many army figures as the tower has room for."""
    assert place.tower is not None  # noqa: S101 - its tower is asked about
    free = {one.id for one in table.free}
    ranked = sorted(inside, key=lambda one: (-worth(table.world, one), one.id))
    lords = [one for one in ranked if table.world.kind(one).character and not one.tower]
    men = [one for one in ranked if not table.world.kind(one).character]
    room = max(0, place.tower.armies - sum(one.tower for one in men))
    return [one for one in [*lords, *[one for one in men if not one.tower][:room]] if one.id in free]
