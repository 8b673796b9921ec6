"""The easy level: it attacks where it is stronger, forgets about regions, and guards nothing."""

from __future__ import annotations

from wartable.board.compiled import bits
from wartable.bots.conquest import moves
from wartable.bots.conquest.balance import turn
from wartable.bots.conquest.cards import CardSet
from wartable.bots.conquest.player import ConquestPolicy
from wartable.bots.conquest.scene import Scene
from wartable.engine.driver import Decision
from wartable.games.conquest.core.offers import END_ATTACKS, END_TURN
from wartable.games.conquest.core.ways import attack_pairs, fortify_targets, free_spaces
from wartable.games.conquest.core.words import armies

ENOUGH = 0.6
"""The least chance of conquest it attacks at."""
TIRED = 8
"""One time in so many it breaks its attacks off."""
PATIENCE = 30
"""Turns after which it breaks nothing off and goes for the weakest: on large maps its games would never end."""


class EasyPolicy(ConquestPolicy):
    """Beginners' play: sensible single moves without a plan."""

    def claim(self, scene: Scene) -> Decision:
        """Take any free space."""
        free = list(bits(free_spaces(scene.state)))
        space = free[scene.rng.randrange(len(free))]
        return moves.claim(scene, space, f"{scene.ground.name(space)} is free, and that is good enough.")

    def set_up(self, scene: Scene) -> Decision:
        """Place on any border."""
        return self.place(scene)

    def wants_trade(self, scene: Scene, found: CardSet) -> bool:  # noqa: ARG002
        """Keep cards until they must be traded, or would have to be if hands were limited."""
        return len(scene.state.cards.hands[scene.seat]) >= scene.rules.cards.forced_at

    def capital(self, scene: Scene) -> Decision:
        """Put the capital anywhere."""
        return turn.stray(scene)

    def buy(self, scene: Scene) -> Decision:
        """Buy anything now and then."""
        return turn.stray(scene)

    def place(self, scene: Scene) -> Decision:
        """Put everything on a border, half of the time on the one where it is strongest already."""
        pos, rng = scene.pos, scene.rng
        front = list(bits(pos.front(scene.seat))) or list(bits(pos.own))
        if late(scene):
            prey = pos.held[weakest(scene)]
            front = [space for space in front if pos.ground.near[space] & prey] or front
        if rng.randrange(2):
            space = front[rng.randrange(len(front))]
        else:
            space = max(front, key=lambda each: (pos.armies[each], each))
        return moves.place(scene, space, scene.state.to_place, f"{scene.ground.name(space)} stands at the border.")

    def attack(self, scene: Scene) -> Decision:
        """Attack somebody weaker next door, whoever it is."""
        rng, pos = scene.rng, scene.pos
        armies_of, odds, barred, stay = pos.armies, pos.field.odds, pos.field.barred, scene.rules.stay
        good = [
            (source, target)
            for source, target in attack_pairs(scene.rules, scene.state, scene.seat)
            if odds[source][target].conquered(armies_of[source] - stay, armies_of[target]) >= ENOUGH
            and not barred[source] >> target & 1
        ]
        if not good:
            return Decision(END_ATTACKS, "No neighbour is weak enough.")
        if late(scene):
            prey = pos.held[weakest(scene)]
            good = [pair for pair in good if prey >> pair[1] & 1] or good
        elif scene.state.conquered and not rng.randrange(TIRED):
            return Decision(END_ATTACKS, "That is enough for one turn.")
        source, target = good[rng.randrange(len(good))]
        return moves.attack(scene, source, target, moves.battle_words(scene, source, target) + ".")

    def occupy(self, scene: Scene) -> Decision:
        """Move all in."""
        most = moves.occupation_range(scene)[1]
        return moves.occupy(scene, most, f"All {armies(most)} go along." if most > 1 else "One army goes along.")

    def fortify(self, scene: Scene) -> Decision:
        """Bring the largest idle army one step on, or to the border where it can get there."""
        pos, front = scene.pos, scene.pos.front(scene.seat)
        idle = [space for space in bits(pos.own & ~front) if pos.armies[space] > scene.rules.stay]
        for source in sorted(idle, key=lambda space: (-pos.armies[space], space)):
            targets = list(bits(fortify_targets(scene.rules, scene.state, scene.seat, source)))
            better = [space for space in targets if front >> space & 1] or targets
            if better:
                target = better[scene.rng.randrange(len(better))]
                why = f"Nobody threatens {scene.ground.name(source)}."
                return moves.fortify(scene, source, target, pos.armies[source] - scene.rules.stay, why)
        return Decision(END_TURN, "No idle army can be moved up.")


def late(scene: Scene) -> bool:
    """Whether the game has gone on for so long that it is to be ended."""
    return scene.state.turn >= PATIENCE


def weakest(scene: Scene) -> int:
    """Return the opponent with the fewest territories."""
    held, friends = scene.pos.held, scene.pos.allied(scene.seat)
    return min(
        (seat for seat in range(len(held)) if held[seat] & ~friends),
        key=lambda seat: held[seat].bit_count(),
    )
