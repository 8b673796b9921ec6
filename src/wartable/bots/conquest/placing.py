"""Where new armies go: the placement is searched together with the campaigns it makes possible."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.board.compiled import bits
from wartable.bots.conquest import moves
from wartable.bots.conquest.campaign import Node, Search
from wartable.bots.conquest.position import Position
from wartable.bots.conquest.purpose import purpose
from wartable.bots.conquest.scene import Scene
from wartable.engine.driver import Decision
from wartable.games.conquest.core.words import armies

SHARES = (0.34, 0.67)
"""Parts of the armies in hand that are tried for a campaign, the rest going elsewhere."""
OTHERS = 4
"""Second places tried."""


def best_placement(scene: Scene, search: Search) -> Decision:
    """Place armies for the campaign that leads to the best position; fewer where the rest does more elsewhere."""
    count = scene.state.to_place
    fronts = list(bits(scene.pos.front(scene.seat))) or list(bits(scene.pos.own))
    roots = [search.root(_reinforced(scene.pos, space, count), space, space) for space in fronts]
    best = search.best(roots)
    space, placed, most = best.root, count, search.weigh(best)
    for number, (some, other) in enumerate(_splits(count, roots, space), scene.ground.size):
        pos = _reinforced(_reinforced(scene.pos, space, some), other, count - some)
        split = search.follow(search.root(pos, number, space), best.blows)
        worth = search.weigh(split)
        if worth > most:
            placed, most, best = some, worth, split
    return moves.place(scene, space, placed, _words(scene, best, space, placed))


def _splits(count: int, roots: list[Node], space: int) -> Iterator[tuple[int, int]]:
    """Yield how many armies to keep for a campaign and where to put the others."""
    others = sorted((node for node in roots if node.root != space), key=lambda node: -node.total)[:OTHERS]
    for some in sorted({round(count * share) for share in SHARES} - {0, count}):
        for other in others:
            yield some, other.root


def _reinforced(pos: Position, space: int, count: int) -> Position:
    after = pos.copy()
    after.armies[space] += count
    return after


def _words(scene: Scene, best: Node, space: int, count: int) -> str:
    name = scene.ground.name(space)
    if not best.blows:
        return f"{name} is the border that gains most from {armies(count)}."
    steps = "a conquest" if len(best.blows) == 1 else f"{len(best.blows)} conquests"
    return f"From {name} {steps} can {purpose(scene, best.pos)}."
