"""Positions, orders and verdicts as JSON of plain texts: `{"phase": "spring 1901 movement", "units": {…}}`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from wartable.engine.errors import BadData, BadNotation
from wartable.engine.fields import UnknownField, check_fields
from wartable.games.adjudication.orders import AnyOrder, Power, Province
from wartable.games.adjudication.results import Dislodged, Fact, Judged, MovementResult, RetreatResult
from wartable.games.diplomacy.adjudicate import start
from wartable.games.diplomacy.phases.calendar import read_phase, winner
from wartable.games.diplomacy.phases.due import due
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.results import AdjustmentResult, Verdict
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.specials import specials_of
from wartable.games.diplomacy.text.names import names_of, tokens_of
from wartable.games.diplomacy.text.ordersets import counted
from wartable.games.diplomacy.text.placing import check_units
from wartable.games.diplomacy.text.setting import Setting, marks_of, units_beside
from wartable.games.diplomacy.variant import Variant

OrderTexts: TypeAlias = dict[str, list[str]]
"""Orders by power, in texts."""


class DislodgedJson(msgspec.Struct, frozen=True):
    """A dislodged unit: whose, which, where its attacker came from, where it may go."""

    power: str
    unit: str
    attacker: str = ""
    retreats: tuple[str, ...] = ()


class PositionJson(msgspec.Struct, frozen=True, omit_defaults=True):
    """A position in texts; powers by id, name or adjective. Without `centres` every power owns its home centres."""

    phase: str
    units: dict[str, list[str]]
    centres: dict[str, list[str]] | None = None
    centers: dict[str, list[str]] | None = None
    """The other spelling, read but never written."""
    dislodged: list[DislodgedJson] = []
    beside: list[str] = []
    """What stands beside units: `Z minas_morgul`."""


class ReasonJson(msgspec.Struct, frozen=True):
    """Why an order ended as it did: code, sentence, facts and rule."""

    code: str
    sentence: str
    facts: Mapping[str, Fact]
    rule: str = ""


class JudgedJson(msgspec.Struct, frozen=True, omit_defaults=True):
    """One order and what became of it; `stage` is the title of the stage that judged it, on maps with several."""

    power: Power
    order: str
    result: str
    dislodged: bool
    reason: ReasonJson
    stage: str = ""


class DueJson(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a power has to decide next; `units` may be ordered, `builds` and `removals` are numbers of units."""

    units: tuple[str, ...] = ()
    retreats: dict[str, tuple[str, ...]] = {}
    builds: int = 0
    sites: tuple[Province, ...] = ()
    removals: int = 0


class VerdictJson(msgspec.Struct, frozen=True, omit_defaults=True):
    """A judged phase: results, the next position and what is due in it, and who has won."""

    phase: str
    orders: list[JudgedJson]
    next: PositionJson
    due: dict[Power, DueJson]
    standoffs: tuple[Province, ...] = ()
    destroyed: tuple[Province, ...] = ()
    automatic: dict[Power, list[str]] = {}
    winner: Power | None = None
    shown: tuple[str, ...] = ()
    """What it showed to all, in sentences."""


def position_to_json(position: Position) -> PositionJson:
    """Return a position in texts."""
    powers = dict.fromkeys(position.owners.values())
    return PositionJson(
        str(position.phase).lower(),
        {power: [str(unit) for unit in units] for power, units in position.units.items()},
        {power: list(position.centres(power)) for power in powers},
        dislodged=[DislodgedJson(one.power, str(one.unit), one.attacker, one.retreats) for one in position.dislodged],
        beside=[str(unit) for unit in units_beside(position.marks)],
    )


def position_from_json(variant: Variant, data: bytes | str) -> Position:
    """Read a position; raises `BadData` saying where it is wrong."""
    try:
        plain: object = msgspec.json.decode(data)
        check_fields(plain, PositionJson)
        read = msgspec.convert(plain, PositionJson)
    except UnknownField as error:
        raise BadData(f"This is no position. {error}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        message = f"This is no position: {error}."
        raise BadData(message) from error
    setting = Setting(variant)
    centres = read.centres if read.centres is not None else read.centers
    try:
        units = setting.units(read.units)
        check_units(variant, (unit for there in units.values() for unit in there))
        return Position(
            read_phase(variant, read.phase),
            units,
            setting.owners(centres) if centres is not None else start(variant).owners,
            tuple(_dislodged(setting, one) for one in read.dislodged),
            marks_of([setting.beside(text) for text in read.beside]) if read.beside else msgspec.UNSET,
        )
    except BadNotation as error:
        raise BadData(str(error)) from error


def _dislodged(setting: Setting, one: DislodgedJson) -> Dislodged:
    names = names_of(setting.variant)
    places = tuple(names.place(tokens_of(place), 0, frozenset())[0] for place in one.retreats)
    attacker = setting.place(one.attacker) if one.attacker else ""
    return Dislodged(setting.power(one.power), setting.unit(one.unit), attacker, places)


def orders_to_json(orders: Mapping[Power, Sequence[AnyOrder]]) -> dict[Power, list[str]]:
    """Return orders in canonical notation by power."""
    return {power: [str(order) for order in given] for power, given in orders.items()}


def orders_from_json(
    variant: Variant, data: bytes | str, position: Position, rulings: Rulings | None = None
) -> dict[Power, list[AnyOrder]]:
    """Read orders by power, or a list of such sets, the last sent in last.

    `rulings` say how strictly they are read (4.C, 4.E.2) and what counts of several sets (4.D.1); else as usual.
    Raises `BadData` naming every order that makes no sense.
    """
    try:
        texts: OrderTexts | list[OrderTexts] = msgspec.json.decode(data, type=OrderTexts | list[OrderTexts])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        message = f"These are no orders: {error}."
        raise BadData(message) from error
    faults: list[str] = []
    sets = [
        _one_set(Setting(variant), given, position, rulings, faults)
        for given in (texts if isinstance(texts, list) else [texts])
    ]
    if faults:
        raise BadData("\n".join(faults))
    return counted(sets, rulings)


def _one_set(
    setting: Setting, texts: Mapping[str, Sequence[str]], position: Position, rulings: Rulings | None, faults: list[str]
) -> dict[Power, list[AnyOrder]]:
    """Read the orders of one set; what makes no sense is added to the faults."""
    found: dict[Power, list[AnyOrder]] = {}
    for name, given in texts.items():
        for text in given:
            try:
                found.setdefault(setting.power(name), []).append(setting.order(text, position, rulings))
            except (BadNotation, BadData) as error:
                faults.append(f"{name}, {text!r}: {error}")
    return found


def due_to_json(variant: Variant, position: Position) -> dict[Power, DueJson]:
    """Return what each power has to decide in a position."""
    return {
        power: DueJson(
            tuple(map(str, what.units)),
            {str(one.unit): one.retreats for one in what.retreats},
            what.builds,
            what.sites,
            what.removals,
        )
        for power, what in due(variant, position).items()
    }


def verdict_to_json(variant: Variant, position: Position, verdict: Verdict) -> VerdictJson:
    """Return a judged phase in texts; `position` is the one before it."""
    result, special = verdict.result, specials_of(variant)
    return VerdictJson(
        str(position.phase).lower(),
        [_judged_to_json(one, stage.title) for stage in special.stages(result.judged) for one in stage.judged],
        position_to_json(verdict.next),
        due_to_json(variant, verdict.next),
        result.standoffs if isinstance(result, MovementResult) else (),
        result.destroyed if isinstance(result, RetreatResult) else (),
        _automatic(result) if isinstance(result, AdjustmentResult) else {},
        winner(variant, verdict.next),
        special.shown(verdict.next),
    )


def _judged_to_json(one: Judged, stage: str) -> JudgedJson:
    reason = ReasonJson(one.why.code, one.why.sentence, one.why.facts, one.why.rule)
    return JudgedJson(one.power, str(one.order), one.result, one.dislodged, reason, stage)


def _automatic(result: AdjustmentResult) -> dict[Power, list[str]]:
    return {power: [str(unit) for unit in units] for power, units in result.automatic.items()}
