"""Every decision of a phase settled: in turn where that is possible, and by rule where decisions wait for each other.

**Recursion.** A decision is settled when it is asked for, after whatever it needs. One that comes to need itself raises
`Cycle`; the attempt is given up, and what was settled on the way is kept, as it rests on settled decisions only. Nearly
all boards are settled by this alone.

**Sweeps.** Each decision that is left is computed twice: as if all open ones went in its favour, and as if all went
against it. Where both agree it is settled, whatever becomes of the others: a mover whose greatest strength is too
little stays, though it is not known which of its supports stand. This is repeated until nothing changes.

**Cycles.** What is open then rests on something open. Among these decisions there is always a *sink*: a set that rests
on each other and on nothing else that is open. The rules for cycles are applied to one sink at a time, and the sweeps
go on (DATC 5.B.9), so that a paradox elsewhere on the board changes nothing here:

- Movers that wait for each other in a ring go round. Both "all move" and "none moves" would make sense.
- In a convoy paradox nothing makes sense, or two things do: the convoys fail, or all moves do, as the rulings say.
- With units of unequal strength there may be just one solution, which sweeps miss as they weigh each decision by
  itself. For a small sink all are tried.
- Any other cycle fails as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from wartable.games.adjudication.compiled import CONVOY, HOLD, MOVE, SUPPORT
from wartable.games.adjudication.equations import (
    BUSY,
    EQUATIONS,
    GREATEST,
    LEAST,
    NO,
    OPEN,
    YES,
    Equations,
)
from wartable.games.adjudication.order_set import LAND, STUCK, OrderSet
from wartable.games.adjudication.units import NOBODY

CycleKind: TypeAlias = Literal["rotation", "paradox", "unique_solution", "deadlock"]
SMALL = 12
"""Decisions in a cycle of unequal units up to which all ways to settle it are tried."""


class Cycle(Exception):
    """A decision rests on itself."""


class ResolvedCycle(NamedTuple):
    """A cycle that was broken by rule: what it was, the units whose decisions were in it, and those that lost."""

    kind: CycleKind
    units: tuple[int, ...]
    failed: tuple[int, ...] = ()


class Evaluator(Equations):
    """The equations of a phase, settled as it is made; `broken` are the cycles that had to be broken, in order.

    `obvious` marks decisions that hung on nothing: nobody attacks the unit, or nobody else goes where it moves, and
    what it was to help is done. Where units differ in strength, nothing is. `even` are the empty spaces that movers
    keep each other out of of which all go on land and none is helped. `_against` lists for open decisions the movers
    they have to hold their own against. `_ahead` gives for lone movers on land without help the unit in their target
    that leaves or not: as all are equally strong, they get in where it does.
    """

    __slots__ = ("_against", "_ahead", "_reads", "broken", "even", "obvious")
    _reads: list[int]

    def __init__(self, orders: OrderSet) -> None:
        super().__init__(orders)
        size = len(self.verdict)
        self.obvious = orders.matched[:] if self.traits is None else [False] * size
        self.even: set[int] = set()
        self.broken: tuple[ResolvedCycle, ...] = ()
        self._ahead = [NOBODY] * size
        self._against: list[Sequence[int]] = [()] * size
        if not self._settle_by_recursion():
            self.exact = False
            self._settle_by_sweeps()
            self.exact = True

    # Recursion

    def _settle_by_recursion(self) -> bool:
        """Settle what recursion can; returns whether that was everything."""
        complete = True
        for unit in self._settle_the_obvious():
            if self.verdict[unit] == OPEN:
                try:
                    self.resolved(unit, GREATEST)
                except (Cycle, RecursionError):  # a chain too long for the stack is left to the sweeps as well
                    complete = False
                    self.verdict = [OPEN if known == BUSY else known for known in self.verdict]
        return complete

    def _settle_the_obvious(self) -> list[int]:
        """Settle what hangs on nothing: units that nobody attacks, and lone movers on land to empty spaces.

        Returns the other units. Those that hold are settled as well, but what attacks them is not.
        """
        verdict, obvious, doing, at, mode = self.verdict, self.obvious, self.doing, self.at, self.mode
        helpers, equal = self.helpers, self.traits is None
        others: list[int] = []
        for space, movers in self.into.items():
            attacked = at[space]
            if attacked != NOBODY and doing[attacked] != MOVE:
                self._open_attacked(attacked, movers, others)
            elif len(movers) == 1:
                mover = movers[0]
                if mode[mover] == LAND:
                    if attacked == NOBODY:
                        continue
                    if equal and not helpers[mover] and self.target[attacked] != self.space[mover]:
                        self._ahead[mover] = attacked
                obvious[mover] = False
                verdict[mover] = OPEN
                others.append(mover)
            elif attacked == NOBODY and self._is_even(movers):
                self.even.add(space)
                self._stand_off(movers)
            else:
                for mover in movers:
                    obvious[mover] = False
                    verdict[mover] = OPEN
                    self._against[mover] = movers
                others += movers
        return others

    def _open_attacked(self, unit: int, movers: list[int], others: list[int]) -> None:
        """Settle what an attack on a unit that stays decides by itself, and add the units to the others that are open.

        Where all are equally strong, nobody drives out alone a unit that stays.
        """
        verdict, obvious, helpers, equal = self.verdict, self.obvious, self.helpers, self.traits is None
        doing = self.doing[unit]
        obvious[unit] = False
        if doing == SUPPORT and equal and self._is_cut(unit, movers):
            verdict[unit] = NO
        elif doing != HOLD:
            verdict[unit] = OPEN
            self._against[unit] = movers
            others.append(unit)
        for mover in movers:
            obvious[mover] = False
            if equal and not helpers[mover]:
                verdict[mover] = NO
            else:
                verdict[mover] = OPEN
                self._against[mover] = movers
                others.append(mover)

    def _is_cut(self, unit: int, movers: list[int]) -> bool:
        """Whether a support is sure to be cut, as somebody attacks it on land from elsewhere than where it helps."""
        owner, helps_in = self.owner[unit], self.target[unit]
        for mover in movers:
            if self.owner[mover] != owner and self.mode[mover] == LAND and self.space[mover] != helps_in:
                return True
        return False

    def _is_even(self, movers: list[int]) -> bool:
        """Whether movers to an empty space are sure to keep each other out, as all go on land and none is helped."""
        for mover in movers:
            if self.helpers[mover] or self.mode[mover] != LAND:
                return False
        return self.traits is None

    def _stand_off(self, movers: list[int]) -> None:
        for mover in movers:
            self.verdict[mover] = NO
            self.obvious[mover] = False
            self._attack[mover] = self._prevent[mover] = 1

    def resolved(self, unit: int, bound: int) -> int:
        """Settle an open decision and what it hangs on, or else answer with the bound and remember what was asked."""
        if not self.exact:
            self._reads.append(unit)
            return bound
        verdict = self.verdict
        if verdict[unit] == BUSY:
            raise Cycle
        verdict[unit] = BUSY
        ahead = self._ahead[unit]
        if ahead != NOBODY:
            found = verdict[ahead]
            if found >= OPEN:
                found = self.resolved(ahead, bound)
            verdict[unit] = found
            return found
        alone, against = EQUATIONS[self.doing[unit]][self.mode[unit]]
        for term in alone:
            if not term(self, unit, GREATEST):
                verdict[unit] = NO
                return NO
        for mover in self._against[unit]:
            if mover != unit and not against(self, unit, mover, GREATEST):
                verdict[unit] = NO
                return NO
        verdict[unit] = YES
        return YES

    # Sweeps

    def _settle_by_sweeps(self) -> None:
        broken: list[ResolvedCycle] = []
        while hanging := self._sweep():
            broken.append(self._break(_sink(hanging)))
        self.broken = tuple(broken)

    def _sweep(self) -> dict[int, list[int]]:
        """Settle whatever follows from what is settled; returns the rest with what each hangs on."""
        still = [unit for unit, known in enumerate(self.verdict) if known == OPEN]
        while True:
            hanging: dict[int, list[int]] = {}
            for unit in still:
                found, reads = self._bounded(unit)
                if found == OPEN:
                    hanging[unit] = reads
                else:
                    self.verdict[unit] = found
            if len(hanging) == len(still):
                return hanging
            still = list(hanging)

    def _bounded(self, unit: int) -> tuple[int, list[int]]:
        """Return what a decision must be, or `OPEN` and what it hangs on: not on terms that are settled already."""
        alone, against = EQUATIONS[self.doing[unit]][self.mode[unit]]
        found, reads = YES, list[int]()
        for term in alone:
            self._reads = []
            if not term(self, unit, GREATEST):
                return NO, []
            if not term(self, unit, LEAST):
                found = OPEN
                reads += self._reads
        for mover in self._against[unit]:
            self._reads = []
            if mover == unit:
                continue
            if not against(self, unit, mover, GREATEST):
                return NO, []
            if not against(self, unit, mover, LEAST):
                found = OPEN
                reads += self._reads
        return found, reads

    # Cycles

    def _break(self, sink: tuple[int, ...]) -> ResolvedCycle:
        movers = [unit for unit in sink if self.doing[unit] == MOVE]
        fleets = [unit for unit in sink if self.doing[unit] == CONVOY]
        ring = len(movers) == len(sink) == len({self.target[unit] for unit in movers})
        standard = self.traits is None and (ring or fleets)
        if not standard and (way := self._unique_solution(sink)):
            self._set(sink, way)
            return ResolvedCycle("unique_solution", sink)
        if fleets:
            return self._break_paradox(sink, movers, fleets)
        self._rule(sink, YES if ring else NO)
        return ResolvedCycle("rotation", sink) if ring else ResolvedCycle("deadlock", sink, sink)

    def _break_paradox(self, sink: tuple[int, ...], movers: list[int], fleets: list[int]) -> ResolvedCycle:
        """Let the convoys of a paradox fail, or all moves in it, those of its convoys among them (DATC 4.A.2)."""
        if self.orders.rulings.paradox == "all_hold":
            failed = tuple(sorted({*movers, *(self.orders.subject(fleet) for fleet in fleets)}))
            for unit in failed:
                self.mode[unit] = STUCK
            self._rule(failed, NO)
            return ResolvedCycle("paradox", tuple(sorted({*sink, *failed})), failed)
        self._rule(fleets, NO)
        return ResolvedCycle("paradox", sink, tuple(fleets))

    def _unique_solution(self, sink: tuple[int, ...]) -> tuple[int, ...] | None:
        """Return the one way to settle a small cycle that makes sense; none if there are several or none.

        With units of equal strength a cycle never has just one: either none or two make sense. With unequal ones it
        may, as the bounds weigh each decision by itself.
        """
        if len(sink) > SMALL:
            return None
        ways = [way for way in product((NO, YES), repeat=len(sink)) if self._makes_sense(sink, way)]
        self._rule(sink, OPEN)
        return ways[0] if len(ways) == 1 else None

    def _makes_sense(self, sink: tuple[int, ...], way: tuple[int, ...]) -> bool:
        """Whether every decision of a cycle follows from the others if they are settled this way."""
        self._set(sink, way)
        return all(self._bounded(unit)[0] == verdict for unit, verdict in zip(sink, way, strict=True))

    def _rule(self, units: Iterable[int], verdict: int) -> None:
        for unit in units:
            self.verdict[unit] = verdict

    def _set(self, units: Iterable[int], verdicts: Iterable[int]) -> None:
        for unit, verdict in zip(units, verdicts, strict=True):
            self.verdict[unit] = verdict


def _sink(hanging: Mapping[int, Sequence[int]]) -> tuple[int, ...]:
    """Return a set of decisions that hang on each other and on nothing else (Tarjan's first component)."""
    order: dict[int, int] = {}
    lowest: dict[int, int] = {}
    path: list[int] = []
    start = next(iter(hanging))
    work = [(start, iter(hanging[start]))]
    order[start] = lowest[start] = 0
    path.append(start)
    while True:
        unit, rest = work[-1]
        for other in rest:
            if other not in order:
                order[other] = lowest[other] = len(order)
                path.append(other)
                work.append((other, iter(hanging[other])))
                break
            lowest[unit] = min(lowest[unit], order[other])
        else:
            work.pop()
            if lowest[unit] == order[unit]:
                return tuple(sorted(path[path.index(unit) :]))
            lowest[work[-1][0]] = min(lowest[work[-1][0]], lowest[unit])
