"""The moves of units at the end of a turn: idle ones go to the border, or where the others make them needed."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.board.compiled import bits
from wartable.bots.conquest.hard import HardPolicy
from wartable.bots.conquest.lotr.lore import lore_of
from wartable.bots.conquest.player import ConquestPolicy
from wartable.bots.conquest.reserve import distances
from wartable.bots.conquest.scene import Scene
from wartable.bots.conquest.threat import threat
from wartable.bots.conquest.value import Valuer
from wartable.engine.driver import Decision
from wartable.engine.words import counted
from wartable.games.conquest.lotr import movement as m
from wartable.games.conquest.lotr.actions import Move

SOURCES, TARGETS = 5, 6
"""Territories that moves are tried from and to."""
GAIN = 0.004
"""The least gain in the chance to win that a move is made for."""


def units_move(policy: ConquestPolicy, scene: Scene) -> Decision | None:
    """Move units as the level does; None where none are to be moved."""
    lore = lore_of(scene)
    if not m.may_move(lore.rules, lore.state):
        return None
    thought = _answered(scene) if isinstance(policy, HardPolicy) else None
    return thought or _idle(scene)


def _idle(scene: Scene) -> Decision | None:
    """Move the largest idle units to the border that needs them most, or nearer to one."""
    lore, pos = lore_of(scene), scene.pos
    front, stay = pos.front(scene.seat), max(1, scene.rules.stay)
    idle = [(pos.armies[space] - stay, space) for space in bits(pos.own & ~front) if pos.armies[space] > stay]
    steps = distances(pos, front) if idle else []
    best: tuple[int, int, int, int] | None = None
    for count, source in sorted(idle, reverse=True):
        if best is not None and count < best[0]:
            break
        for target in bits(m.reach(lore.rules, lore.state, scene.seat, source)):
            if steps[target] < steps[source]:
                found = (count, threat(pos, target) - pos.armies[target], -source, -target)
                best = found if best is None else max(best, found)
    if best is None:
        return None
    count, source, target = best[0], -best[2], -best[3]
    return _move(scene, source, target, count, f"{counted(count, 'unit')} stood idle in {scene.ground.name(source)}.")


def _move(scene: Scene, source: int, target: int, count: int, why: str) -> Decision:
    return Decision(Move(scene.ground.id(source), scene.ground.id(target), count), why)


def _answered(scene: Scene) -> Decision | None:
    """Make the move after which the others' replies leave the best position."""
    valuer, pos = Valuer(scene), scene.pos
    best = (valuer.later(pos) + GAIN, 0, 0, 0)
    for source, target, count in _tries(scene):
        after = pos.copy()
        after.move(source, target, count)
        best = max(best, (valuer.later(after), -source, -target, count))
    if not best[3]:
        return None
    source, target, name = -best[1], -best[2], scene.ground.name
    return _move(scene, source, target, best[3], f"{name(target)} needs them more than {name(source)}.")


def _tries(scene: Scene) -> Iterator[tuple[int, int, int]]:
    """Yield moves worth a thought: from where most can be spared to the borders that are threatened most."""
    lore, pos = lore_of(scene), scene.pos
    stay, front = max(1, scene.rules.stay), pos.front(scene.seat)
    able = sorted((space for space in bits(pos.own) if pos.armies[space] > stay), key=lambda each: -pos.armies[each])
    for source in able[:SOURCES]:
        reach = bits(m.reach(lore.rules, lore.state, scene.seat, source) & front)
        for target in sorted(reach, key=lambda each: (pos.armies[each] - threat(pos, each), each))[:TARGETS]:
            most = pos.armies[source] - stay
            yield source, target, most
            if most > 3:
                yield source, target, most // 2
