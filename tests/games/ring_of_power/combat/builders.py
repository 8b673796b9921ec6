"""Short ways to put fighters and battles together in tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from wartable.games.ring_of_power.combat.machine import answer, begin, with_defaults
from wartable.games.ring_of_power.combat.requests import Faces, Throw
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.values import Battle, Fighter, Side
from wartable.games.ring_of_power.units import Profile


def fighter(number: int, side: int, profile: Sequence[Any], **facts: Any) -> Fighter:
    """One figure; force and owner are the side's number unless given."""
    foot = facts.pop("foot", None)
    return Fighter(
        id=number,
        side=side,
        owner=facts.pop("owner", side),
        force=facts.pop("force", side + 1),
        unit=facts.pop("unit", "man"),
        profile=Profile(*profile),
        foot=Profile(*foot) if foot else None,
        **facts,
    )


def troop(start: int, count: int, side: int, profile: Sequence[Any], **facts: Any) -> list[Fighter]:
    return [fighter(start + n, side, profile, **facts) for n in range(count)]


def battle(*fighters: Iterable[Fighter], **facts: Any) -> Battle:
    names = ("good", "evil", "wild")
    figures = tuple(f for group in fighters for f in group)
    count = max(2, 1 + max(f.side for f in figures))
    players = [tuple(sorted({f.owner for f in figures if f.side == side})) for side in range(count)]
    sides = tuple(Side(name=names[side], players=players[side]) for side in range(count))
    return Battle(sides=facts.pop("sides", sides), fighters=figures, **facts)


def fed(start: Battle | Stage, pools: Mapping[str, Sequence[int]]) -> Stage:
    """Play to the end with defaults and the given faces by pool; every pool must be given, and none left over."""
    left = dict(pools)
    stage = start if isinstance(start, Stage) else begin(start)
    while (stage := with_defaults(stage)).awaits is not None:
        throw = stage.awaits
        assert isinstance(throw, Throw)
        stage = answer(stage, Faces(tuple(face for pool in throw.pools for face in left.pop(pool.name))))
    assert not left
    return stage


def always(face: int) -> Callable[[Throw], Faces]:
    return lambda throw: Faces((face,) * throw.dice)
