"""Effects, and special rules that bring them about. In a file an effect is a map that begins with `do`."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from wartable.games.ring_of_power.charts import Provenance
from wartable.games.ring_of_power.vocabulary import conditions

Shift = Annotated[int, msgspec.Meta(ge=-6, le=6)]


class _Do(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    pass


class _For(_Do, frozen=True, kw_only=True):
    """Something done to the figures that fit."""

    who: conditions.Who


class Raise(_Do, frozen=True, kw_only=True, tag="raise"):
    """Raise a flag."""

    flag: str


class Lower(_Do, frozen=True, kw_only=True, tag="lower"):
    """Lower a flag."""

    flag: str


class Count(_Do, frozen=True, kw_only=True, tag="count"):
    """Add to a counter."""

    counter: str
    by: int = 1


class Harm(_For, frozen=True, kw_only=True, tag="harm"):
    """Kill army figures and wound characters; `how` makes it the same for all."""

    how: Literal["harm", "wound", "slay"] = "harm"
    each_rolls: conditions.Least = 0
    """If given, each figure rolls a die of its own, and is spared from this number on."""


class Stop(_For, frozen=True, kw_only=True, tag="stop"):
    """The figures may not move any more this turn."""


class Close(_Do, frozen=True, kw_only=True, tag="close"):
    """An area may not be entered for so many turns after this one."""

    area: conditions.SpotKey
    turns: conditions.Least = 1


class Breach(_Do, frozen=True, kw_only=True, tag="breach"):
    """Break the walls of a place (K8)."""

    place: conditions.PlaceKey


class Muster(_Do, frozen=True, kw_only=True, tag="muster"):
    """Put figures on the table for a player or a wild side: at a place, or beside `it`.

    `from_garrison` takes them out of the garrison of the place instead of making them. They leave after `turns`, if
    given, or after winning a battle if `until_victory`.
    """

    player: conditions.PlayerKey
    units: dict[conditions.UnitKey, Annotated[int, msgspec.Meta(ge=0, le=1000)]]
    at: conditions.PlaceKey = ""
    from_garrison: conditions.PlaceKey = ""
    turns: conditions.Least = 0
    until_victory: bool = False
    once: str = ""
    """A flag that this raises, and that keeps it from coming again."""


class Leave(_For, frozen=True, kw_only=True, tag="leave"):
    """Take figures off the table; after `turns` they come back at a place, with `wizardry` and `leadership` anew."""

    turns: conditions.Least = 0
    at: conditions.PlaceKey = ""
    wizardry: conditions.Least | None = None
    leadership: conditions.Least | None = None


class Modify(_For, frozen=True, kw_only=True, tag="modify"):
    """Change what figures fight with in this battle: bonuses, factors, or a defence target that is set."""

    title: str = "Special rule"
    attack: Shift = 0
    defence: Shift = 0
    defence_set: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    dice_factor: Annotated[int, msgspec.Meta(ge=0, le=10)] = 1
    ignores_fortress: bool = False
    spared_on_fall: bool = False
    """Whether they retreat instead of dying when their place falls."""


class Strike(_For, frozen=True, kw_only=True, tag="strike"):
    """Roll dice against each force that has figures that fit, as an attack nobody strikes back at."""

    dice: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    attack: Annotated[int, msgspec.Meta(ge=2, le=6)]
    tags: tuple[str, ...] = ()


class Become(_For, frozen=True, kw_only=True, tag="become"):
    """Figures become another unit, as when they are given mounts."""

    unit: conditions.UnitKey


class Vanish(_For, frozen=True, kw_only=True, tag="vanish"):
    """Take figures out of the battle that is about to begin. Those inside a place that falls in it leave by a gate."""


class Give(_Do, frozen=True, kw_only=True, tag="give"):
    """Give an item to the first figure that fits."""

    item: conditions.ItemKey
    who: conditions.Who


class RollFor(_Do, frozen=True, kw_only=True, tag="roll"):
    """Roll a die: from a number on one thing happens, else another."""

    target: Annotated[int, msgspec.Meta(ge=2, le=6)]
    then: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = ()


class Duel(_Do, frozen=True, kw_only=True, tag="duel"):
    """Two figures roll a die and add their wizardry, or what is given; then one of three things happens."""

    one: conditions.UnitKey
    other: conditions.UnitKey
    one_adds: conditions.Least | None = None
    other_adds: conditions.Least | None = None
    win: tuple[Effect, ...] = ()
    lose: tuple[Effect, ...] = ()
    tie: tuple[Effect, ...] = ()


class Rush(_For, frozen=True, kw_only=True, tag="rush"):
    """Move figures at once toward a place as far as one move carries them."""

    toward: conditions.PlaceKey


class Lend(_For, frozen=True, kw_only=True, tag="lend"):
    """Another player moves these figures until the end of the turn."""

    player: conditions.PlayerKey


class Bound(_For, frozen=True, kw_only=True, tag="bound"):
    """Standing: the figures may not leave an area or place."""

    inside: conditions.SpotKey


class Barred(_For, frozen=True, kw_only=True, tag="barred"):
    """Standing: the figures may not enter an area or place."""

    area: conditions.SpotKey


class Keep(_For, frozen=True, kw_only=True, tag="keep"):
    """Standing: at least so many figures that fit stay inside a place when its player has moved."""

    inside: conditions.PlaceKey
    at_least: conditions.Least


class Eased(_For, frozen=True, kw_only=True, tag="eased"):
    """Standing: a type of terrain is clear ground for the figures."""

    terrain: tuple[conditions.TerrainKey, ...]


class Boats(_For, frozen=True, kw_only=True, tag="boats"):
    """Standing: the figures may move so far along navigable water instead of their move."""

    distance: conditions.Least


class Hidden(_For, frozen=True, kw_only=True, tag="hidden"):
    """Standing: forces of these figures may hide as parties of characters do (F1)."""


class Points(_Do, frozen=True, kw_only=True, tag="points"):
    """Give a player status points."""

    player: conditions.PlayerKey
    points: int


class Double(_Do, frozen=True, kw_only=True, tag="double"):
    """The arrivals of a player on this turn come twice."""

    player: conditions.PlayerKey


class Destroy(_Do, frozen=True, kw_only=True, tag="destroy"):
    """An item is destroyed."""

    item: conditions.ItemKey


class Seize(_Do, frozen=True, kw_only=True, tag="seize"):
    """A figure tries to take an item: it and the bearer roll a die each; the higher has it."""

    item: conditions.ItemKey
    by: conditions.UnitKey


class Corrupt(_Do, frozen=True, kw_only=True, tag="corrupt"):
    """Add to the corruption of an item's bearer."""

    item: conditions.ItemKey
    by: int = 1


class Win(_Do, frozen=True, kw_only=True, tag="win"):
    """End the game."""

    side: conditions.SideKey
    grade: str = ""


Marks: TypeAlias = Raise | Lower | Count
Deeds: TypeAlias = Harm | Stop | Close | Breach | Muster | Leave | Modify | Strike | Become | Vanish | Give
Rolls: TypeAlias = RollFor | Duel
Marches: TypeAlias = Rush | Lend
Standing: TypeAlias = Bound | Barred | Keep | Eased | Boats | Hidden
"""What does nothing by itself: moves and battles look for it."""
Stakes: TypeAlias = Points | Double | Destroy | Seize | Corrupt | Win
Effect: TypeAlias = Marks | Deeds | Rolls | Marches | Standing | Stakes


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
    condition: conditions.Condition | None = msgspec.field(default=None, name="if")
    counter: str = ""
    per: Annotated[int, msgspec.Meta(ge=1)] = 1
    most: conditions.Least | None = None


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
    title: str = ""
    """What it is called where its key does not say it."""
    sentence: str
    when: Hook
    each: conditions.Who | None = None
    per: Literal["figure", "force"] = "figure"
    condition: conditions.Condition | None = msgspec.field(default=None, name="if")
    roll: Trial | None = None
    table: tuple[Row, ...] = ()
    then: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = ()
    limit: Literal["", "once", "once_a_turn"] = ""
    asks: conditions.PlayerKey = ""
    provenance: Provenance = "reconstructed"
