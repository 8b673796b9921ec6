"""Errands: figures that a scenario wants somewhere, such as the bearer of a ring, go there and keep out of harm."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wartable.bots.ring_of_power.aims import Errand
from wartable.bots.ring_of_power.orders import Order
from wartable.bots.ring_of_power.table import Band, Table
from wartable.games.ring_of_power.special.matching import matching


def orders(table: Table, band: Band) -> Iterator[Order]:
    """Yield the order of a band on an errand: on to the place, or off the table by it."""
    errand = errand_of(table, band)
    if errand is None:
        return
    place = table.world.place(errand.place)
    if errand.leave:
        yield Order(band.ids, "leave", f"makes for {place.name} to leave by it", place.id)
    elif not all(one.id in table.scene.within(place.id) for one in band.figures if _fits(table, errand, one.id)):
        yield Order(band.ids, "go", f"makes for {place.name} on the errand that decides all", place.id)


def errand_of(table: Table, band: Band) -> Errand | None:
    """Return the worthiest errand of a band."""
    mine = [one for one in table.aims.errands if any(_fits(table, one, figure.id) for figure in band.figures)]
    return max(mine, key=lambda one: (one.worth, bool(one.who.holds)), default=None)


def _fits(table: Table, errand: Errand, figure: int) -> bool:
    return figure in {one.id for one in matching(table.scene, replace(errand.who, inside=()))}
