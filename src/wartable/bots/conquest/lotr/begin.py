"""The set-up: open territories, first units, leaders, and the secret capital."""

from __future__ import annotations

from wartable.board.compiled import bits
from wartable.bots.conquest import moves
from wartable.bots.conquest.lotr.lore import LotrLore, lore_of
from wartable.bots.conquest.player import ConquestPolicy
from wartable.bots.conquest.scene import Scene
from wartable.bots.conquest.threat import hold_chance, threat
from wartable.engine.driver import Decision
from wartable.games.conquest.core.actions import Place
from wartable.games.conquest.core.ways import free_spaces
from wartable.games.conquest.lotr.actions import NameCapital, PlaceLeader
from wartable.games.conquest.lotr.opening import capital_choices, claimable
from wartable.games.conquest.lotr.turn import may_place_leader


def claim(policy: ConquestPolicy, scene: Scene) -> Decision:
    """Claim an open territory as the level does; where some are reserved for others, the best that is not."""
    lore = lore_of(scene)
    free = claimable(lore.rules, lore.state)
    if free == free_spaces(lore.state):
        return policy.claim(scene)
    space = max(bits(free), key=lambda each: (lore.wish(each), -each))
    return moves.claim(scene, space, f"{scene.ground.name(space)} is free to claim.")


def first_unit(policy: ConquestPolicy, scene: Scene) -> Decision:
    """Place as the level does; where territories begin empty, take the dealt and the open ones first."""
    lore = lore_of(scene)
    if not lore.rules.options.require_unit_everywhere:
        state, own = lore.state, scene.pos.own
        free = free_spaces(state)
        dealt = state.dealt[scene.seat] if state.dealt else 0
        if choice := free & dealt or free:
            space = max(bits(choice), key=lambda each: ((lore.ground.near[each] & own).bit_count(), -each))
            why = f"Nobody stands in {scene.ground.name(space)} yet, and every territory counts."
            return Decision(Place(scene.ground.id(space), 1), why)
    return policy.set_up(scene)


def new_leader(scene: Scene) -> Decision:
    """Place a leader where it can lead most and is safe."""
    lore = lore_of(scene)
    choice = may_place_leader(lore.rules, lore.state, scene.seat)
    space = max(bits(choice), key=lambda each: (post(scene, each), -each))
    return Decision(PlaceLeader(scene.ground.id(space)), f"A leader has most to lead in {scene.ground.name(space)}.")


def post(scene: Scene, space: int) -> float:
    """Return how well a leader stands in an own territory: what it could conquer next, times how safe it is."""
    lore, pos = lore_of(scene), scene.pos
    force = pos.armies[space] - scene.rules.stay
    best = 0.02 * force
    for target in pos.targets(space):
        chance = lore.map.led[target].conquered(force + 2, pos.armies[target])
        best = max(best, chance * _prize(lore, target))
    return best * (0.3 + 0.7 * hold_chance(pos, space))


def _prize(lore: LotrLore, target: int) -> float:
    return 1.0 + lore.wish(target) + 2.0 * (lore.rules.sites >> target & 1)


def capital(scene: Scene) -> Decision:
    """Choose the stronghold that is best guarded and least threatened."""
    lore, pos = lore_of(scene), scene.pos
    near = scene.ground.near

    def safety(space: int) -> tuple[float, int]:
        friends = pos.total(near[space] & pos.own)
        foes = (near[space] & ~pos.own).bit_count()
        return pos.armies[space] + 0.5 * friends - threat(pos, space) - foes, -space

    space = max(bits(capital_choices(lore.rules, lore.state, scene.seat)), key=safety)
    return Decision(NameCapital(scene.ground.id(space)), f"{scene.ground.name(space)} is the safest place of all.")
