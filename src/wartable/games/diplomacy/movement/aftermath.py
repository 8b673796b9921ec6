"""What the board looks like after the moves: who stands where, who was dislodged by whom, and where those may go."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from wartable.games.diplomacy.movement.decisions import YES, Decisions
from wartable.games.diplomacy.movement.docket import LAND
from wartable.games.diplomacy.movement.legality import CONVERT, MOVE
from wartable.games.diplomacy.movement.muster import NOBODY
from wartable.games.diplomacy.movement.routes import bits
from wartable.games.diplomacy.orders import Location, Power, Province, Unit, province_of
from wartable.games.diplomacy.position import Dislodged


class Aftermath:
    """The board after the decisions of a phase.

    `entered` gives by space the mover that got in, `dislodger` by unit the one that took its space, and `standoffs` are
    the spaces left empty by a bounce.
    """

    def __init__(self, decisions: Decisions) -> None:
        self.by = decisions
        self.muster = decisions.docket.muster
        self.moved = [False] * len(decisions.doing)
        self.entered: dict[int, int] = {}
        self.dislodger: dict[int, int] = {}
        self.standoffs = 0
        self._move()

    def _move(self) -> None:
        """See who got in where and drove out whom, and which spaces stay empty because nobody got in."""
        verdict, at, moved, entered = self.by.verdict, self.by.at, self.moved, self.entered
        contested: list[tuple[int, list[int]]] = []
        for space, movers in self.by.into.items():
            for mover in movers:
                if verdict[mover] == YES:
                    moved[mover] = True
                    entered[space] = mover
                    break
            else:
                if len(movers) > 1:
                    contested.append((space, movers))
        for space, mover in entered.items():
            if at[space] != NOBODY and not moved[at[space]]:
                self.dislodger[at[space]] = mover
        for space, movers in contested:
            if space in self.by.even or (
                (at[space] == NOBODY or moved[at[space]]) and any(self.by.prevent_strength(mover) for mover in movers)
            ):
                self.standoffs |= 1 << space

    def units(self) -> dict[Power, tuple[Unit, ...]]:
        """Return the units that stand after the moves, in the order they were in."""
        standing, place, kinds = self.muster.standing, self.by.docket.place, self.muster.network.unit
        after: list[Unit | None] = [*self.muster.units]
        for unit in self.entered.values():
            after[unit] = kinds[standing[unit][2]][place[unit]]
        if self.muster.variant.conversion:
            for unit in self._converted():
                after[unit] = kinds[1 - standing[unit][2]][place[unit]]
        for unit in self.dislodger:
            after[unit] = None
        rest = iter(after)
        return {power: tuple(filter(None, islice(rest, len(there)))) for power, there in self.muster.by_power.items()}

    def _converted(self) -> Iterator[int]:
        """Yield the units that became another kind."""
        for unit, doing in enumerate(self.by.doing):
            if doing == CONVERT and self.by.verdict[unit] == YES:
                yield unit

    def dislodged(self) -> tuple[Dislodged, ...]:
        """Return the dislodged units with where each may retreat to."""
        if not self.dislodger:
            return ()
        muster = self.muster
        return tuple(
            [
                Dislodged(
                    muster.owner[unit],
                    muster.units[unit],
                    muster.network.province[muster.space[mover]],
                    self.retreats(unit, mover),
                )
                for unit, mover in sorted(self.dislodger.items())
            ]
        )

    def retreats(self, unit: int, mover: int) -> tuple[Location, ...]:
        """Return where a dislodged unit may go, in the order of the alphabet.

        An empty neighbour it could move to; not a space of a stand-off, and not where its attacker came from unless
        that came by convoy and the ruling 4.A.5 lets it. One that was to move over two spaces goes to the space between
        if that is open (digest 2.5, ring diplomacy).
        """
        open_to = self._open_to(unit, mover)
        if self.muster.traits is None or not (between := self._between(unit)):
            return open_to
        return tuple(place for place in open_to if province_of(place) == between) or open_to

    def _between(self, unit: int) -> Province:
        """Return the space between of a unit's move over two, or the empty string."""
        if self.by.doing[unit] != MOVE or self.by.mode[unit] != LAND:
            return ""
        path = self.by.docket.move_of(unit).path if self.muster.two_steps(unit) else ()
        return path[0] if path else ""

    def _open_to(self, unit: int, mover: int) -> tuple[Location, ...]:
        at, moved, entered, closed = self.by.at, self.moved, self.entered, self.standoffs
        if not (self.by.docket.rulings.retreat_to_convoyed_origin and self.by.by_sea(mover)):
            closed |= 1 << self.muster.space[mover]
        _, location, kind = self.muster.standing[unit]
        return tuple(
            [
                name
                for space, name in self.muster.network.exits[kind][location]
                if space not in entered and (at[space] == NOBODY or moved[at[space]]) and not closed >> space & 1
            ]
        )

    def standoff_provinces(self) -> tuple[Province, ...]:
        """Return the provinces closed by stand-offs, in the order of the map."""
        if not self.standoffs:
            return ()
        network = self.muster.network
        return tuple([network.spaces[space] for space in bits(self.standoffs)])
