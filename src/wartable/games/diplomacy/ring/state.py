"""The state of a game of ring diplomacy: who leads which power, who leads the ring-bearer, and what was seen of it."""

from __future__ import annotations

import msgspec

from wartable.games.adjudication.orders import Power, Province
from wartable.games.diplomacy.play.state import DiplomacyState
from wartable.games.diplomacy.position import Phase
from wartable.games.diplomacy.ring.actions import RingOrders
from wartable.games.diplomacy.ring.options import RingOptions
from wartable.games.diplomacy.ring.tasks import RingTask
from wartable.games.ring_figures.figures import Figures
from wartable.games.ring_figures.kinds import BEARER, RIDERS
from wartable.games.ring_figures.tables import Tables


class Sighting(msgspec.Struct, frozen=True):
    """Where the ring-bearer was seen last, after which phase, and whether the black riders were seen there."""

    place: Province
    phase: Phase
    riders: bool = False


class Footstep(msgspec.Struct, frozen=True):
    """Where the hidden figures were when a phase was over, or before the first."""

    phase: Phase
    bearer: Province
    riders: Province = ""


class RingState(DiplomacyState, frozen=True):
    """A moment of ring diplomacy. Lists go by power, as its fields of Diplomacy do; `leaders` says whose power it is.

    `controller` is the power that leads the ring-bearer, in secret; empty where there is none. `tables` are as secret
    as the places of the figures, which are among the marks of the position; so is the `trail` of where those were after
    each movement, which is told to all at the end.
    """

    options: RingOptions
    pending: tuple[RingOrders | None, ...]
    leaders: tuple[int, ...] = ()
    controller: Power = ""
    seen: Sighting | None = None
    tables: Tables | None = None
    trail: tuple[Footstep, ...] = ()
    agenda: tuple[RingTask, ...] = ()  # type: ignore[assignment] # pyright: ignore[reportIncompatibleVariableOverride] - more tasks

    __hash__ = DiplomacyState.__hash__

    def led(self, seat: int) -> tuple[int, ...]:
        """Return the numbers of the powers that a player leads."""
        return tuple(number for number, leader in enumerate(self.leaders) if leader == seat)

    def together(self, seat: int) -> tuple[int, ...]:
        """Return the numbers of all powers that are led by the player of one of them."""
        return self.led(self.leaders[seat])

    def leaders_of(self, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Return the players of some powers, each once, in order."""
        return tuple(sorted({self.leaders[number] for number in numbers}))

    @property
    def players(self) -> int:
        """Number of players."""
        return max(self.leaders, default=-1) + 1


def trodden(trail: tuple[Footstep, ...], phase: Phase, figures: Figures) -> tuple[Footstep, ...]:
    """Return a trail with where the hidden figures are after a phase; as it is where there are none."""
    if BEARER not in figures.at:
        return trail
    return (*trail, Footstep(phase, figures.at[BEARER], figures.at.get(RIDERS, "")))
