"""Positions in which bots of Ring of Power once did what no player would: each was seen in a game between them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign
from wartable.bots.ring_of_power import goals, sieges, strategy
from wartable.bots.ring_of_power.medium import SOUND, plan
from wartable.bots.ring_of_power.might import NOBODY
from wartable.bots.ring_of_power.table import Table
from wartable.games.ring_of_power.campaign.state import Figure

MILE = 1_000
"""An inch of the table, in its units."""


def seen(campaign: Campaign, player: str) -> Table:
    return Table(campaign.world, campaign.state, campaign.world.index[player], Random(1))


def war() -> Campaign:
    """Return the War of the Ring, asked for its first movement."""
    campaign = Campaign("war-of-the-ring")
    assert campaign.asked is not None
    return campaign


def put(campaign: Campaign, figures: Sequence[Figure], x: float, y: float) -> None:
    """Put figures on the field, in a row from a point in inches."""
    row = {one.id: round(x * MILE) + 450 * number for number, one in enumerate(figures)}
    moved = {
        one.id: replace(one, inside="", tower=False, x=row[one.id], y=round(y * MILE))
        for one in campaign.state.figures
        if one.id in row
    }
    campaign.put(replace(campaign.state, figures=tuple(moved.get(one.id, one) for one in campaign.state.figures)))


def of(campaign: Campaign, unit: str) -> list[Figure]:
    return [one for one in campaign.state.figures if one.unit == unit]


def armed(campaign: Campaign, weapon: str) -> frozenset[int]:
    """Make a weapon and its crew of four orcs in Minas Morgul."""
    gun, *crew = [one for one in of(campaign, "orc") if one.inside == "minas_morgul"][:4]
    made = {one.id: replace(one, serves=gun.id) for one in crew} | {gun.id: replace(gun, unit="", weapon=weapon)}
    campaign.put(replace(campaign.state, figures=tuple(made.get(one.id, one) for one in campaign.state.figures)))
    return frozenset(made)


def test_engines_that_shoot_at_walls_alone_guard_no_open_place() -> None:
    """Catapults left Minas Morgul to guard Mount Doom, where they cannot be fired."""
    campaign = war()
    engine = armed(campaign, "siege_catapult")
    put(campaign, of(campaign, "frodo"), 92, 33.5)
    table = seen(campaign, "witch_king")
    assert any(set(band.ids) == engine for band in table.bands)
    aims = {order.place for order in plan(table, SOUND) if engine & set(order.figures)}
    assert all(key and campaign.world.place(key).walled for key in aims), aims


def test_a_bolt_shooter_is_of_use_in_the_field_and_a_catapult_before_and_behind_walls() -> None:
    def uses(weapon: str) -> list[bool]:
        campaign = war()
        engine = armed(campaign, weapon)
        table = seen(campaign, "witch_king")
        band = next(band for band in table.bands if set(band.ids) == engine)
        return [sieges.of_use(table, band, place) for place in places]

    places = ("", "mount_doom", "minas_morgul", "minas_tirith", "cirith_ungol")
    assert uses("siege_catapult") == [False, False, True, True, False]
    assert uses("bolt_shooter") == [True, True, True, True, False]


def test_who_is_in_a_place_is_not_ordered_into_it() -> None:
    """The crew of a bolt shooter went out of Moria by its gate and in again for thirteen turns, to guard it."""
    campaign = Campaign("helms-deep")
    assert campaign.asked is not None
    put(campaign, of(campaign, "galadhrim"), 28, 20)
    table = seen(campaign, "rohan")
    place = campaign.world.place("helms_deep")
    goal = goals.Goal("guard", place.name, place.gates[0], NOBODY, 1.0, place.id)
    within = {number for band in table.bands if band.inside for number in band.ids}
    without = {number for band in table.bands if not band.inside for number in band.ids}
    party = strategy.Party(goal, table.bands, tuple(0.0 if band.inside else 0.9 for band in table.bands), 0.5, 1.0)
    assert within
    assert {number for order in strategy.orders_of(table, party, SOUND) for number in order.figures} == without


def test_nobody_storms_walls_with_the_bearer_of_the_ring_among_them() -> None:
    """Elrond stormed Goblin-town while the Fellowship passed beside him: all of it fought, and three lay wounded."""
    campaign = war()
    elves = of(campaign, "noldor_elf")
    put(campaign, elves, 26.2, 60)
    assert sieges.assaults_of(seen(campaign, "elves"), 0.0)[0]
    put(campaign, of(campaign, "frodo"), 26.4, 60.4)
    assert not sieges.assaults_of(seen(campaign, "elves"), 0.0)[0]
