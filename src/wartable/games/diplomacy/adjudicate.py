"""Judge a whole phase: orders in, results with reasons and the next position out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wartable.games.diplomacy import movement
from wartable.games.diplomacy.orders import AnyOrder, Power
from wartable.games.diplomacy.phases import adjustments, retreats
from wartable.games.diplomacy.phases.calendar import advance
from wartable.games.diplomacy.phases.due import Due, due
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.results import AdjustmentResult, RetreatResult, Verdict
from wartable.games.diplomacy.rulings import PRESETS, Rulings
from wartable.games.diplomacy.variant import Variant, read_unit

__all__ = ["Due", "due", "judge", "rulings_of", "start"]


def start(variant: Variant) -> Position:
    """Return the position a game of a variant begins with."""
    units = {power: tuple(read_unit(text) for text in facts.units) for power, facts in variant.powers.items()}
    owners = {centre: power for power, facts in variant.powers.items() for centre in facts.home}
    return Position(variant.first_phase, units, owners)


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
            moved = movement.settled(variant, position, orders, by)
            after = Position(position.phase, moved.units, position.owners, moved.dislodged)
            return Verdict(moved.result, advance(variant, after))
        case "retreats":
            return _done(variant, position, retreats.resolve(variant, position, orders, by))
        case "adjustments":
            return _done(variant, position, adjustments.resolve(variant, position, orders, by))


def _done(variant: Variant, position: Position, result: RetreatResult | AdjustmentResult) -> Verdict:
    return Verdict(lambda: result, advance(variant, Position(position.phase, result.units, position.owners)))
