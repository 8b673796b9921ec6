"""Rules of scenarios that hold figures back, however these go: carried, aboard, as bullies behind walls (4, C14)."""

from __future__ import annotations

from typing import cast

import pytest
from msgspec.structs import replace
from shapely import LineString

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_moving import Group, altered, move, start, table
from tests.games.ring_of_power.play.test_special import doing, small
from wartable.games.ring_of_power.campaign.actions import Board, Carry, FallBack, Move
from wartable.games.ring_of_power.campaign.agenda import Retreat
from wartable.games.ring_of_power.play.retreating import default_paths

FRODO, ARAGORN = 4, 6
HOUSE = (20_000, 24_500)


def bearing(rule: str, **load: object) -> Campaign:
    """Return Aragorn on his way to the house with Frodo in his arms, under a rule of the scenario."""
    campaign = altered(small(doing("always", rule)), ARAGORN, x=20_000, y=20_500)
    altered(campaign, FRODO, x=20_000, y=21_000, wounded=True, **load)
    campaign.do(Carry(carried=FRODO, carriers=(ARAGORN,)))
    return campaign


@pytest.mark.parametrize(("who", "code"), [("hobbit", "ring.confined"), ("elf", "")])
def test_nobody_is_carried_where_he_may_not_go(who: str, code: str) -> None:
    campaign = bearing(f"{{do: barred, who: {{race: [{who}]}}, area: house}}")

    assert campaign.refusal(move(ARAGORN, start(campaign, ARAGORN), HOUSE)) == code


def test_a_captive_is_carried_anywhere() -> None:
    """Settlement Q68: rules of his own side do not hold his captors back."""
    campaign = bearing("{do: barred, who: {race: [hobbit]}, area: house}")
    altered(campaign, FRODO, owner=1, captured=True)

    assert campaign.refusal(move(ARAGORN, start(campaign, ARAGORN), HOUSE)) == ""


def test_who_is_carried_out_of_a_place_does_not_stay_there() -> None:
    campaign = bearing("{do: keep, who: {race: [hobbit]}, inside: house, at_least: 1}")
    for number in (FRODO, ARAGORN):
        altered(campaign, number, x=20_000, y=25_000)

    assert campaign.refusal(move(ARAGORN, (20_000, 25_000), (20_000, 22_000))) == "ring.keep"


@pytest.mark.parametrize(
    "rule",
    [
        doing("always", "{do: barred, who: {side: good}, area: house}"),
        doing("turn_start", "{do: close, area: house, turns: 1}"),
    ],
)
def test_who_stands_in_an_area_that_is_closed_to_him_may_leave_it_but_not_come_back(rule: str) -> None:
    """Section 4: not to enter is all that the rule asks; else he would stay there for good."""
    campaign = altered(small(rule), ARAGORN, x=20_000, y=25_000)
    out = ((20_000, 25_000), (20_000, 22_000))

    assert campaign.refusal(move(ARAGORN, *out)) == ""
    assert campaign.refusal(move(ARAGORN, out[0], (20_500, 25_000))) == ""
    assert campaign.refusal(move(ARAGORN, *out, (20_000, 24_000))) in {"ring.confined", "ring.shut"}


def beaten(rule: str, y: int) -> tuple[Campaign, list[LineString]]:
    """Return Aragorn who retreats to the north, where the house is, under a rule, and his way by default."""
    campaign = altered(small(doing("always", rule)), ARAGORN, x=19_000, y=y)
    orc = next(one for one in campaign.state.figures if one.unit == "orc")
    altered(campaign, orc.id, x=19_000, y=y - 900)
    task = Retreat(0, (ARAGORN,), (orc.id,))
    campaign.put(replace(campaign.state, agenda=(task, *campaign.state.agenda)))
    return campaign, [LineString(path) for _, path in default_paths(campaign.world, campaign.state, task)]


@pytest.mark.parametrize(("side", "code"), [("evil", ""), ("good", "ring.closed")])
def test_nobody_flees_where_he_may_not_go(side: str, code: str) -> None:
    """Statement H, section 4."""
    campaign, (way,) = beaten(f"{{do: barred, who: {{side: {side}}}, area: house}}", 19_500)

    assert campaign.refusal(FallBack(paths=((ARAGORN, ((19_000, 19_500), (19_000, 29_500))),))) == code
    assert not (code and campaign.world.shape("house").intersects(way))


def test_nobody_flees_out_of_an_area_that_he_is_bound_to() -> None:
    """Statement H, section 4: he goes as far as he may."""
    campaign, (way,) = beaten("{do: bound, who: {side: good}, inside: house}", 24_500)

    assert campaign.world.shape("house").buffer(1).covers(way)
    assert way.length > 500


def test_nobody_sails_where_he_may_not_go() -> None:
    """Settlement Q69."""
    strait: Group = {"id": "strait", "name": "Strait", "kind": "site", "circle": [15, 15, 1]}
    crew = [{"unit": "corsair_ship", "count": 1, "at": [10, 15]}, {"unit": "corsair", "count": 1, "at": [10, 16.6]}]
    rosters = {"north": crew, "south": [{"character": "saruman", "at": [33, 25]}]}
    barred = {"do": "barred", "who": {"unit": ["corsair"]}, "area": "strait"}
    rule = {"id": "shy", "when": "always", "sentence": "Corsairs keep off.", "then": [barred]}

    def change(whole: Group) -> None:
        plain = {"rosters": rosters, "items": [], "victory": [{"when": "time_out"}], "rules": [rule]}
        whole.update(plain, places=[*cast("list[Group]", whole["places"]), strait])

    campaign = table(change)
    sail = move(1, (10_000, 15_000), (20_000, 15_000))
    assert campaign.refusal(sail) == ""
    campaign.do(Board(ship=1, figures=(2,)))
    assert campaign.refusal(sail) == "ring.confined"


def bullied(count: int, **fields: object) -> Campaign:
    """Return so many bullies near the keep, and an orc before its gate."""
    bully = {"name": "Bully", "nation": "x", "race": "man", "foot": [1, 4, 5], "abilities": ["bullies"]}
    ship = {"unit": "corsair_ship", "count": 1, "at": [10, 15]}
    bullies = {"unit": "ruffian", "count": count, "at": [10, 12]}
    rosters = {"north": [ship, bullies], "south": [{"unit": "orc", "count": 1, "at": [30, 8]}]}

    def change(whole: Group) -> None:
        whole.update(rosters=rosters, items=[], victory=[{"when": "time_out"}])
        whole.update(units={"ruffian": {**bully, "provenance": "stated"}})

    campaign = table(change)
    for place in range(count):
        altered(campaign, 2 + place, **{"x": 10_000 + 800 * place, "y": 5_000, **fields})
    return campaign


def test_bullies_come_home_past_an_enemy_who_stands_before_the_gate() -> None:
    """Statements C14, K1: behind walls nobody is near them."""
    campaign = altered(bullied(1), 3, x=6_900, y=5_950)
    path = ((10_000, 5_000), (7_211, 5_000))

    assert campaign.refusal(move(2, *path)) == "ring.bully"
    assert campaign.refusal(Move(paths=((2, path),), into="keep")) == ""


@pytest.mark.parametrize(("count", "code"), [(1, "ring.bully"), (2, "")])
def test_bullies_land_beside_a_smaller_force(count: int, code: str) -> None:
    """Statement C14, settlement Q69: those who land are the force that is counted."""
    campaign = bullied(count, aboard=1, x=10_000, y=15_000)
    altered(campaign, 2 + count, x=10_400, y=12_600)
    points = ((10_000, 13_400), (10_800, 13_400))[:count]

    assert campaign.refusal(Board(ship=1, figures=(2, 3)[:count], ashore=points)) == code
