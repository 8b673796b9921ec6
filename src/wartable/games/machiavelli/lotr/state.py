"""The state of a game in Middle-earth: who leads the ring-bearer, what was seen of it, and what all may conclude."""

from __future__ import annotations

import msgspec

from wartable.games.adjudication import results as plain
from wartable.games.machiavelli.lotr.actions import LotrOrders
from wartable.games.machiavelli.lotr.options import LotrOptions
from wartable.games.machiavelli.lotr.position import LotrPosition
from wartable.games.machiavelli.lotr.tasks import LotrTask
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.state import Place, Power, Season
from wartable.games.ring_figures.tables import Tables


class Sighting(msgspec.Struct, frozen=True):
    """Where the ring-bearer was seen last, in which campaign, and whether the black riders were seen there."""

    place: Place
    year: int
    season: Season
    riders: bool = False


class Footstep(msgspec.Struct, frozen=True):
    """Where the hidden figures were after the movement of a campaign."""

    year: int
    season: Season
    bearer: Place
    riders: Place = ""


class LotrState(MachiavelliState, frozen=True, kw_only=True):
    """One moment of a game.

    Secret beside what Machiavelli keeps so are `controller`, the power that leads the ring-bearer, the places of
    hidden figures in the position, `tables` and the `trail`, which is told to all at the end. `went` is what was told
    of figures in the last movement.
    """

    options: LotrOptions
    position: LotrPosition
    orders: tuple[LotrOrders, ...] = ()
    agenda: tuple[LotrTask, ...] = ()  # type: ignore[assignment] # pyright: ignore[reportIncompatibleVariableOverride] - more tasks
    controller: Power = ""
    seen: Sighting | None = None
    tables: Tables | None = None
    trail: tuple[Footstep, ...] = ()
    went: tuple[plain.Judged, ...] = ()

    __hash__ = MachiavelliState.__hash__


def as_lotr_state(state: MachiavelliState) -> LotrState:
    """Return a state as what it is; raises `TypeError` for one of another game."""
    if not isinstance(state, LotrState):
        raise TypeError(state)
    return state
