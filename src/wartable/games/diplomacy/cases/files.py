"""Runs case files: every stated fact of every case is held against the adjudicator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from wartable.engine.cases import CaseResult
from wartable.engine.errors import BadData, WartableError
from wartable.games.adjudication.orders import AnyOrder, Power
from wartable.games.adjudication.results import MovementResult, RetreatResult
from wartable.games.adjudication.retreats import resolve_retreats
from wartable.games.diplomacy.adjudicate import judge, rulings_of
from wartable.games.diplomacy.cases.facts import (
    dislodged_differences,
    result_differences,
    retreat_differences,
    set_difference,
    unit_differences,
    unread_orders,
)
from wartable.games.diplomacy.cases.form import Alternative, Case, Head, read_case_file
from wartable.games.diplomacy.cases.positions import opening_phase, position_of
from wartable.games.diplomacy.cases.replays import replay_game
from wartable.games.diplomacy.issues import rulings_with
from wartable.games.diplomacy.phases.adjusting import adjusting
from wartable.games.diplomacy.phases.adjustments import adjust
from wartable.games.diplomacy.phases.due import net
from wartable.games.diplomacy.phases.removals import removal_distances
from wartable.games.diplomacy.play.mapoptions import map_of
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.results import AdjustmentResult
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.text.setting import Given, Setting, by_power


def run_file(path: Path) -> Iterator[CaseResult]:
    """Run every case and game of a file; raises `OSError` where there is none such.

    A case whose options or orders make no sense fails with the reason, as does one that states what is not so, and a
    file that is not of these schemas fails as a whole.
    """
    try:
        entries = read_case_file(path)
    except BadData as error:
        yield CaseResult(path.name, "", (str(error),))
        return
    for head, case in entries.cases:
        yield CaseResult(case.id, case.name, _collected(_case_differences(head, case)))
    for head, game in entries.games:
        yield CaseResult(f"game {game.game}", "recorded game", _collected(replay_game(head, game)))


def _collected(differences: Iterator[str]) -> tuple[str, ...]:
    found: list[str] = []
    try:
        found.extend(differences)
    except WartableError as error:
        found.append(str(error))
    return tuple(found)


def _case_differences(head: Head, case: Case) -> Iterator[str]:
    setting = Setting(map_of(case.map or head.map))
    for rulings in _rulings(setting, head, case.options):
        yield from _judged(setting, case, rulings)
    for alternative in case.alternatives:
        for rulings in _rulings(setting, head, case.options | alternative.options):
            under = ", ".join(f"{issue} {text}" for issue, text in alternative.options.items())
            yield from (f"under {under}: {line}" for line in _alternative(setting, case, alternative, rulings))


def _rulings(setting: Setting, head: Head, options: Mapping[str, str]) -> tuple[Rulings, ...]:
    base = head.rulebook(rulings_of(setting.variant))
    stated = {**head.defaults, **(head.options or {})}
    (common,) = rulings_with(base, stated) if stated else (base,)
    return rulings_with(common, options)


def _judged(setting: Setting, case: Case, rulings: Rulings) -> Iterator[str]:
    for kind, judged in (("adjust", _adjusted), ("retreat", _retreated), ("movement", _moved)):
        if case.phase.startswith(kind):
            return judged(setting, case, rulings)
    message = f"There is no phase {case.phase!r}; there are movement, retreat and adjustment."
    raise BadData(message)


def _moved(setting: Setting, case: Case, rulings: Rulings) -> Iterator[str]:
    position = position_of(setting, case, "movement")
    given = setting.orders(case.orders, position, rulings)
    verdict = judge(setting.variant, position, by_power(given), rulings)
    result = verdict.result
    if not isinstance(result, MovementResult):
        return
    yield from _common(setting, case, given, result)
    if case.dislodged is not None or case.after is not None:
        yield from dislodged_differences(case.dislodged or {}, result.dislodged, setting.place, setting.power)
    if case.retreat is not None:
        part = case.retreat
        following = Case(units={}, orders=part.orders, result=part.result, after=part.after, destroyed=part.destroyed)
        after = Position(opening_phase(setting.variant, "retreats"), result.units, position.owners, result.dislodged)
        yield from (f"retreat: {line}" for line in _retreats_judged(setting, following, after, rulings))


def _common(
    setting: Setting,
    case: Case,
    given: Sequence[Given],
    result: MovementResult | RetreatResult,
) -> Iterator[str]:
    yield from unread_orders(case.result, given)
    if case.result is not None:
        yield from result_differences(case.result, given, result.judged)
    if case.after is not None:
        yield from unit_differences(case.after, result.units, setting.power)


def _retreated(setting: Setting, case: Case, rulings: Rulings) -> Iterator[str]:
    return _retreats_judged(setting, case, position_of(setting, case, "retreats"), rulings)


def _retreats_judged(setting: Setting, case: Case, position: Position, rulings: Rulings) -> Iterator[str]:
    given = setting.orders(case.orders, position, rulings)
    result = resolve_retreats(setting.variant.map, position.units, position.dislodged, by_power(given), rulings)
    yield from _common(setting, case, given, result)
    if case.destroyed is not None:
        yield from set_difference("destroyed", map(setting.place, case.destroyed), result.destroyed)


def _adjusted(setting: Setting, case: Case, rulings: Rulings) -> Iterator[str]:
    """Judge the adjustments of the one power a case is about, or of all."""
    position = position_of(setting, case, "adjustments")
    given = setting.orders(case.orders, position, rulings)
    result = _adjustments(setting, case, position, by_power(given), rulings)
    yield from unread_orders(case.result, given)
    if case.result is not None:
        yield from result_differences(case.result, given, result.judged, "rejected")
    if case.after is not None:
        yield from unit_differences(case.after, result.units, setting.power)
    automatic = [str(unit) for units in result.automatic.values() for unit in units]
    if case.automatic is not None or case.after is not None:
        yield from set_difference("automatic removals", case.automatic or (), automatic)
    yield from _numbers(setting, case, position, rulings)


def _adjustments(
    setting: Setting, case: Case, position: Position, orders: Mapping[Power, Sequence[AnyOrder]], rulings: Rulings
) -> AdjustmentResult:
    powers = [setting.power(case.power)] if case.power else list(setting.variant.powers)
    done = {power: adjust(setting.variant, position, power, orders.get(power, ()), rulings) for power in powers}
    return AdjustmentResult(
        tuple(judged for one in done.values() for judged in one.judged),
        {**position.units, **{power: one.units for power, one in done.items()}},
        {power: one.automatic for power, one in done.items()},
    )


def _numbers(setting: Setting, case: Case, position: Position, rulings: Rulings) -> Iterator[str]:
    """Compare the stated balance of centres and units, and the stated distances."""
    if not case.power:
        return
    power = setting.power(case.power)
    if case.net is not None and case.net != (found := net(setting.variant, position, power)):
        yield f"net: expected {case.net}, found {found}"
    if case.distances is not None:
        desk = adjusting(setting.variant, position, power, rulings)
        far = {str(unit): steps for unit, steps in removal_distances(desk, desk.units).items()}
        yield from (
            f"distance of {unit}: expected {steps}, found {far.get(unit)}"
            for unit, steps in case.distances.items()
            if far.get(unit) != steps
        )


def _alternative(setting: Setting, case: Case, stated: Alternative, rulings: Rulings) -> Iterator[str]:
    """Compare only what is stated of the outcome under other options."""
    changed = msgspec.structs.replace(
        case,
        result=stated.result,
        after=stated.after,
        dislodged=stated.dislodged,
        automatic=stated.automatic,
        retreat=None,
        distances=None,
    )
    if not case.phase.startswith("movement"):
        yield from _judged(setting, changed, rulings)
        return
    position = position_of(setting, case, "movement")
    given = setting.orders(case.orders, position, rulings)
    result = judge(setting.variant, position, by_power(given), rulings).result
    if not isinstance(result, MovementResult):
        return
    yield from _common(setting, changed, given, result)
    if stated.dislodged is not None:
        yield from dislodged_differences(stated.dislodged, result.dislodged, setting.place, setting.power)
    there = {one.unit.province: one for one in result.dislodged}
    yield from (f"{place} is dislodged" for place in stated.not_dislodged or () if setting.place(place) in there)
    for place, options in (stated.retreats or {}).items():
        if (one := there.get(setting.place(place))) is not None:
            yield from retreat_differences(place, options, one)
        else:
            yield f"{place} is not dislodged"
