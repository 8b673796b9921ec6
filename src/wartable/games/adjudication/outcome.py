"""What the board looks like after the moves: who stands where, who was dislodged by whom, and where those may go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wartable.games.adjudication.compiled import HOLD
from wartable.games.adjudication.conditions import Passage
from wartable.games.adjudication.equations import YES
from wartable.games.adjudication.evaluator import Evaluator
from wartable.games.adjudication.network import Standing
from wartable.games.adjudication.orders import Convert, Location, Power, Unit
from wartable.games.adjudication.results import Dislodged
from wartable.games.adjudication.routes import bits
from wartable.games.adjudication.stages import DrivenOff
from wartable.games.adjudication.units import NOBODY


class Outcome:
    """The board after the decisions of a phase.

    `entered` gives by space the mover that got in, `dislodger` by unit the one that took its space, and `standoffs` are
    the spaces left empty by a bounce.
    """

    def __init__(self, evaluator: Evaluator) -> None:
        self.by = evaluator
        self.units = evaluator.orders.units
        self.moved = [False] * len(evaluator.doing)
        self.entered: dict[int, int] = {}
        self.dislodger: dict[int, int] = {}
        self.standoffs = 0
        self._crossings: frozenset[Passage] | None = None
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
                (at[space] == NOBODY or moved[at[space]]) and any(self.by.prevent(mover) for mover in movers)
            ):
                self.standoffs |= 1 << space

    def units_after(self) -> dict[Power, tuple[Unit, ...]]:
        """Return the units that stand after the moves, in the order they were in."""
        units, tasks = self.units, self.by.orders.tasks
        after = [*units.unit]
        standing, known = units.standing, units.network.unit
        for unit in self.entered.values():
            after[unit] = known[standing[unit][2]][tasks[unit][2]]
        if units.map.classes:
            for unit in self.entered.values():
                after[unit] = units.network.unit_at(units.unit[unit], standing[unit][2], tasks[unit][2])
        if units.network.converts:
            for unit, kind in self.converted():
                after[unit] = units.network.unit_at(units.unit[unit], kind, tasks[unit][2])
        losers = {units.owner[unit] for unit in self.dislodger}
        found: dict[Power, tuple[Unit, ...]] = {}
        first = 0
        for power, there in units.by_power.items():
            behind = first + len(there)
            if power in losers:
                found[power] = tuple([after[unit] for unit in range(first, behind) if unit not in self.dislodger])
            else:
                found[power] = tuple(after[first:behind])
            first = behind
        return found

    def converted(self) -> Iterator[tuple[int, int]]:
        """Yield the units that became another kind, with the number of that kind."""
        for unit, (*_, order) in enumerate(self.by.orders.tasks):
            if isinstance(order, Convert) and self.by.doing[unit] != HOLD and self.by.verdict[unit] == YES:
                yield unit, self.units.network.letters[order.kind]

    def dislodged(self) -> tuple[Dislodged, ...]:
        """Return the dislodged units with where each may retreat to."""
        if not self.dislodger:
            return ()
        units = self.units
        return tuple(
            [
                Dislodged(
                    units.owner[unit],
                    units.unit[unit],
                    units.network.spaces[self.by.space[mover]],
                    self.retreats(unit, mover),
                )
                for unit, mover in sorted(self.dislodger.items())
            ]
        )

    def driven_off(self, lost: DrivenOff) -> Dislodged:
        """Return a unit that a stage before the movement dislodged with where it may retreat to."""
        standing = self.units.network.standing.get(lost.unit)
        closed = self.units.network.space_named.get(lost.closed or lost.attacker, NOBODY)
        ways = self._open_to(standing, 1 << closed if closed != NOBODY else 0) if standing else ()
        return Dislodged(lost.power, lost.unit, lost.attacker, ways)

    def retreats(self, unit: int, mover: int) -> tuple[Location, ...]:
        """Return where a dislodged unit may go, in the order of the alphabet.

        An empty neighbour it could move to; not a space of a stand-off, and not where its attacker came from unless
        that came by convoy and the ruling 4.A.5 lets it. Whoever moves over two spaces comes from the one between, and
        goes there when dislodged, if that is open (ring-diplomacy Y12).
        """
        by_convoy = self.by.orders.rulings.retreat_to_convoyed_origin and self.by.by_sea(mover)
        open_to = self._open_to(self.units.standing[unit], 0 if by_convoy else 1 << self.by.source[mover])
        between = self.by.source[unit]
        if between == self.by.space[unit]:
            return open_to
        named = self.units.network.space_named
        return tuple(place for place in open_to if named[place] == between) or open_to

    def _open_to(self, standing: Standing, closed: int) -> tuple[Location, ...]:
        at, moved, entered, (_, location, kind) = self.by.at, self.moved, self.entered, standing
        closed |= self.standoffs
        return tuple(
            [
                name
                for space, name in self._exits(location, kind)
                if space not in entered and (at[space] == NOBODY or moved[at[space]]) and not closed >> space & 1
            ]
        )

    def _exits(self, location: int, kind: int) -> Sequence[tuple[int, Location]]:
        """Return the spaces next to a location with their names; crossings are those that are open after the moves."""
        network, crossings = self.units.network, self.units.retreat_crossings
        if crossings is None:
            return network.exits[kind][location]
        if self._crossings is None:
            standing = {unit.at: power for power, there in self.units_after().items() for unit in there}
            self._crossings = crossings(standing)
        way = tuple(network.letters)[kind], network.locations[location]
        over = ((network.space_named[end], end) for *begin, end in self._crossings if tuple(begin) == way)
        return sorted({*network.walk_exits[kind][location], *over}, key=lambda exit_: exit_[1])

    def standoff_spaces(self) -> tuple[Location, ...]:
        """Return the spaces closed by stand-offs, in the order of the map."""
        if not self.standoffs:
            return ()
        network = self.units.network
        return tuple([network.spaces[space] for space in bits(self.standoffs)])
