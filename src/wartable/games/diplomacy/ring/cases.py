"""Case files on the map of ring diplomacy: figures before and after, hidden moves, and places shown to all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from wartable.engine.cases import CaseResult
from wartable.engine.errors import BadData, Reason, WartableError
from wartable.engine.fields import check_fields
from wartable.engine.options import build
from wartable.games.adjudication.orders import Province, UnitKind
from wartable.games.adjudication.results import Dislodged, MovementResult, RetreatResult
from wartable.games.diplomacy.adjudicate import judge, rulings_of, start
from wartable.games.diplomacy.cases.facts import (
    dislodged_differences,
    result_differences,
    set_difference,
    unit_differences,
    unread_orders,
)
from wartable.games.diplomacy.cases.form import REMARKS, DislodgedFact, Texts
from wartable.games.diplomacy.cases.positions import opening_phase
from wartable.games.diplomacy.position import PhaseKind, Position
from wartable.games.diplomacy.results import AdjustmentResult, Verdict
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.options import PRESETS, RingOptions
from wartable.games.diplomacy.ring.ringmap import RingMap
from wartable.games.diplomacy.text.setting import Given, Setting, by_power
from wartable.games.ring_figures.figures import HIDDEN, Figures
from wartable.games.ring_figures.kinds import DEAD, FIGURES, NAZGUL


class Standing(msgspec.Struct, frozen=True):
    """Where a figure is that has to retreat, and where it may go."""

    at: str
    retreats: list[str] = []


Specials: TypeAlias = dict[str, str | Standing]
_PHASES: Mapping[str, PhaseKind] = {"movement": "movement", "retreat": "retreats", "adjust": "adjustments"}


class RingAlternative(msgspec.Struct, frozen=True):
    """What differs under other options; only what is stated is compared."""

    options: dict[str, Any]
    result: dict[str, str] | None = None
    after: Texts | None = None
    dislodged: dict[str, DislodgedFact] | None = None
    specials_after: Specials | None = None
    revealed: dict[str, str] | None = None


class RingCase(msgspec.Struct, frozen=True):
    """One position with orders, and everything that is stated of its outcome."""

    units: Texts
    id: str = ""
    name: str = ""
    phase: str = "movement"
    options: dict[str, Any] = {}
    centers: Texts | None = None
    orders: Texts = {}
    result: dict[str, str] | None = None
    after: Texts | None = None
    dislodged: dict[str, DislodgedFact] | None = None
    destroyed: list[str] | None = None
    automatic: list[str] | None = None
    specials: Specials = {}
    specials_after: Specials | None = None
    revealed: dict[str, str] | None = None
    alternatives: list[RingAlternative] = []


class RingCases(msgspec.Struct, frozen=True):
    """A file of cases."""

    cases: list[msgspec.Raw]
    preset: str = "advanced"


def run_ring_file(path: Path) -> Iterator[CaseResult]:
    """Run every case of a file; raises `OSError` where there is none such.

    A file or case that makes no sense fails with the reason.
    """
    try:
        file = msgspec.json.decode(path.read_bytes(), type=RingCases)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        yield CaseResult(path.name, "", (f"{path.name}: {error}",))
        return
    if file.preset not in PRESETS:
        yield CaseResult(path.name, "", (f"{path.name}: there is no preset {file.preset!r}.",))
        return
    for number, raw in enumerate(file.cases, 1):
        yield _run(file, number, raw)


def _run(file: RingCases, number: int, raw: msgspec.Raw) -> CaseResult:
    found: list[str] = []
    case = RingCase({}, id=f"case {number}")
    try:
        plain: dict[str, Any] = msgspec.json.decode(raw)
        check_fields({name: value for name, value in plain.items() if name not in REMARKS}, RingCase)
        case = msgspec.convert(plain, RingCase)
        found.extend(_differences(file, case))
    except (WartableError, msgspec.ValidationError) as error:
        found.append(str(error))
    return CaseResult(case.id or f"case {number}", case.name, tuple(found))


def _differences(file: RingCases, case: RingCase) -> Iterator[str]:
    yield from _judged(file, case, partial=case.after is None)
    for one in case.alternatives:
        changed = msgspec.structs.replace(
            case,
            options=case.options | one.options,
            result=one.result,
            after=one.after,
            dislodged=one.dislodged,
            specials_after=one.specials_after,
            revealed=one.revealed,
        )
        under = ", ".join(f"{name} {value}" for name, value in one.options.items())
        yield from (f"under {under}: {line}" for line in _judged(file, changed, partial=True))


def _judged(file: RingCases, case: RingCase, *, partial: bool) -> Iterator[str]:
    """Judge the phase of a case, and compare what is stated of it; if partial, unstated losses may be."""
    on = build(RingOptions, case.options, PRESETS[file.preset]).variant()
    setting = Setting(on)
    position = _position(setting, case)
    given = _orders(setting, case.orders, position)
    verdict = judge(on, position, by_power(given), rulings_of(on))
    yield from unread_orders(case.result, given)
    if case.result is not None:
        yield from result_differences(case.result, given, verdict.result.judged)
    if case.after is not None:
        yield from unit_differences(case.after, verdict.result.units, setting.power)
    yield from _losses(setting, case, verdict, partial=partial)
    yield from _figures(setting, case, verdict)


def _kind_of(phase: str) -> PhaseKind:
    for beginning, kind in _PHASES.items():
        if phase.startswith(beginning):
            return kind
    message = f"There is no phase {phase!r}; there are movement, retreat and adjustment."
    raise BadData(message)


def _position(setting: Setting, case: RingCase) -> Position:
    """Return the position of a case; where it tells no centres, every power owns its home centres."""
    on = setting.variant
    kind = _kind_of(case.phase)
    owners = start(on).owners if case.centers is None else setting.owners(case.centers)
    at: dict[UnitKind, Province] = {DEAD: "vale_of_erech"}
    lost: list[Dislodged] = []
    for letters, where in case.specials.items():
        at[letters] = setting.place(where if isinstance(where, str) else where.at)
        if isinstance(where, Standing) and kind == "retreats":
            lost.append(Dislodged("mordor", setting.unit(f"{letters} {where.at}"), "", tuple(where.retreats)))
    facts = case.dislodged if kind == "retreats" and case.dislodged else {}
    lost += [_dislodged(setting, fact) for fact in facts.values()]
    units = setting.units(case.units)
    marks = Figures(at).marks()
    return Position(opening_phase(on, kind), units, owners, tuple(lost), marks)


def _dislodged(setting: Setting, fact: DislodgedFact) -> Dislodged:
    name, _, unit = fact.unit.partition(" ")
    by = setting.place(fact.by.removeprefix("Z ")) if fact.by else ""
    return Dislodged(setting.power(name), setting.unit(unit), by, tuple(fact.retreats or ()))


def _orders(setting: Setting, texts: Texts, position: Position) -> list[Given]:
    """Read the orders, those of hidden figures under a name of their own, and complete moves over two provinces."""
    hidden = [text for name, those in texts.items() if name.lower() == HIDDEN for text in those]
    open_ = {name: those for name, those in texts.items() if name.lower() != HIDDEN}
    given = setting.orders(open_, position)
    for text in hidden:
        first = next(iter(setting.variant.powers))
        ((_, _, order),) = setting.orders({first: [text]}, position)
        given.append((HIDDEN, text, order))
    assert isinstance(setting.variant, RingMap)  # noqa: S101 - these cases are on no other map
    on = setting.variant
    return [
        (power, text, order if isinstance(order, Reason) else on.completed(position, order))
        for power, text, order in given
    ]


def _losses(setting: Setting, case: RingCase, verdict: Verdict, *, partial: bool) -> Iterator[str]:
    """Compare who was dislodged, destroyed and removed."""
    result = verdict.result
    if isinstance(result, MovementResult) and (case.dislodged is not None or not partial):
        stated = {
            place: msgspec.structs.replace(fact, by=fact.by.removeprefix("Z "))
            for place, fact in (case.dislodged or {}).items()
        }
        lost = [one for one in result.dislodged if one.unit.kind not in FIGURES]
        yield from dislodged_differences(stated, lost, setting.place, setting.power)
    if isinstance(result, RetreatResult) and case.destroyed is not None:
        yield from set_difference("destroyed", map(setting.place, case.destroyed), result.destroyed)
    if isinstance(result, AdjustmentResult) and case.automatic is not None:
        there = [str(unit) for units in result.automatic.values() for unit in units]
        yield from set_difference("automatic removals", case.automatic, there)


def _figures(setting: Setting, case: RingCase, verdict: Verdict) -> Iterator[str]:
    """Compare where the figures are, and which of them were shown."""
    figures = figures_of(verdict.next)
    driven = {one.unit.kind: one.retreats for one in _driven(verdict)}
    for letters, stated in (case.specials_after or {}).items():
        at, ways = (stated, ()) if isinstance(stated, str) else (stated.at, tuple(stated.retreats))
        if figures.at.get(letters) != setting.place(at):
            yield f"{letters}: expected in {at}, found in {figures.at.get(letters, 'no place')}"
        yield from set_difference(f"retreats of {letters}", map(setting.place, ways), driven.get(letters, ()))
    if case.revealed is not None:
        wanted = [f"{letters} {setting.place(at)}" for letters, at in case.revealed.items()]
        found = [f"{letters} {figures.at[letters]}" for letters in figures.seen]
        yield from set_difference("revealed", wanted, found)


def _driven(verdict: Verdict) -> Sequence[Dislodged]:
    result = verdict.result
    return [one for one in result.dislodged if one.unit.kind == NAZGUL] if isinstance(result, MovementResult) else []
