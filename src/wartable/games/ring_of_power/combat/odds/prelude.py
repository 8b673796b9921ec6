"""What search, duels, rams and charges can make of a combat before the blows, as a finite mixture (5.6, step 6)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from itertools import product

from msgspec.structs import replace

from wartable.games.ring_of_power.combat.hiding import finds
from wartable.games.ring_of_power.combat.machine import answer, with_defaults
from wartable.games.ring_of_power.combat.requests import Decision, Faces, Pool, Throw
from wartable.games.ring_of_power.combat.stage import Stage, Step


def mixture(stage: Stage) -> list[tuple[Fraction, Stage]]:
    """Return the stages at which blows can begin, or the combat ends without any, with their chances.

    Decisions are taken by their defaults. Stages that differ only in dice that were shown are one.
    """
    waiting, ready = [(Fraction(1), stage)], dict[Hashable, tuple[Fraction, Stage]]()
    while waiting:
        weight, now = waiting.pop()
        now = with_defaults(now, until=Step.ATTACK)
        if isinstance(now.awaits, Throw) and now.step < Step.ATTACK:
            waiting.extend((weight * chance, after) for chance, after in _branches(now, now.awaits))
        else:
            # Where nobody has a die to roll, a bout ends at once: what it costs is decided before the next blow.
            now = to_next_blow(now)
            key = _essence(now)
            ready[key] = (ready.get(key, (Fraction(0), now))[0] + weight, now)
    return list(ready.values())


def _essence(stage: Stage) -> Hashable:
    """Return what of a stage decides the rest of the combat."""
    opened = stage.place is not None and stage.place.open
    return stage.step, stage.bout, stage.wave, stage.pairings, stage.silenced, opened, stage.spent, stage.boons


def _branches(stage: Stage, throw: Throw) -> Iterator[tuple[Fraction, Stage]]:
    for pools in product(*(_ways(stage, pool) for pool in throw.pools)):
        chance, faces = Fraction(1), list[int]()
        for share, shown in pools:
            chance *= share
            faces.extend(shown)
        yield chance, replace(answer(stage, Faces(tuple(faces))), dice=())


def _ways(stage: Stage, pool: Pool) -> list[tuple[Fraction, tuple[int, ...]]]:
    """Return faces that stand for all that a pool can show, with the chance of all they stand for."""
    groups: dict[int, list[tuple[int, ...]]] = {}
    for faces in product(range(1, 7), repeat=pool.dice):
        groups.setdefault(_sort(stage, pool.name, faces), []).append(faces)
    return [(Fraction(len(ways), 6**pool.dice), ways[0]) for ways in groups.values()]


def _sort(stage: Stage, name: str, faces: tuple[int, ...]) -> int:
    """Return a number that is the same for faces with the same effect: found, difference of a duel, total."""
    match name.split(".", maxsplit=1)[0]:
        case "search":
            return int(finds(stage.battle, name, faces[0]))
        case "duel":
            return faces[0] - faces[1]
        case _:
            return sum(faces)


def to_next_blow(stage: Stage) -> Stage:
    """Return the stage after defaults up to the blows of the next bout, or to the end."""
    while isinstance(stage.awaits, Decision) and (stage.step > Step.DEFEND):
        stage = answer(stage, stage.awaits.default)
    return stage
