"""How much a seat would like to have each space of others: regions near completion, regions of others, the goal."""

from __future__ import annotations

from wartable.bots.conquest.cards import hand_worth
from wartable.bots.conquest.goals import own_aims, wanted_mask
from wartable.bots.conquest.ground import Region
from wartable.bots.conquest.position import Position
from wartable.bots.conquest.scene import Scene
from wartable.games.conquest.data import RegionMission

GOAL_BONUS = 6
"""Armies a turn that a region of one's own goal is taken to be worth."""


def region_worth(scene: Scene) -> list[float]:
    """Return what each region is worth to the seat, in armies a turn: its bonus, more where the goal asks for it."""
    aims = [aim for aim in own_aims(scene.rules, scene.state, scene.seat) if isinstance(aim, RegionMission)]
    if not aims:
        return [float(region.bonus) for region in scene.ground.regions]
    held = scene.state.held
    masks = [wanted_mask(scene.rules, aim, held, scene.seat) for aim in aims]
    wanted = min(masks, key=lambda mask: ((mask & ~scene.pos.own).bit_count(), mask))
    return [region.bonus + GOAL_BONUS * bool(region.mask & wanted) for region in scene.ground.regions]


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
        self.worth = region_worth(scene)
        self.desires = [
            desire(scene.pos, region, worth) for region, worth in zip(scene.ground.regions, self.worth, strict=True)
        ]
        aims = own_aims(scene.rules, scene.state, scene.seat)
        self.victims = {aim for aim in aims if isinstance(aim, int)}

    def wish(self, space: int) -> float:
        """Return what taking a space is worth, in armies."""
        ground, pos = self.scene.ground, self.pos
        owner, number = pos.owner[space], ground.region_of[space]
        value = 1.0
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
            value += (3.0 + hand_worth(self.scene.rules, hand, state.cards.sets)) / spaces
        return value

    def because(self, space: int) -> str:
        """Say the best reason to want a space, as the end of a sentence."""
        ground, pos = self.scene.ground, self.pos
        owner, number = pos.owner[space], ground.region_of[space]
        if owner >= 0 and pos.held[owner].bit_count() == 1:
            return "and it would knock out an opponent"
        if number >= 0:
            region = ground.regions[number]
            missing = (region.mask & ~pos.own).bit_count()
            if missing == 1:
                return f"and it completes {region.name}"
            if owner >= 0 and pos.held[owner] & region.mask == region.mask:
                return f"and it breaks the hold on {region.name}"
            if self.desires[number] == max(self.desires):
                return f"on the way to {region.name}"
        if self.scene.state.cards.hands and not self.scene.state.conquered:
            return "and it earns a card"
        return "and it costs little"
