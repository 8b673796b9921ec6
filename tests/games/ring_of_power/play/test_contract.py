"""Ring of Power keeps the promises of the contract, in every small scenario and both profiles."""

from __future__ import annotations

import pytest

from wartable.engine.conformance import conform
from wartable.engine.errors import BadOptions
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.play.game import RING_OF_POWER

SMALL = ("edoras-raid", "helms-deep", "moria-passage")


@pytest.mark.slow
@pytest.mark.parametrize("preset", ["default", "literal"])
@pytest.mark.parametrize("scenario", SMALL)
def test_it_conforms(scenario: str, preset: str) -> None:
    reports = conform(RING_OF_POWER, games=1, seed=3, preset=preset, limit=70, values={"scenario": scenario})

    assert sum(report.decisions for report in reports) >= 40


@pytest.mark.slow
def test_the_great_war_conforms_in_its_first_moves() -> None:
    (report,) = conform(
        RING_OF_POWER, games=1, seed=1, preset="default", limit=30, values={"scenario": "war-of-the-ring"}
    )

    assert report.decisions >= 30


def test_seats_that_a_scenario_is_not_for_are_refused() -> None:
    with pytest.raises(BadOptions, match="2 players, not 3"):
        RING_OF_POWER.start(RingOptions(scenario="helms-deep"), 3)


def test_the_great_war_seats_two_four_and_eleven() -> None:
    for seats in (2, 4):
        roles = RING_OF_POWER.roles(RingOptions(scenario="war-of-the-ring"), seats)
        assert len(roles) == seats
    good, _ = RING_OF_POWER.roles(RingOptions(scenario="war-of-the-ring"), 2)
    assert good.startswith("The Fellowship, Rohan, ")
    with pytest.raises(BadOptions, match="2, 4 or 12 players, not 3"):
        RING_OF_POWER.roles(RingOptions(scenario="war-of-the-ring"), 3)
