"""What the shop tells, as it goes over the wire; spaces are ids, seats count from 0, -1 is the neutral army."""

from __future__ import annotations

from typing import ClassVar

from wartable.engine.values import Event
from wartable.games.conquest.balance.data import ActionKey


class Bought(Event, frozen=True, tag="bought"):
    """A special combat action was bought for armies of the pile and stars of cards; `against` is a side where one is.

    What it does at once follows as events of its own.
    """

    seat: int
    what: ActionKey
    pile: int
    stars: int
    space: str | None = None
    against: int | None = None


class CardsPaid(Event, frozen=True, tag="cards_paid"):
    """Cards were given for an action. Everybody has seen them now, so this cannot be taken back."""

    reveals: ClassVar[bool] = True

    seat: int
    cards: tuple[str, ...]


class Struck(Event, frozen=True, tag="struck"):
    """Armies of `owner` were removed from a space by a bomb or a bombardment."""

    seat: int
    space: str
    owner: int
    count: int
    left: int


class FalloutRolled(Event, frozen=True, tag="fallout_rolled"):
    """A die was rolled for each space beside the one bombed; those in `hit` lose an army."""

    seat: int
    space: str
    spaces: tuple[str, ...]
    faces: tuple[int, ...]
    hit: tuple[str, ...]


class CardStolen(Event, frozen=True, tag="card_stolen"):
    """A card was taken from another hand, without saying which."""

    seat: int
    from_seat: int


class CardSpied(Event, frozen=True, tag="card_spied"):
    """Which card was taken; its old and its new holder hear it."""

    reveals: ClassVar[bool] = True

    seat: int
    from_seat: int
    card: str


class AirfieldBuilt(Event, frozen=True, tag="airfield_built"):
    """An airfield was built."""

    seat: int
    space: str


EVENT_TYPES: tuple[type[Event], ...] = (
    Bought, CardsPaid, Struck, FalloutRolled, CardStolen, CardSpied, AirfieldBuilt,
)  # fmt: skip
"""Every event of the shop."""
