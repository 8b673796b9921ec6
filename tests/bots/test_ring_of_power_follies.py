"""Positions in which bots of Ring of Power once did what no player would: each was seen in a game between them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign
from wartable.bots.ring_of_power import goals, sieges, strategy
from wartable.bots.ring_of_power.levels import SOUND, MediumPolicy, plan
from wartable.bots.ring_of_power.orders import Order, carried_out
from wartable.bots.ring_of_power.strength import NOBODY
from wartable.bots.ring_of_power.table import Table
from wartable.games.ring_of_power.campaign.state import Damage, Figure

MILE = 1_000
"""An inch of the table, in its units."""
NINE = ("frodo", "sam", "merry", "pippin", "legolas", "boromir", "gimli", "aragorn", "gandalf")
"""The Fellowship, in the order in which it is put on the table."""


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


def gone(campaign: Campaign, figures: Sequence[int]) -> None:
    """Take figures off the table."""
    left = (one for one in campaign.state.figures if one.id not in set(figures))
    campaign.put(replace(campaign.state, figures=tuple(left)))


def test_nobody_sets_out_to_guard_what_they_make_no_difference_to() -> None:
    """An Easterling left for the Black Gate with its 22 defenders, five moves away, and turned round a turn later."""
    for player in ("easterlings", "elves"):
        orders = plan(seen(war(), player), SOUND)
        assert not [order.why for order in orders if "guard" in order.why], player


def test_nobody_sets_out_to_guard_a_place_too_late() -> None:
    """Imrahil marched from Dol Amroth for Helm's Deep, four moves away, with the Uruk-hai one move before its walls."""
    campaign = war()
    put(campaign, [one for one in of(campaign, "uruk_hai") if one.inside == "isengard"], 24.4, 27)
    orders = plan(seen(campaign, "gondor"), SOUND)
    assert not [order.why for order in orders if order.place == "helms_deep" and order.verb == "enter"]


def test_who_comes_out_of_walls_threatens_others_without_them() -> None:
    """Isengard's whole host sat at home for 24 turns, because eight men behind the walls of Helm's Deep doubled."""
    campaign = war()
    isengard = campaign.world.place("isengard")
    before = goals.threat(seen(campaign, "saruman"), isengard)
    campaign.put(replace(campaign.state, damage=(Damage("helms_deep:weak:0", broken=True),)))
    assert goals.threat(seen(campaign, "saruman"), isengard) == before


def test_no_place_binds_more_of_a_side_than_it_is_worth_among_all_it_holds() -> None:
    table = seen(war(), "saruman")
    host = {one.id for one in table.free if one.inside == "isengard"}
    assert 0 < len(host & strategy.garrisons(table)) < len(host)


def test_a_garrison_does_not_melt_away_turn_by_turn() -> None:
    """A third of who was left stayed in Dol Amroth each turn: of twelve men one was there when the corsairs landed."""
    campaign = war()
    table = seen(campaign, "gondor")
    here = {one.id for one in table.free if one.inside == "dol_amroth"}
    stayed = here & strategy.garrisons(table)
    assert len(stayed) < len(here)
    gone(campaign, sorted(here - stayed))
    assert stayed <= strategy.garrisons(seen(campaign, "gondor"))


def test_a_straggler_before_a_fortress_is_no_menace_to_it() -> None:
    """Men of Gondor marched from Dol Amroth across the White Mountains to catch Gollum, who stood near Lothlórien."""
    table = seen(war(), "gondor")
    (gollum,) = [goal for goal in goals.goals(table) if goal.name == "Gollum"]
    (least,) = [goal for goal in goals.goals(table) if goal.name == "Stone of Erech"]
    assert gollum.worth < least.worth


def test_nobody_waits_for_help_in_reach_of_enemies_who_are_sure_to_beat_them() -> None:
    """Rangers took their stand before the Black Gate by ones and twos, to wait for the rest of Gondor."""
    campaign = war()
    men = of(campaign, "gondor_militia")[:2]
    put(campaign, men, 87, 44)
    table = seen(campaign, "gondor")
    order = Order(tuple(one.id for one in men), "go", "waits for help", "black_gate", short=3_500, alone=False)
    move = carried_out(table, order, table.ready(order.figures))
    assert move is not None
    assert not MediumPolicy().approves(table, order, move)
    assert MediumPolicy().approves(table, order._replace(short=0), move)


def test_companions_of_the_bearer_strike_at_who_holds_them_up_unnoticed() -> None:
    """One orc beside Frodo, whom nobody of the Fellowship fought, kept all nine in Ithilien for five turns."""
    campaign = war()
    company = [one for one in campaign.state.figures if one.inside == "rivendell" and one.unit in NINE]
    put(campaign, sorted(company, key=lambda one: NINE.index(one.unit)), 78, 28)
    put(campaign, of(campaign, "orc")[:1], 77.4, 28.6)
    table = seen(campaign, "fellowship")
    assert of(campaign, "frodo")[0].id not in {one.id for one in table.free}
    (order,) = plan(table, SOUND)
    move = carried_out(table, order, table.ready(order.figures))
    assert move is not None
    assert MediumPolicy().approves(table, order, move)
