"""Dice that came: checked against what was asked for, kept in the log, and sorted by side."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.engine.errors import IllegalAction, Reason
from wartable.games.ring_of_power.combat.report import Thrown
from wartable.games.ring_of_power.combat.requests import Answer, Faces, Throw
from wartable.games.ring_of_power.combat.stage import Stage


def refuse(code: str, message: str, rule: str = "") -> IllegalAction:
    """Return the refusal of an answer, to be raised."""
    return IllegalAction(Reason(code=f"combat.{code}", message=message, rule=rule and f"ring-of-power {rule}"))


def pooled(stage: Stage, answer: Answer) -> tuple[Stage, dict[str, tuple[int, ...]]]:
    """Return the stage with the dice in its log, and the faces by name of pool. Raises `IllegalAction`."""
    throw = stage.awaits
    if not isinstance(throw, Throw) or not isinstance(answer, Faces):
        raise refuse("dice", "Dice are asked for here; answer with the faces they show.", "Q80")
    try:
        faces = throw.split(answer.faces)
    except ValueError as error:
        raise refuse("dice", str(error), "Q80") from None
    log = tuple(Thrown(pool, shown) for pool, shown in zip(throw.pools, faces, strict=True))
    named = {pool.name: shown for pool, shown in zip(throw.pools, faces, strict=True)}
    return replace(stage, awaits=None, dice=(*stage.dice, *log)), named


def thrown(stage: Stage, answer: Answer) -> tuple[Stage, dict[int, tuple[int, ...]]]:
    """Return the stage with the dice in its log, and the faces by index of the side in the bout."""
    after, named = pooled(stage, answer)
    names = [stage.battle.sides[side].name for side in stage.pairings[stage.bout].sides]
    return after, {names.index(name.split(".")[1]): shown for name, shown in named.items()}
