"""Who launches no attack from behind walls or upon them: those who regroup, may not move, or are held by a rule."""

from __future__ import annotations

from typing import cast

import pytest

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_moving import Group, altered, facing, table
from tests.games.ring_of_power.play.test_special import doing, small
from tests.games.ring_of_power.play.test_towers import NORTH, SOUTH, declaring
from wartable.games.ring_of_power.campaign.actions import Declaration, Move
from wartable.games.ring_of_power.play.combats import possible_assaults, possible_sallies

MEN, ORC = (1, 2), 3


def garrison(unit: str = "rohan_foot") -> Campaign:
    """Return two men in the keep, an orc before its gate."""
    return facing({"unit": unit, "count": 2, "inside": "keep"}, at=(7.2, 5))


@pytest.mark.parametrize(
    ("fields", "able"),
    [({}, (1, 2)), ({"still_until": 1}, (2,)), ({"still_until": 1, "numb_until": 1}, (2,)), ({"moved": 1}, (1, 2))],
)
def test_who_may_not_move_does_not_sally(fields: dict[str, int], able: tuple[int, ...]) -> None:
    """Statements C16, H, K2: a beaten garrison regroups before it comes out again."""
    campaign = altered(garrison(), MEN[0], **fields)

    assert possible_sallies(campaign.world, campaign.state, NORTH) == (("keep", able),)


def test_who_never_moves_does_not_sally() -> None:
    """Statement C15."""
    campaign = garrison("castellan")

    assert possible_sallies(campaign.world, campaign.state, NORTH) == ()


@pytest.mark.parametrize(
    ("fields", "assaults"),
    [
        ({}, 1),
        ({"still_until": 1}, 0),
        ({"still_until": 1, "numb_until": 1}, 1),
        ({"still_until": 1, "moved": 1}, 1),
    ],
    ids=["fresh", "regrouping", "recovering", "stopped"],
)
def test_who_regroups_assaults_nothing(fields: dict[str, int], assaults: int) -> None:
    """Statement H: a beaten force launches no attack until it has regrouped."""
    campaign = altered(garrison(), ORC, **fields)

    assert len(possible_assaults(campaign.world, campaign.state, SOUTH)) == assaults


SALLY = Declaration(sallies=(("keep", (1, 2, 3)),))


def under(rule: str) -> Campaign:
    """Return three men in the keep under a rule, an orc before its gate, when they may sally."""
    campaign = small(doing("always", rule))
    orc = next(one.id for one in campaign.state.figures if one.unit == "orc")
    return declaring(altered(campaign, orc, x=7_200, y=5_000), NORTH)


def test_those_who_are_to_stay_in_a_place_do_not_sally() -> None:
    """Section 4."""
    campaign = under("{do: keep, who: {unit: [rohan_foot]}, inside: keep, at_least: 2}")

    assert campaign.refusal(SALLY) == "ring.keep"
    assert campaign.refusal(Declaration(sallies=(("keep", (1,)),))) == ""
    assert campaign.refusal(Declaration(sallies=(("keep", (1, 1)),))) == "ring.no_sally"


def test_who_is_bound_to_a_place_does_not_sally() -> None:
    """Section 4: he would be outside, and never move again."""
    campaign = small(doing("always", "{do: bound, who: {unit: [rohan_foot]}, inside: keep}"))
    orc = next(one.id for one in campaign.state.figures if one.unit == "orc")
    altered(campaign, orc, x=7_200, y=5_000)

    assert possible_sallies(campaign.world, campaign.state, NORTH) == ()


@pytest.mark.parametrize(("count", "code"), [(1, "ring.bully"), (2, "")])
def test_bullies_sally_only_where_they_outnumber_the_enemy(count: int, code: str) -> None:
    """Statement C14."""
    bully: Group = {"name": "Bully", "nation": "x", "race": "man", "foot": [1, 4, 5], "abilities": ["bullies"]}
    rosters = {
        "north": [{"unit": "ruffian", "count": count, "inside": "keep"}],
        "south": [{"unit": "orc", "at": [7.2, 5]}],
    }

    def change(whole: Group) -> None:
        whole.update(rosters=rosters, items=[], victory=[{"when": "time_out"}])
        whole.update(units={"ruffian": {**bully, "provenance": "stated"}})

    campaign = declaring(table(change), NORTH)
    assert campaign.refusal(Declaration(sallies=(("keep", tuple(range(1, count + 1))),))) == code


def spired(north: list[Group], south: list[Group], armies: int) -> Campaign:
    """Return the small table with a tower that stands by itself, and nobody but these."""
    spire: Group = {"id": "spire", "name": "Spire", "kind": "tower", "circle": [30, 8, 1], "owner": "good"}
    if armies:
        spire["tower"] = {"armies": armies}

    def change(whole: Group) -> None:
        rosters = {"north": north, "south": south}
        places = [*cast("list[Group]", whole["places"]), spire]
        whole.update(rosters=rosters, places=places, items=[], victory=[{"when": "time_out"}])

    return table(change)


@pytest.mark.parametrize(("armies", "codes"), [(0, ("ring.tower_full", "")), (1, ("", ""))])
def test_a_tower_holds_characters_and_the_armies_that_it_has_room_for(armies: int, codes: tuple[str, str]) -> None:
    """Statement K5, settlement Q56: a tower by itself as one within a fortress."""
    north: list[Group] = [{"unit": "rohan_foot", "at": [28, 8]}, {"character": "aragorn", "at": [28, 7.5]}]
    campaign = spired(north, [{"unit": "orc", "at": [30, 28]}], armies)
    paths = [(one, (campaign.state.by_id[one].point, (28_500, 8_000 - 100 * one))) for one in (1, 2)]

    assert tuple(campaign.refusal(Move(paths=(path,), into="spire")) for path in paths) == codes


@pytest.mark.parametrize(("armies", "code"), [(3, "ring.tower_full"), (4, "")])
def test_who_rides_on_a_beast_needs_room_in_a_tower_too(armies: int, code: str) -> None:
    """Statement K5: a mûmak and its three riders are four army figures."""
    campaign = spired([{"unit": "mumak", "at": [28, 8]}], [{"unit": "orc", "at": [30, 28]}], armies)
    beast = next(one for one in campaign.state.figures if one.unit == "mumak")
    assert sum(one.aboard == beast.id for one in campaign.state.figures) == 3

    assert campaign.refusal(Move(paths=((beast.id, (beast.point, (28_500, 8_000))),), into="spire")) == code


def test_who_takes_a_tower_goes_in_as_far_as_it_has_room() -> None:
    """Statements K5, K7: an empty tower is walked into by a character and one army figure, the others stay outside.

    A beast with three riders is four army figures.
    """
    orcs: list[Group] = [{"unit": "orc", "at": [28.6, y]} for y in (7.6, 8)]
    south: list[Group] = [{"unit": "mumak", "at": [28.6, 8.8]}, *orcs, {"character": "saruman", "at": [28.3, 8]}]
    campaign = declaring(spired([{"unit": "rohan_foot", "at": [2, 28]}], south, 1), SOUTH)
    campaign.do(Declaration(assaults=possible_assaults(campaign.world, campaign.state, SOUTH)[:1]))
    campaign.by_default(lambda state: state.turn == 2)

    assert sorted(one.unit for one in campaign.state.figures if one.inside == "spire") == ["orc", "saruman"]
    assert campaign.state.holder["spire"] == "evil"
