"""Errands: figures that a scenario wants somewhere, such as the bearer of a ring, go there with their company."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wartable.bots.ring_of_power import marching
from wartable.bots.ring_of_power.aims import Errand
from wartable.bots.ring_of_power.orders import Order, Verb
from wartable.bots.ring_of_power.table import Band, Table, apart
from wartable.engine.driver import Decision
from wartable.games.ring_of_power.campaign.actions import HandOver
from wartable.games.ring_of_power.campaign.figures import able
from wartable.games.ring_of_power.campaign.run import name_of
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.play.combats import leader_of
from wartable.games.ring_of_power.special.conditions import matching

BESIDE = 600
"""Who comes back to the bearer stops so far from him, in 1/1000 inch."""


def orders(table: Table, band: Band) -> Iterator[Order]:
    """Yield the order of a band on an errand: on to the place, off the table by it, or to the bearer who is held up."""
    errand = errand_of(table, band)
    if errand is None:
        return
    place = table.world.place(errand.place)
    figures = (*band.ids, *(number for number in company(table) if number not in band.ids))
    bearer = next((one for one in _bearers(table) if one.id not in figures and one.in_field), None)
    if bearer is not None and not any(one.holds for one in band.figures):
        if table.scene.lineup.force[bearer.id] != table.scene.lineup.force[band.figures[0].id]:
            why = f"goes to {name_of(table.world, bearer)}"
            yield Order(band.ids, "fight", why, point=bearer.point, short=BESIDE)
    elif errand.leave:
        yield Order(figures, "leave", f"makes for {place.name} to leave by it", place.id)
    elif not all(one.id in table.scene.lineup.within(place.id) for one in band.figures if _fits(table, errand, one.id)):
        verb: Verb = "enter" if place.walled and table.hold_of(place) else "go"
        yield Order(figures, verb, f"makes for {place.name} on the errand that decides all", place.id)


def rescue(table: Table) -> Iterator[Order]:
    """Yield the orders of companions of a bearer whom an enemy holds up unnoticed: they strike at him, or all wait.

    A party fights where its leader stands (D4); where he is in contact already they fight anyway.
    """
    reach = mil(table.world.constants.contact)
    foes = [one for host in table.hosts for one in host.figures if one.in_field]
    for bearer in _bearers(table):
        holding = [one for one in foes if apart(one.point, bearer.point) <= reach]
        helpers = [one for one in table.free if one.id in company(table)]
        if holding and helpers and bearer.id not in {one.id for one in table.free}:
            lead = leader_of(table.scene, helpers)
            if all(apart(one.point, lead.point) > reach for one in foes):
                target = min(holding, key=lambda one: (apart(one.point, bearer.point), one.id))
                why = f"strikes at who holds up {name_of(table.world, bearer)}"
                yield Order((lead.id,), "fight", why, point=target.point)


def errand_of(table: Table, band: Band) -> Errand | None:
    """Return the worthiest errand of a band."""
    mine = [one for one in table.aims.errands if any(_fits(table, one, figure.id) for figure in band.figures)]
    return max(mine, key=lambda one: (one.worth, bool(one.who.holds)), default=None)


def company(table: Table) -> frozenset[int]:
    """Return the characters of the player who can move and stand with the bearer of what an errand is about."""
    found: set[int] = set()
    for bearer in _bearers(table):
        beside = [one for one in table.scene.force_of(bearer) if one.inside == bearer.inside]
        free = {one.id for one in table.free if not one.weapon and table.world.kind(one).character}
        found |= free & {one.id for one in beside}
    return frozenset(found)


def relieve(table: Table) -> Iterator[Decision]:
    """Yield how a wounded bearer hands on what he holds to a companion who can go on, the hardest to fell first.

    One who is only held up does so where a companion gets away with it at once.
    """
    free = {one.id for one in table.free}
    for bearer in _bearers(table):
        if bearer.owner == table.player and not bearer.carried_by and (bearer.wounded or bearer.id not in free):
            fit = [one for one in table.free if one.id in company(table) and able(table.world, one)]
            fit = fit if bearer.wounded else [one for one in fit if _gets_away(table, bearer, one)]
            guard = {one.id: table.world.kind(one).profile(mounted=one.mounted).defence or 7 for one in fit}
            to = min(fit, key=lambda one: (guard[one.id], one.id), default=None)
            if to is not None:
                why = f"{name_of(table.world, to)} takes on what {name_of(table.world, bearer)} can bear no further."
                yield Decision(HandOver(item=bearer.holds, to=to.id), why)


def _gets_away(table: Table, bearer: Figure, one: Figure) -> bool:
    """Whether a companion leaves the table by one move where an errand wants the bearer to leave it."""
    exits = {errand.place for errand in table.aims.errands if errand.leave and errand.who.holds == bearer.holds}
    return any(marching.out(table, (one,), table.world.place(key)) is not None for key in sorted(exits))


def _bearers(table: Table) -> list[Figure]:
    """Return the figures of the side that hold what an errand is about."""
    wanted = {errand.who.holds for errand in table.aims.errands} - {""}
    return [one for one in table.own if one.holds in wanted]


def _fits(table: Table, errand: Errand, figure: int) -> bool:
    return figure in {one.id for one in matching(table.scene, replace(errand.who, inside=()))}
