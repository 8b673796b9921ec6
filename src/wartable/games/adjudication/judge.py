"""Judge a movement: a pure function from map, units, orders and rulings to results with reasons.

The steps, each a module: `units` numbers the units, `order_set` reads and matches their orders, `evaluator` settles the
`equations` between them, `outcome` moves the units, and `reasons` says why. What a game adds comes in by its
`conditions`, which are parameters of these steps, and by its `stages` before and after.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from wartable.games.adjudication.conditions import PLAIN, Conditions, Marks
from wartable.games.adjudication.equations import YES
from wartable.games.adjudication.evaluator import Evaluator
from wartable.games.adjudication.map import Map
from wartable.games.adjudication.order_set import OrderSet
from wartable.games.adjudication.orders import Location, Power, Unit, Waive
from wartable.games.adjudication.outcome import Outcome
from wartable.games.adjudication.reasons import judged_orders
from wartable.games.adjudication.results import Dislodged, Judged, MovementResult
from wartable.games.adjudication.rulings import MovementRulings
from wartable.games.adjudication.stages import DrivenOff, OrdersOf, Prepared, StageError
from wartable.games.adjudication.units import NOBODY, Units

USUAL = MovementRulings()
"""The rulings of today's rulebook."""


class Judgement:
    """A settled movement: who stands where and who was dislodged; `result` says why, at length, when asked.

    A stage after it may replace `units`, `dislodged` and `marks` (`None`: as before), and add to `further` what it did.
    """

    __slots__ = ("_evaluator", "_outcome", "_prepared", "_settled", "dislodged", "further", "marks", "units")

    def __init__(self, evaluator: Evaluator, prepared: Prepared) -> None:
        self._prepared = prepared
        self._evaluator = evaluator
        self._outcome = Outcome(evaluator)
        self.units: Mapping[Power, tuple[Unit, ...]] = self._outcome.units_after()
        self.dislodged: tuple[Dislodged, ...] = self._outcome.dislodged()
        if prepared.driven_off:
            self.dislodged += tuple(map(self._outcome.driven_off, prepared.driven_off))
        if prepared.retreating:
            self.dislodged += prepared.retreating
        self._settled = self.units, self.dislodged
        self.marks: Marks | None = prepared.marks
        self.further: tuple[Judged, ...] = ()

    def went_well(self, unit: Unit) -> bool:
        """Whether what a unit was ordered to do was done, or it held, and it was not dislodged."""
        number = self._evaluator.orders.units.find(unit)
        return number != NOBODY and self._evaluator.verdict[number] == YES and number not in self._outcome.dislodger

    def entered(self, at: Location) -> bool:
        """Whether a unit moved into a space."""
        return self._evaluator.orders.units.network.space_named.get(at, NOBODY) in self._outcome.entered

    def ordered_into(self, at: Location) -> tuple[tuple[Power, Unit], ...]:
        """Return the units that were ordered into a space, each with whose it is."""
        orders = self._evaluator.orders
        movers = orders.into.get(orders.units.network.space_named.get(at, NOBODY), ())
        return tuple((orders.units.owner[unit], orders.units.unit[unit]) for unit in movers)

    def driven_off(self, power: Power, unit: Unit, attacker: Location = "") -> Dislodged:
        """Return a unit that a stage after the movement dislodges, with where it may go."""
        return self._outcome.driven_off(DrivenOff(power, unit, attacker))

    def check(self) -> None:
        """Raise `StageError` where a stage after changed units without a word, or left two of them one space.

        Nor may a dislodged unit have a retreat that a unit now stands in.
        """
        units, dislodged = self._settled
        if self.units is units and self.dislodged is dislodged:
            return
        named = self._evaluator.orders.units.network.space_named
        kinds = self._evaluator.orders.units.map.kinds
        standing = [unit for there in self.units.values() for unit in there]
        taken = Counter(named[unit.at] for unit in standing)
        faults = [f"{unit} shares its space" for unit in standing if taken[named[unit.at]] > 1]
        faults += [
            f"{lost.unit} may retreat to {place}, which is taken"
            for lost in self.dislodged
            for place in lost.retreats
            if named[place] in taken and not kinds[lost.unit.kind].beside
        ]
        if not self.further:
            faults.append("it says in `further` nothing of what it changed")
        if faults:
            message = f"The stage after the movement is wrong: {'; '.join(faults)}."
            raise StageError(message)

    def result(self) -> MovementResult:
        """Return what became of every order, and why."""
        spoken = {one.order.unit: one for one in self._prepared.judged if not isinstance(one.order, Waive)}
        judged = judged_orders(self._evaluator, self._outcome, spoken)
        if spoken or self.further:
            taking_part = {unit for there in self._prepared.units.values() for unit in there}
            gone = (one for unit, one in spoken.items() if unit not in taking_part)
            judged = (*gone, *judged, *self.further)
        return MovementResult(judged, self.units, self.dislodged, self._outcome.standoff_spaces())


def settled(on: Map, prepared: Prepared, rulings: MovementRulings = USUAL) -> Judgement:
    """Settle a movement, without words; units without an order hold."""
    units = Units(on, prepared.units, prepared.conditions)
    return Judgement(Evaluator(OrderSet(units, prepared.orders, rulings)), prepared)


def resolve(
    on: Map,
    units: Mapping[Power, Sequence[Unit]],
    orders: OrdersOf,
    rulings: MovementRulings = USUAL,
    conditions: Conditions = PLAIN,
) -> MovementResult:
    """Judge a movement with results and reasons; orders that make no sense are illegal."""
    return settled(on, Prepared(units, orders, conditions), rulings).result()
