"""The hard level: it plans whole campaigns together with its placement, by odds and the worth of where they lead."""

from __future__ import annotations

from typing import ClassVar

from wartable.board.compiled import bits
from wartable.bots.conquest import moves
from wartable.bots.conquest.campaign import Node, Search
from wartable.bots.conquest.medium import MediumPolicy
from wartable.bots.conquest.placing import best_placement
from wartable.bots.conquest.purpose import purpose
from wartable.bots.conquest.reserve import best_fortification
from wartable.bots.conquest.scene import Scene
from wartable.bots.conquest.simultaneous.wits import HARD, Wits
from wartable.bots.conquest.value import Valuer
from wartable.bots.conquest.weights import Weights
from wartable.engine.driver import Decision
from wartable.games.conquest.core.offers import END_ATTACKS
from wartable.games.conquest.core.ways import fortify_targets
from wartable.games.conquest.core.words import armies

BREAK_OFF = 0.3
"""An attack is ordered to stop where its chance would fall below this, to think again."""


class HardPolicy(MediumPolicy):
    """Play with a plan for the turn, made anew at every question from what the dice have brought.

    It begins and trades like the medium level.
    """

    wits: ClassVar[Wits] = HARD

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights

    def place(self, scene: Scene) -> Decision:
        """Place for the best campaign of the turn, and where it leaves armies over, for its second best use."""
        return best_placement(scene, Search(Valuer(scene, self.weights), scene.lore.widths.placing))

    def attack(self, scene: Scene) -> Decision:
        """Begin or go on with the best campaign."""
        search = Search(Valuer(scene, self.weights), scene.lore.widths.attacking)
        best = search.best([search.root(scene.pos)])
        if not best.blows:
            return Decision(END_ATTACKS, "No campaign would leave a better position than standing still.")
        blow = best.blows[0]
        keep = stop_level(scene, blow.source, blow.target)
        return moves.attack(scene, blow.source, blow.target, _attack_words(scene, best), keep)

    def occupy(self, scene: Scene) -> Decision:
        """Move in as many as the rest of the campaign, or the border, wants."""
        entry = scene.state.entry
        assert entry is not None  # noqa: S101 - only asked in the phase "occupy"
        least, most = moves.occupation_range(scene)
        search = Search(Valuer(scene, self.weights), scene.lore.widths.moving)
        counts = sorted({least, (least + most + 1) // 2, (least + 3 * most) // 4, most})
        roots: list[Node] = []
        for number, count in enumerate(counts):
            pos = scene.pos.copy()
            pos.move(entry.source, entry.target, count)
            roots.append(search.root(pos, number))
        best = search.best(roots)
        return moves.occupy(scene, counts[best.root], _occupy_words(scene, counts[best.root], best))

    def fortify(self, scene: Scene) -> Decision:
        """Make the move that leaves the best position, or bring idle armies up."""
        valuer, pos = Valuer(scene, self.weights), scene.pos
        best = (valuer.value(pos) + 1e-9, -1, -1, 0)
        for source in bits(pos.own):
            most = pos.armies[source] - scene.rules.stay
            for target in bits(fortify_targets(scene.rules, scene.state, scene.seat, source)) if most else ():
                for count in sorted({most, (most + 1) // 2}):
                    after = pos.copy()
                    after.move(source, target, count)
                    best = max(best, (valuer.value(after), source, target, count))
        if best[1] < 0:
            return best_fortification(scene)
        _, source, target, count = best
        names = scene.ground.name
        return moves.fortify(scene, source, target, count, f"{names(target)} needs them more than {names(source)}.")


def stop_level(scene: Scene, source: int, target: int) -> int:
    """Return the armies left at which an attack had better stop, 1 where it is to be fought out."""
    odds, against = scene.pos.field.odds[source][target], scene.pos.armies[target]
    keep = 1
    while keep < scene.pos.armies[source] - scene.rules.stay and odds.conquered(keep, against) < BREAK_OFF:
        keep += 1
    return keep if keep > 3 else 1


def _attack_words(scene: Scene, best: Node) -> str:
    blow = best.blows[0]
    words = moves.battle_words(scene, blow.source, blow.target)
    aim = purpose(scene, best.pos)
    if len(best.blows) == 1:
        return f"{words}, to {aim}."
    return f"{words}, the first of {len(best.blows)} conquests to {aim}."


def _occupy_words(scene: Scene, count: int, best: Node) -> str:
    entry = scene.state.entry
    assert entry is not None  # noqa: S101 - only asked in the phase "occupy"
    name = scene.ground.name(entry.target)
    verb = "goes" if count == 1 else "go"
    if best.blows and best.blows[0].source == entry.target:
        return f"{armies(count)} {verb} to {name}, for the way leads on from there."
    if best.blows:
        return f"{armies(count)} {verb} to {name}; the next attack begins elsewhere."
    return f"{armies(count)} {verb} to {name} to leave both borders as safe as can be."
