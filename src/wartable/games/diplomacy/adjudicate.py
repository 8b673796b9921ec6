"""Judge a whole phase: orders in, results with reasons and the next position out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wartable.games.adjudication.judge import settled
from wartable.games.adjudication.orders import AnyOrder, Power
from wartable.games.adjudication.results import RetreatResult
from wartable.games.diplomacy.faults import read_unit
from wartable.games.diplomacy.phases import adjustments
from wartable.games.diplomacy.phases.calendar import advance
from wartable.games.diplomacy.phases.due import Due, due
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.results import AdjustmentResult, Verdict
from wartable.games.diplomacy.rulings import PRESETS, Rulings
from wartable.games.diplomacy.variant import Variant

__all__ = ["Due", "due", "judge", "rulings_of", "start"]


def start(variant: Variant) -> Position:
    """Return the position a game of a variant begins with."""
    units = {power: tuple(read_unit(text) for text in facts.units) for power, facts in variant.powers.items()}
    owners = {centre: power for power, facts in variant.powers.items() for centre in facts.home}
    return Position(variant.first_phase, units, owners, marks=variant.first_marks)


def rulings_of(variant: Variant) -> Rulings:
    """Return the rulings a variant is played by unless asked otherwise."""
    return PRESETS[variant.rulings]


def judge(
    variant: Variant,
    position: Position,
    orders: Mapping[Power, Sequence[AnyOrder]],
    rulings: Rulings | None = None,
) -> Verdict:
    """Judge the phase of a position, whichever it is; without rulings by those of the variant.

    Units without an order hold, dislodged ones are disbanded, removals that are owed are made by the rule. Orders
    that make no sense in the phase are judged illegal or rejected, never an error.
    """
    by = rulings_of(variant) if rulings is None else rulings
    match position.phase.kind:
        case "movement":
            prepared = variant.before(position, orders, by)
            prepared.check(position.units)
            moved = settled(variant.map, prepared, by)
            variant.after(position, moved)
            moved.check()
            marks = position.marks if moved.marks is None else moved.marks
            after = Position(position.phase, moved.units, position.owners, moved.dislodged, marks)
            return Verdict(moved.result, advance(variant, after))
        case "retreats":
            return _done(variant, *variant.retreated(position, orders, by))
        case "adjustments":
            adjusted = adjustments.resolve(variant, position, orders, by)
            after = Position(position.phase, adjusted.units, position.owners, (), position.marks)
            return _done(variant, adjusted, after)


def _done(variant: Variant, result: RetreatResult | AdjustmentResult, after: Position) -> Verdict:
    return Verdict(lambda: result, advance(variant, after))
