"""The neutral army as a bot commands it: where its armies go, and whom it attacks."""

from __future__ import annotations

from wartable.board.compiled import bits
from wartable.bots.conquest.ground import odds_by
from wartable.bots.conquest.reasons import percent
from wartable.bots.conquest.scene import Scene
from wartable.engine.driver import Decision
from wartable.games.conquest.balance.actions import Done
from wartable.games.conquest.balance.neutral import raid_pairs
from wartable.games.conquest.balance.sides import unheld
from wartable.games.conquest.core.actions import Attack, Occupy, Place
from wartable.games.conquest.core.offers import most_dice

DARING = 0.35
"""The least chance of conquest it attacks at: the armies are nobody's."""


def loss_of(scene: Scene, space: int) -> float:
    """Return what it costs its holder to lose a space, in armies."""
    _, state = scene.balance
    owner, bit, value = scene.pos.owner[space], 1 << space, 1.5
    for region in scene.ground.regions:
        if region.mask & bit and region.mask & scene.pos.held[owner] == region.mask:
            value += 1.5 * region.bonus
    value += 1.0 * bool(state.cities & bit) + 6.0 * (state.capitals[owner] == space)
    return value + 3.0 * len(state.collected[owner]) * (state.capitals[owner] == space)


def best_raid(scene: Scene, extra: int = 0) -> tuple[float, float, int, int] | None:
    """Return the best attack of the neutral army with `extra` armies more: worth, chance, source, target."""
    rules, state = scene.balance
    best: tuple[float, float, int, int] | None = None
    for source, target in raid_pairs(rules, state):
        dice = rules.dice(state, source, target)
        force, against = state.armies[source] - 1 + extra, state.armies[target]
        chance = odds_by(dice).conquered(force, against)
        killed = against - (1.0 - chance) * odds_by(dice).holders(force, against)
        worth = chance * loss_of(scene, target) + 0.8 * killed
        if best is None or worth > best[0]:
            best = (worth, chance, source, target)
    return best


def reinforce(scene: Scene) -> Decision:
    """Put the neutral armies where they harm others most; leave them out where they would harm the seat."""
    rules, state = scene.balance
    best = best_raid(scene, state.to_place)
    if best is not None and best[1] >= DARING:
        name = rules.name(best[2])
        why = f"From {name} the neutral army can attack {rules.name(best[3])}."
        return Decision(Place(rules.id(best[2]), state.to_place), why)
    space = max(bits(unheld(state)), key=lambda each: (_annoyance(scene, each), -each), default=-1)
    if space < 0 or _annoyance(scene, space) <= 0:
        return Decision(Done(), "More neutral armies would only be in the way.")
    return Decision(Place(rules.id(space), state.to_place), f"In {rules.name(space)} they stand in the way of others.")


def _annoyance(scene: Scene, space: int) -> int:
    """Return how many more spaces of others than own ones a neutral space borders."""
    near = scene.ground.near[space] & ~unheld(scene.state)
    own = (near & scene.pos.own).bit_count()
    return near.bit_count() - 2 * own


def attack(scene: Scene) -> Decision:
    """Attack once with the neutral army, if that does more harm than good."""
    rules, state = scene.balance
    best = best_raid(scene)
    if best is None or best[1] < DARING:
        return Decision(Done(), "The neutral army has no good attack.")
    _, chance, source, target = best
    dice = most_dice(rules, state, source, target)
    why = f"The neutral army takes {rules.name(target)} from its holder with {percent(chance)}."
    return Decision(Attack(rules.id(source), rules.id(target), dice, 1), why)


def occupy(scene: Scene) -> Decision:
    """Move all neutral armies on: where they came from is then easy to take."""
    entry = scene.state.entry
    assert entry is not None  # noqa: S101 - only asked in the phase "occupy"
    return Decision(Occupy(scene.state.armies[entry.source] - 1), "The neutral army moves on with all it has.")
