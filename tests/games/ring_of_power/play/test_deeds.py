"""What chosen figures might do beside marching: ready actions, with reasons where a rule forbids them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_moving import ARAGORN, FRODO, GANDALF, altered, battery, facing
from tests.games.ring_of_power.play.test_ships import harbour, together
from tests.games.ring_of_power.play.test_special import doing, small
from wartable.engine.errors import IllegalAction
from wartable.engine.values import Seat
from wartable.games.ring_of_power.campaign.actions import Board, Carry, Dismount, HandOver, Serve
from wartable.games.ring_of_power.campaign.agenda import Movement
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.play.inquiries.questions import AskDeeds
from wartable.games.ring_of_power.play.suggestions import Deed, Deeds, beside_marching, deeds_of


def deeds(campaign: Campaign, *numbers: int) -> dict[str, Deed]:
    """Return by their titles what figures of whoever moves might do."""
    assert campaign.asked is not None
    found = deeds_of(campaign.world, campaign.state, campaign.state.agenda[0].player, numbers)  # type: ignore[union-attr]
    return {deed.title: deed for deed in found}


def moving(campaign: Campaign, player: str) -> Campaign:
    """Let everybody do nothing until a player moves."""
    number = campaign.world.index[player]
    campaign.by_default(lambda state: state.agenda[0] == Movement(number))
    return campaign


def code(deed: Deed) -> str:
    return deed.fault.code if deed.fault else ""


def test_the_wounded_are_taken_up_by_as_few_as_can_and_put_down_again() -> None:
    campaign = altered(small(), FRODO, wounded=True)
    deed = deeds(campaign, GANDALF, FRODO)["Carry Frodo"]

    assert (deed.action, code(deed)) == (Carry(carried=FRODO, carriers=(GANDALF,)), "")
    campaign.do(deed.action)
    assert deeds(campaign, GANDALF)["Put Frodo down"].action == Carry(carried=FRODO)


def test_who_lies_too_far_away_is_shown_with_the_reason() -> None:
    row = (("aragorn", 20), ("legolas", 20.8), ("gimli", 21.6))
    groups: list[dict[str, object]] = [{"character": name, "at": [x, 8]} for name, x in row]
    campaign = facing(*groups)
    campaign = altered(campaign, 3, wounded=True)

    assert code(deeds(campaign, 1)["Carry Gimli"]) == "ring.too_far"
    assert code(deeds(campaign, 2)["Carry Gimli"]) == ""


def test_the_holder_of_an_item_may_give_it_to_characters_of_his_force() -> None:
    deed = deeds(small(), FRODO)["Give a ring to Gandalf"]

    assert (deed.action, code(deed)) == (HandOver(item="ring", to=GANDALF), "")
    assert not [title for title in deeds(small(), ARAGORN) if title.startswith("Give")]


def test_riders_may_dismount() -> None:
    campaign = facing({"unit": "rohan_rider", "count": 2, "at": [20, 8]})

    assert deeds(campaign, 1, 2)["Dismount for good"].action == Dismount(figures=(1, 2))


def test_a_weapon_that_lost_crew_takes_as_many_as_there_is_room_for() -> None:
    campaign = battery()
    assert deeds(campaign, 4, 5) == {}
    campaign.put(replace(campaign.state, figures=tuple(one for one in campaign.state.figures if one.id != 3)))

    assert deeds(campaign, 4, 5)["Serve the bolt shooter"].action == Serve(weapon=1, figures=(4,))


def test_figures_beside_a_ship_go_aboard_and_ashore_again() -> None:
    campaign = harbour()
    assert code(deeds(altered(harbour(), 2, y=11_500), 2)["Board the corsair ship"]) == "ring.too_far"
    campaign.do(deeds(campaign, 2)["Board the corsair ship"].action)
    assert campaign.state.by_id[2].aboard == 1
    campaign.do(deeds(campaign, 2)["Go ashore from the corsair ship"].action)

    assert campaign.state.by_id[2].aboard == 0


def test_a_chosen_ship_lands_all_aboard_even_when_it_has_moved() -> None:
    campaign = together()
    campaign.do(Board(ship=1, figures=(2, 3)))
    altered(campaign, 1, moved=campaign.state.turn)
    landing = deeds(campaign, 1)["Go ashore from the corsair ship"]
    assert landing.fault is None
    campaign.do(landing.action)

    assert not any(campaign.state.by_id[number].aboard for number in (2, 3))


def test_how_many_of_those_aboard_find_room_ashore_is_said() -> None:
    campaign = facing({"unit": "corsair_ship", "at": [10, 15]}, {"unit": "corsair", "count": 40, "at": [10, 8]})
    crew = range(2, 42)
    for number in crew:
        altered(campaign, number, aboard=1, x=10_000, y=15_000)
    ((title, landing),) = deeds(campaign, 1).items()

    assert isinstance(landing.action, Board)
    assert 0 < len(landing.action.figures) < len(crew)
    assert title == f"Go ashore from the corsair ship, {len(landing.action.figures)} of {len(crew)}"


def test_of_those_beside_a_ship_only_who_may_move_is_offered_a_place() -> None:
    board = "Board the corsair ship"
    assert deeds(altered(harbour(), 3, x=10_500, y=13_500), 2, 3)[board].action == Board(ship=1, figures=(2, 3))
    tired = altered(altered(harbour(), 3, x=10_500, y=13_500), 2, still_until=1)
    assert deeds(tired, 2, 3)[board].action == Board(ship=1, figures=(3,))
    assert code(deeds(tired, 2)[board]) == "ring.still"


def test_a_garrison_mans_the_tower_and_comes_down_again() -> None:
    campaign = moving(Campaign("helms-deep"), "rohan")
    inside = [one for one in campaign.state.figures if one.inside and one.unit == "rohan_foot" and not one.serves]
    six, seven = (tuple(one.id for one in inside[:count]) for count in (6, 7))
    assert code(deeds(campaign, *seven)["Man Hornburg"]) == "ring.tower_full"
    campaign.do(deeds(campaign, *six)["Man Hornburg"].action)

    assert all(campaign.state.by_id[number].tower for number in six)
    assert code(deeds(campaign, *six)["Come down from Hornburg"]) == "ring.moved"


def test_flags_may_be_proclaimed_once_whoever_is_chosen() -> None:
    campaign = moving(Campaign("war-of-the-ring"), "saruman")
    deed = deeds(campaign)["Proclaim: Saruman goes to war"]
    campaign.do(deed.action)

    assert deeds(campaign) == {}


def test_figures_of_others_are_refused_by_name() -> None:
    campaign = moving(Campaign("helms-deep"), "rohan")
    stranger = next(one.id for one in campaign.state.figures if campaign.world.players[one.owner] == "saruman")

    with pytest.raises(IllegalAction, match="belongs to"):
        deeds(campaign, stranger)


def test_the_deeds_are_answered_as_an_inquiry_and_nobody_has_any_where_nobody_moves() -> None:
    campaign = moving(Campaign("helms-deep"), "rohan")
    asked = AskDeeds(figures=(campaign.state.figures[0].id,))
    found = RING_OF_POWER.answer(campaign.state, Seat(0), asked)
    assert isinstance(found, Deeds)
    assert [deed.title for deed in found.deeds] == ["Man Hornburg"]

    over = replace(campaign.state, agenda=())
    assert RING_OF_POWER.answer(over, Seat(0), asked) == Deeds()


def test_who_may_go_by_boat_is_told_how_far() -> None:
    campaign = small(doing("always", "{do: boats, who: {unit: [aragorn]}, distance: 12}"))

    assert beside_marching(campaign.world, campaign.state, (ARAGORN,)).boats == 12_000
    assert beside_marching(campaign.world, campaign.state, (ARAGORN, GANDALF)).boats == 0
    assert beside_marching(campaign.world, campaign.state, ()).boats == 0
