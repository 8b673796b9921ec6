"""Decisions that rest on themselves: sweep bounds until nothing changes, then break one cycle by rule, and again.

What stays open after a sweep hangs on something open. Among these decisions there is always a *sink*: a set that hangs
on each other and on nothing else that is open. Its fate is its own affair, so the rules for cycles are applied to it
alone (DATC 5.B.9): a ring of movers that wait for each other goes round; in a convoy paradox the convoys fail, or all
moves do, as the rulings say; any other cycle, which only variants know, fails as a whole. Where units differ in
strength, a small cycle is settled in the one way that makes sense, if there is just one. A paradox elsewhere on the
board changes nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Literal, NamedTuple, TypeAlias

from wartable.games.diplomacy.movement.bounds import Bounds
from wartable.games.diplomacy.movement.decisions import BUSY, NO, OPEN, YES, Decisions
from wartable.games.diplomacy.movement.docket import STUCK
from wartable.games.diplomacy.movement.legality import CONVOY, MOVE

CycleKind: TypeAlias = Literal["rotation", "paradox", "only_way", "deadlock"]
SMALL = 8
"""Decisions in a cycle of a variant up to which all ways to settle it are tried."""


class Broken(NamedTuple):
    """A cycle that was broken by rule: what it was, the units whose decisions were in it, and those that lost."""

    kind: CycleKind
    units: tuple[int, ...]
    failed: tuple[int, ...] = ()


def settle(decisions: Decisions) -> tuple[Broken, ...]:
    """Settle every decision; returns the cycles that had to be broken, in the order it was done."""
    if decisions.settle_plainly():
        return ()
    decisions.verdict = [OPEN if known == BUSY else known for known in decisions.verdict]
    bounds = Bounds(decisions)
    broken: list[Broken] = []
    while hanging := _sweep(decisions, bounds):
        broken.append(_break(decisions, bounds, _sink(hanging)))
    return tuple(broken)


def _sweep(decisions: Decisions, bounds: Bounds) -> dict[int, list[int]]:
    """Settle whatever follows from what is settled; returns the rest with what each hangs on."""
    still = [unit for unit, known in enumerate(decisions.verdict) if known == OPEN]
    while True:
        hanging: dict[int, list[int]] = {}
        for unit in still:
            found = bounds.value(unit)
            if found == OPEN:
                hanging[unit] = bounds.reads
            else:
                decisions.verdict[unit] = found
        if len(hanging) == len(still):
            return hanging
        still = list(hanging)


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


def _break(decisions: Decisions, bounds: Bounds, sink: tuple[int, ...]) -> Broken:
    movers = [unit for unit in sink if decisions.doing[unit] == MOVE]
    fleets = [unit for unit in sink if decisions.doing[unit] == CONVOY]
    ring = len(movers) == len(sink) == len({decisions.target[unit] for unit in movers})
    standard = decisions.docket.muster.traits is None and (ring or fleets)
    if not standard and (way := _only_way(decisions, bounds, sink)):
        _set(decisions, sink, way)
        return Broken("only_way", sink)
    if fleets:
        return _break_paradox(decisions, sink, movers, fleets)
    _rule(decisions, sink, YES if ring else NO)
    return Broken("rotation", sink) if ring else Broken("deadlock", sink, sink)


def _break_paradox(decisions: Decisions, sink: tuple[int, ...], movers: list[int], fleets: list[int]) -> Broken:
    """Let the convoys of a paradox fail, or all moves in it, those of its convoys among them (DATC 4.A.2)."""
    if decisions.docket.rulings.paradox == "all_hold":
        failed = tuple(sorted({*movers, *(decisions.docket.subject[fleet] for fleet in fleets)}))
        for unit in failed:
            decisions.mode[unit] = STUCK
        _rule(decisions, failed, NO)
        return Broken("paradox", tuple(sorted({*sink, *failed})), failed)
    _rule(decisions, fleets, NO)
    return Broken("paradox", sink, tuple(fleets))


def _only_way(decisions: Decisions, bounds: Bounds, sink: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the one way to settle a small cycle that makes sense; none if there are several or none.

    With units of equal strength a cycle never has just one: either none or two make sense. With unequal ones it may,
    as the bounds weigh each decision by itself.
    """
    if len(sink) > SMALL:
        return None
    ways = [way for way in product((NO, YES), repeat=len(sink)) if _makes_sense(decisions, bounds, sink, way)]
    _rule(decisions, sink, OPEN)
    return ways[0] if len(ways) == 1 else None


def _makes_sense(decisions: Decisions, bounds: Bounds, sink: tuple[int, ...], way: tuple[int, ...]) -> bool:
    """Whether every decision of a cycle follows from the others if they are settled this way."""
    _set(decisions, sink, way)
    return all(bounds.value(unit) == verdict for unit, verdict in zip(sink, way, strict=True))


def _rule(decisions: Decisions, units: Iterable[int], verdict: int) -> None:
    for unit in units:
        decisions.verdict[unit] = verdict


def _set(decisions: Decisions, units: Iterable[int], verdicts: Iterable[int]) -> None:
    for unit, verdict in zip(units, verdicts, strict=True):
        decisions.verdict[unit] = verdict
