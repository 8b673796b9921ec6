"""Adjustment phases: every power's builds or removals, with removals by rule for the absent (DATC 6.I, 6.J)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wartable.games.adjudication.orders import AnyOrder, Power
from wartable.games.diplomacy.phases.adjusting import Adjusted, adjusting
from wartable.games.diplomacy.phases.builds import judge_builds
from wartable.games.diplomacy.phases.removals import judge_removals
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.results import AdjustmentResult
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant


def resolve(
    variant: Variant, position: Position, orders: Mapping[Power, Sequence[AnyOrder]], rulings: Rulings
) -> AdjustmentResult:
    """Judge an adjustment phase: as many orders count as are due; removals still owed are made by the rule (4.D.8)."""
    powers = dict.fromkeys((*orders, *variant.powers, *position.units))
    done = {power: adjust(variant, position, power, orders.get(power, ()), rulings) for power in powers}
    return AdjustmentResult(
        tuple(judged for one in done.values() for judged in one.judged),
        {
            power: done[power].units
            for power in dict.fromkeys((*position.units, *powers))
            if _listed(done, position, power)
        },
        {power: one.automatic for power, one in done.items() if one.automatic},
    )


def _listed(done: Mapping[Power, Adjusted], position: Position, power: Power) -> bool:
    return bool(done[power].units) or power in position.units


def adjust(
    variant: Variant, position: Position, power: Power, orders: Sequence[AnyOrder], rulings: Rulings
) -> Adjusted:
    """Judge the adjustments of one power."""
    desk = adjusting(variant, position, power, rulings)
    return judge_removals(desk, orders) if desk.due.removals else judge_builds(desk, orders)
