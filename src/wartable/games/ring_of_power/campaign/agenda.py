"""What a campaign has still to do, as a stack of tasks: steps of the turn, special rules, combats, retreats."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypeAlias

import msgspec

from wartable.games.flow.tasks import Task as FlowTask
from wartable.games.ring_of_power.combat.requests import Decision
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.values import Modifier
from wartable.games.ring_of_power.vocabulary.effects import Effect, Hook

Ids: TypeAlias = tuple[int, ...]


class BeginTurn(FlowTask, frozen=True, tag="begin_turn"):
    """Count the turn, look for victory, bring back the dispersed, heal, drop what has run out (B3, B4)."""


class Arrive(FlowTask, frozen=True, tag="arrive"):
    """Put reinforcements of the players on the table; those with a choice of places are asked (B5, B7)."""

    arrival: str


class Hooked(FlowTask, frozen=True, tag="hooked"):
    """Look at all special rules of a hook: for a player's figures where the hook has a player, else for `it`."""

    hook: Hook
    player: int = -1
    it: Ids = ()


class Special(FlowTask, frozen=True, tag="special"):
    """Apply one special rule to one subject: ask for leave, roll, and do what comes of it."""

    rule: str
    it: Ids = ()
    stage: Literal["ask", "roll", "table"] = "ask"


class Effects(FlowTask, frozen=True, tag="effects"):
    """Do effects one after another to a subject."""

    effects: tuple[Effect, ...]
    it: Ids = ()
    sentence: str = ""


class HarmRolls(FlowTask, frozen=True, tag="harm_rolls"):
    """Roll a die for each figure, which is spared from `spared` on."""

    figures: Ids
    spared: int
    how: Literal["harm", "wound", "slay"]


class StrikeRolls(FlowTask, frozen=True, tag="strike_rolls"):
    """Roll dice against a force that nobody strikes back at, then its defence."""

    figures: Ids
    dice: int
    attack: int
    tags: tuple[str, ...] = ()
    hits: int = -1


class DuelRolls(FlowTask, frozen=True, tag="duel_rolls"):
    """Roll a duel between two figures outside of a battle."""

    one: int
    other: int
    adds: tuple[int, int]
    win: tuple[Effect, ...] = ()
    lose: tuple[Effect, ...] = ()
    tie: tuple[Effect, ...] = ()
    it: Ids = ()


class RollFor(FlowTask, frozen=True, tag="roll_for"):
    """Roll a die that decides between effects."""

    target: int
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...]
    it: Ids = ()


class SeizeRolls(FlowTask, frozen=True, tag="seize_rolls"):
    """Roll who gets an item: the one who takes it or the one who holds it."""

    item: str
    by: int


class Spot(FlowTask, frozen=True, tag="spot"):
    """Roll for stealthy figures of a player that enemies would pin (C3, F4)."""

    player: int


class Amok(FlowTask, frozen=True, tag="amok"):
    """Draw the direction of each of the beasts without crew (Q70)."""


class Movement(FlowTask, frozen=True, tag="movement"):
    """A player moves until they are done (C)."""

    player: int


class EndMovement(FlowTask, frozen=True, tag="end_movement"):
    """Look at what a player's movement has led to: captures, standing rules, effects."""

    player: int


class Declare(FlowTask, frozen=True, tag="declare"):
    """A player says which places their forces assault and which garrisons sally (K2, Q17)."""

    player: int


class FindCombats(FlowTask, frozen=True, tag="find_combats"):
    """Work out the combats from positions and declarations (E)."""


class Boost(msgspec.Struct, frozen=True, gc=False):
    """What a special rule has changed for figures of a combat."""

    figures: Ids
    modifier: Modifier


class Clash(FlowTask, frozen=True, tag="clash"):
    """One combat: its forces by their figures, the place assaulted or sallied from, and how far it has come.

    `inside` are the forces behind walls; `attacking` those that came to fight; `homes` the places from which those in
    `sallied` came, one for each; `resolved` the players who leave everything else of it to the defaults.
    """

    forces: tuple[Ids, ...]
    place: str = ""
    tower: bool = False
    inside: Ids = ()
    attacking: Ids = ()
    sallied: Ids = ()
    homes: tuple[str, ...] = ()
    prepared: bool = False
    boosts: tuple[Boost, ...] = ()
    resolved: Ids = ()
    stage: Stage | None = None

    @property
    def everybody(self) -> Ids:
        """The figures of all its forces."""
        return tuple(number for force in self.forces for number in force)

    @property
    def decision(self) -> Decision | None:
        """What a player is asked in it, if one is."""
        return self.stage.awaits if self.stage and isinstance(self.stage.awaits, Decision) else None

    def without(self, gone: Collection[int]) -> Clash:
        """Return the combat without these figures; the next of their force stands for somebody who came to storm."""
        left = tuple(tuple(number for number in force if number not in gone) for force in self.forces)
        heir = {number: rest[0] for force, rest in zip(self.forces, left, strict=True) if rest for number in force}
        leads = (heir.get(number) if number in gone else number for number in self.attacking)
        return msgspec.structs.replace(
            self,
            forces=tuple(force for force in left if force),
            inside=tuple(number for number in self.inside if number not in gone),
            attacking=tuple(dict.fromkeys(number for number in leads if number is not None)),
            sallied=tuple(number for number in self.sallied if number not in gone),
            homes=tuple(h for number, h in zip(self.sallied, self.homes, strict=False) if number not in gone),
        )


class Retreat(FlowTask, frozen=True, tag="retreat"):
    """A player says where their losing figures retreat to (H)."""

    player: int
    figures: Ids
    victors: Ids
    """Those they must get away from."""
    into: str = ""
    """The place whose garrison takes them in again, after a sally."""
    resolved: bool = False
    """Whether the player has left it to the defaults."""
    stage: Stage | None = None
    """The combat that was lost, for those who look."""


class EndCombat(FlowTask, frozen=True, tag="end_combat"):
    """Close a combat phase: control of places, victory, and after the last of a turn the next one (B6, G16)."""

    last: bool = True


OfRules: TypeAlias = Hooked | Special | Effects | HarmRolls | StrikeRolls | DuelRolls | RollFor | SeizeRolls
OfMoves: TypeAlias = Spot | Amok | Movement | EndMovement
OfCombats: TypeAlias = Declare | FindCombats | Clash | Retreat | EndCombat
Task: TypeAlias = BeginTurn | Arrive | OfRules | OfMoves | OfCombats
