"""Carrying: who can no longer carry puts down, carriers stay together, and loads go where they go (J3, Q69)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_moving import altered, facing
from wartable.games.ring_of_power.campaign.actions import Carry
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Damage

BEARER, FRODO, SAM, ORC = 1, 2, 3, 4


def laden(bearer: str = "aragorn") -> Campaign:
    """Return the small table with somebody who carries two hobbits, and an orc far away."""
    campaign = facing(
        {"character": bearer, "at": [20, 8]},
        {"character": "frodo", "at": [20.5, 8]},
        {"character": "sam", "at": [20, 8.5]},
    )
    for hobbit in (FRODO, SAM):
        altered(campaign, hobbit, wounded=True)
        campaign.do(Carry(carried=hobbit, carriers=(BEARER,)))
    return campaign


def loads(campaign: Campaign) -> list[tuple[int, ...]]:
    return [campaign.state.by_id[number].carried_by for number in (FRODO, SAM)]


@pytest.mark.parametrize(("bearer", "left"), [("grima", False), ("aragorn", True)])
def test_who_falls_or_is_wounded_puts_down_all_whom_he_carries(bearer: str, *, left: bool) -> None:
    """Statements J2, J3, A7: whoever is wounded carries nobody, and no two lie on one point."""
    campaign = laden(bearer)
    orc = campaign.state.by_id[ORC]
    orcs = tuple(replace(orc, id=ORC + n, x=19_000 + 500 * n, y=8_900 + 100 * n) for n in range(6))
    campaign.put(replace(campaign.state, figures=(*campaign.state.figures[:3], *orcs), next_id=20))
    campaign.faces = lambda purpose, dice: (1,) * dice if "defence" in purpose else (6,) * dice
    campaign.by_default(lambda state: state.turn == 2)

    assert (BEARER in campaign.state.by_id) is left
    assert loads(campaign) == [(), ()]


def test_who_goes_away_for_another_reason_puts_down_whom_he_carries() -> None:
    """Statements J3, A7."""
    campaign = laden()
    run = Run(campaign.world, campaign.state, None)
    run.remove([BEARER], "left")

    frodo, sam = run.present((FRODO, SAM))
    assert (frodo.carried_by, sam.carried_by) == ((), ())
    assert frodo.point != sam.point


@pytest.mark.parametrize(("carried", "team"), [(SAM, (11, 12)), (BEARER, ())])
def test_those_who_are_left_carry_on_where_they_are_strong_enough(carried: int, team: tuple[int, ...]) -> None:
    """Statement J3: two hobbits of three still carry a hobbit, but no man at any speed."""
    campaign = laden()
    altered(campaign, BEARER, wounded=carried == BEARER)
    merry = replace(campaign.state.by_id[SAM], wounded=False, carried_by=())
    bearers = [replace(merry, id=10 + n, x=20_000 + 400 * n, y=8_000) for n in range(2 if carried == BEARER else 3)]
    load = replace(campaign.state.by_id[carried], carried_by=tuple(one.id for one in bearers))
    run = Run(campaign.world, replace(campaign.state, figures=(load, *bearers)), None)
    run.alter([10], wounded=True)
    run.let_go()

    (load,) = run.present([carried])
    assert load.carried_by == team
    assert (load.point == run.figure(11).point) is bool(team)


@pytest.mark.parametrize(
    ("bearer", "load", "code"),
    [
        (("", False), ("keep", False), "ring.cannot_carry"),
        (("", False), ("keep", True), "ring.cannot_carry"),
        (("keep", False), ("keep", True), "ring.cannot_carry"),
        (("keep", True), ("keep", True), ""),
    ],
)
def test_only_who_is_within_the_same_walls_takes_up(
    bearer: tuple[str, bool], load: tuple[str, bool], code: str
) -> None:
    """Statements J3, K1: who stands in the field of a breached place is not in its garrison, nor that in the tower."""
    campaign = facing({"character": "aragorn", "at": [20, 8]}, {"character": "frodo", "at": [30, 8]}, at=(39, 20))
    campaign.put(replace(campaign.state, damage=(Damage("keep:gate:0", 1, broken=True),)))
    altered(campaign, BEARER, x=5_500, y=5_000, inside=bearer[0], tower=bearer[1])
    altered(campaign, FRODO, x=5_000, y=5_000, inside=load[0], tower=load[1], wounded=True)

    assert campaign.refusal(Carry(carried=FRODO, carriers=(BEARER,))) == code
