"""The medium level: it aims at regions, masses its armies, guards its gates and attacks at good odds."""

from __future__ import annotations

from wartable.board.compiled import bits
from wartable.bots.conquest import moves
from wartable.bots.conquest.cards import CardSet
from wartable.bots.conquest.opening import best_claim, best_start
from wartable.bots.conquest.player import ConquestPolicy
from wartable.bots.conquest.reserve import best_fortification
from wartable.bots.conquest.scene import Scene
from wartable.bots.conquest.threat import exposed, hold_chance
from wartable.bots.conquest.wishes import Wishes
from wartable.engine.driver import Decision
from wartable.games.conquest.core.offers import END_ATTACKS

ENOUGH = 0.66
"""The least chance of conquest it attacks at, for an ordinary wish."""
PATIENCE = 30
"""Turns after which it asks for less and less, so that games come to an end."""


class MediumPolicy(ConquestPolicy):
    """Sound play from turn to turn, without looking ahead."""

    def claim(self, scene: Scene) -> Decision:
        """Take the free space that fits best to the own ones."""
        return best_claim(scene)

    def set_up(self, scene: Scene) -> Decision:
        """Place where the best region is to be won or kept."""
        return best_start(scene)

    def wants_trade(self, scene: Scene, found: CardSet) -> bool:  # noqa: ARG002
        """Turn every set in at once."""
        return True

    def place(self, scene: Scene) -> Decision:
        """Guard a whole region first, then mass for the best attack."""
        weak = weakest_gate(scene)
        if weak is not None:
            what = "is the capital" if scene.lore.home >> weak & 1 else "guards a whole region"
            why = f"{scene.ground.name(weak)} {what} and is threatened."
            return moves.place(scene, weak, (scene.state.to_place + 1) // 2, why)
        best = best_attack(scene, scene.state.to_place)
        if best is None:
            front = exposed(scene.pos, scene.pos.own) or list(bits(scene.pos.own))
            why = f"{scene.ground.name(front[0])} is the most threatened border."
            return moves.place(scene, front[0], scene.state.to_place, why)
        source, target, wishes = best
        why = f"From {scene.ground.name(source)} the next aim is {scene.ground.name(target)}, {wishes.because(target)}."
        return moves.place(scene, source, scene.state.to_place, why)

    def attack(self, scene: Scene) -> Decision:
        """Make the attack with the best mix of odds and worth, as long as one is good enough."""
        best = best_attack(scene, 0)
        if best is None or moves.odds_of(scene, best[0], best[1]) < least_chance(scene, best[2].wish(best[1])):
            return Decision(END_ATTACKS, "No attack is worth its risk now.")
        source, target, wishes = best
        words = moves.battle_words(scene, source, target)
        return moves.attack(scene, source, target, f"{words}, {wishes.because(target)}.")

    def occupy(self, scene: Scene) -> Decision:
        """Move on with all, unless the source has more enemies around it than the target."""
        entry = scene.state.entry
        assert entry is not None  # noqa: S101 - only asked in the phase "occupy"
        least, most = moves.occupation_range(scene)
        behind = sum(1 for _ in scene.pos.targets(entry.source))
        ahead = sum(1 for _ in scene.pos.targets(entry.target))
        if not behind:
            return moves.occupy(scene, most, f"Nobody is left around {scene.ground.name(entry.source)}.")
        if not ahead:
            return moves.occupy(scene, least, f"{scene.ground.name(entry.target)} needs no guard.")
        count = most if ahead >= behind else most // 2
        return moves.occupy(scene, count, f"The next fights are around {scene.ground.name(entry.target)}.")

    def fortify(self, scene: Scene) -> Decision:
        """Bring idle armies to the border."""
        return best_fortification(scene)


def least_chance(scene: Scene, wish: float) -> float:
    """Return the odds asked for: less for what is worth much, and less when the game drags on."""
    late = max(0, scene.state.turn - PATIENCE) * 0.02
    return max(0.0, ENOUGH - late - scene.lore.hurry - min(0.16, 0.02 * wish))


def best_attack(scene: Scene, extra: int) -> tuple[int, int, Wishes] | None:
    """Return the best attack with `extra` more armies in its source, as (source, target, wishes); None without any."""
    pos, armies, wishes = scene.pos, scene.pos.armies, Wishes(scene)
    wish, attraction, staying = wishes.wish, scene.lore.attraction, scene.rules.stay - extra
    best: tuple[float, int, int] | None = None
    for source in bits(pos.front(scene.seat)):
        strength = armies[source] - staying
        if strength < 1:
            continue
        odds = pos.odds(source)
        for target in pos.targets(source):
            worth = wish(target) + attraction(source, target)
            score = odds[target].conquered(strength, armies[target]) * worth + 0.01 * strength
            if best is None or score > best[0]:
                best = (score, source, target)
    return None if best is None else (best[1], best[2], wishes)


def weakest_gate(scene: Scene) -> int | None:
    """Return the most threatened gate of a region held whole, if it would rather fall than hold."""
    pos = scene.pos
    gates = 0
    for region in scene.ground.regions:
        if region.bonus and region.mask & pos.own == region.mask:
            gates |= region.gate_mask
    gates |= scene.pos.own & scene.lore.home
    for space in exposed(pos, gates)[:1]:
        if hold_chance(pos, space) < 0.7:
            return space
    return None
