"""Everything that simultaneous rounds tell; spaces are ids, seats count from 0, and -1 is the neutral army."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from wartable.engine.values import Event

Counts = tuple[tuple[int, int], ...]
"""Numbers by player."""


class RoundBegan(Event, frozen=True, tag="round_began"):
    """A round began; `incomes` are the new armies of each seat, `turn` counts rounds from 0.

    `to_place` are those of them that it places itself; empty where nobody's have their place by the rules.
    """

    turn: int
    incomes: tuple[int, ...]
    to_place: tuple[int, ...] = ()


class Revealed(Event, frozen=True, tag="revealed"):
    """What all had written in secret was laid open; of withdrawals, `fight_on` are those who stay in the battle."""

    reveals: ClassVar[bool] = True

    what: Literal["placements", "moves", "withdrawals", "strategic"]
    fight_on: tuple[int, ...] = ()


class Marched(Event, frozen=True, tag="marched"):
    """A written move is carried out."""

    seat: int
    source: str
    target: str
    count: int
    leader: bool = False


class Crossed(Event, frozen=True, tag="crossed"):
    """Two forces on one border pass each other (`lotr-risk M05`)."""

    seat: int
    other: int
    source: str
    target: str
    count: int
    other_count: int


class Met(Event, frozen=True, tag="met"):
    """Forces meet in a battle: who stayed (None: nobody), the sides with their armies, and who defends first.

    `border` is the other end of the border that is fought on; empty at a place.
    """

    place: str
    border: str
    stayed: int | None
    sides: Counts
    acting: int


class Bounced(Event, frozen=True, tag="bounced"):
    """Attackers bounced off each other: what each takes back, and what goes on (`lotr-risk M13`)."""

    place: str
    back: Counts
    left: Counts


class Aim(msgspec.Struct, frozen=True, gc=False):
    """Dice that a player aims at another, with what is added to the highest."""

    player: int
    target: int
    dice: int
    bonus: int = 0


class Aimed(Event, frozen=True, tag="aimed"):
    """All sides of a battle named their targets, before any die was rolled (`lotr-risk M06`)."""

    reveals: ClassVar[bool] = True

    place: str
    border: str
    round: int
    acting: int
    aims: tuple[Aim, ...]


class Duelled(msgspec.Struct, frozen=True, gc=False):
    """Two groups aimed at each other: both hands from the highest die, bonuses not added, and the losses."""

    players: tuple[int, int]
    dice: tuple[tuple[int, ...], tuple[int, ...]]
    bonus: tuple[int, int]
    lost: tuple[int, int]
    defended: bool
    """Whether the first of them acts as defender and wins ties; between attackers a tie costs nobody."""


class Struck(msgspec.Struct, frozen=True, gc=False):
    """Dice that were not answered: each removes an army without a roll."""

    player: int
    target: int
    hits: int


class RoundFought(Event, frozen=True, tag="round_fought"):
    """A round of a battle: what was rolled, what hit without a roll, and losses and armies left of each side.

    `next` defends in the next round, if that is another than in this one.
    """

    place: str
    border: str
    round: int
    duels: tuple[Duelled, ...]
    strikes: tuple[Struck, ...]
    lost: Counts
    left: Counts
    next: int | None = None


class Withdrew(Event, frozen=True, tag="withdrew"):
    """A side left a battle; its armies return when all battles are over (`lotr-risk M12`)."""

    seat: int
    place: str
    border: str
    count: int


class Taken(Event, frozen=True, tag="taken"):
    """A place came to a seat; `loser` held it when the round began, -1 where nobody did or the seat itself."""

    seat: int
    space: str
    count: int
    loser: int
    fought: bool


class Held(Event, frozen=True, tag="held"):
    """The side that had stayed held its place in a battle."""

    seat: int
    space: str
    count: int


class Emptied(Event, frozen=True, tag="emptied"):
    """Nobody is left of a battle, or all have withdrawn: the place is empty."""

    place: str
    border: str


class Broke(Event, frozen=True, tag="broke_through"):
    """A side is left of a battle on a border and goes on to where it was ordered (`lotr-risk L72`)."""

    seat: int
    target: str
    count: int


class Returned(Event, frozen=True, tag="returned"):
    """Armies went back to where they came from; they are lost where an enemy holds it."""

    seat: int
    space: str
    count: int
    lost: bool
