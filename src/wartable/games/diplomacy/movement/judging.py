"""Judge a movement phase: a pure function from position, orders and rulings to results with reasons.

The stages, each a module: `muster` numbers the units, `legality` reads each order, `docket` matches them,
`decisions` settles most boards by recursion, `bounds` and `cycles` the rest, `aftermath` moves the units, and
`reasons` says why. What a variant adds comes in by its `conditions`, as parameters of these stages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wartable.games.diplomacy.conditions import Conditions
from wartable.games.diplomacy.movement.aftermath import Aftermath
from wartable.games.diplomacy.movement.cycles import settle
from wartable.games.diplomacy.movement.decisions import Decisions
from wartable.games.diplomacy.movement.docket import Docket
from wartable.games.diplomacy.movement.muster import Muster
from wartable.games.diplomacy.movement.reasons import judged_orders
from wartable.games.diplomacy.orders import AnyOrder, Power
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.results import MovementResult
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant


class Judgement:
    """A settled movement phase: who stands where and who was dislodged; `result` says why, at length, when asked."""

    __slots__ = ("_after", "_broken", "_decisions", "dislodged", "units")

    def __init__(self, decisions: Decisions) -> None:
        self._decisions = decisions
        self._broken = settle(decisions)
        self._after = Aftermath(decisions)
        self.units = self._after.units()
        self.dislodged = self._after.dislodged()

    def result(self) -> MovementResult:
        """Return what became of every order, and why."""
        judged = judged_orders(self._decisions, self._after, self._broken)
        return MovementResult(judged, self.units, self.dislodged, self._after.standoff_provinces())


def settled(
    variant: Variant,
    position: Position,
    orders: Mapping[Power, Sequence[AnyOrder]],
    rulings: Rulings,
    conditions: Conditions | None = None,
) -> Judgement:
    """Settle a movement phase, without words; units without an order hold.

    `conditions` stand in place of those the variant sets for the movement.
    """
    if conditions is None:
        conditions = variant.conditions(position, rulings)
    return Judgement(Decisions(Docket(Muster(variant, position, conditions), orders, rulings)))


def resolve(
    variant: Variant,
    position: Position,
    orders: Mapping[Power, Sequence[AnyOrder]],
    rulings: Rulings,
    conditions: Conditions | None = None,
) -> MovementResult:
    """Judge a movement phase as `settled` does, with results and reasons; orders that make no sense are illegal."""
    return settled(variant, position, orders, rulings, conditions).result()
