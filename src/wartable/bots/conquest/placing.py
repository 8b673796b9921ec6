"""Where new armies go: the placement is searched together with the campaigns it makes possible."""

from __future__ import annotations

from wartable.board.compiled import bits
from wartable.bots.conquest import moves
from wartable.bots.conquest.campaign import Node, Search
from wartable.bots.conquest.position import Position
from wartable.bots.conquest.purpose import purpose
from wartable.bots.conquest.reasons import armies
from wartable.bots.conquest.scene import Scene
from wartable.engine.driver import Decision

SHARES = (0.34, 0.67)
"""Parts of the armies in hand that are tried for a campaign, the rest going elsewhere."""
OTHERS = 4
"""Second places tried."""


def best_placement(scene: Scene, search: Search) -> Decision:
    """Place armies for the campaign that leads to the best position; as many as it wants, if fewer do as well."""
    count = scene.state.to_place
    fronts = list(bits(scene.pos.front(scene.seat))) or list(bits(scene.pos.own))
    roots = [search.root(_reinforced(scene.pos, space, count), space, space) for space in fronts]
    best = search.best(roots)
    placed, total = count, best.total
    others = sorted(roots, key=lambda node: -node.total)[:OTHERS]
    for share in SHARES:
        some = round(count * share)
        for other in others:
            if 0 < some < count and other.root != best.root:
                pos = _reinforced(_reinforced(scene.pos, best.root, some), other.root, count - some)
                found = search.follow(pos, best.blows)
                if found > total:
                    placed, total = some, found
    return moves.place(scene, best.root, placed, _words(scene, best, placed))


def _reinforced(pos: Position, space: int, count: int) -> Position:
    after = pos.copy()
    after.armies[space] += count
    return after


def _words(scene: Scene, best: Node, count: int) -> str:
    name = scene.ground.name(best.root)
    if not best.blows:
        return f"{name} is the border that gains most from {armies(count)}."
    steps = "a conquest" if len(best.blows) == 1 else f"{len(best.blows)} conquests"
    return f"From {name} {steps} can {purpose(scene, best.pos)}."
