"""How much can come over a border: the strongest neighbour's armies, and the chance that a space holds."""

from __future__ import annotations

from wartable.board.compiled import bits
from wartable.bots.conquest.position import Position


def threat(pos: Position, space: int, reserve: float = 0.0) -> int:
    """Return the armies that the strongest enemy of a space's holder could attack it with.

    An enemy attacks with what he may from all spaces next to it, added up; `reserve` of his next income is counted on
    top where he is near at all.
    """
    holder, armies, owner, sides = pos.owner[space], pos.armies, pos.owner, pos.field.sides
    by_enemy: dict[int, int] = {}
    for other in pos.ground.neighbours[space]:
        enemy = owner[other]
        if enemy != holder and enemy >= 0 and not (sides and holder >= 0 and sides[enemy] == sides[holder]):
            by_enemy[enemy] = by_enemy.get(enemy, 0) + armies[other] - 1
    if not by_enemy:
        return 0
    return max(by_enemy.values()) + int(reserve)


def hold_chance(pos: Position, space: int, reserve: float = 0.0) -> float:
    """Return the probability that a space withstands the strongest enemy next to it."""
    coming = threat(pos, space, reserve)
    return 1.0 - pos.field.guard[space].conquered(coming, pos.armies[space]) if coming else 1.0


def exposed(pos: Position, mask: int) -> list[int]:
    """Return the spaces of a mask that border an enemy of their holder, the most threatened first."""
    owner, near, allied = pos.owner, pos.ground.near, pos.allied
    found = [space for space in bits(mask) if near[space] & ~allied(owner[space])]
    return sorted(found, key=lambda space: (pos.armies[space] - threat(pos, space), space))
