"""Players of Ring of Power, in any scenario: what it asks for is read from its data, odds are those of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wartable.bots.registry import three_levels
from wartable.engine.lazy import Lazy
from wartable.games.ring_of_power.campaign.state import RingState

if TYPE_CHECKING:
    from wartable.bots.ring_of_power import levels
else:
    levels = Lazy("wartable.bots.ring_of_power.levels")

BOTS = three_levels(
    "ring-of-power",
    RingState,
    # The module with the players is loaded when one of them is made.
    (
        "Sends every band to the nearest place to take and attacks whom it outnumbers.",
        lambda: levels.EasyPolicy(),  # noqa: PLW0108
    ),
    (
        "Gathers bands for what the scenario wants most, keeps garrisons and weighs the exact odds.",
        lambda: levels.MediumPolicy(),  # noqa: PLW0108
    ),
    (
        "On small tables tries several plans out, with the enemy's answers; otherwise plays like Medium.",
        lambda: levels.HardPolicy(),  # noqa: PLW0108
    ),
)
