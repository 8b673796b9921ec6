"""Questions about those aboard a ship: where they may land, how, and with what odds (Q69)."""

from __future__ import annotations

import pytest
import shapely

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_inquiries import answer, reach, way
from tests.games.ring_of_power.play.test_moving import altered, facing, move
from tests.games.ring_of_power.play.test_ships import CREW, SHIP, board, together
from wartable.games.ring_of_power.campaign.actions import Board
from wartable.games.ring_of_power.play import movement
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.play.inquiries.battles import Prospect
from wartable.games.ring_of_power.play.inquiries.questions import AskBattle
from wartable.games.ring_of_power.scenario import Point

NORTH, SOUTH = (10_000, 13_500), (10_300, 16_600)


def afloat() -> Campaign:
    """Two corsairs aboard a ship in the middle of the river."""
    campaign = together()
    campaign.do(board(*CREW))
    return campaign


def beside(campaign: Campaign, point: Point) -> Campaign:
    """Put the orc of the other side on a point."""
    orc = next(one.id for one in campaign.state.figures if one.unit == "orc")
    return altered(campaign, orc, x=point[0], y=point[1])


@pytest.mark.parametrize("bank", [NORTH, SOUTH])
def test_who_points_at_a_bank_lands_there_the_others_beside_him(bank: Point) -> None:
    campaign = afloat()
    found = way(campaign, CREW, bank)
    assert isinstance(found.move, Board)
    campaign.do(found.move)

    first, second = (campaign.state.by_id[number] for number in CREW)
    assert first.point == bank
    assert not second.aboard
    assert (second.y < 15_000) == (bank[1] < 15_000)
    assert found.paths == tuple((one.id, ((10_000, 15_000), one.point)) for one in (first, second))


def test_a_landing_costs_its_share_of_the_inch() -> None:
    campaign = afloat()
    found = way(campaign, CREW[:1], NORTH)

    assert (found.inches, found.allowance) == (1_500, round(movement.reach(campaign.world) * 1000))
    assert found.spent == pytest.approx(found.inches / found.allowance)


@pytest.mark.parametrize(
    ("point", "code"), [((10_000, 10_000), "ring.too_far"), ((10_000, 14_800), "ring.no_footing"), (NORTH, "")]
)
def test_where_nobody_can_land_is_said_at_the_spot(point: Point, code: str) -> None:
    found = way(afloat(), CREW, point)

    assert (found.fault.code if found.fault else "", found.move is None) == (code, code != "")
    assert found.fault is None or found.fault.at == point


def test_who_points_at_an_enemy_lands_beside_him_and_hears_the_odds() -> None:
    campaign = altered(beside(afloat(), NORTH), SHIP, moved=1)
    found = way(campaign, CREW, NORTH)
    told = answer(campaign, AskBattle(move=found.move), Prospect)

    assert found.paths[0][1][-1] != NORTH
    assert [campaign.state.by_id[number].unit for number in found.foes] == ["orc"]
    assert (told.own, told.other) == (len((SHIP, *CREW)), 1)  # the ship may be hit, too


def test_who_stays_aboard_for_want_of_room_is_named() -> None:
    campaign = facing({"unit": "corsair_ship", "at": [10, 15]}, {"unit": "corsair", "count": 40, "at": [10, 8]})
    aboard = tuple(range(2, 42))
    for number in aboard:
        altered(campaign, number, aboard=SHIP, x=10_000, y=15_000)
    found = way(campaign, aboard, NORTH)

    assert 0 < len(found.paths) < len(aboard)
    assert found.left == aboard[len(found.paths) :]


def test_the_reach_of_those_aboard_is_that_of_a_landing_also_after_sailing() -> None:
    campaign = afloat()
    campaign.do(move(SHIP, (10_000, 15_000), (14_000, 15_000)))
    ((area,), allowance) = reach(campaign, *CREW).areas, reach(campaign, *CREW).allowance

    ground = shapely.Polygon(area.outer)
    assert ground.contains(shapely.Point(14_000, 15_000 - allowance + 50))
    assert not ground.contains(shapely.Point(14_000, 15_000 - allowance - 50))
    assert way(campaign, CREW, (14_000, 13_500)).move is not None


def test_aboard_a_pinned_ship_they_hear_why_they_stay() -> None:
    """Statement C2."""
    campaign = beside(afloat(), (10_000, 14_200))
    found = reach(campaign, *CREW)

    assert found.reason is not None
    assert (found.reason.code, found.areas) == ("ring.pinned", ())
    assert still(campaign) == [found.reason.message] * 2
    assert still(afloat()) == ["", ""]


def still(campaign: Campaign) -> list[str]:
    """Return what is said of the crew that cannot move."""
    view = RING_OF_POWER.view(campaign.state, campaign.asked)
    return [one.still for one in view.figures if one.figure.id in CREW]


def test_the_ship_and_those_aboard_do_not_go_together() -> None:
    found = way(afloat(), (SHIP, *CREW), (14_000, 15_000))

    assert found.fault is not None
    assert found.fault.code == "ring.aboard"
