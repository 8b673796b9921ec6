"""Armies that a special rule lets hide as parties of characters do (F1)."""

from __future__ import annotations

import pytest

from tests.games.ring_of_power.play.table import Campaign, asks
from tests.games.ring_of_power.play.test_moving import altered
from tests.games.ring_of_power.play.test_special import doing, small

MEN = (1, 2, 3)


def ambushed(face: int) -> Campaign:
    """Return three men whom a rule lets hide, with orcs beside them, when the combat begins."""
    campaign = small(doing("always", "{do: hidden, who: {unit: [rohan_foot]}}"), face)
    orcs = [one.id for one in campaign.state.figures if one.unit == "orc"]
    for place, number in enumerate(MEN):
        altered(campaign, number, inside="", x=10_000 + 800 * place, y=8_000)
    for place, number in enumerate(orcs):
        altered(campaign, number, x=10_000 + 800 * place, y=8_900)
    campaign.by_default(lambda state: bool(asks(state)))
    return campaign


@pytest.mark.parametrize(("face", "found"), [(3, False), (4, True)])
def test_a_rule_lets_armies_hide_until_they_are_found(face: int, found: bool) -> None:  # noqa: FBT001
    """Statements F1 to F3."""
    campaign = ambushed(face)
    assert asks(campaign.state) == "hide"
    campaign.by_default(lambda state: asks(state) not in {"hide", "search"})

    assert bool(asks(campaign.state)) is found
    campaign.by_default(lambda state: state.turn == 2)
    assert any(one.found == 1 for one in campaign.state.figures if one.unit == "rohan_foot") is found
