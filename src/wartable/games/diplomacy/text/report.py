"""A judged phase as a plain-text report for people: every order with its reason, the next position, what is due."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wartable.engine.words import capitalised, listed
from wartable.games.adjudication.orders import AnyOrder, Location, Power
from wartable.games.adjudication.results import Dislodged, Judged, MovementResult, RetreatResult
from wartable.games.adjudication.words import has_or_have, is_or_are, place_words, power_words, unit_words
from wartable.games.diplomacy.phases.calendar import winner
from wartable.games.diplomacy.phases.due import Due, due
from wartable.games.diplomacy.position import Phase, Position
from wartable.games.diplomacy.results import AdjustmentResult, Verdict
from wartable.games.diplomacy.specials import specials_of
from wartable.games.diplomacy.text.textform import write_position
from wartable.games.diplomacy.variant import Variant


def report(variant: Variant, position: Position, verdict: Verdict) -> str:
    """Return the report of a phase judged from a position."""
    parts = [
        [_phase(variant, position.phase)],
        *_stages(variant, verdict.result.judged),
        [*_losses(variant, verdict.result)],
        [*specials_of(variant).shown(verdict.next)],
        [*_won(variant, verdict.next)],
        ["Next position", "", write_position(variant, verdict.next).rstrip()],
        [*_due(variant, verdict.next)],
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def silent(variant: Variant, position: Position, orders: Mapping[Power, Sequence[AnyOrder]]) -> list[Power]:
    """Return the powers that had something to decide and sent nothing."""
    return [power for power in due(variant, position) if not orders.get(power)]


def missing(
    variant: Variant, position: Position, orders: Mapping[Power, Sequence[AnyOrder]], unread: Sequence[str]
) -> str:
    """Return what a game master should look after: who sent nothing, and lines that could not be read."""
    parts: list[str] = []
    if powers := silent(variant, position, orders):
        parts.append(f"Sent nothing: {listed([power_words(variant.map, power) for power in powers])}.\n")
    if unread:
        parts.append("\n".join(["Not read", *(f"  {line}" for line in unread)]) + "\n")
    return "".join(f"\n{part}" for part in parts)


def _phase(variant: Variant, phase: Phase) -> str:
    return f"{variant.calendar.season(phase.season)} {phase.year} {phase.kind}"


def _stages(variant: Variant, judged: Sequence[Judged]) -> Iterator[list[str]]:
    """Yield the orders stage by stage, on maps with several; a stage is titled before those that it judged."""
    width = max((len(str(one.order)) for one in judged), default=0)
    for number, stage in enumerate(specials_of(variant).stages(judged), 1):
        if stage.title:
            yield [f"{number}. {stage.title}"]
        yield from _orders(variant, stage.judged, width)


def _orders(variant: Variant, judged: Sequence[Judged], width: int) -> Iterator[list[str]]:
    for power in dict.fromkeys(one.power for one in judged):
        mine = [one for one in judged if one.power == power]
        yield [power_words(variant.map, power), *(_order(one, width) for one in mine)]


def _order(one: Judged, width: int) -> str:
    dislodged = ", dislodged" if one.dislodged else ""
    return f"  {one.order!s:{width}}  {one.result.replace('_', ' ')}{dislodged}: {one.why.sentence}"


def _losses(variant: Variant, result: MovementResult | RetreatResult | AdjustmentResult) -> Iterator[str]:
    match result:
        case MovementResult():
            yield from (_dislodged(variant, one) for one in result.dislodged)
        case RetreatResult():
            if result.destroyed:
                yield f"Lost: the dislodged units of {_places(variant, result.destroyed)}."
        case AdjustmentResult():
            for power, units in result.automatic.items():
                gone = ", ".join(unit_words(variant.map, unit) for unit in units)
                loses = "they lose" if variant.powers[power].plural else "it loses"
                yield f"{power_words(variant.map, power)} ordered too few removals; by the rule {loses} {gone}."


def _dislodged(variant: Variant, one: Dislodged) -> str:
    name, unit = power_words(variant.map, one.power), unit_words(variant.map, one.unit)
    by = f" from {place_words(variant.map, one.attacker)}" if one.attacker else ""
    where = (
        f"may retreat to {_places(variant, one.retreats)}"
        if one.retreats
        else f"{has_or_have(variant.map, one.unit)} nowhere to go"
    )
    return f"{name}: {unit} {is_or_are(variant.map, one.unit)} dislodged{by} and {where}."


def _places(variant: Variant, places: Sequence[Location]) -> str:
    return ", ".join(place_words(variant.map, place) for place in places)


def _won(variant: Variant, position: Position) -> Iterator[str]:
    power = winner(variant, position)
    if power is not None:
        yield f"{power_words(variant.map, power)} {variant.powers[power].verb('has')} won."


def _due(variant: Variant, position: Position) -> Iterator[str]:
    """Say what is due in a phase of retreats or adjustments; in a movement phase everybody simply orders."""
    if position.phase.kind != "movement":
        yield "Due"
        for power, what in due(variant, position).items():
            yield f"  {power_words(variant.map, power)}: {capitalised(_what(variant, what))}."


def _what(variant: Variant, what: Due) -> str:
    if what.retreats:
        return "; ".join(_retreat(variant, one) for one in what.retreats)
    if what.removals:
        return f"remove {what.removals}"
    return f"build {what.builds}, in {_places(variant, what.sites)}"


def _retreat(variant: Variant, one: Dislodged) -> str:
    unit = unit_words(variant.map, one.unit)
    return f"{unit} retreats to {_places(variant, one.retreats)}, or disbands" if one.retreats else f"{unit} disbands"
