"""A combat under way: an immutable value that says what it waits for, who decides there, and how dice are noted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import IntEnum
from functools import cached_property
from typing import Any, TypeAlias, cast

import msgspec
from msgspec.structs import replace

from wartable.engine.errors import IllegalAction, Reason
from wartable.games.ring_of_power.combat import requests
from wartable.games.ring_of_power.combat.report import Bout, Thrown
from wartable.games.ring_of_power.combat.values import CASUALTIES, Battle, Fate, Fighter, Place


class Step(IntEnum):
    """The steps of a combat in their fixed order (G1 to G16); from AIM on they are gone through bout by bout."""

    HIDE = 1
    SEARCH = 2
    AIM = 3
    HOLD = 4
    DUEL = 5
    ENCHANT = 6
    SERVE = 7
    ATTACK = 8
    REROLL = 9
    PICK = 10
    ALLOCATE = 11
    DEFEND = 12
    SAVE_AGAIN = 13
    SCORE = 14
    EXTRA = 15
    FALL = 16
    ENTER = 17
    OVER = 18


class Boon(msgspec.Struct, frozen=True, gc=False):
    """Points of wizardry that a figure spent on itself (G4)."""

    figure: int
    dice: int = 0
    attack: int = 0
    defence: int = 0


class Condition(msgspec.Struct, frozen=True, gc=False):
    """What has become of a figure so far, the wounds it has left, and how many hits and failures that took.

    `blow` is what the blows alone made of it, before extra losses and the like.
    """

    id: int
    fate: Fate
    wounds: int
    hits: int = 0
    failures: int = 0
    cause: str = "defence"
    blow: Fate = Fate.UNHURT


class Pairing(msgspec.Struct, frozen=True, gc=False):
    """Two sides that fight each other, and their forces (Q24)."""

    sides: tuple[int, int]
    forces: tuple[int, ...]


Pair: TypeAlias = tuple[int, int]
Dealt: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""Hits by figure: its id, and how many of each kind."""


class Volley(msgspec.Struct, frozen=True, gc=False):
    """What has been rolled and dealt in the wave under way, each for both sides of the bout.

    `faces` and `again`: dice of the attack pools and of their re-rolls; `hits`: figure and its hits; `picks`: victim
    and kind of hit; `dealt`: by the side that takes the hits; `saves` and `resaves`: figure and faces. `delegates` are
    the players who still deal out what was handed to them (Q8).
    """

    faces: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    again: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    hits: tuple[tuple[Pair, ...], tuple[Pair, ...]] = ((), ())
    picks: tuple[tuple[Pair, ...], tuple[Pair, ...]] = ((), ())
    dealt: tuple[Dealt, Dealt] = ((), ())
    saves: Dealt = ()
    resaves: Dealt = ()
    delegates: tuple[int, ...] = ()


class Stage(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A combat under way. `awaits` says whose decision or which dice it waits for; None: it is over.

    `turn` counts the questions of the step that are answered, `wave` is 0 for ambush and 1 for everybody else,
    `bout` the index of the pairing being fought, `fallen` the casualties from before this bout.
    """

    battle: Battle
    step: Step = Step.HIDE
    awaits: requests.Request | None = None
    turn: int = 0
    bout: int = 0
    wave: int = 0
    place: Place | None = None
    hidden: tuple[int, ...] = ()
    searched: tuple[tuple[int, int], ...] = ()
    found: tuple[int, ...] = ()
    evaded: tuple[int, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    aims: tuple[tuple[int, int], ...] = ()
    held: tuple[int, ...] = ()
    duelled: tuple[int, ...] = ()
    challenge: tuple[int, int] | None = None
    silenced: tuple[int, ...] = ()
    boons: tuple[Boon, ...] = ()
    modes: tuple[tuple[int, requests.Mode], ...] = ()
    recruits: tuple[tuple[int, int], ...] = ()
    spent: tuple[int, ...] = ()
    fought: tuple[int, ...] = ()
    conditions: tuple[Condition, ...] = ()
    fallen: tuple[int, ...] = ()
    volley: Volley = Volley()
    bouts: tuple[Bout, ...] = ()
    dice: tuple[Thrown, ...] = ()

    @cached_property
    def by_id(self) -> dict[int, Condition]:
        """What has become of the figures that are no longer as they came."""
        return {condition.id: condition for condition in self.conditions}

    def fate(self, fighter: Fighter) -> Fate:
        """Return what has become of a figure so far."""
        condition = self.by_id.get(fighter.id)
        return condition.fate if condition else Fate.UNHURT

    def able(self, fighter: Fighter) -> bool:
        """Whether a figure can still fight: neither wounded before nor a casualty now, and not spent on a charge."""
        if fighter.wounded or fighter.id in self.spent:
            return False
        condition = self.by_id.get(fighter.id)
        return condition is None or condition.fate not in CASUALTIES

    @property
    def pairing(self) -> Pairing:
        """The two sides that fight each other now."""
        return self.pairings[self.bout]

    @property
    def over(self) -> bool:
        """Whether nothing more is to be decided or rolled."""
        return self.step is Step.OVER


def owners(battle: Battle) -> tuple[tuple[int, int], ...]:
    """Return side and player of everybody who has figures in the combat, in the scenario's order."""
    present = {(fighter.side, fighter.owner) for fighter in battle.fighters}
    return tuple(
        (number, player)
        for number, side in enumerate(battle.sides)
        for player in side.players
        if (number, player) in present
    )


def still_to_ask(stage: Stage) -> Iterator[tuple[int, int, list[Fighter]]]:
    """Yield side and player of the owners not yet asked in this step, with their figures in the combat who can act."""
    for side, player in owners(stage.battle)[stage.turn :]:
        yield side, player, [f for f in in_combat(stage) if f.side == side and f.owner == player and stage.able(f)]


def turn_after(stage: Stage, decision: requests.Decision) -> int:
    """Return the turn of the owner who is asked after the one who has answered."""
    return owners(stage.battle).index((decision.side, decision.player)) + 1


def commander(battle: Battle, side: int) -> int:
    """Return the player who deals out hits for a side: highest leadership, most engaged, scenario order (Q8)."""

    def rank(player: int) -> tuple[int, int]:
        own = [fighter for fighter in battle.fighters if fighter.side == side and fighter.owner == player]
        leads = max((fighter.leadership for fighter in own if fighter.character and not fighter.wounded), default=0)
        return leads, sum(fighter.engaged for fighter in own)

    return max((player for number, player in owners(battle) if number == side), key=rank)


def in_combat(stage: Stage) -> tuple[Fighter, ...]:
    """Return the figures of forces that fight, those that evaded left out, by side and id; worked out once."""
    memory: dict[str, dict[tuple[Pairing, ...], tuple[Fighter, ...]]] = vars(stage.battle)
    known = memory.setdefault("in_combat", {})
    if stage.pairings not in known:
        forces = {force for pairing in stage.pairings for force in pairing.forces}
        inside = (fighter for fighter in stage.battle.fighters if fighter.force in forces)
        known[stage.pairings] = tuple(sorted(inside, key=lambda fighter: (fighter.side, fighter.id)))
    return known[stage.pairings]


def with_bout(stage: Stage, **changes: Any) -> Stage:  # noqa: ANN401 - fields of a bout
    """Return the stage with other values in fields of the bout that was fought last."""
    return replace(stage, bouts=(*stage.bouts[:-1], replace(stage.bouts[-1], **changes)))


def refuse(code: str, message: str, rule: str = "") -> IllegalAction:
    """Return the refusal of an answer, to be raised."""
    return IllegalAction(Reason(code=f"combat.{code}", message=message, rule=rule and f"ring-of-power {rule}"))


def ask(
    stage: Stage,
    side: int,
    default: requests.Choice,
    question: str,
    figures: tuple[int, ...],
    *,
    player: int | None = None,
    need: int = 0,
    options: tuple[tuple[int, tuple[int | str, ...]], ...] = (),
) -> requests.Decision:
    """Return a question whose answer is of the kind of its default; the side's commander decides if nobody else."""
    return requests.Decision(
        kind=cast("requests.DecisionKind", default.__struct_config__.tag),
        side=side,
        player=commander(stage.battle, side) if player is None else player,
        default=default,
        figures=figures,
        options=options,
        need=need,
        question=question,
    )


def chosen(decision: requests.Decision, names: Sequence[int], message: str, rule: str) -> tuple[int, ...]:
    """Return the figures that an answer names, in order. Raises `IllegalAction` for one not asked about, or twice."""
    if not set(names) <= set(decision.figures) or len(set(names)) < len(names):
        raise refuse(decision.kind, message, rule)
    return tuple(sorted(names))


def pooled(stage: Stage, answer: requests.Answer) -> tuple[Stage, dict[str, tuple[int, ...]]]:
    """Return the stage with the dice in its log, and the faces by name of pool. Raises `IllegalAction`."""
    throw = stage.awaits
    if not isinstance(throw, requests.Throw) or not isinstance(answer, requests.Faces):
        raise refuse("dice", "Dice are asked for here; answer with the faces they show.", "Q80")
    try:
        faces = throw.split(answer.faces)
    except ValueError as error:
        raise refuse("dice", str(error), "Q80") from None
    log = tuple(Thrown(pool, shown) for pool, shown in zip(throw.pools, faces, strict=True))
    named = {pool.name: shown for pool, shown in zip(throw.pools, faces, strict=True)}
    return replace(stage, awaits=None, dice=(*stage.dice, *log)), named


def thrown(stage: Stage, answer: requests.Answer) -> tuple[Stage, dict[int, tuple[int, ...]]]:
    """Return the stage with the dice in its log, and the faces by index of the side in the bout."""
    after, named = pooled(stage, answer)
    names = [stage.battle.sides[side].name for side in stage.pairing.sides]
    return after, {names.index(name.split(".")[1]): shown for name, shown in named.items()}
