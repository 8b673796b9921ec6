"""How bots carry out an errand: the bearer of the Ring finds his way in company, and is hunted for what he holds."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign
from wartable.bots.ring_of_power import errands, goals, marching, strategy
from wartable.bots.ring_of_power.orders import carried_out
from wartable.bots.ring_of_power.strength import strength_of, worth
from wartable.bots.ring_of_power.strongholds import urgency
from wartable.bots.ring_of_power.table import Table
from wartable.games.ring_of_power.campaign.actions import Done, HandOver
from wartable.games.ring_of_power.campaign.state import Figure


def number(campaign: Campaign, unit: str) -> int:
    """Return the first figure of a unit."""
    return next(one.id for one in campaign.state.figures if one.unit == unit)


def changed(campaign: Campaign, unit: str, **fields: object) -> None:
    """Put other values into fields of the first figure of a unit."""
    which = number(campaign, unit)
    put = [replace(one, **fields) if one.id == which else one for one in campaign.state.figures]
    campaign.put(replace(campaign.state, figures=tuple(put)))


def seen(campaign: Campaign, player: str) -> Table:
    return Table(campaign.world, campaign.state, campaign.world.index[player], Random(1))


def moria(**frodo: object) -> Campaign:
    """Return the company in Moria, asked for its first movement, with Frodo changed."""
    campaign = Campaign("moria-passage")
    assert campaign.asked == 0
    campaign.do(Done())
    assert campaign.asked == 1
    changed(campaign, "frodo", **frodo)
    return campaign


def units(campaign: Campaign, figures: frozenset[int]) -> set[str]:
    return {one.unit for one in campaign.state.figures if one.id in figures}


def test_the_bearer_of_the_ring_sets_out_for_mount_doom_with_his_company() -> None:
    """The pass of Cirith Ungol is the narrowest on the way; bots must not look over its grid too coarsely."""
    campaign = Campaign("war-of-the-ring")
    assert campaign.asked is not None
    table = seen(campaign, "fellowship")
    [order] = [order for band in table.bands for order in errands.orders(table, band)]
    move = carried_out(table, order, table.ready(order.figures))
    assert order.place == "mount_doom"
    assert move is not None
    assert units(campaign, frozenset(figure for figure, _ in move.paths)) == {
        *("frodo", "sam", "merry", "pippin", "gandalf"),
        *("aragorn", "legolas", "gimli", "boromir"),
    }


def test_a_wounded_bearer_hands_on_what_he_holds_to_the_companion_who_is_hardest_to_fell() -> None:
    campaign = moria(wounded=True)
    [decision] = errands.relieve(seen(campaign, "fellowship"))
    assert decision.action == HandOver(item="one_ring", to=number(campaign, "gimli"))


def test_an_unhurt_bearer_keeps_what_he_holds() -> None:
    assert list(errands.relieve(seen(moria(), "fellowship"))) == []


def test_a_bearer_who_is_held_up_hands_it_on_where_a_companion_gets_away_with_it() -> None:
    """Beside the East gate Boromir is off with one move; far from it nobody would be."""
    held = {"still_until": 2, "x": 42_000, "y": 10_000}
    campaign = moria(**held)
    assert list(errands.relieve(seen(campaign, "fellowship"))) == []
    changed(campaign, "boromir", x=42_500, y=10_000)
    [decision] = errands.relieve(seen(campaign, "fellowship"))
    assert decision.action == HandOver(item="one_ring", to=number(campaign, "boromir"))


def test_who_stands_elsewhere_comes_to_a_bearer_who_is_held_up() -> None:
    campaign = moria(still_until=2, x=10_000, y=13_500)
    table = seen(campaign, "fellowship")
    [order] = [order for band in table.bands for order in errands.orders(table, band)]
    assert (order.verb, order.point) == ("fight", (10_000, 13_500))


def test_a_wounded_bearer_with_nobody_beside_him_is_what_the_enemy_wants_most() -> None:
    campaign = moria(wounded=True, x=24_000, y=14_000)
    wanted = max(goals.goals(seen(campaign, "goblins")), key=lambda goal: goal.worth)
    assert (wanted.name, wanted.point, wanted.need.number) == ("Frodo", (24_000, 14_000), 0)


def test_a_hole_that_is_worth_little_binds_no_king() -> None:
    """Nobody can make the Goblin deeps safe from the company; that is no reason to wait there for it."""
    campaign = moria()
    table = seen(campaign, "goblins")

    def cost(one: Figure) -> float:
        return worth(campaign.world, one)

    stay = strategy.garrisons(table)
    assert units(campaign, stay) == {"goblin"}
    assert sum(cost(one) for one in table.own if one.id in stay) <= table.aims.hold["deeps"] * table.total


def test_who_comes_for_the_wounded_stops_beside_them() -> None:
    """Statements A7, J4: nobody ends on the point where another lies, and who ends within an inch takes him."""
    campaign = moria(wounded=True, x=24_000, y=14_000)
    changed(campaign, "goblin_king", x=26_000, y=14_000)
    table = seen(campaign, "goblins")
    [king] = [one for one in table.own if one.unit == "goblin_king"]
    move = marching.toward(table, [king], (24_000, 14_000))
    assert move is not None
    [(_, path)] = move.paths
    assert path[-1] == (24_000 + marching.ASIDE, 14_000)


def test_a_move_that_leads_nowhere_is_none() -> None:
    campaign = moria()
    table = seen(campaign, "goblins")
    king = next(one for one in table.own if one.unit == "goblin_king")
    assert marching.toward(table, [king], king.point) is None


def test_mount_doom_is_guarded_when_the_bearer_draws_near_and_not_before() -> None:
    """While the Ring is in Rivendell, thirteen moves away, the Nine have better things to do."""
    campaign = Campaign("war-of-the-ring")
    assert campaign.asked is not None
    assert "mount_doom" not in guarded(campaign)
    changed(campaign, "frodo", inside="", x=92_000, y=33_500)
    assert "mount_doom" in guarded(campaign)


def test_who_carries_the_ring_to_barad_dur_goes_in_by_the_gate() -> None:
    campaign = Campaign("war-of-the-ring")
    assert campaign.asked is not None
    changed(campaign, "frodo", holds="")
    changed(campaign, "mouth", holds="one_ring", inside="", x=108_000, y=23_300)
    table = seen(campaign, "mouth")
    [order] = [order for band in table.bands for order in errands.orders(table, band)]
    move = carried_out(table, order, table.ready(order.figures))
    assert order.verb == "enter"
    assert move is not None
    assert move.into == "barad_dur"


def guarded(campaign: Campaign) -> set[str]:
    """Return the places that Mordor thinks of guarding."""
    return {goal.place for goal in goals.goals(seen(campaign, "mouth")) if goal.kind == "guard"}


def test_who_would_lose_by_sitting_still_dares_to_leave_a_place_in_danger() -> None:
    campaign = Campaign("war-of-the-ring")
    assert campaign.asked is not None
    first = seen(campaign, "khamul")
    campaign.put(replace(campaign.state, turn=campaign.world.last_turn))
    last = seen(campaign, "khamul")
    assert urgency(first) < 0.01
    assert urgency(last) == 1.0
    hall = campaign.world.place("dol_guldur")
    danger = goals.threat(first, hall)
    weak = strength_of(campaign.world, [one for one in first.own if one.unit == "grima"])
    assert danger.number > 5
    assert not goals.secure(first, hall, weak)
    assert goals.secure(last, hall, weak)
    assert urgency(seen(campaign, "gondor")) == 0.0
