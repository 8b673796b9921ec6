"""The move at the end of a turn: idle armies go to the border that needs them."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.board.compiled import bits
from wartable.bots.conquest import moves
from wartable.bots.conquest.position import Position
from wartable.bots.conquest.scene import Scene
from wartable.bots.conquest.threat import threat
from wartable.engine.driver import Decision
from wartable.games.conquest.core.offers import END_TURN
from wartable.games.conquest.core.ways import fortify_targets
from wartable.games.conquest.core.words import armies


def distances(pos: Position, goal: int) -> list[int]:
    """Return the steps from each own space to the goal mask through own spaces; a large number where none leads."""
    near, own = pos.ground.near, pos.own
    found = [99] * pos.ground.size
    fresh, seen, step = goal & own, goal & own, 0
    while fresh:
        around = 0
        for space in bits(fresh):
            found[space] = step
            around |= near[space]
        fresh = around & own & ~seen
        seen |= fresh
        step += 1
    return found


def idle_moves(scene: Scene) -> Iterator[tuple[int, int]]:
    """Yield the moves that bring an idle army to the border or nearer to it, as (source, target)."""
    pos = scene.pos
    front = pos.front(scene.seat)
    steps = distances(pos, front)
    for source in bits(pos.own):
        if pos.armies[source] > scene.rules.stay and not front >> source & 1:
            for target in bits(fortify_targets(scene.rules, scene.state, scene.seat, source)):
                if steps[target] < steps[source]:
                    yield source, target


def best_fortification(scene: Scene) -> Decision:
    """Move the largest idle army to where most threatens, or nearer to the border; end the turn if there is none."""
    pos = scene.pos
    found = max(
        idle_moves(scene),
        key=lambda move: (pos.armies[move[0]], threat(pos, move[1]) - pos.armies[move[1]], -move[1]),
        default=None,
    )
    if found is None:
        return Decision(END_TURN, "Every army stands where it is needed.")
    source, target = found
    count = pos.armies[source] - scene.rules.stay
    why = f"{armies(count)} stood idle in {scene.ground.name(source)}."
    return moves.fortify(scene, source, target, count, why)
