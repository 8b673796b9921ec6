"""What the board looks like after the moves: who stands where, who was dislodged by whom, and where those may go."""

from __future__ import annotations

from wartable.games.diplomacy.movement.decisions import YES, Decisions
from wartable.games.diplomacy.movement.legality import CONVERT, MOVE
from wartable.games.diplomacy.movement.muster import NOBODY
from wartable.games.diplomacy.movement.routes import bits
from wartable.games.diplomacy.orders import Location, Power, Province, Unit
from wartable.games.diplomacy.position import Dislodged, Position


class Aftermath:
    """The board after the decisions of a phase.

    `dislodger` gives by unit the mover that took its space, `standoffs` the spaces left empty by a bounce, `held`
    the spaces with a unit after the moves.
    """

    def __init__(self, decisions: Decisions) -> None:
        self.by = decisions
        self.muster = decisions.docket.muster
        self.dislodger: dict[int, int] = {}
        target, verdict, space, at = decisions.target, decisions.verdict, decisions.space, decisions.at
        self.moved = [doing == MOVE and verdict[unit] == YES for unit, doing in enumerate(decisions.doing)]
        held = 0
        for unit, gone in enumerate(self.moved):
            if gone:
                held |= 1 << target[unit]
                victim = at[target[unit]]
                if victim != NOBODY and not self.moved[victim]:
                    self.dislodger[victim] = unit
            else:
                held |= 1 << space[unit]
        self.held = held
        self.standoffs = self._standoffs()

    def _standoffs(self) -> int:
        """Return the spaces that are empty because movers kept each other out."""
        found = 0
        for space, movers in self.by.into.items():
            crowded = len(movers) > 1 and not self.held >> space & 1
            if crowded and any(self.by.prevent_strength(mover) for mover in movers):
                found |= 1 << space
        return found

    def units(self, position: Position) -> dict[Power, tuple[Unit, ...]]:
        """Return the units that stand after the moves, in the order they were in."""
        found: dict[Power, list[Unit]] = {power: [] for power in position.units}
        place, kind, kinds = self.by.docket.place, self.muster.kind, self.muster.network.unit
        converting = CONVERT in self.by.doing
        for unit, (power, was) in enumerate(zip(self.muster.owner, self.muster.units, strict=True)):
            if self.moved[unit]:
                found[power].append(kinds[kind[unit]][place[unit]])
            elif converting and self.by.doing[unit] == CONVERT and self.by.verdict[unit] == YES:
                found[power].append(kinds[1 - kind[unit]][place[unit]])
            elif unit not in self.dislodger:
                found[power].append(was)
        return {power: tuple(units) for power, units in found.items()}

    def dislodged(self) -> tuple[Dislodged, ...]:
        """Return the dislodged units with where each may retreat to."""
        return tuple(
            Dislodged(
                self.muster.owner[unit],
                self.muster.units[unit],
                self.muster.network.province[self.muster.space[mover]],
                self.retreats(unit, mover),
            )
            for unit, mover in sorted(self.dislodger.items())
        )

    def retreats(self, unit: int, mover: int) -> tuple[Location, ...]:
        """Return where a dislodged unit may go, in the order of the alphabet.

        An empty neighbour it could move to; not a space of a stand-off, and not where its attacker came from unless
        that came by convoy and the ruling 4.A.5 lets it.
        """
        network = self.muster.network
        closed = self.held | self.standoffs
        if not (self.by.docket.rulings.retreat_to_convoyed_origin and self.by.by_sea(mover)):
            closed |= 1 << self.muster.space[mover]
        ways = network.ways[self.muster.kind[unit]][self.muster.location[unit]]
        return tuple(sorted([network.locations[way] for way in ways if not closed >> network.space_of[way] & 1]))

    def standoff_provinces(self) -> tuple[Province, ...]:
        """Return the provinces closed by stand-offs, in the order of the map."""
        network = self.muster.network
        return tuple([network.spaces[space] for space in bits(self.standoffs)])
