"""Results that the package only names otherwise than the decisions behind them, which are the same."""

from __future__ import annotations

from collections.abc import Iterator

from tests.games.diplomacy.differential.causes import Cause, Fault
from tests.games.diplomacy.differential.disagreements import Case
from wartable.games.adjudication.compiled import CONVOY, MOVE, SUPPORT
from wartable.games.adjudication.equations import NO

VOID_FOR_STRANDED = Cause(
    "void for an army that stays",
    "A support for an army whose convoy fails is void there; we say what became of the support itself.",
)
VOID_AGAINST_OWN = Cause(
    "void against an own unit",
    "A support that does not count, as it helps against its power's own unit, is void there; we say that it supports, "
    "and that it does not count.",
)
NO_CONVOY_OF_FLEET = Cause(
    "fleet of a convoy that is none",
    "A fleet on no whole route, or whose army goes by land, has `no convoy` or is void there; for us it convoys, as "
    "it was ready to.",
)
ONLY_DISLODGED = Cause(
    "dislodged by sea and not called cut",
    "A supporter dislodged by a convoyed army is dislodged there and no more; for us its support is cut, too.",
)


def wording_faults(case: Case) -> Iterator[Fault]:
    """Yield the orders that ended with another code than their decision asks for."""
    for unit, doing in enumerate(case.theirs.doing):
        said = case.codes[unit] - {"dislodged"}
        if doing in {MOVE, SUPPORT, CONVOY}:
            if said not in _fitting(case, unit):
                yield Fault(_cause(case, unit, said), f"{case.text(unit)}: {sorted(said)}")
        elif said - {"void"} or (said and case.theirs.orders.order_of(unit) is not None):
            yield Fault(None, f"{case.text(unit)}: {sorted(said)}")


def _fitting(case: Case, unit: int) -> tuple[frozenset[str], ...]:
    """Return the sets of codes that say what was decided."""
    by, no = case.theirs, case.theirs.verdict[unit] == NO
    if by.doing[unit] == MOVE:
        return (frozenset({"bounce" if by.path(unit) else "no convoy"} if no else ()),)
    if not by.orders.matched[unit]:
        return (frozenset({"void"}),)
    if by.doing[unit] == SUPPORT:
        return (frozenset({"cut"} if no else ()),)
    return (frozenset({"disrupted"}), frozenset()) if no else (frozenset(),)


def _is_on_a_route(case: Case, fleet: int) -> bool:
    """Whether a fleet lies on a route that the fleets ordered to carry its army make, and the army takes one."""
    by = case.theirs
    army, seas = by.orders.subject(fleet), case.numbered.network.seas
    useful = seas.useful(by.space[army], by.target[army], by.orders.fleet_mask(by.orders.carriers[army]))
    return bool(by.by_sea(army)) and bool(useful >> by.space[fleet] & 1)


def _cause(case: Case, unit: int, said: frozenset[str]) -> Cause | None:
    by = case.theirs
    subject = by.orders.subject(unit)
    if by.doing[unit] == SUPPORT and case.codes[unit] == frozenset({"dislodged"}):
        return ONLY_DISLODGED
    if by.doing[unit] not in {SUPPORT, CONVOY} or not said <= {"void", "no convoy"}:
        return None
    stranded = "no convoy" in case.codes[subject]
    if by.doing[unit] == CONVOY:
        return NO_CONVOY_OF_FLEET if stranded or not _is_on_a_route(case, unit) else None
    if stranded:
        return VOID_FOR_STRANDED
    there = case.numbered.at[by.target[unit]]
    own = there >= 0 and case.numbered.owner[there] == case.numbered.owner[unit]
    return VOID_AGAINST_OWN if own and by.doing[subject] == MOVE else None
