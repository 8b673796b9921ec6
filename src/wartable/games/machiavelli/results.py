"""What a campaign led to: a result and a reason for every order, who was dislodged and where those may go."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from wartable.games.adjudication.results import Why
from wartable.games.machiavelli.orders import CampaignOrder, UnitName
from wartable.games.machiavelli.state import Place, Position, Power, Unit

Result: TypeAlias = Literal[
    "moves", "bounces", "no_path", "holds", "supports", "cut", "unmatched", "transports", "disrupted", "converts",
    "besieges", "takes", "lifts", "broken", "disbands", "struck", "eliminated", "void", "illegal",
]  # fmt: skip
"""`void` is a legal order that the position does not let be done, so that its unit holds; `takes` ends a siege with the
garrison's or the rebels' defeat; `broken` is a siege whose besieger was dislodged; `struck` and `eliminated` are units
that figures of Middle-earth drove off or took."""


class Judged(msgspec.Struct, frozen=True):
    """One order of a campaign: what became of it, why with the numbers, and whether its unit was dislodged."""

    power: Power
    order: CampaignOrder
    result: Result
    why: Why
    dislodged: bool = False


class Dislodged(msgspec.Struct, frozen=True):
    """A unit that must retreat or leave the board; `attacker` is where its attacker came from, `CITY` its own city.

    `retreats` are places, with coasts, and `CITY` for the city of its own province.
    """

    unit: Unit
    attacker: str
    retreats: tuple[str, ...]

    @property
    def name(self) -> UnitName:
        """The unit as its power orders it."""
        return UnitName(self.unit.kind, self.unit.place, self.unit.coast)


class CampaignResult(msgspec.Struct, frozen=True):
    """The movement of a campaign: orders judged, the position after it without the dislodged, and who must retreat.

    `standoffs` are fields left empty by a bounce. `entered` are the units, by number, that came into a field. `held`
    are those that held. `lost` are units that left the board, each with the reason.
    """

    judged: tuple[Judged, ...]
    position: Position
    dislodged: tuple[Dislodged, ...] = ()
    standoffs: tuple[Place, ...] = ()
    entered: frozenset[int] = frozenset()
    held: frozenset[int] = frozenset()
    lost: tuple[tuple[Unit, Why], ...] = ()
