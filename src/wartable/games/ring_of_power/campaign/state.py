"""The state of a campaign: figures at their points, what was broken and taken, flags, and what comes next."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from wartable.engine.values import State
from wartable.games.ring_of_power.campaign.actions import Assault
from wartable.games.ring_of_power.campaign.agenda import Movement, Task
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.scenario import Point

Phase: TypeAlias = Literal["turn_start", "movement", "combat", "over"]


class Figure(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A figure on the table. `owner` counts the players in the scenario's order, then the wild sides.

    `inside` names the place whose garrison it is in (K1), `tower` whether it is in the tower there; `x` and `y` are
    then the place's middle. Turns that are recorded are 0 for never.
    """

    id: int
    owner: int
    unit: str = ""
    weapon: str = ""
    """A key of the artillery chart, where this is a weapon and no unit (L)."""
    x: int
    y: int
    inside: str = ""
    tower: bool = False
    mounted: bool = False
    wounded: bool = False
    lost_wounds: int = 0
    serves: int = 0
    """The weapon that it is crew of, by id (0: none)."""
    original: bool = True
    """Whether it came with the weapon that it serves (L2)."""
    crew: int = 0
    """Men who ride a beast, each a figure aboard it that serves it (Q30)."""
    aboard: int = 0
    """The ship that carries it, or the beast that it rides as crew, by id."""
    carried_by: tuple[int, ...] = ()
    """Those who carry it: friends, or enemies whose captive it is (J3, Q68)."""
    captured: bool = False
    """Whether it has ever been captured, which is scored once; who is a captive now is another question."""
    holds: str = ""
    moved: int = 0
    fought: int = 0
    """The last turn in which it fought (M32)."""
    still_until: int = 0
    """The last turn in which it may not move: regrouping, recovering (H, G15)."""
    numb_until: int = 0
    """The last turn in which it pins nobody, still numb from a paralysis (C2)."""
    found: int = 0
    """The last turn in which it was found (F5)."""
    disturbed: int = 0
    """The last turn in which it moved or fought, or was not at a place of healing (Q67)."""
    lent_to: int = -1
    """The player who moves it this turn instead of its owner."""
    leaves: int = 0
    """The turn at whose start it leaves (0: it stays)."""
    leaves_on_victory: bool = False
    wizardry: int = -1
    leadership: int = -1
    """What it has instead of its type's, from -1 on: nothing else."""
    broken: bool = False
    """A weapon that lost crew and cannot be moved any more (L)."""

    @property
    def point(self) -> Point:
        """Where it stands."""
        return self.x, self.y

    @property
    def quarters(self) -> tuple[str, bool, int]:
        """The walls, the tower and the ship or beast that it is in; the same for all in the open."""
        return self.inside, self.tower, self.aboard

    @property
    def mover(self) -> int:
        """The player who moves it: its owner, or to whom it is lent this turn."""
        return self.lent_to if self.lent_to >= 0 else self.owner

    @property
    def riding(self) -> bool:
        """Whether it is crew on a beast, from where it fights; a passenger of a ship does not."""
        return bool(self.aboard) and self.aboard == self.serves

    @property
    def at_sea(self) -> bool:
        """Whether it is aboard a ship, and not the crew of a beast."""
        return bool(self.aboard) and not self.riding

    @property
    def in_field(self) -> bool:
        """Whether it stands on the table itself, neither in a garrison nor aboard nor carried."""
        return not (self.inside or self.aboard or self.carried_by)


class Away(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A figure off the table: dispersed, left, or fallen. `back` is the turn in which it returns (0: never)."""

    figure: Figure
    why: Literal["dead", "dispersed", "left", "captured"]
    turn: int
    back: int = 0
    at: str = ""
    """The place where it returns, or by which it left."""


class Damage(msgspec.Struct, frozen=True, gc=False):
    """A gate or weak wall by its key (`PLACE:gate:0`): attempts so far, and whether it is broken (L4, K8)."""

    key: str
    tries: int = 0
    broken: bool = False


class Closed(msgspec.Struct, frozen=True, gc=False):
    """An area that may not be entered up to a turn."""

    area: str
    until: int


class Ending(msgspec.Struct, frozen=True, gc=False):
    """How it ended: the side that won (empty: nobody), the grade, and the sentence of the scenario."""

    winner: str
    grade: str
    sentence: str


class RingState(State, frozen=True, kw_only=True, dict=True):
    """A campaign at one moment. The first task of `agenda` is what is waited for; `figures` are in order of ids."""

    options: RingOptions
    seats: int
    turn: int = 0
    phase: Phase = "turn_start"
    mover: int = -1
    """The player whose movement it is, else -1."""
    figures: tuple[Figure, ...] = ()
    away: tuple[Away, ...] = ()
    next_id: int = 1
    control: tuple[tuple[str, str], ...] = ()
    """Place and the side that controls it, in order of places; empty: nobody (B6)."""
    damage: tuple[Damage, ...] = ()
    closed: tuple[Closed, ...] = ()
    flags: tuple[tuple[str, int], ...] = ()
    """Raised flags and the turn in which they were raised."""
    proclaimed: tuple[str, ...] = ()
    """Flags that players raise at the start of the next turn."""
    counters: tuple[tuple[str, int], ...] = ()
    used: tuple[tuple[str, int], ...] = ()
    """Special rules with a limit, and the last turn in which they were used."""
    destroyed: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    """Status points by player."""
    doubled: tuple[int, ...] = ()
    """Players whose arrivals come twice this turn."""
    spotted: tuple[tuple[str, int], ...] = ()
    """Sides of which a hidden figure was found, and in which turn last."""
    assaults: tuple[Assault, ...] = ()
    """Declared in this combat phase (K2)."""
    sallied: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Places and the figures that sallied out of them in this combat phase."""
    agenda: tuple[Task, ...] = ()
    ending: Ending | None = None

    @cached_property
    def by_id(self) -> dict[int, Figure]:
        """Figures by their ids."""
        return {figure.id: figure for figure in self.figures}

    @cached_property
    def holder(self) -> dict[str, str]:
        """The side that controls each place."""
        return dict(self.control)

    @cached_property
    def broken(self) -> frozenset[str]:
        """Keys of gates and walls that are open to everybody."""
        return frozenset(part.key for part in self.damage if part.broken)

    def next_movement(self, player: int) -> int:
        """Return the turn of a player's next movement: this one, where it is still to come (Q4)."""
        comes = any(isinstance(task, Movement) and task.player == player for task in self.agenda)
        return self.turn if comes else self.turn + 1

    def breached(self, place: str) -> bool:
        """Whether a gate or wall of a place is broken (K8)."""
        return any(key.split(":", 1)[0] == place for key in self.broken)
