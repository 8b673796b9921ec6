"""Small sea fights played at random: every promise is kept, and whoever is aboard is where his ship lies (Q69)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

import pytest
from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_moving import facing
from tests.games.ring_of_power.play.test_random_sieges import decision
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.play.game import RING_OF_POWER

ARMIES = (("rohan_foot", "rohan_rider"), ("orc", "corsair"))
CHARACTERS = (("aragorn", "frodo", "gandalf"), ("gothmog", "saruman", "nazgul"))
MOST_DECISIONS = 120


def figures(campaign: Campaign, rng: Random) -> Iterator[Figure]:
    """Yield up to three ships close together, manned or not, and both sides on the banks beside them."""
    pattern, ids = campaign.state.figures[0], count(1)
    heroes = [list(names) for names in CHARACTERS]

    def anybody(owner: int, x: int, y: int, aboard: int = 0) -> Figure:
        named = heroes[owner] and rng.random() < 0.3
        unit = heroes[owner].pop() if named else rng.choice(ARMIES[owner])
        kind = campaign.world.units[unit]
        wounded = kind.character and rng.random() < 0.3
        mounted = kind.mounted is not None and not wounded
        return replace(
            pattern, id=next(ids), owner=owner, unit=unit, x=x, y=y, aboard=aboard, mounted=mounted, wounded=wounded
        )

    for x in rng.sample(range(6_000, 12_000, 800), rng.randint(1, 3)):
        owner = rng.randint(0, 1)
        ship = replace(pattern, id=next(ids), owner=owner, unit="corsair_ship", x=x, y=15_000)
        yield ship
        for _ in range(rng.randint(0, 8)):
            yield anybody(owner, x, 15_000, ship.id)
    banks = [(x, y) for x in range(5_000, 13_000, 550) for y in (14_000, 13_300, 16_000, 16_700)]
    for x, y in rng.sample(banks, rng.randint(1, 20)):
        yield anybody(rng.randint(0, 1), x, y)


def check(campaign: Campaign) -> None:
    state = campaign.state
    fallen = {away.figure.id for away in state.away if not away.back}
    assert fallen.isdisjoint(state.by_id)
    for one in state.figures:
        if one.aboard:
            assert state.by_id[one.aboard].point == one.point
        if one.unit == "corsair_ship":
            assert campaign.world.ground.kind(one.point) in ("river", "ford")


@pytest.mark.parametrize("measure", ["centre", "edge"])
@pytest.mark.parametrize("seed", range(12))
def test_sea_fights_keep_every_promise(seed: int, measure: str) -> None:
    """Statements C2, E1, G16, H, settlement Q69."""
    rng = Random(seed)
    campaign = Campaign(facing({"unit": "rohan_foot", "count": 1, "at": [20, 20]}).options.scenario, measure=measure)
    team = tuple(figures(campaign, rng))
    campaign.put(replace(campaign.state, figures=team, next_id=len(team) + 1))
    assert not list(RING_OF_POWER.invariants(campaign.state))
    for _ in range(MOST_DECISIONS):
        seat = campaign.asked
        if seat is None:
            break
        campaign.do(decision(campaign, seat, rng))
        check(campaign)
