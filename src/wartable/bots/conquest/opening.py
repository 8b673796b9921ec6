"""The set-up: which free space to claim, and where starting armies go."""

from __future__ import annotations

from wartable.board.compiled import bits
from wartable.bots.conquest import moves
from wartable.bots.conquest.ground import Region
from wartable.bots.conquest.scene import Scene
from wartable.bots.conquest.threat import threat
from wartable.engine.driver import Decision
from wartable.games.conquest.core.ways import free_spaces


def best_claim(scene: Scene) -> Decision:
    """Take the free space of the region that can still become one's own most easily, next to own ones."""
    worth = scene.lore.region_worth()
    free = list(bits(free_spaces(scene.state)))
    space = max(free, key=lambda each: (_claim_value(scene, worth, each), -each))
    number = scene.ground.region_of[space]
    if number < 0:
        return moves.claim(scene, space, f"{scene.ground.name(space)} is next to its own territories.")
    why = f"{scene.ground.regions[number].name} is the region to go for, and {scene.ground.name(space)} is free."
    return moves.claim(scene, space, why)


def _claim_value(scene: Scene, worth: list[float], space: int) -> float:
    pos, ground = scene.pos, scene.ground
    friends = (ground.near[space] & pos.own).bit_count()
    number = ground.region_of[space]
    value = 0.3 * friends
    if number >= 0:
        region = ground.regions[number]
        value += _promise(scene, region, worth[number])
        value += _spoil(scene, region)
    return value


def _promise(scene: Scene, region: Region, worth: float) -> float:
    """Return how well a region can be won: its worth against what others have in it and its gates."""
    pos = scene.pos
    own = (region.mask & pos.own).bit_count()
    taken = sum((region.mask & held).bit_count() for held in pos.held) - own
    return worth * (1.0 + own) / (region.size * 0.5 + 1.5 * taken + len(region.gates))


def _spoil(scene: Scene, region: Region) -> float:
    """Return the gain of not leaving the last free space of a region to the one who has all the others."""
    missing = [(region.mask & ~held).bit_count() for seat, held in enumerate(scene.pos.held) if seat != scene.seat]
    return 2.0 * region.bonus if min(missing) == 1 else 0.0


def best_start(scene: Scene) -> Decision:
    """Put a starting army where the most promising region is to be won or kept, and where others stand close."""
    pos = scene.pos
    worth = scene.lore.region_worth()
    fronts = list(bits(pos.front(scene.seat))) or list(bits(pos.own))
    space = max(fronts, key=lambda each: (_start_value(scene, worth, each), -each))
    number = scene.ground.region_of[space]
    name = scene.ground.name(space)
    why = f"{name} counts in {scene.ground.regions[number].name}." if number >= 0 else f"{name} stands at the border."
    return moves.place(scene, space, 1, why)


def _start_value(scene: Scene, worth: list[float], space: int) -> float:
    pos, ground = scene.pos, scene.ground
    value = 0.0
    for number, region in enumerate(ground.regions):
        if region.mask >> space & 1 or ground.near[space] & region.mask & ~pos.own:
            own = pos.total((region.mask | region.around) & pos.own)
            others = pos.total(region.mask & ~pos.own) + 2 * len(region.gates)
            share = (1.0 + (region.mask & pos.own).bit_count()) / (1.0 + region.size)
            value = max(value, worth[number] * share * (own + 5.0) / (own + others + 5.0))
    return value * (3.0 + threat(pos, space)) / (4.0 + pos.armies[space])
