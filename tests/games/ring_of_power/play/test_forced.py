"""Figures that special rules move: whom they carry comes along, weapons stay without their crew (J3, L6)."""

from __future__ import annotations

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_moving import Group, altered, battery, facing
from wartable.games.ring_of_power.campaign.actions import Carry
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.play.contract import violations
from wartable.games.ring_of_power.special.effects import do
from wartable.games.ring_of_power.vocabulary import conditions, effects

BEARER, FRODO = 1, 2


def rush(**who: object) -> effects.Rush:
    return effects.Rush(who=conditions.Who(**who), toward="house")  # type: ignore[arg-type]


def forced(campaign: Campaign, effect: effects.Effect) -> Run:
    """Do an effect to a campaign, and see that nothing is broken by it."""
    run = Run(campaign.world, campaign.state, None)
    do(run, effect, ())
    run.let_go()
    assert not list(violations(run.world, run.state))
    return run


def test_who_rushes_takes_along_whom_he_carries() -> None:
    """Statement J3; the wounded who are not carried stay (C16)."""
    campaign = facing({"character": "aragorn", "at": [20, 8]}, {"character": "frodo", "at": [20.5, 8]})
    altered(campaign, FRODO, wounded=True)
    assert forced(campaign, rush(side="good")).figure(FRODO).point == campaign.state.by_id[FRODO].point
    campaign.do(Carry(carried=FRODO, carriers=(BEARER,)))
    run = forced(campaign, rush(side="good"))

    assert run.figure(BEARER).point != campaign.state.by_id[BEARER].point
    assert run.figure(FRODO).point == run.figure(BEARER).point


def test_crew_that_rushes_leaves_its_weapon() -> None:
    """Statement L6."""
    run = forced(battery(), rush(unit=("rohan_foot",)))

    assert {one.serves for one in run.state.figures} == {0}
    assert run.figure(1).broken


def test_who_comes_out_of_a_garrison_by_a_rule_takes_along_whom_he_carries_and_no_weapon() -> None:
    """Statements J3, K1, L6; the wounded do not come out by themselves (C16)."""
    shooter: Group = {"artillery": "bolt_shooter", "crew": ["rohan_foot"], "inside": "keep"}
    heroes: list[Group] = [{"character": name, "inside": "keep"} for name in ("aragorn", "frodo", "merry")]
    campaign = facing(shooter, *heroes, at=(30, 28))
    altered(altered(campaign, 5, wounded=True), 6, wounded=True)
    campaign.do(Carry(carried=5, carriers=(4,)))
    units = {"rohan_foot": 1, "aragorn": 1, "merry": 1}
    run = forced(campaign, effects.Muster(player="north", units=units, from_garrison="keep", at="house"))

    assert [one.id for one in run.state.figures if not one.inside] == [2, 4, 5, 7]
    assert run.figure(5).point == run.figure(4).point
    assert (run.figure(2).serves, run.figure(1).broken) == (0, True)
