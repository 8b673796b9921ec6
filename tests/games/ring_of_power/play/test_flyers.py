"""Riders of flyers where nobody stands on foot (A8, C12, G10)."""

from __future__ import annotations

from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_moving import Group, altered, move, start, table
from tests.games.ring_of_power.play.test_ships import deadly
from wartable.games.ring_of_power.campaign.actions import Dismount
from wartable.games.ring_of_power.play.contract import violations

RIDER, ORC = 1, 2
RIVER = (10_000, 15_000)
WINGED: Group = {
    "name": "Winged rider", "nation": "mordor", "race": "flying", "race_on_foot": "man", "character": True,
    "mounted": [2, 3, 4], "foot": [1, 4, 4], "provenance": "reconstructed",
}  # fmt: skip


def over_the_river() -> Campaign:
    """Return a rider of a flyer who has flown over the river, and an orc far away."""
    rosters = {
        "north": [{"character": "winged", "at": [10, 12]}],
        "south": [{"unit": "orc", "count": 1, "at": [30, 28]}],
    }

    def change(whole: Group) -> None:
        whole.update(units={"winged": WINGED}, rosters=rosters, items=[], victory=[{"when": "time_out"}])

    campaign = table(change)
    campaign.do(move(RIDER, start(campaign, RIDER), RIVER))
    return campaign


def test_nobody_dismounts_where_he_cannot_stand() -> None:
    """Statements A8, C10."""
    assert over_the_river().refusal(Dismount(figures=(RIDER,))) == "ring.no_footing"
    assert altered(over_the_river(), RIDER, x=10_000, y=12_000).refusal(Dismount(figures=(RIDER,))) == ""


def test_who_is_thrown_off_over_a_river_comes_to_its_bank() -> None:
    """Statements C10, G10: else he would never move again."""
    campaign = altered(over_the_river(), ORC, x=10_000, y=14_100)
    campaign.faces = deadly
    orc = campaign.state.by_id[ORC]
    campaign.put(replace(campaign.state, figures=(*campaign.state.figures, replace(orc, id=3, x=30_000, y=28_000))))
    campaign.by_default(lambda state: not state.by_id[RIDER].mounted)

    assert campaign.state.by_id[RIDER].point != RIVER
    assert not list(violations(campaign.world, campaign.state))
