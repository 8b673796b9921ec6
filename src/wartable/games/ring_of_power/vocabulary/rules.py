"""Special rules: when, for whom and under which condition they are applied, by which die, and with what effect."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from wartable.games.ring_of_power.charts import Provenance
from wartable.games.ring_of_power.vocabulary.conditions import Condition
from wartable.games.ring_of_power.vocabulary.effects import Effect
from wartable.games.ring_of_power.vocabulary.filters import Least, Who

Hook: TypeAlias = Literal[
    "turn_start",  # once, before arrivals
    "movement_start",  # when a player's movement begins
    "always",  # a standing rule: it bounds or changes moves and battles for as long as its condition holds
    "movement_end",  # when a player has moved
    "combat_start",  # once, before combats are found
    "battle",  # when a battle is set up; effects are modifiers of it
    "assault",  # when a force assaults a place
    "sally",  # when a garrison sallies
    "battle_end",  # after each battle
]


class Bonus(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is added to a test's die: a number while a condition holds, or for each `per` of a counter, up to `most`."""

    by: int
    condition: Condition | None = msgspec.field(default=None, name="if")
    counter: str = ""
    per: Annotated[int, msgspec.Meta(ge=1)] = 1
    most: Least | None = None


class Trial(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A die that decides: passed at `target` or more."""

    target: Annotated[int, msgspec.Meta(ge=1, le=12)]
    plus: tuple[Bonus, ...] = ()


class Row(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a table that a die is rolled on: the faces it stands for, and what happens."""

    faces: tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], ...]
    effects: tuple[Effect, ...] = ()


class SpecialRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A special rule: when it is looked at, for whom, under which condition, by which roll, and what then happens.

    With `each`, it is applied once to every figure that fits, or with `per: force` to every force that has one.
    With `asks`, the player named decides whether to use it.
    """

    id: str
    sentence: str
    when: Hook
    each: Who | None = None
    per: Literal["figure", "force"] = "figure"
    condition: Condition | None = msgspec.field(default=None, name="if")
    roll: Trial | None = None
    table: tuple[Row, ...] = ()
    then: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = ()
    limit: Literal["", "once", "once_a_turn"] = ""
    asks: str = ""
    provenance: Provenance = "reconstructed"
