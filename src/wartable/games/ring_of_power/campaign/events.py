"""What is told of a campaign: turns, moves, arrivals, battles, losses, retreats, places, special rules."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from wartable.engine.values import Event
from wartable.games.ring_of_power.combat.report import Report, Row
from wartable.games.ring_of_power.scenario import Point

Loss = Literal["dead", "dispersed", "left", "captured"]


class TurnBegan(Event, frozen=True, kw_only=True, tag="turn_began"):
    """A turn begins."""

    turn: int


class Moved(Event, frozen=True, kw_only=True, tag="moved"):
    """Figures moved, each along its own path; `names` are theirs, `into` and `out` as in the decision."""

    player: int
    paths: tuple[tuple[int, tuple[Point, ...]], ...]
    names: tuple[str, ...]
    into: str = ""
    out: bool = False


class Arrived(Event, frozen=True, kw_only=True, tag="arrived"):
    """Reinforcements came, or were lost because no place for them was held (B5)."""

    player: int
    figures: tuple[int, ...]
    names: tuple[str, ...]
    at: str = ""
    lost: int = 0


class Summoned(Event, frozen=True, kw_only=True, tag="summoned"):
    """A special rule put figures on the table."""

    player: int
    figures: tuple[int, ...]
    names: tuple[str, ...]


class Gone(Event, frozen=True, kw_only=True, tag="gone"):
    """Figures left the table."""

    figures: tuple[int, ...]
    names: tuple[str, ...]
    why: Loss


Change = Literal[
    "wounded", "healed", "dismounted", "carried", "captured", "put_down",
    "found", "unfound", "aboard", "ashore", "stopped", "lent",
]  # fmt: skip


class Changed(Event, frozen=True, kw_only=True, tag="changed"):
    """Something became of figures: wounded, healed, dismounted, carried, put down, found, aboard, ashore."""

    figures: tuple[int, ...]
    names: tuple[str, ...]
    what: Change


class HandedOver(Event, frozen=True, kw_only=True, tag="handed_over"):
    """An item changed hands."""

    item: str
    by: int
    to: int


class Ruled(Event, frozen=True, kw_only=True, tag="ruled"):
    """A special rule was applied: its die, and whether it was passed (None: there was none)."""

    reveals: ClassVar[bool] = True
    rule: str
    it: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    total: int = 0
    passed: bool | None = None


class Threw(Event, frozen=True, kw_only=True, tag="threw"):
    """Dice outside of battles, with their purpose."""

    reveals: ClassVar[bool] = True
    purpose: str
    faces: tuple[int, ...]


class Declared(Event, frozen=True, kw_only=True, tag="declared"):
    """Assaults and sallies were declared (K2)."""

    player: int
    assaults: tuple[str, ...] = ()
    sallies: tuple[str, ...] = ()


class BattleBegan(Event, frozen=True, kw_only=True, tag="battle_began"):
    """A combat begins: its forces and whose each is, the place assaulted, and who in the forces are weapons."""

    forces: tuple[tuple[int, ...], ...]
    owners: tuple[int, ...]
    place: str = ""
    weapons: tuple[int, ...] = ()


class BattleRolled(Event, frozen=True, kw_only=True, tag="battle_rolled"):
    """Dice of a battle, by player, and the seat of each (-1: nobody's)."""

    reveals: ClassVar[bool] = True
    rows: tuple[Row, ...]
    seats: tuple[int, ...]


class BattleEnded(Event, frozen=True, kw_only=True, tag="battle_ended"):
    """A combat is over: all that came of it, and its sides by name."""

    report: Report
    sides: tuple[str, ...]


class SideLuck(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What the blows cost a side against what was to be expected, and the chance of so many or more.

    `luck`: its own losses below expectation and those of its enemies above, in figures.
    """

    side: str
    players: tuple[int, ...]
    casualties: int
    expected: float
    as_bad: float
    luck: float


class BattleLuck(Event, frozen=True, kw_only=True, tag="battle_luck"):
    """How the dice of a battle fell, told when it is over."""

    sides: tuple[SideLuck, ...]


class FellBack(Event, frozen=True, kw_only=True, tag="fell_back"):
    """Losers retreated (H)."""

    player: int
    paths: tuple[tuple[int, tuple[Point, ...]], ...]
    names: tuple[str, ...]


class PlaceTaken(Event, frozen=True, kw_only=True, tag="place_taken"):
    """A place changed hands (B6)."""

    place: str
    by: str
    before: str


class Broken(Event, frozen=True, kw_only=True, tag="broken"):
    """A gate or wall broke (K8)."""

    key: str


class Raised(Event, frozen=True, kw_only=True, tag="raised"):
    """A flag of the scenario was raised, or lowered."""

    flag: str
    up: bool = True


class Scored(Event, frozen=True, kw_only=True, tag="scored"):
    """A player gained or lost status points."""

    player: int
    points: int
    feat: str


class GameEnded(Event, frozen=True, kw_only=True, tag="game_ended"):
    """The campaign is over."""

    winner: str
    grade: str
    sentence: str
