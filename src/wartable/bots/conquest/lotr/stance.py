"""Whether the seat would have the journey end soon: whoever leads would, whoever is behind would rather not."""

from __future__ import annotations

from wartable.bots.conquest.lotr.lore import lore_of
from wartable.bots.conquest.scene import Scene

SURE = 1.0
"""A lead that is to be kept, in points."""


def stance(scene: Scene) -> int:
    """Return 1 where the end is to be hurried, -1 where it is to be put off, 0 where that is open."""
    lore = lore_of(scene)
    options = lore.rules.options
    if options.sides == "team" and not options.team_points_at_doom:
        return 1 if lore.state.side(scene.seat) == "good" else -1
    lead = lore.standing.lead(scene.pos.held)
    return 1 if lead >= SURE else -1 if lead <= 0 else 0
