"""How much a seat would like to have each space of others: regions near completion, regions of others, the goal."""

from __future__ import annotations

from wartable.bots.conquest.ground import Region
from wartable.bots.conquest.position import Position
from wartable.bots.conquest.scene import Scene


def desire(pos: Position, region: Region, worth: float) -> float:
    """Return how much a region is to be aimed for: its worth times how well placed the seat is to take and keep it."""
    own, total = pos.own, pos.total
    missing = region.mask & ~own
    near = total((region.mask | region.around) & own) + 2.0
    cost = total(missing) + missing.bit_count() + 1.5 * len(region.gates)
    return worth * near / (near + cost)


class Wishes:
    """The wish for every space of others, in armies; made once per decision."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.pos = scene, scene.pos
        self.worth = scene.lore.region_worth()
        self.desires = [
            desire(scene.pos, region, worth) for region, worth in zip(scene.ground.regions, self.worth, strict=True)
        ]
        self.victims = scene.lore.victims
        self._regions = list(map(self._region_wish, scene.ground.regions, self.desires, self.worth))
        self._owners = [self._owner_wish(seat, held.bit_count()) for seat, held in enumerate(scene.pos.held)]
        self._card = 2.0 if scene.state.cards.hands and not scene.state.conquered else 0.0

    def wish(self, space: int) -> float:
        """Return what taking a space of others is worth, in armies."""
        ground, pos = self.scene.ground, self.pos
        owner, number = pos.owner[space], ground.region_of[space]
        value = 1.0 + self.scene.lore.wish(space)
        if number >= 0:
            region = ground.regions[number]
            broken = owner >= 0 and pos.held[owner] & region.mask == region.mask
            value += self._regions[number] + (1.2 * region.bonus if broken else 0.0)
        if owner >= 0:
            value += self._owners[owner]
        return value + self._card

    def _region_wish(self, region: Region, desired: float, worth: float) -> float:
        """Return what each space of others in a region is worth for it; nothing where it is the seat's whole."""
        missing = (region.mask & ~self.pos.own).bit_count()
        value = 1.5 * desired / missing if missing else 0.0
        return value + 1.5 * worth if missing == 1 else value

    def _owner_wish(self, owner: int, spaces: int) -> float:
        """Return what each space of a seat is worth as one of its last, or as one of a seat that is to go."""
        value = 2.0 if owner in self.victims else 0.0
        if 0 < spaces <= 3:
            hands = self.scene.state.cards.hands
            value += (3.0 + self.scene.lore.hand_worth(len(hands[owner]) if hands else 0)) / spaces
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
