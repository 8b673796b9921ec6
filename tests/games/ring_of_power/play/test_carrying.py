"""Carrying: who can no longer carry puts down, carriers stay together, and loads go where they go (J3, Q69)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_moving import Group, altered, facing, table
from tests.games.ring_of_power.play.test_ships import deadly, harbour
from wartable.games.ring_of_power.campaign.actions import Board, Carry, FallBack, Move
from wartable.games.ring_of_power.campaign.agenda import Retreat
from wartable.games.ring_of_power.campaign.figures import close
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Damage
from wartable.games.ring_of_power.play import retreating
from wartable.games.ring_of_power.play.carrying import carrier_fault

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
    campaign.faces = deadly
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


def borne(apart: int = 400) -> Campaign:
    """Return the small table with a man whom two hobbits can carry who stand so far apart, and an orc far away."""
    campaign = facing(
        {"character": "aragorn", "at": [20, 8]},
        {"character": "frodo", "at": [20, 8]},
        {"character": "sam", "at": [20, 8]},
    )
    altered(campaign, BEARER, wounded=True)
    altered(campaign, FRODO, x=20_000 - apart, y=8_000)
    altered(campaign, SAM, x=20_000 + apart, y=8_000)
    return campaign


def test_only_figures_that_stand_together_carry_together() -> None:
    """Statement J3: an inch is what they may be apart."""
    carry = Carry(carried=BEARER, carriers=(FRODO, SAM))

    assert borne(apart=501).refusal(carry) == "ring.scattered"
    assert borne(apart=500).refusal(carry) == ""


@pytest.mark.parametrize(("end", "code"), [((21_000, 11_500), ""), ((21_001, 11_500), "ring.scattered")])
def test_who_carry_together_end_their_move_together(end: tuple[int, int], code: str) -> None:
    """Statement J3."""
    campaign = borne()
    campaign.do(Carry(carried=BEARER, carriers=(FRODO, SAM)))
    frodo, sam = campaign.state.by_id[FRODO], campaign.state.by_id[SAM]
    paths = ((FRODO, (frodo.point, (20_000, 11_500))), (SAM, (sam.point, end)))

    assert campaign.refusal(Move(paths=paths)) == code
    assert campaign.refusal(Move(paths=paths[:1])) == "ring.apart"


def relay() -> Campaign:
    """Return a wounded hobbit whom a man has carried to another man, and a ship beside them on the river."""
    campaign = facing(
        {"unit": "corsair_ship", "count": 1, "at": [20, 15]},
        {"character": "frodo", "at": [20, 10]},
        {"character": "aragorn", "at": [20.5, 10]},
        {"character": "boromir", "at": [20, 13.2]},
        at=(30, 28),
    )
    altered(campaign, 1, x=20_000, y=15_000)
    altered(campaign, 2, wounded=True)
    campaign.do(Carry(carried=2, carriers=(3,)))
    start = campaign.state.by_id[3].point
    campaign.do(Move(paths=((3, (start, (start[0], start[1] + 2_500))),)))
    campaign.do(Carry(carried=2, carriers=(4,)))
    return campaign


def test_nobody_is_carried_further_by_others_in_one_turn() -> None:
    """Statement C1: a chain of bearers would take a wounded one across the table."""
    campaign = relay()
    start = campaign.state.by_id[4].point

    assert campaign.refusal(Move(paths=((4, (start, (25_000, 13_000))),))) == "ring.moved"
    assert campaign.refusal(Board(ship=1, figures=(4,))) == "ring.moved"
    campaign.do(Carry(carried=2))
    assert campaign.refusal(Move(paths=((4, (start, (25_000, 13_000))),))) == ""
    assert campaign.refusal(Board(ship=1, figures=(4,))) == ""


def test_nobody_is_put_down_on_the_other_side_of_a_wall() -> None:
    """Statement C11: else the wounded came into a fortress, or across a stream, from their bearers' arms."""
    campaign = facing({"character": "aragorn", "at": [20, 8]}, {"character": "frodo", "at": [20.5, 8]}, at=(30, 28))
    control = tuple((place, "evil" if place == "keep" else side) for place, side in campaign.state.control)
    campaign.put(replace(campaign.state, control=control))
    altered(altered(campaign, 1, x=6_500, y=5_800), 2, x=6_900, y=5_800, wounded=True)
    campaign.do(Carry(carried=2, carriers=(1,)))
    campaign.do(Carry(carried=2))

    assert campaign.world.distance("keep", campaign.state.by_id[2].point) > 0


@pytest.mark.parametrize(("y", "code"), [(15_400, ""), (14_780, "ring.cannot_carry")])
def test_nobody_is_taken_up_across_water(y: int, code: str) -> None:
    """Statement C10: else a bearer would lift the wounded over a stream."""

    def change(whole: Group) -> None:
        waters = [{"id": "brook", "type": "stream", "width": 0.4, "line": [[0, 15], [40, 15]]}]
        north = [{"character": "aragorn", "at": [20, 8]}, {"character": "frodo", "at": [20.5, 8]}]
        whole.update(rosters={"north": north, "south": [{"unit": "orc", "count": 1, "at": [30, 8]}]})
        whole.update(waters=waters, items=[], victory=[{"when": "time_out"}])

    campaign = table(change)
    altered(altered(campaign, 1, x=10_000, y=15_700), 2, x=10_000, y=y, wounded=True)

    assert campaign.refusal(Carry(carried=2, carriers=(1,))) == code


def test_the_wounded_are_taken_up_around_a_corner_of_rock() -> None:
    """Statement J3: within an inch is near enough, in winding passages too."""
    campaign = Campaign("moria-passage")
    found = {one.unit: one for one in campaign.state.figures}
    sam = replace(found["sam"], x=25_207, y=12_206, wounded=True)
    aragorn = replace(found["aragorn"], x=26_207, y=12_206)

    assert campaign.world.ground.kind((26_040, 12_206)) == "mountain"
    assert carrier_fault(campaign.world, aragorn, sam) is None


def fleeing(*, trapped: bool = False) -> tuple[Campaign, Retreat]:
    """Return two hobbits with a man whom they carry where they retreat from an orc, one of them shut in or not."""
    campaign = borne()
    campaign.do(Carry(carried=BEARER, carriers=(FRODO, SAM)))
    orc = altered(campaign, ORC, x=20_000, y=9_000).state.by_id[ORC]
    around = [replace(orc, id=ORC + n, x=20_400 + dx, y=8_000 + dy) for n, (dx, dy) in enumerate(RING)]
    task = Retreat(0, (FRODO, SAM), (ORC,))
    figures = (*campaign.state.figures[:3], *around) if trapped else campaign.state.figures
    campaign.put(replace(campaign.state, figures=figures, agenda=(task, *campaign.state.agenda)))
    return campaign, task


RING = ((0, 1_000), (1_000, 0), (0, -1_000), (800, 800), (800, -800))


def test_who_carry_together_retreat_together() -> None:
    """Statements H, J3: by default, or as their owner says."""
    campaign, task = fleeing()
    (_, lead), (_, other) = retreating.default_paths(campaign.world, campaign.state, task)
    aside = ((19_600, 8_000), (18_600, 4_500))

    assert campaign.refusal(FallBack(paths=((FRODO, lead), (SAM, other)))) == ""
    assert campaign.refusal(FallBack(paths=((FRODO, lead),))) == "ring.apart"
    assert campaign.refusal(FallBack(paths=((FRODO, aside), (SAM, other)))) == "ring.scattered"
    campaign.do(FallBack())
    assert campaign.state.by_id[BEARER].carried_by == (FRODO, SAM)
    assert campaign.state.by_id[BEARER].point == campaign.state.by_id[FRODO].point == lead[-1]


def test_who_cannot_flee_with_the_others_lets_go_of_whom_they_carry() -> None:
    """Statements H, J3, settlement Q15: he lies where they stood, and the other goes at his own pace."""
    campaign, task = fleeing(trapped=True)
    (slow,) = retreating.default_paths(campaign.world, campaign.state, task)
    campaign.do(FallBack())
    aragorn, frodo, sam = (campaign.state.by_id[number] for number in (BEARER, FRODO, SAM))

    assert slow[0] == FRODO
    assert aragorn.carried_by == ()
    assert sam.point == (20_400, 8_000)
    assert close(campaign.world, aragorn, sam, 2)
    assert not close(campaign.world, frodo, sam, 6)  # half a move is four inches


SHIP = 1


def at_sea() -> Campaign:
    """Return a ship, and beside it a man who carries a wounded hobbit."""
    campaign = harbour()
    sailor = campaign.state.by_id[2]
    aragorn = replace(sailor, id=50, unit="aragorn", x=sailor.x + 600)
    frodo = replace(sailor, id=51, unit="frodo", x=sailor.x + 900, wounded=True)
    campaign.put(replace(campaign.state, figures=(*campaign.state.figures, aragorn, frodo), next_id=60))
    campaign.do(Carry(carried=51, carriers=(50,)))
    return campaign


def test_who_is_carried_goes_aboard_sails_and_lands_with_his_bearer() -> None:
    """Statement J3, settlement Q69."""
    campaign = at_sea()
    campaign.do(Board(ship=SHIP, figures=(50,)))
    ship = campaign.state.by_id[SHIP]
    campaign.do(Move(paths=((SHIP, (ship.point, (18_000, 15_000))),)))
    aboard = campaign.state.by_id[51]
    assert (aboard.aboard, aboard.carried_by, aboard.point) == (SHIP, (50,), (18_000, 15_000))

    assert campaign.refusal(Board(ship=SHIP, figures=(51,), ashore=((18_000, 16_500),))) == "ring.wounded"
    campaign.do(Board(ship=SHIP, figures=(50,), ashore=((18_000, 16_500),)))
    ashore = campaign.state.by_id[51]
    assert (ashore.aboard, ashore.carried_by, ashore.point) == (0, (50,), (18_000, 16_500))


def test_who_is_carried_takes_room_aboard_and_cannot_go_there_by_himself() -> None:
    """Statements C16, J3, settlement Q69."""
    campaign = at_sea()
    assert campaign.refusal(Board(ship=SHIP, figures=(51,))) == "ring.wounded"
    campaign.do(Carry(carried=51))
    assert campaign.refusal(Board(ship=SHIP, figures=(51,))) == "ring.wounded"
    campaign.do(Carry(carried=51, carriers=(50,)))
    room = campaign.world.kind(campaign.state.by_id[SHIP]).capacity
    crew = [replace(campaign.state.by_id[2], id=60 + n, aboard=SHIP) for n in range(room - 1)]
    full = replace(campaign.state, figures=(*campaign.state.figures, *crew), next_id=100)
    campaign.put(full)
    assert campaign.refusal(Board(ship=SHIP, figures=(50,))) == "ring.ship_full"
    campaign.put(replace(full, figures=full.figures[:-1]))
    assert campaign.refusal(Board(ship=SHIP, figures=(50,))) == ""


def test_who_is_put_down_aboard_is_taken_up_there() -> None:
    """Statement J3, settlement Q69."""
    campaign = at_sea()
    campaign.do(Board(ship=SHIP, figures=(50,)))
    campaign.do(Carry(carried=51))
    assert (campaign.state.by_id[51].aboard, campaign.state.by_id[51].carried_by) == (SHIP, ())
    campaign.do(Carry(carried=51, carriers=(50,)))
    assert campaign.state.by_id[51].carried_by == (50,)
