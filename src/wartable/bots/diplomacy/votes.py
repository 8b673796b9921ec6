"""When a bot votes for a draw: where nothing changes any more, or a game has gone on for an age without a victor."""

from __future__ import annotations

from typing import Final

from wartable.bots.diplomacy.scene import Scene

STALLED: Final = 3
"""Years without a change of hands after which it votes."""
AGE: Final = 30
"""Years after which it votes unless it may yet win."""
NEAR: Final = 3
"""So many centres short of victory it plays on."""


def votes_for_draw(scene: Scene) -> bool:
    """Whether to vote for a draw with the orders of a movement phase."""
    if scene.rules.options.draws == "off":
        return False
    year = scene.state.position.phase.year
    if year - scene.state.changed > STALLED:
        return True
    short = scene.ground.goal - scene.table.sizes[scene.power]
    return year - scene.rules.variant.calendar.first_year >= AGE and short > NEAR
