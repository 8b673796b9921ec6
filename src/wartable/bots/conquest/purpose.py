"""What a campaign is for, in words: the goal, a player knocked out, a region completed or broken, a card."""

from __future__ import annotations

from wartable.bots.conquest.position import Position
from wartable.bots.conquest.progress import Progress
from wartable.bots.conquest.reasons import who
from wartable.bots.conquest.scene import Scene


def purpose(scene: Scene, after: Position) -> str:
    """Return what conquests that lead to a position bring, as an infinitive: `complete Africa`."""
    before = scene.pos
    if Progress(scene).of(after)[scene.seat] >= 1.0:
        return "reach the goal"
    for seat, mask in enumerate(after.held):
        if before.held[seat] and not mask:
            return f"knock out {who(seat)}"
    return _region_purpose(scene, after) or _small_purpose(scene, after)


def _region_purpose(scene: Scene, after: Position) -> str:
    before, broken = scene.pos, ""
    for region in sorted(scene.ground.regions, key=lambda each: -each.bonus):
        mask = region.mask
        if after.own & mask == mask != before.own & mask:
            return f"complete {region.name}"
        for seat, held in enumerate(before.held):
            if seat != scene.seat and held & mask == mask and after.own & mask and not broken:
                broken = f"break the hold of {who(seat)} on {region.name}"
    return broken


def _small_purpose(scene: Scene, after: Position) -> str:
    if scene.state.cards.hands and not scene.state.conquered:
        return "earn a card"
    gained = (after.own & ~scene.pos.own).bit_count()
    return "gain a territory" if gained == 1 else f"gain {gained} territories"
