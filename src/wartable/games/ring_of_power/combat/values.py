"""What one combat is fought with: fighters, sides, the place, and the settlements that decide combat."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cached_property
from itertools import groupby
from typing import Literal

import msgspec

from wartable.games.ring_of_power.options import Settlements
from wartable.games.ring_of_power.units import Profile


class Shelter(StrEnum):
    """What walls a figure is behind (K)."""

    NONE = ""
    STOCKADE = "stockade"
    FORTRESS = "fortress"
    TOWER = "tower"


class Fate(StrEnum):
    """What became of a figure in the combat (G10), from best to worst."""

    UNHURT = "unhurt"
    HURT = "hurt"
    """It has more than one wound and lost some (Q69)."""
    DISMOUNTED = "dismounted"
    PARALYSED = "paralysed"
    WOUNDED = "wounded"
    DISPERSED = "dispersed"
    DEAD = "dead"


CASUALTIES = (Fate.PARALYSED, Fate.WOUNDED, Fate.DISPERSED, Fate.DEAD)
"""Fates that take a figure out of the fight (G10); the paralysed score only under Q23."""


class CombatRules(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The settlements that decide combat, named as in `Settlements`, which says what they mean."""

    detect_rolls: Literal["once_per_searching_force_per_phase", "once_per_phase"] = "once_per_searching_force_per_phase"
    overflow_allocation: Literal["level", "free"] = "level"
    double_stack: Literal["max2", "multiply"] = "max2"
    score_slain_leader: bool = True
    extra_loss_base: Literal["engaged_survivors", "force_survivors"] = "engaged_survivors"
    retreat_who: Literal["whole_force", "engaged_only"] = "whole_force"
    hero_outcome_loss: Literal["wounded", "slain"] = "wounded"
    artillery_profile: Literal["text", "chart"] = "text"
    poison_scope: Literal["attack_rolls", "attack_and_defence"] = "attack_rolls"
    leadership_scope: Literal["force", "nation"] = "force"
    paralysed_scores: bool = True
    furious_against: Literal["any_open", "all_open"] = "any_open"
    breach: Literal["after_combat", "at_once"] = "after_combat"
    weapons_double: bool = False
    duel_with: Literal["wizards", "characters"] = "wizards"
    trackers_find: Literal["parties", "characters"] = "parties"


def rules_of(settlements: Settlements) -> CombatRules:
    """Return what the options of a game settle about combat."""
    shared = set(CombatRules.__struct_fields__) & set(settlements.__struct_fields__)
    return CombatRules(**{name: getattr(settlements, name) for name in shared})


class Modifier(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a special rule does to a figure in this combat; +1 makes a target one lower (I1).

    `defence_set` (0: not set) replaces the target while the walls stand and is a benefit of the walls.
    `ignores_fortress`: the figure has nothing of the walls. `spared_on_fall`: it retreats instead of dying in K4.
    """

    title: str
    attack: int = 0
    defence: int = 0
    defence_set: int = 0
    dice_factor: int = 1
    ignores_fortress: bool = False
    spared_on_fall: bool = False


class Fighter(msgspec.Struct, frozen=True, kw_only=True):
    """A figure as it enters one combat; everything about its place on the table is settled before (G0).

    `near`: enemy forces with a figure within 6 inches of it; None: all, empty: it is not engaged (E3). `foot` is its
    profile on foot while it rides, else None. `serves`: the weapon or beast whose crew it is; `crew` counts men aboard
    who are no figures of their own. `weapon` is a key of the artillery chart; `at` the gate or weak wall beside it.
    `by_walls`: it came to storm a place and is near enough to go in when that falls (K7). `vessel`: it is a ship, from
    which only those aboard fight (Q69).
    """

    id: int
    side: int
    owner: int
    force: int
    unit: str
    profile: Profile
    foot: Profile | None = None
    character: bool = False
    abilities: tuple[str, ...] = ()
    nation: str = ""
    leads: str = ""
    leadership: int = 0
    wizardry: int = 0
    terrain: str = "clear"
    near_water: bool = False
    near: tuple[int, ...] | None = None
    inside: Shelter = Shelter.NONE
    wounded: bool = False
    wounds: int = 1
    serves: int | None = None
    original_crew: bool = True
    crew: int = 0
    crew_max: int = 4
    weapon: str = ""
    at: str = ""
    by_walls: bool = False
    vessel: bool = False
    modifiers: tuple[Modifier, ...] = ()

    @property
    def mounted(self) -> bool:
        """Whether it rides."""
        return self.foot is not None

    @property
    def engaged(self) -> bool:
        """Whether any enemy is within 6 inches (E3)."""
        return self.near is None or bool(self.near)


class Side(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A side of the combat: its players in the scenario's order, and whom it spares when it deals out hits (5.5)."""

    name: str
    players: tuple[int, ...]
    policy: Literal["cheapest", "sturdiest"] = "cheapest"


class Meeting(msgspec.Struct, frozen=True, gc=False):
    """Two enemy forces within 2 inches of each other; `contact`: within 1 inch (E1, F1)."""

    one: int
    other: int
    contact: bool = True


class Barrier(msgspec.Struct, frozen=True, gc=False):
    """A gate or weak wall; `tries`: attempts on a gate so far (L4, Q58)."""

    name: str
    kind: Literal["gate", "weak_wall"] = "gate"
    tries: int = 0
    broken: bool = False


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where walls matter. `holder` is a side; `open`: breached, so that only the tower protects (K8).

    `tower`: there is one that characters can flee to; `capacity`: army figures that it still has room for (K4, K5).
    """

    name: str
    holder: int
    open: bool = False
    tower: bool = False
    capacity: int = 0
    barriers: tuple[Barrier, ...] = ()


class Battle(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One combat before the first decision: a connected component of forces in contact (E2).

    Without `meetings` every force meets every enemy force. `attacking`: forces that came to fight, so that they hide
    only if told to; `found`: parties already found this turn (F5); `hiders`: forces that a special rule lets hide as
    parties of characters do (F1).
    """

    sides: tuple[Side, ...]
    fighters: tuple[Fighter, ...]
    meetings: tuple[Meeting, ...] = ()
    attacking: tuple[int, ...] = ()
    found: tuple[int, ...] = ()
    hiders: tuple[int, ...] = ()
    place: Place | None = None
    rules: CombatRules = CombatRules()

    def __post_init__(self) -> None:
        fault = next(self._faults(), None)
        if fault:
            raise ValueError(fault)

    def _faults(self) -> Iterator[str]:
        """Yield a sentence for everything that is wrong with a battle."""
        ids = [fighter.id for fighter in self.fighters]
        if len(set(ids)) < len(ids):
            yield f"Figure {max(ids, key=ids.count)} is in the combat twice; each figure fights once."
        if len(self.sides) < 2:
            yield "A combat needs two sides or more."
        sides: dict[int, int] = {}
        for one in self.fighters:
            if not 0 <= one.side < len(self.sides):
                yield f"Figure {one.id} is on side {one.side}; the sides are 0 to {len(self.sides) - 1}."
            elif sides.setdefault(one.force, one.side) != one.side:
                yield f"Force {one.force} has figures of two sides; a force is of one side (D1)."
            elif one.owner not in self.sides[one.side].players:
                name = self.sides[one.side].name
                yield f"Figure {one.id} is player {one.owner}'s, who is not on side {name}."

    @cached_property
    def by_id(self) -> dict[int, Fighter]:
        """The fighters by their ids."""
        return {fighter.id: fighter for fighter in self.fighters}

    @cached_property
    def forces(self) -> dict[int, tuple[Fighter, ...]]:
        """The fighters of each force, forces and figures by id."""
        order = sorted(self.fighters, key=lambda fighter: (fighter.force, fighter.id))
        return {force: tuple(own) for force, own in groupby(order, key=lambda fighter: fighter.force)}

    def side_of(self, force: int) -> int:
        """Return the side that a force is on."""
        return self.forces[force][0].side
