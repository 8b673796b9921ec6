"""Search over sequences of attacks: which battles, in which order, with what moving on, and where to stop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from wartable.board.compiled import bits
from wartable.bots.conquest.position import Position
from wartable.bots.conquest.value import Valuer
from wartable.bots.conquest.width import Width

LEAST = 0.3
"""Battles with a smaller chance are not looked at."""


class Blow(msgspec.Struct, frozen=True):
    """One conquest of a campaign; `spur` leaves all but the least behind, else all move on."""

    source: int
    target: int
    spur: bool


class Node(msgspec.Struct, frozen=True):
    """A campaign so far: the position it leads to if all goes well, and the chance of that.

    `failed` sums the worth of all the ways it may have failed before, each times its chance; `total` adds the worth of
    stopping here. `root` numbers the start it came from.
    """

    pos: Position
    blows: tuple[Blow, ...]
    chance: float
    failed: float
    total: float
    root: int
    head: int
    """The space the campaign goes on from, or -1 for any."""


class Search:
    """A beam search that stops when it has asked for so many values."""

    def __init__(self, valuer: Valuer, width: Width) -> None:
        self.valuer = valuer
        self.width = width.beam
        self.deep = width.deep
        self.limit = valuer.asked + width.budget
        self.dice = valuer.scene.rules.plain.attack_dice if valuer.scene.rules.enter_least == "fought" else 1
        self.stay = valuer.scene.rules.stay
        self.roots: dict[int, Node] = {}
        self.bases: dict[int, float] = {}

    def root(self, pos: Position, number: int = 0, head: int = -1) -> Node:
        """Return a campaign that has not begun; `number` tells starts apart."""
        root = Node(pos, (), 1.0, 0.0, self.valuer.value(pos), number, head)
        self.roots[number] = root
        return root

    def best(self, roots: Iterable[Node]) -> Node:
        """Return the best campaign from any of the roots; one of them where nothing is better."""
        beam = list(roots)
        seen = beam[:]
        while beam and self.valuer.asked < self.limit:
            found: dict[tuple[int, tuple[int, ...]], Node] = {}
            for node in beam:
                for child in self.children(node):
                    key = (child.pos.own, tuple(child.pos.armies))
                    known = found.get(key)
                    if known is None or child.total > known.total:
                        found[key] = child
                if self.valuer.asked >= self.limit:
                    break
            beam = sorted(found.values(), key=_total, reverse=True)[: self.width]
            seen += beam
        return max(self._promising(seen), key=self.weigh)

    def _promising(self, seen: Sequence[Node]) -> list[Node]:
        """Return the campaigns that deserve a closer look, and some ways to do nothing."""
        ranked = sorted(seen, key=_total, reverse=True)
        still = [node for node in ranked[self.deep :] if not node.blows]
        return ranked[: self.deep] + still[: self.deep // 2]

    def weigh(self, node: Node) -> float:
        """Return the total as the others' replies change it; failures change as the start does."""
        change = self._change(node.pos) if node.blows else self._base(node.root)
        return node.total + node.chance * change + (1.0 - node.chance) * self._base(node.root)

    def _base(self, number: int) -> float:
        """Return what the replies change where nothing is attempted."""
        if number not in self.bases:
            self.bases[number] = self._change(self.roots[number].pos)
        return self.bases[number]

    def _change(self, pos: Position) -> float:
        return self.valuer.later(pos) - self.valuer.value(pos)

    def children(self, node: Node) -> Iterator[Node]:
        """Yield the campaigns that go one blow further."""
        pos = node.pos
        sources = [node.head] if node.head >= 0 else list(bits(pos.front(pos.seat)))
        for source in sources:
            force = pos.armies[source] - self.stay
            if force < 1:
                continue
            odds = pos.odds(source)
            for target in pos.targets(source):
                chance = odds[target].conquered(force, pos.armies[target])
                if chance >= LEAST:
                    yield from self._blows(node, source, target, chance)

    def _blows(self, node: Node, source: int, target: int, chance: float) -> Iterator[Node]:
        pos = node.pos
        force, against = pos.armies[source] - self.stay, pos.armies[target]
        left = max(1, int(pos.odds(source)[target].survivors(force, against) + 0.3))
        failed = node.failed
        if chance < 0.999:
            failed += node.chance * (1.0 - chance) * self._failure(pos, source, target, force, against)
        least = min(self.dice, left)
        for spur in (False, True):
            if spur and (left <= least or not self._worth_staying(pos, source, target)):
                continue
            moving = least if spur else left
            after = pos.copy()
            after.conquer(source, target, self.stay + left - moving, moving)
            so_far = node.chance * chance
            total = failed + so_far * self.valuer.value(after)
            head = source if spur else target
            yield Node(after, (*node.blows, Blow(source, target, spur)), so_far, failed, total, node.root, head)

    def follow(self, root: Node, blows: Sequence[Blow]) -> Node:
        """Return the campaign that makes these blows from another start, as far as they can be made."""
        node = root
        for blow in blows:
            force = node.pos.armies[blow.source] - self.stay
            if force < 1:
                break
            chance = node.pos.odds(blow.source)[blow.target].conquered(force, node.pos.armies[blow.target])
            ways = list(self._blows(node, blow.source, blow.target, chance))
            node = next((way for way in ways if way.blows[-1].spur == blow.spur), ways[0])
        return node

    def _worth_staying(self, pos: Position, source: int, target: int) -> bool:
        """Whether a source has other enemies around it, so that staying there makes sense."""
        return bool(pos.ground.near[source] & ~pos.own & ~(1 << target))

    def _failure(self, pos: Position, source: int, target: int, force: int, against: int) -> float:
        """Return the worth after a battle fought to the bitter end and lost."""
        after = pos.copy()
        after.armies[source] = max(1, self.stay)
        after.armies[target] = max(1, int(pos.odds(source)[target].holders(force, against) + 0.5))
        return self.valuer.value(after)


def _total(node: Node) -> float:
    return node.total
