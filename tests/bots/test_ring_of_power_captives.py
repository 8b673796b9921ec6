"""Bots carry off the wounded whom enemies have left alone, where the scenario lets them be captured."""

from __future__ import annotations

import pytest

from tests.bots.test_ring_of_power_errands import changed, number, seen
from tests.games.ring_of_power.play.table import Campaign
from wartable.bots.ring_of_power import player
from wartable.games.ring_of_power.campaign.actions import Carry


@pytest.mark.parametrize(("prey", "taken"), [("sam", True), ("boromir", False)])
def test_bots_take_captives_whom_the_scenario_names(prey: str, taken: bool) -> None:  # noqa: FBT001
    """Statement J4, settlement Q68: hobbits are worth more alive, others are slain."""
    campaign = Campaign("war-of-the-ring")
    assert campaign.asked is not None
    changed(campaign, "saruman", inside="", tower=False, x=37_000, y=26_000)
    changed(campaign, prey, inside="", tower=False, x=37_600, y=26_000, wounded=True)

    decision = player.beside(seen(campaign, "saruman"))

    carry = Carry(carried=number(campaign, prey), carriers=(number(campaign, "saruman"),))
    assert (decision is not None and decision.action == carry) is taken
