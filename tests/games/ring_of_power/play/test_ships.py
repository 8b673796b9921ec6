"""Ships and boats: who goes aboard, sails and lands, and what the rules say against it (C12, Q69)."""

from __future__ import annotations

from typing import cast

import pytest
from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_moving import Group, altered, facing, move, start, table
from tests.games.ring_of_power.play.test_special import doing, small
from wartable.games.ring_of_power.campaign.actions import Board, Move
from wartable.games.ring_of_power.campaign.run import Run

SHIP, CREW, SHOOTER, SERVANT = 1, (2, 3), 1, 2
QUAY: Group = {
    "id": "quay", "name": "Quay", "kind": "fortress", "circle": [14, 12.6, 1.6], "owner": "good", "base": "good",
    "gates": [[14, 14.2]],
}  # fmt: skip


def harbour() -> Campaign:
    """A ship on the river, and two corsairs on its southern bank, the first of them within reach of it."""
    return facing(
        {"unit": "corsair_ship", "count": 1, "at": [10, 15]}, {"unit": "corsair", "count": 2, "at": [10, 12.6]}
    )


def together() -> Campaign:
    """The same, both corsairs beside the ship."""
    return altered(altered(harbour(), 2, x=9_600, y=13_400), 3, x=10_400, y=13_400)


def deadly(purpose: str, dice: int) -> tuple[int, ...]:
    """Let every blow hit and no defence save."""
    return (1,) * dice if "defence" in purpose else (6,) * dice


def board(*figures: int) -> Board:
    return Board(ship=SHIP, figures=figures)


def ashore(*points: tuple[int, int]) -> Board:
    return Board(ship=SHIP, figures=CREW[: len(points)], ashore=points)


def test_figures_go_aboard_sail_and_land() -> None:
    """Statement C12, settlement Q69."""
    campaign = harbour()
    campaign.do(board(2))
    assert campaign.state.by_id[2].point == (10_000, 15_000)
    campaign.do(move(SHIP, (10_000, 15_000), (18_000, 15_000)))
    assert start(campaign, 2) == (18_000, 15_000)
    assert campaign.refusal(ashore((18_000, 15_100))) == "ring.no_footing"
    assert campaign.refusal(board(3)) == "ring.too_far"
    campaign.do(ashore((18_000, 16_500)))

    assert campaign.state.by_id[2].aboard == 0
    assert campaign.refusal(move(2, (18_000, 16_500), (18_000, 17_000))) == "ring.moved"


@pytest.mark.parametrize(
    ("fields", "code"), [({}, ""), ({"still_until": 1}, "ring.still"), ({"moved": 1}, "ring.moved")]
)
def test_who_may_not_move_does_not_go_aboard(fields: dict[str, int], code: str) -> None:
    """Statements C1, C16."""
    assert altered(harbour(), 2, **fields).refusal(board(2)) == code


def test_the_pinned_do_not_go_aboard() -> None:
    """Statement C2: else a ship would take figures out of contact."""
    orc = next(one.id for one in harbour().state.figures if one.unit == "orc")

    assert altered(together(), orc, x=9_600, y=12_500).refusal(board(2)) == "ring.pinned"


def test_who_regroups_stays_aboard() -> None:
    """Statement C16."""
    campaign = together()
    campaign.do(board(*CREW))
    landing = ashore((9_600, 16_400), (10_400, 16_400))

    assert campaign.refusal(landing) == ""
    assert altered(campaign, 3, still_until=1).refusal(landing) == "ring.still"


def test_two_do_not_land_on_one_point() -> None:
    """Statement A7."""
    campaign = together()
    campaign.do(board(*CREW))

    assert campaign.refusal(ashore((9_600, 16_400), (9_600, 16_400))) == "ring.taken"


@pytest.mark.parametrize("point", [(-300, 16_400), (0, 15_200)])
def test_nobody_lands_off_the_table_or_on_the_water(point: tuple[int, int]) -> None:
    """Statements A1, C13."""
    campaign = altered(altered(harbour(), SHIP, x=500), 2, aboard=SHIP, x=500, y=15_000)

    assert campaign.refusal(ashore(point)) == "ring.no_footing"
    assert campaign.refusal(ashore((300, 16_400))) == ""


@pytest.mark.parametrize(("unit", "code"), [("corsair", ""), ("khand_chariot", "ring.no_footing")])
def test_nobody_lands_on_ground_that_is_closed_to_him(unit: str, code: str) -> None:
    """Statement C8: a chariot never enters difficult ground, by water neither."""
    crew: list[Group] = [
        {"unit": "corsair_ship", "count": 1, "at": [35, 15]},
        {"unit": unit, "count": 1, "at": [35, 10]},
    ]
    marsh = {"id": "fen", "type": "marsh", "polygon": [[30, 15.6], [40, 15.6], [40, 20], [30, 20]]}
    rosters = {"north": crew, "south": [{"character": "saruman", "at": [33, 25]}]}
    campaign = table(
        lambda whole: whole.update(rosters=rosters, items=[], victory=[{"when": "time_out"}], terrain=[marsh])
    )
    altered(campaign, 2, aboard=SHIP, x=35_000, y=15_000)

    assert campaign.refusal(ashore((35_000, 16_500))) == code
    assert campaign.refusal(ashore((35_000, 14_000))) == ""


def port(x: float, place: Group, *rules: Group) -> Campaign:
    """A corsair north of his ship on the river, with a place and rules that the table has besides."""
    crew = [{"unit": "corsair_ship", "count": 1, "at": [x, 15]}, {"unit": "corsair", "count": 1, "at": [x, 16.6]}]
    rosters = {"north": crew, "south": [{"character": "saruman", "at": [33, 25]}]}

    def change(whole: Group) -> None:
        places = [*cast("list[Group]", whole["places"]), place]
        whole.update(rosters=rosters, items=[], victory=[{"when": "time_out"}], rules=list(rules), places=places)

    return table(change)


def test_nobody_lands_in_an_area_that_is_closed_to_him() -> None:
    """Section 4: a rule of the scenario holds however figures come."""
    area: Group = {"id": "shore", "name": "The shore", "kind": "site", "circle": [10, 12.5, 1.3], "owner": "good"}
    barred = {"do": "barred", "who": {"unit": ["corsair"]}, "area": "shore"}
    campaign = port(10, area, {"id": "shy", "when": "always", "sentence": "Corsairs keep off.", "then": [barred]})
    campaign.do(board(2))

    assert campaign.refusal(ashore((10_000, 13_500))) == "ring.confined"
    assert campaign.refusal(ashore((11_200, 14_000))) == ""


@pytest.mark.parametrize(("owner", "code"), [("good", ""), ("evil", "ring.walled")])
def test_a_wall_stands_between_a_ship_and_those_behind_it(owner: str, code: str) -> None:
    """Statement C11: the gate of an enemy does not open to those who come over water."""
    campaign = port(14, {**QUAY, "owner": owner})
    campaign.do(board(2))

    assert campaign.refusal(ashore((14_000, 13_300))) == code


def test_no_ship_goes_aboard_another_or_behind_walls() -> None:
    """Statements C12, K1, settlement Q69: a ship stays on the water."""
    fleet = facing({"unit": "corsair_ship", "count": 2, "at": [10, 15]})
    altered(altered(fleet, 1, x=10_000, y=15_000), 2, x=12_500, y=15_000)
    campaign = port(14, QUAY)

    assert fleet.refusal(board(2)) == "ring.cannot_board"
    assert campaign.refusal(Move(paths=((SHIP, (start(campaign, SHIP),)),), into="quay")) == "ring.no_door"


def test_who_is_aboard_leaves_the_table_with_his_ship() -> None:
    """Section 4, settlement Q69."""
    sea: Group = {"id": "sea", "name": "Sea", "kind": "edge", "circle": [39, 15, 0.9], "owner": "good"}
    campaign = port(36, {**sea, "exits": ["good"]})
    campaign.do(board(2))
    campaign.do(Move(paths=((SHIP, (start(campaign, SHIP), (38_900, 15_000))),), into="sea", out=True))

    assert [away.figure.unit for away in campaign.state.away] == ["corsair_ship", "corsair"]


def test_who_is_aboard_goes_with_a_ship_however_it_is_lost() -> None:
    """Settlement Q69: else he would stand on the water."""
    campaign = together()
    campaign.do(board(2))
    run = Run(campaign.world, campaign.state, None)
    run.remove([SHIP], "dead")

    assert {2, 3} & set(run.state.by_id) == {3}


def test_what_somebody_held_who_goes_down_with_a_ship_goes_to_the_victors() -> None:
    """Section 4, settlement Q69."""
    campaign = altered(altered(together(), SHIP, lost_wounds=2), 3, aboard=SHIP, x=10_000, y=15_000, holds="ring")
    altered(campaign, 2, x=10_000, y=14_200)
    orc = next(one for one in campaign.state.figures if one.unit == "orc")
    orcs = tuple(replace(orc, id=20 + n, x=10_000 + 300 * n, y=13_400) for n in range(4))
    campaign.put(replace(campaign.state, figures=(*campaign.state.figures[:3], *orcs), next_id=30))
    campaign.faces = deadly
    campaign.by_default(lambda state: state.turn == 2)

    assert SHIP not in campaign.state.by_id
    assert sum(one.holds == "ring" and one.unit == "orc" for one in campaign.state.figures) == 1


def test_those_who_ride_a_beast_sail_with_it() -> None:
    """Settlements Q30, Q69."""
    campaign = facing(
        {"unit": "corsair_ship", "count": 1, "at": [10, 15]}, {"unit": "mumak", "count": 1, "at": [10, 12]}
    )
    altered(campaign, 2, x=10_000, y=13_400)
    campaign.do(board(2))
    campaign.do(move(SHIP, (10_000, 15_000), (18_000, 15_000)))

    riders = [one for one in campaign.state.figures if one.aboard == 2]
    assert len(riders) == 3
    assert {one.point for one in riders} == {(18_000, 15_000)}
    run = Run(campaign.world, campaign.state, None)
    run.remove([SHIP], "dead")
    assert [one.unit for one in run.state.figures] == ["orc"]


def test_crew_that_goes_aboard_leaves_its_weapon() -> None:
    """Statement L6."""
    shooter: Group = {"artillery": "bolt_shooter", "crew": ["rohan_foot"], "at": [10, 13]}
    campaign = facing(shooter, {"unit": "corsair_ship", "count": 1, "at": [10, 15]})
    ship = next(one.id for one in campaign.state.figures if one.unit == "corsair_ship")
    altered(campaign, SERVANT, x=10_000, y=13_500)
    campaign.do(Board(ship=ship, figures=(SERVANT,)))

    assert campaign.state.by_id[SERVANT].serves == 0
    assert campaign.state.by_id[SHOOTER].broken


FRODO, GANDALF = 4, 5
BOATS = doing("always", "{do: boats, who: {character: true, near: water, within: 6}, distance: 12}")


def at_the_bank() -> Campaign:
    """Frodo and Gandalf stand at the northern bank, where they have boats."""
    return altered(altered(small(BOATS), FRODO, x=10_000, y=15_800), GANDALF, x=10_500, y=15_800)


def rowed(number: int, x: int, bank: tuple[int, int], *, east: int = 15_000) -> tuple[int, tuple[tuple[int, int], ...]]:
    return number, ((x, 15_800), (x, 15_000), (east, 15_000), bank)


def test_boats_bring_figures_down_the_river() -> None:
    campaign = at_the_bank()
    campaign.do(Move(paths=(rowed(FRODO, 10_000, (15_000, 14_300)),), boat=True))

    assert campaign.state.by_id[FRODO].point == (15_000, 14_300)


def test_two_do_not_land_from_boats_on_one_point() -> None:
    """Statement A7."""
    both = [rowed(FRODO, 10_000, (15_000, 14_300)), rowed(GANDALF, 10_500, (15_000, 14_300))]
    apart = [both[0], rowed(GANDALF, 10_500, (15_500, 14_300), east=15_500)]

    assert at_the_bank().refusal(Move(paths=tuple(both), boat=True)) == "ring.taken"
    assert at_the_bank().refusal(Move(paths=tuple(apart), boat=True)) == ""


def test_beasts_and_those_who_ride_them_arrive_aboard_with_their_ship() -> None:
    """Statement B7, settlements Q30, Q69."""
    sea: Group = {"id": "sea", "name": "Sea", "kind": "edge", "circle": [39, 15, 0.9], "owner": "good"}
    groups = [{"unit": "corsair_ship", "count": 1}, {"unit": "mumak", "count": 1}]

    def change(whole: Group) -> None:
        places = [*cast("list[Group]", whole["places"]), sea]
        arrivals = [{"id": "fleet", "player": "north", "turn": 2, "groups": groups, "at": ["sea"]}]
        whole.update(victory=[{"when": "time_out"}], places=places, arrivals=arrivals)

    campaign = table(change)
    campaign.by_default(lambda state: state.turn == 2)
    ship = next(one for one in campaign.state.figures if one.unit == "corsair_ship")
    riders = [one for one in campaign.state.figures if one.riding]

    assert len(riders) == 3
    assert {one.point for one in riders} == {ship.point}
