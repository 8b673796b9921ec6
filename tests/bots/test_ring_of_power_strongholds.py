"""Bots of Ring of Power in races for a town and around strongholds: who hurries, storms, and goes up into the tower."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from wartable.bots.ring_of_power import sieges, strategy, strongholds
from wartable.bots.ring_of_power.levels import SOUND, MediumPolicy, plan
from wartable.bots.ring_of_power.orders import Order, carried_out
from wartable.bots.ring_of_power.table import Table
from wartable.engine.driver import Decision
from wartable.games.ring_of_power.campaign.actions import Declaration
from wartable.games.ring_of_power.campaign.state import Damage, RingState
from wartable.games.ring_of_power.campaign.world import world_of
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.play.game import RING_OF_POWER

MILE = 1_000
"""An inch of the table, in its units."""


def started(scenario: str) -> RingState:
    state = RING_OF_POWER.start(RingOptions(scenario=scenario), 2)
    assert isinstance(state, RingState)
    return state


def seen_by(state: RingState, player: str) -> Table:
    world = world_of(state.options)
    return Table(world, state, world.players.index(player), Random(1))


def moved(state: RingState, player: str, east: int) -> RingState:
    """Put all figures of a player further east, by inches."""
    number = world_of(state.options).players.index(player)
    figures = (replace(one, x=one.x + east * MILE) if one.owner == number else one for one in state.figures)
    return replace(state, figures=tuple(figures))


def breached(state: RingState) -> RingState:
    return replace(state, damage=(Damage("helms_deep:weak:0", broken=True),))


def test_riders_who_would_be_late_a_turn_later_hurry() -> None:
    far = moved(started("edoras-raid"), "rohan", -12)
    table = seen_by(far, "rohan")
    assert strongholds.hurried(table) == {one.id for one in table.free}
    assert not strongholds.hurried(seen_by(moved(started("edoras-raid"), "rohan", 12), "rohan"))


def test_nobody_hurries_where_a_guard_stands_in_the_town() -> None:
    state = moved(started("edoras-raid"), "rohan", -12)
    edoras = world_of(state.options).place("edoras").centre
    guard, *others = state.figures
    state = replace(state, figures=(replace(guard, x=edoras[0], y=edoras[1]), *others))
    assert not strongholds.hurried(seen_by(state, "rohan"))


def test_the_fastest_are_ordered_by_themselves() -> None:
    state = started("edoras-raid")
    figures = tuple(replace(one, mounted=False) if one.id == 2 else one for one in state.figures)
    table = seen_by(replace(state, figures=figures), "rohan")
    orders = list(strategy.by_pace(table, Order((1, 2, 3, 4), "enter", "comes", "edoras")))
    assert [one.figures for one in orders] == [(1, 3, 4), (2,)]


def test_only_who_would_not_win_by_waiting_has_a_last_chance() -> None:
    state = started("edoras-raid")
    last = replace(state, turn=world_of(state.options).last_turn)
    assert strategy.last_chance(seen_by(last, "saruman"))
    assert not strategy.last_chance(seen_by(last, "rohan"))
    assert not strategy.last_chance(seen_by(state, "saruman"))


def test_the_foot_of_a_wall_is_near_enough_to_storm_it() -> None:
    table = seen_by(started("helms-deep"), "saruman")
    place = table.world.place("helms_deep")
    for band in table.bands:
        spot = strongholds.foot(table.world, place, band.figures)
        assert 0 < table.world.distance(place.id, spot) <= table.world.constants.contact * MILE


def test_the_tower_is_manned_when_the_walls_are_open_and_by_no_more_than_it_has_room_for() -> None:
    state = started("helms-deep")
    assert not list(strongholds.manned(seen_by(state, "rohan")))
    table = seen_by(breached(state), "rohan")
    (order,) = strongholds.manned(table)
    place = table.world.place("helms_deep")
    lords = [number for number in order.figures if table.world.kind(table.state.by_id[number]).character]
    assert place.tower is not None
    assert order.tower
    assert len(lords) == 5
    assert len(order.figures) - len(lords) == place.tower.armies
    assert carried_out(table, order, table.ready(order.figures)) is not None


def test_who_wins_by_sitting_still_keeps_to_the_stronghold() -> None:
    state = started("helms-deep")
    inside = {one.id for one in state.figures if one.inside}
    assert strongholds.kept(seen_by(state, "rohan")) == {one.id for one in seen_by(state, "rohan").free} & inside
    assert not strongholds.kept(seen_by(state, "saruman"))


def test_a_tower_alone_is_stormed_by_all_who_are_near() -> None:
    state = breached(started("helms-deep"))
    above = tuple(replace(one, tower=True) if one.inside else one for one in state.figures if not one.weapon)
    near = tuple(replace(one, y=one.y - 15 * MILE) if not one.inside else one for one in above)
    table = seen_by(replace(state, figures=near), "saruman")
    stormed = list(strongholds.stormers(table))
    assert stormed
    assert all(one.verb == "fight" and not one.alone for one in stormed)
    assert not list(strongholds.stormers(seen_by(state, "saruman")))


def baited() -> Table:
    """Rohan's view of Helm's Deep with three Dunlendings alone before the gate, the host behind them."""
    state = started("helms-deep")
    gate = world_of(state.options).place("helms_deep").gates[0]
    bait = [one for one in state.figures if one.unit == "dunlending"][:3]
    figures = {one.id: replace(one, x=gate[0] + n * MILE, y=gate[1] + MILE) for n, one in enumerate(bait)}
    return seen_by(replace(state, figures=tuple(figures.get(one.id, one) for one in state.figures)), "rohan")


def test_the_medium_level_marches_nobody_out_of_a_stronghold_that_wins_by_sitting_still() -> None:
    """A few Dunlendings near the gate drew the garrison of Helm's Deep into the field, before the host behind them."""
    table = baited()
    inside = {one.id for one in table.free if one.inside}

    def sent_out(orders: Sequence[Order]) -> set[int]:
        return {number for order in orders for number in order.figures} & inside

    assert not sent_out(plan(table, SOUND))  # a few before its gate are no menace to it
    assert not sent_out(MediumPolicy().orders(table))


def test_the_medium_level_does_not_sally_from_a_stronghold_that_wins_by_sitting_still() -> None:
    """Three lords sallied from the Hornburg, the last that held Helm's Deep, and it was stormed without them."""
    table = baited()

    def sallies(decision: Decision) -> object:
        assert isinstance(decision.action, Declaration)
        return decision.action.sallies

    assert sallies(sieges.declare(table, SOUND.bold))  # the odds alone would
    assert not sallies(MediumPolicy().declare(table))


def test_nobody_waits_before_an_open_wall_for_help_that_makes_no_difference() -> None:
    """Seventy stood before the breach of Helm's Deep for four turns, waiting for six Dunlendings, till relief came."""
    state = breached(started("helms-deep"))
    host = [one for one in state.figures if one.owner == 0 and one.unit != "dunlending"]
    near = {one.id: replace(one, y=one.y - 20 * MILE) for one in host}
    table = seen_by(replace(state, figures=tuple(near.get(one.id, one) for one in state.figures)), "saruman")
    army = max(table.bands, key=lambda band: len(band.figures))
    orders = [order for order in MediumPolicy().orders(table) if set(order.figures) & set(army.ids)]
    assert [order.why for order in orders] == ["goes to take Helm's Deep"]
