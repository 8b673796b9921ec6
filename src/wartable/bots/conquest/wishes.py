"""How much a seat would like to have each space of others: regions near completion, regions of others, the goal."""

from __future__ import annotations

from wartable.bots.conquest.ground import Region
from wartable.bots.conquest.position import Position
from wartable.bots.conquest.scene import Scene


def desire(pos: Position, region: Region, worth: float) -> float:
    """Return how much a region is to be aimed for: its worth times how well placed the seat is to take and keep it."""
    missing = region.mask & ~pos.own
    near = pos.total((region.mask | region.around) & pos.own)
    cost = pos.total(missing) + missing.bit_count() + 1.5 * len(region.gates)
    return worth * (near + 2.0) / (near + 2.0 + cost)


class Wishes:
    """The wish for every space of others, in armies; made once per decision."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.pos = scene, scene.pos
        self.worth = scene.lore.region_worth()
        self.desires = [
            desire(scene.pos, region, worth) for region, worth in zip(scene.ground.regions, self.worth, strict=True)
        ]
        self.victims = scene.lore.victims

    def wish(self, space: int) -> float:
        """Return what taking a space is worth, in armies."""
        ground, pos = self.scene.ground, self.pos
        owner, number = pos.owner[space], ground.region_of[space]
        value = 1.0 + self.scene.lore.wish(space)
        if number >= 0:
            value += self._region_wish(ground.regions[number], number, owner)
        if owner >= 0:
            value += self._owner_wish(owner)
        if self.scene.state.cards.hands and not self.scene.state.conquered:
            value += 2.0
        return value

    def _region_wish(self, region: Region, number: int, owner: int) -> float:
        missing = (region.mask & ~self.pos.own).bit_count()
        value = 1.5 * self.desires[number] / missing
        if missing == 1:
            value += 1.5 * self.worth[number]
        if owner >= 0 and self.pos.held[owner] & region.mask == region.mask:
            value += 1.2 * region.bonus
        return value

    def _owner_wish(self, owner: int) -> float:
        spaces, state = self.pos.held[owner].bit_count(), self.scene.state
        value = 2.0 if owner in self.victims else 0.0
        if spaces <= 3:
            hand = len(state.cards.hands[owner]) if state.cards.hands else 0
            value += (3.0 + self.scene.lore.hand_worth(hand)) / spaces
        return value

    def because(self, space: int) -> str:
        """Say the best reason to want a space, as the end of a sentence."""
        pos = self.pos
        owner, number = pos.owner[space], self.scene.ground.region_of[space]
        if owner >= 0 and pos.held[owner].bit_count() == 1:
            return "and it would knock out an opponent"
        if more := self.scene.lore.because(space):
            return more
        if number >= 0 and (said := self._region_because(number, owner)):
            return said
        if self.scene.state.cards.hands and not self.scene.state.conquered:
            return "and it earns a card"
        return "and it costs little"

    def _region_because(self, number: int, owner: int) -> str:
        region, pos = self.scene.ground.regions[number], self.pos
        if (region.mask & ~pos.own).bit_count() == 1:
            return f"and it completes {region.name}"
        if owner >= 0 and pos.held[owner] & region.mask == region.mask:
            return f"and it breaks the hold on {region.name}"
        return f"on the way to {region.name}" if self.desires[number] == max(self.desires) else ""
