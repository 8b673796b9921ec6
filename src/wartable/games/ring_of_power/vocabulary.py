"""The words in which scenarios state their special rules: filters of figures, conditions, tests and effects.

In a file a condition is a map that begins with `is`, an effect one that begins with `do`; the docstrings below are
their documentation. `it` stands for the figure or force that a rule is being applied to. Lengths are 1/1000 inch in
values, inches in files.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from wartable.games.ring_of_power.charts import Provenance

Least = Annotated[int, msgspec.Meta(ge=0)]
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


class Who(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A filter of figures: every field given must fit. Lists fit if one entry does.

    `inside` names places (their garrisons and the ground of the place) or areas of terrain by id; `near` a place, or a
    unit, within `within`; `led_by` asks for one of these units in the figure's force; `character`, `mounted`,
    `wounded` and `tower` ask for the state; `force_at_most` and `force_all` look at the whole force; `holds` at the
    item it holds.
    """

    it: bool = False
    unit: tuple[str, ...] = ()
    nation: tuple[str, ...] = ()
    race: tuple[str, ...] = ()
    side: str = ""
    player: tuple[str, ...] = ()
    ability: str = ""
    character: bool | None = None
    mounted: bool | None = None
    wounded: bool | None = None
    tower: bool | None = None
    inside: tuple[str, ...] = ()
    on_road: bool | None = None
    near: str = ""
    within: Least = 0
    beside: Who | None = None
    """Within an inch of a figure that fits this."""
    led_by: tuple[str, ...] = ()
    force_at_most: Least | None = None
    force_all: Who | None = None
    holds: str = ""
    but: Who | None = None
    """Figures that fit this are left out."""
    either: tuple[Who, ...] = ()
    """If given, at least one of these must fit, too."""


# --- conditions


class _Is(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is"):
    pass


class AllOf(_Is, frozen=True, kw_only=True, tag="all"):
    """Every one of the conditions holds."""

    of: tuple[Condition, ...]


class AnyOf(_Is, frozen=True, kw_only=True, tag="any"):
    """At least one of the conditions holds."""

    of: tuple[Condition, ...]


class Not(_Is, frozen=True, kw_only=True, tag="not"):
    """The condition does not hold."""

    of: Condition


class Turn(_Is, frozen=True, kw_only=True, tag="turn"):
    """The number of the turn is in a range."""

    at_least: Least = 0
    at_most: Least | None = None


class Flag(_Is, frozen=True, kw_only=True, tag="flag"):
    """A flag is raised."""

    flag: str


class Counted(_Is, frozen=True, kw_only=True, tag="counted"):
    """A counter has come so far."""

    counter: str
    at_least: Least = 0
    at_most: Least | None = None


class Held(_Is, frozen=True, kw_only=True, tag="held"):
    """A place is controlled by a side (B6); `tower` asks who holds out in its tower instead."""

    place: str
    by: str
    tower: bool = False


class Bases(_Is, frozen=True, kw_only=True, tag="bases"):
    """A side controls at least so many bases of another."""

    by: str
    of: str
    at_least: Least
    but: tuple[str, ...] = ()


class Breached(_Is, frozen=True, kw_only=True, tag="breached"):
    """A gate of the place is broken or a wall breached (K8)."""

    place: str


class Figures(_Is, frozen=True, kw_only=True, tag="figures"):
    """The number of figures that fit is in a range; by default there is at least one."""

    who: Who
    at_least: Least = 1
    at_most: Least | None = None


class Together(_Is, frozen=True, kw_only=True, tag="together"):
    """A figure that fits `who` is within a distance of one that fits `other`; in a battle: both are in that battle."""

    who: Who
    other: Who
    within: Least = 0
    """0: in the same battle."""


class Left(_Is, frozen=True, kw_only=True, tag="left"):
    """So many figures that fit have left the table by a place."""

    by: str
    who: Who
    at_least: Least = 1


class Status(_Is, frozen=True, kw_only=True, tag="status"):
    """The status points of a side are in a range."""

    side: str
    at_least: int | None = None
    at_most: int | None = None


class Spotted(_Is, frozen=True, kw_only=True, tag="spotted"):
    """A hidden or stealthy figure of the side was found in the turn before this one."""

    side: str


class Destroyed(_Is, frozen=True, kw_only=True, tag="destroyed"):
    """An item has been destroyed."""

    item: str


Condition: TypeAlias = (
    AllOf
    | AnyOf
    | Not
    | Turn
    | Flag
    | Counted
    | Held
    | Bases
    | Breached
    | Figures
    | Together
    | Left
    | Status
    | Spotted
    | Destroyed
)


# --- effects


class _Do(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    pass


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


class Harm(_Do, frozen=True, kw_only=True, tag="harm"):
    """Kill army figures and wound characters; `how` makes it the same for all."""

    who: Who
    how: Literal["harm", "wound", "slay"] = "harm"
    each_rolls: Least = 0
    """If given, each figure rolls a die of its own, and is spared from this number on."""


class Stop(_Do, frozen=True, kw_only=True, tag="stop"):
    """The figures may not move any more this turn."""

    who: Who


class Close(_Do, frozen=True, kw_only=True, tag="close"):
    """An area may not be entered for so many turns after this one."""

    area: str
    turns: Least = 1


class Breach(_Do, frozen=True, kw_only=True, tag="breach"):
    """Break the walls of a place (K8)."""

    place: str


class Muster(_Do, frozen=True, kw_only=True, tag="muster"):
    """Put figures on the table for a player or a wild side: at a place, or beside `it`.

    `from_garrison` takes them out of the garrison of the place instead of making them; `join` puts them into the force
    of `it`. They leave after `turns`, if given, or after winning a battle if `until_victory`.
    """

    player: str
    units: dict[str, Least]
    at: str = ""
    from_garrison: str = ""
    join: bool = False
    turns: Least = 0
    until_victory: bool = False
    once: str = ""
    """A flag that this raises, and that keeps it from coming again."""


class Leave(_Do, frozen=True, kw_only=True, tag="leave"):
    """Take figures off the table; after `turns` they come back at a place, with `wizardry` and `leadership` anew."""

    who: Who
    turns: Least = 0
    at: str = ""
    wizardry: Least | None = None
    leadership: Least | None = None


class Modify(_Do, frozen=True, kw_only=True, tag="modify"):
    """Change what figures fight with in this battle: bonuses, factors, or a defence target that is set."""

    who: Who
    title: str = "Special rule"
    attack: int = 0
    defence: int = 0
    defence_set: Least = 0
    dice_factor: Least = 1
    ignores_fortress: bool = False
    spared_on_fall: bool = False
    """Whether they retreat instead of dying when their place falls."""


class Strike(_Do, frozen=True, kw_only=True, tag="strike"):
    """Roll dice against each force that has figures that fit, as an attack nobody strikes back at."""

    who: Who
    dice: Least
    attack: Least
    tags: tuple[str, ...] = ()
    sentence: str = ""


class Become(_Do, frozen=True, kw_only=True, tag="become"):
    """Figures become another unit, as when they are given mounts."""

    who: Who
    unit: str


class Vanish(_Do, frozen=True, kw_only=True, tag="vanish"):
    """Take figures out of the battle that is about to begin."""

    who: Who


class Give(_Do, frozen=True, kw_only=True, tag="give"):
    """Give an item to the first figure that fits."""

    item: str
    who: Who


class RollFor(_Do, frozen=True, kw_only=True, tag="roll"):
    """Roll a die: from a number on one thing happens, else another."""

    target: Annotated[int, msgspec.Meta(ge=2, le=6)]
    then: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = ()


class Duel(_Do, frozen=True, kw_only=True, tag="duel"):
    """Two figures roll a die and add their wizardry, or what is given; then one of three things happens."""

    one: str
    other: str
    one_adds: Least | None = None
    other_adds: Least | None = None
    win: tuple[Effect, ...] = ()
    lose: tuple[Effect, ...] = ()
    tie: tuple[Effect, ...] = ()


class Rush(_Do, frozen=True, kw_only=True, tag="rush"):
    """Move figures at once toward a place as far as one move carries them."""

    who: Who
    toward: str


class Lend(_Do, frozen=True, kw_only=True, tag="lend"):
    """Another player moves these figures until the end of the turn."""

    who: Who
    player: str


class Bound(_Do, frozen=True, kw_only=True, tag="bound"):
    """Standing: the figures may not leave an area or place."""

    who: Who
    inside: str


class Barred(_Do, frozen=True, kw_only=True, tag="barred"):
    """Standing: the figures may not enter an area or place."""

    who: Who
    area: str


class Keep(_Do, frozen=True, kw_only=True, tag="keep"):
    """Standing: at least so many figures that fit stay inside a place when its player has moved."""

    who: Who
    inside: str
    at_least: Least


class Eased(_Do, frozen=True, kw_only=True, tag="eased"):
    """Standing: a type of terrain is clear ground for the figures."""

    who: Who
    terrain: tuple[str, ...]


class Boats(_Do, frozen=True, kw_only=True, tag="boats"):
    """Standing: the figures may move so far along navigable water instead of their move."""

    who: Who
    distance: Least


class Hidden(_Do, frozen=True, kw_only=True, tag="hidden"):
    """Standing: forces of these figures may hide as parties of characters do (F1)."""

    who: Who


class Points(_Do, frozen=True, kw_only=True, tag="points"):
    """Give a player status points."""

    player: str
    points: int


class Double(_Do, frozen=True, kw_only=True, tag="double"):
    """The arrivals of a player on this turn come twice."""

    player: str


class Destroy(_Do, frozen=True, kw_only=True, tag="destroy"):
    """An item is destroyed."""

    item: str


class Seize(_Do, frozen=True, kw_only=True, tag="seize"):
    """A figure tries to take an item: it and the bearer roll a die each; the higher has it."""

    item: str
    by: str


class Corrupt(_Do, frozen=True, kw_only=True, tag="corrupt"):
    """Add to the corruption of an item's bearer."""

    item: str
    by: int = 1


class Win(_Do, frozen=True, kw_only=True, tag="win"):
    """End the game."""

    side: str
    grade: str = ""


Effect: TypeAlias = (
    Raise
    | Lower
    | Count
    | Harm
    | Stop
    | Close
    | Breach
    | Muster
    | Leave
    | Modify
    | Strike
    | Become
    | Vanish
    | Give
    | RollFor
    | Duel
    | Rush
    | Lend
    | Bound
    | Barred
    | Keep
    | Eased
    | Boats
    | Hidden
    | Points
    | Double
    | Destroy
    | Seize
    | Corrupt
    | Win
)


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
