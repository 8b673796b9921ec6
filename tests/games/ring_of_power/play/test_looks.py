"""How figures look on a table: rows of their kinds, badges, and what may not move, as the rules say it one by one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.games.ring_of_power.play.table import Campaign
from wartable.games.ring_of_power.campaign import agenda
from wartable.games.ring_of_power.campaign.figures import Scene
from wartable.games.ring_of_power.campaign.state import Away, Figure, RingState
from wartable.games.ring_of_power.drawing.places import shown as drawn
from wartable.games.ring_of_power.play import moving
from wartable.games.ring_of_power.play.hindrances import pinned_by
from wartable.games.ring_of_power.play.view import Coming, RingView, badges_of, kind_view, view_of

SCENARIOS = ("edoras-raid", "helms-deep", "moria-passage", "war-of-the-ring")


def crowded(one: Campaign) -> RingState:
    """The campaign with everybody in the field moved into one crowd, friend and foe among each other."""
    field = [figure for figure in one.state.figures if figure.in_field]
    spots = {figure.id: (20_000 + n % 9 * 700, 12_000 + n // 9 * 800) for n, figure in enumerate(field)}
    moved = tuple(
        msgspec.structs.replace(figure, x=spots[figure.id][0], y=spots[figure.id][1]) if figure.id in spots else figure
        for figure in one.state.figures
    )
    return msgspec.structs.replace(one.state, figures=moved)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("crowd", [False, True], ids=["as they begin", "in one crowd"])
def test_all_at_once_are_pinned_who_are_pinned_one_by_one(scenario: str, *, crowd: bool) -> None:
    one = Campaign(scenario)
    state = crowded(one) if crowd else one.state
    shown = {seen.figure.id for seen in view_of(one.world, state).figures if "pinned" in seen.badges}
    scene = Scene(one.world, state)
    assert shown == {figure.id for figure in state.figures if pinned_by(scene, figure)}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_view_says_of_the_mover_s_figures_alone_why_they_may_not_move(scenario: str) -> None:
    one = Campaign(scenario)
    state = crowded(one)
    view = view_of(one.world, state)
    scene = Scene(one.world, state)
    assert view.phase == "movement"
    assert view.mover >= 0
    for shown in view.figures:
        reason = moving.still(scene, shown.figure) if shown.figure.owner == view.mover else None
        assert shown.still == (reason.message if reason else "")


def by_name(view: RingView, name: str) -> Figure:
    return next(shown.figure for shown in view.figures if shown.name == name)


def test_kinds_are_told_once_with_speeds_and_profile_as_they_ride_or_walk() -> None:
    one = Campaign("edoras-raid")
    view = view_of(one.world, one.state)
    assert len({(row.key, row.speed) for row in view.kinds}) == len(view.kinds)
    for shown in view.figures:
        assert view.kinds[shown.kind] == kind_view(one.world, shown.figure)
    rider = kind_view(one.world, by_name(view, "Rider of Rohan"))
    assert (rider.token, rider.speed, rider.difficult, rider.radius) == ("mounted", 15_000, 7000, 750)
    assert (rider.dice, rider.attack, rider.defence) == (2, 3, 4)
    on_foot = kind_view(one.world, msgspec.structs.replace(by_name(view, "Rider of Rohan"), mounted=False))
    assert (on_foot.token, on_foot.speed) == ("foot", 10_000)
    assert kind_view(one.world, by_name(view, "Éomer")).token == "hero"


@pytest.mark.parametrize(("scenario", "star", "banner"), [
    ("edoras-raid", {"Éomer"}, {"Lurtz"}),
    ("helms-deep", set(), {"Lurtz", "Uglúk"}),
])  # fmt: skip
def test_the_star_is_for_heroes_and_other_characters_bear_a_banner(
    scenario: str, star: set[str], banner: set[str]
) -> None:
    one = Campaign(scenario)
    tokens = drawn(one.world, one.state).tokens
    assert {token.name for token in tokens if token.kind == "hero"} == star
    assert {token.name for token in tokens if token.kind == "character"} == banner


def test_a_garrison_bears_the_star_where_a_hero_is_in_it() -> None:
    one = Campaign("helms-deep")
    inside = {figure.unit for figure in one.state.figures if figure.inside}
    assert {"aragorn", "gamling"} <= inside

    def starred(state: RingState) -> list[bool]:
        return [garrison.hero for garrison in drawn(one.world, state).garrisons]

    without = [figure for figure in one.state.figures if "heroes" not in one.world.kind(figure).abilities]
    assert starred(one.state) == [True]
    assert starred(msgspec.structs.replace(one.state, figures=tuple(without))) == [False]


def test_badges_tell_the_state_of_a_figure() -> None:
    one = Campaign("helms-deep")
    first = next(figure for figure in one.state.figures if figure.in_field)
    turn = one.state.turn
    changes: dict[str, dict[str, Any]] = {
        "wounded": {"wounded": True},
        "moved": {"moved": turn},
        "regrouping": {"still_until": turn},
    }
    for badge, change in changes.items():
        changed = msgspec.structs.replace(first, **change)
        figures = tuple(changed if figure.id == first.id else figure for figure in one.state.figures)
        scene = Scene(one.world, msgspec.structs.replace(one.state, figures=figures))
        assert badges_of(scene, changed) == (badge,)


def test_who_comes_next_turn_is_told_by_name_also_when_none_of_them_is_there_yet() -> None:
    one = Campaign("helms-deep")
    (coming,) = view_of(one.world, msgspec.structs.replace(one.state, turn=6)).coming

    assert one.world.players[coming.player] == "rohan"
    assert coming.characters == ("Gandalf", "Éomer")
    assert coming.units == (("Rider of Rohan", 12),)


def test_who_is_asked_where_reinforcements_arrive_hears_how_many_they_are_and_where_they_can() -> None:
    """Statements B5, B7."""
    one = Campaign("war-of-the-ring", seats=12)
    asked = msgspec.structs.replace(one.state, turn=5, agenda=(agenda.Arrive("goblins_10"),))

    for doubled, orcs, leaders in ((), 5, 1), ((one.world.index["goblins"],), 10, 2):
        question = view_of(one.world, msgspec.structs.replace(asked, doubled=doubled)).question
        assert question is not None
        assert (question.kind, question.arriving) == (
            "land",
            Coming(
                player=one.world.index["goblins"],
                at=("moria", "goblin_town"),
                characters=("Grishnákh",) * leaders,
                units=(("Orc", orcs),),
            ),
        )


def test_weapons_are_no_figures_of_a_garrison() -> None:
    one = Campaign("helms-deep")
    inside = [figure for figure in one.state.figures if figure.inside == "helms_deep" and not figure.tower]
    place = next(place for place in view_of(one.world, one.state).places if place.id == "helms_deep")

    assert any(figure.weapon for figure in inside)
    assert place.garrison == sum(not figure.weapon for figure in inside)


def test_weapons_that_crews_may_not_leave_are_told_apart() -> None:
    """Rule L6."""
    one = Campaign("helms-deep")
    weapons = {row.name: row.dropped for row in view_of(one.world, one.state).kinds if row.token == "artillery"}

    assert weapons == {"Bolt shooter": False, "Battering ram": True, "Demolition charge": True}


def test_a_ship_is_told_as_what_sails_carries_and_bears_three_wounds() -> None:
    one = Campaign("war-of-the-ring", seats=12)
    soldier = next(figure for figure in one.state.figures if figure.in_field and not figure.weapon)
    ship = kind_view(one.world, msgspec.structs.replace(soldier, unit="corsair_ship", mounted=True))
    assert (ship.token, ship.speed, ship.sea, ship.river) == ("ship", 0, 24_000, 12_000)
    assert (ship.wounds, ship.capacity, ship.attack) == (3, 8, None)
    walker = kind_view(one.world, by_name(view_of(one.world, one.state), "Orc"))
    assert (walker.sea, walker.river, walker.wounds, walker.capacity) == (0, 0, 1, 0)


def test_what_is_borne_is_named_with_how_often_it_was_worn() -> None:
    one = Campaign("war-of-the-ring", seats=12)
    worn = msgspec.structs.replace(one.state, counters=(("corruption_one_ring", 2),))
    for state, times in ((one.state, 0), (worn, 2)):
        (item,) = view_of(one.world, state).items
        assert (item.id, item.name, item.corruption) == ("one_ring", "The One Ring", times)
    assert by_name(view_of(one.world, worn), "Frodo").holds == "one_ring"


def test_weapons_are_not_counted_among_the_fallen() -> None:
    one = Campaign("helms-deep")
    ram = next(figure for figure in one.state.figures if figure.weapon)
    man = next(figure for figure in one.state.figures if figure.unit == "uruk_hai")
    away = tuple(Away(figure=gone, why="dead", turn=1) for gone in (ram, man))
    view = view_of(one.world, msgspec.structs.replace(one.state, away=away))
    assert view.fallen == (("Uruk-hai", man.owner, "dead"),)
