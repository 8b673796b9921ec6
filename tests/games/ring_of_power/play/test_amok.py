"""Beasts that lose their crew: nobody's any more, they run where chance drives them and fight whom they meet (Q70)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_moving import altered, facing, start
from wartable.games.ring_of_power.campaign import events
from wartable.games.ring_of_power.campaign.actions import Move
from wartable.games.ring_of_power.campaign.agenda import Clash
from wartable.games.ring_of_power.campaign.figures import Scene
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.combat.prepare import components
from wartable.games.ring_of_power.combat.report import Bout, Report, SideScore, WeaponResult
from wartable.games.ring_of_power.play.combats import pairs
from wartable.games.ring_of_power.play.contract import violations
from wartable.games.ring_of_power.play.fighting import settle
from wartable.games.ring_of_power.scenario import AMOK

BEAST, HERO, ORC = 1, 5, 6


def loose(*at: float, face: int = 4) -> Campaign:
    """Return the small table with a beast that nobody rides any more, one figure of each side, and an owner: nobody."""
    mumak = {"unit": "mumak", "count": 1, "at": [20, 8]}
    campaign = facing(mumak, {"character": "aragorn", "at": list(at[:2])}, at=(at[2], at[3]), face=face)
    nobody = campaign.world.index[AMOK]
    kept = tuple(
        replace(one, owner=nobody, crew=0) if one.id == BEAST else one
        for one in campaign.state.figures
        if not one.aboard
    )
    campaign.put(replace(campaign.state, figures=kept))
    return campaign


def test_it_is_let_loose_when_its_riders_fall() -> None:
    """Three of each fall, so that the beast stays; its riders are men of Harad without defence.

    Settlements Q30, Q70.
    """
    campaign = facing({"unit": "mumak", "count": 1, "at": [20, 8]}, at=(21, 8))
    orc = campaign.state.figures[-1]
    more = (replace(orc, id=6, x=21_000, y=7_500), replace(orc, id=7, x=21_000, y=8_500))
    campaign.put(replace(campaign.state, figures=(*campaign.state.figures, *more), next_id=8))
    campaign.faces = lambda purpose, count: (1 if "defence" in purpose else 6,) * count
    assert [one.riding for one in campaign.state.figures] == [False, True, True, True, False, False, False]

    campaign.by_default(lambda state: state.turn == 2)
    (beast,) = campaign.state.figures
    assert (beast.owner, beast.crew) == (campaign.world.index[AMOK], 0)


def test_riders_go_with_their_beast_and_fall_with_it() -> None:
    campaign = facing({"unit": "mumak", "count": 1, "at": [20, 8]})
    campaign.do(Move(paths=((BEAST, ((20_000, 8_000), (24_000, 8_000))),)))
    assert {one.point for one in campaign.state.figures if one.id < 5} == {(24_000, 8_000)}
    assert campaign.refusal(Move(paths=((2, ((24_000, 8_000), (24_000, 7_000))),))) == "ring.aboard"

    run = Run(campaign.world, campaign.state, None)
    run.remove([BEAST], "dead")
    assert [one.id for one in run.state.figures] == [5]


def test_it_runs_a_full_move_where_chance_says() -> None:
    """Settlement Q70."""
    campaign = loose(15, 3, 35, 4)
    campaign.by_default(lambda state: state.turn == 3)

    first, second = (event.paths[0][1][-1] for event in campaign.told(events.Moved) if isinstance(event, events.Moved))
    assert first[0] == pytest.approx(30_000, abs=3)
    assert 39_500 < second[0] <= 40_000  # up to the edge
    assert (first[1], second[1]) == (8_000, 8_000)


def test_it_stops_where_it_meets_somebody() -> None:
    campaign = loose(15, 3, 25, 8)
    campaign.by_default(lambda state: state.turn == 3)
    x, _ = start(campaign, BEAST)

    assert x <= 25_000
    assert campaign.told(events.BattleBegan)


def test_it_fights_both_sides_and_its_own_former_friends() -> None:
    """Settlement Q70."""
    campaign = loose(19.1, 8, 20.9, 8)
    scene = Scene(campaign.world, campaign.state)

    assert len(components(pairs(scene))) == 1
    assert {campaign.world.hostile(campaign.world.index[AMOK], player) for player in (0, 1)} == {True}


def test_it_scores_for_nobody_and_takes_nothing() -> None:
    """Settlement Q70."""
    campaign = altered(loose(2, 28, 35, 5, face=6), BEAST, x=35_000, y=4_200)
    campaign.by_default(lambda state: state.turn == 2)

    assert campaign.state.points == (0, 0)
    assert campaign.state.holder["hall"] == "evil"


def combat_over(campaign: Campaign, clash: Clash, *entered: int, fled: tuple[int, ...] = ()) -> RingState:
    """Return the state after a combat in which the beast has lost its riders, and after which some go inside."""
    scores = (SideScore(side=0, casualties=1, leadership=0), SideScore(side=1, casualties=0, leadership=0))
    report = Report(
        figures=(),
        bouts=(Bout(scores=scores, winner=0, entered=entered, fled=fled),),
        taken=0 if entered else None,
        weapons=(WeaponResult(id=BEAST, crew=0, mobile=True, amok=True),),
    )
    run = Run(campaign.world, campaign.state, None)
    settle(run, clash, report)
    assert list(violations(run.world, run.state)) == []
    return run.state


def test_it_does_not_go_inside_with_those_who_have_stormed_a_place() -> None:
    """Rules K7, Q70: it was theirs when they chose who enters, and is nobody's any more."""
    campaign = facing({"unit": "mumak", "count": 1, "at": [7.5, 5]}, {"character": "aragorn", "at": [7.5, 6.5]})
    (hero,) = [one.id for one in campaign.state.figures if one.unit == "aragorn"]
    riders = tuple(one.id for one in campaign.state.figures if one.riding)
    left = tuple(one for one in campaign.state.figures if one.id not in riders)
    campaign.put(replace(campaign.state, figures=left))

    after = combat_over(campaign, Clash(((BEAST, hero),), "keep", attacking=(hero,)), BEAST, hero)

    assert (after.by_id[hero].inside, after.by_id[BEAST].inside) == ("keep", "")
    assert after.by_id[BEAST].owner == campaign.world.index[AMOK]


def test_it_breaks_out_of_the_place_in_which_its_riders_fell() -> None:
    """Rules K1, Q70: a garrison is of one side."""
    campaign = facing({"unit": "mumak", "count": 1, "inside": "keep"}, {"character": "aragorn", "inside": "keep"})
    (hero,) = [one.id for one in campaign.state.figures if one.unit == "aragorn"]
    left = tuple(one for one in campaign.state.figures if not one.riding)
    campaign.put(replace(campaign.state, figures=left))

    after = combat_over(campaign, Clash(((BEAST, hero),), "keep", inside=(BEAST, hero)))

    assert (after.by_id[hero].inside, after.by_id[BEAST].inside) == ("keep", "")


def test_it_does_not_flee_to_the_tower_with_those_who_lost_the_place() -> None:
    """Rules K4, Q70: it was theirs when they chose who goes up, and is nobody's any more."""
    campaign = facing({"unit": "mumak", "count": 1, "inside": "keep"}, {"character": "aragorn", "inside": "keep"})
    (hero,) = [one.id for one in campaign.state.figures if one.unit == "aragorn"]
    left = tuple(one for one in campaign.state.figures if not one.riding)
    campaign.put(replace(campaign.state, figures=left))

    after = combat_over(campaign, Clash(((BEAST, hero),), "keep", inside=(BEAST, hero)), fled=(BEAST, hero))

    assert (after.by_id[hero].tower, after.by_id[BEAST].tower, after.by_id[BEAST].inside) == (True, False, "")
