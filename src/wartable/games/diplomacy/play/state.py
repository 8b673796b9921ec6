"""The state of a game of Diplomacy: the position, who is asked, secret orders that are in, and what was judged last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from wartable.engine.values import State
from wartable.games.adjudication.orders import AnyOrder, Power, Province
from wartable.games.adjudication.results import Judged
from wartable.games.diplomacy.play.actions import NOTHING_AHEAD, Ahead, Orders
from wartable.games.diplomacy.play.middle_earth_options import MiddleEarthOptions
from wartable.games.diplomacy.play.options import DiplomacyOptions
from wartable.games.diplomacy.play.standard_options import StandardOptions
from wartable.games.diplomacy.play.tasks import PhaseTask
from wartable.games.diplomacy.position import Phase, Position

EndKind: TypeAlias = Literal["solo", "draw", "concession", "last_year", "stalemate", "deserted", "sudden_death"]
"""How a game may end: won, drawn by vote, conceded, drawn by the calendar or for want of change, left by all, decided
by an event that the map names."""


class Report(msgspec.Struct, frozen=True):
    """A phase that was judged: every order of it with its result and reason."""

    phase: Phase
    judged: tuple[Judged, ...]


class Fallen(msgspec.Struct, frozen=True):
    """A power that lost its last unit and centre; `number` counts phases, so that equals fell together."""

    power: Power
    number: int


class Ending(msgspec.Struct, frozen=True):
    """How the game ended: the powers that share the first place, and the reason in words."""

    kind: EndKind
    powers: tuple[Power, ...]
    reason: str


class DiplomacyState(State, frozen=True):
    """One moment of a game. Everything but `pending` and `ahead` is known to all.

    Lists with one item per seat follow the seats; `powers` says which power each plays. A power without a seat is in
    civil disorder.
    """

    options: DiplomacyOptions
    powers: tuple[Power, ...]
    position: Position
    number: int
    """Phases since the beginning, those passed over not counted."""
    asked: tuple[int, ...]
    """Seats with something to decide in this phase, those that have decided among them."""
    pending: tuple[Orders | None, ...]
    """Orders that are in, by seat: secret until every seat asked has sent its own."""
    ahead: tuple[Ahead, ...]
    """Orders in advance, by seat: secret."""
    held: Mapping[Province, Power]
    """Who was last in each province of the land."""
    last: tuple[Report, ...] = ()
    """The phases judged when orders were last revealed: more than one where the next were settled in advance."""
    missed: tuple[int, ...] = ()
    """Movement phases in a row in which nothing came, by seat."""
    changed: int = 0
    """The last year in which a centre changed hands; the year before the first while none has."""
    votes: tuple[Power, ...] = ()
    """Who voted for a draw last time, where ballots are open."""
    lasting: Mapping[Power, tuple[AnyOrder, ...]] = {}
    """What each power ordered in the last movement in which it ordered anything; known to all."""
    fallen: tuple[Fallen, ...] = ()
    ending: Ending | None = None
    agenda: tuple[PhaseTask, ...] = ()
    """What is still to be done in this phase."""

    def __hash__(self) -> int:
        """Hash what changes with every move; mappings inside cannot be hashed, and need not be."""
        return hash((self.number, self.position.phase, self.pending, self.asked, self.ending))

    @property
    def seats(self) -> int:
        """Number of seats."""
        return len(self.powers)

    def seat_of(self, power: Power) -> int | None:
        """Return the seat that plays a power; None for one in civil disorder from the start."""
        return self.powers.index(power) if power in self.powers else None

    def in_disorder(self, seat: int) -> bool:
        """Whether a seat has sent nothing for so long that nobody waits for it."""
        most = self.options.disorder_after
        return bool(most) and self.missed[seat] >= most

    def together(self, seat: int) -> tuple[int, ...]:
        """Return the places in `powers` of all that the player of one of them plays."""
        return (seat,)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats whose orders are still missing."""
        return tuple(seat for seat in self.asked if self.pending[seat] is None)

    @property
    def survivors(self) -> tuple[Power, ...]:
        """The seated powers that still have a unit or a centre."""
        out = {fallen.power for fallen in self.fallen}
        return tuple(power for power in self.powers if power not in out)


class StandardState(DiplomacyState, frozen=True):
    """A moment of the game on the standard map."""

    options: StandardOptions

    __hash__ = DiplomacyState.__hash__


class MiddleEarthState(DiplomacyState, frozen=True):
    """A moment of Middle-Earth Diplomacy VIII."""

    options: MiddleEarthOptions

    __hash__ = DiplomacyState.__hash__


def blank(seats: int) -> tuple[tuple[Orders | None, ...], tuple[Ahead, ...]]:
    """Return pending orders and orders in advance of seats that have sent none."""
    return (None,) * seats, (NOTHING_AHEAD,) * seats
