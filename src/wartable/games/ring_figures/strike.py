"""The stage before a movement: figures go, the Nazgul strikes, and the Dead take what attacks (ring-diplomacy Y22)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wartable.games.adjudication.compiled import CONVOY, MOVE, SUPPORT
from wartable.games.adjudication.conditions import Conditions
from wartable.games.adjudication.faults import Fault, fault_words
from wartable.games.adjudication.legality import read
from wartable.games.adjudication.order_set import OrderSet
from wartable.games.adjudication.orders import AnyOrder, Call, Hold, Move, Power, Province, Unit, Waive
from wartable.games.adjudication.results import Dislodged, Judged, Result, Why
from wartable.games.adjudication.stages import DrivenOff, OrdersOf, Prepared
from wartable.games.adjudication.units import NOBODY, Units
from wartable.games.adjudication.words import place_words, unit_words
from wartable.games.ring_figures.courses import RULE, Course, Errand, courses_of, dead_called
from wartable.games.ring_figures.figures import Figures
from wartable.games.ring_figures.kinds import BEARER, DEAD, EAGLES, FIGURES, NAZGUL, RIDERS

MORDOR: Power = "mordor"


def staged(errand: Errand, orders: OrdersOf, conditions: Conditions) -> Prepared:
    """Return what is left to judge when figures have gone, the Nazgul has struck, and the Dead have come.

    `orders` are those of all powers, for units and for figures.
    """
    return _Stage(errand, orders, conditions).prepared()


def is_figures(order: AnyOrder) -> bool:
    """Whether an order is for what stands beside ordinary units."""
    return isinstance(order, Call) or (not isinstance(order, Waive) and order.unit.kind in FIGURES)


class _Stage:
    """The stage at work; `struck` and `eliminated` are numbers of units as they stood at its start."""

    def __init__(self, errand: Errand, orders: OrdersOf, conditions: Conditions) -> None:
        self.on, self.standing, self.figures, self.rulings = errand.on, errand.units, errand.figures, errand.rulings
        self.conditions = conditions
        self.units = Units(self.on.map, self.standing, conditions)
        self.courses, self.judged = courses_of(errand, orders)
        self.orders = {power: [order for order in those if not is_figures(order)] for power, those in orders.items()}
        self.set = OrderSet(self.units, self.orders, self.rulings)
        self.call, refused = dead_called(errand, orders)
        self.judged += refused
        self.struck = NOBODY
        self.eliminated: tuple[int, ...] = ()
        self.driven: Dislodged | None = None

    def prepared(self) -> Prepared:
        """Go through the steps in their order."""
        after = self._figures_go()
        self._strike()
        if self._raise_the_dead():
            after = after.without(DEAD)
        orders = self._left()
        gone = {self.units.unit[unit] for unit in (self.struck, *self.eliminated) if unit != NOBODY}
        return Prepared(
            {power: tuple(unit for unit in units if unit not in gone) for power, units in self.standing.items()},
            orders,
            self.conditions,
            driven_off=tuple(self._driven_off()),
            judged=tuple(self.judged),
            removed=tuple(self.units.unit[unit] for unit in self.eliminated),
            retreating=(self.driven,) if self.driven else (),
            marks=after.marks(),
        )

    # Figures

    def _figures_go(self) -> Figures:
        """Move the hidden figures, the Great Eagles, and the Nazgul, unless it is driven off."""
        to = {kind: course.to for kind, course in self.courses.items()}
        for kind in (BEARER, RIDERS, EAGLES):
            if kind in self.courses:
                self._tell(self.courses[kind])
        if NAZGUL in self.courses:
            self._nazgul_goes(to)
        return self.figures.moved(**to)

    def _tell(self, course: Course) -> None:
        if course.order is None:
            return
        if isinstance(course.order, Move):
            guards = " and guards it" if course.kind == EAGLES else ""
            sentence = f"Moves to {self._place(course.to)}{guards}."
            self._judge(course.power, course.order, "moves", Why("figure.moves", sentence, _facts(course), RULE))
        else:
            guards = " and guards the place" if course.kind == EAGLES else ""
            sentence = f"Stays in {self._place(course.to)}{guards}."
            self._judge(course.power, course.order, "holds", Why("figure.stays", sentence, _facts(course), RULE))

    def _nazgul_goes(self, to: dict[str, Province]) -> None:
        """Let the Nazgul go, or be driven off from where the Great Eagles are (Y22.3)."""
        course = self.courses[NAZGUL]
        if to.get(EAGLES) != course.to:
            self._tell(course)
            return
        to[NAZGUL] = course.start
        ways = sorted(self.on.wild.get(course.start, frozenset()) - {course.to})
        if course.between in ways:
            ways = [course.between]
        if ways:
            self.driven = Dislodged(MORDOR, Unit(NAZGUL, course.start), course.to, tuple(ways))
        sentence = (
            f"Driven off: the Great Eagles guard {self._place(course.to)}, so it has no effect and has to retreat."
        )
        order = course.order or Hold(Unit(NAZGUL, course.start))
        self._judge(course.power, order, "driven_off", Why("nazgul.driven_off", sentence, _facts(course), RULE))

    # Strike

    def _strike(self) -> None:
        """Strike the unit in the Nazgul's target, if it is not spared (Y22.4)."""
        course = self.courses.get(NAZGUL)
        if course is None or course.to == course.start or self._was_driven_off():
            return
        victim = self.units.at[self.units.network.space_named[course.to]]
        if victim == NOBODY:
            return
        owner = self.units.owner[victim]
        spared = self.on.settings.nazgul_spares == "evil" and self.on.side(owner) == "evil"
        if owner != MORDOR and not spared:
            self.struck = victim

    def _was_driven_off(self) -> bool:
        return any(one.result == "driven_off" for one in self.judged)

    def _driven_off(self) -> Iterator[DrivenOff]:
        if self.struck != NOBODY:
            course = self.courses[NAZGUL]
            unit = self.units.unit[self.struck]
            yield DrivenOff(self.units.owner[self.struck], unit, course.start, course.between or course.start)

    # The Dead

    def _raise_the_dead(self) -> bool:
        """Take the evil units that attack where the Dead are called, and their helpers; returns whether spent."""
        if self.call is None:
            return False
        place = self.units.network.space_named[self.call.order.unit.at]
        movers = [unit for unit in self.set.into.get(place, ()) if self._counts(unit)]
        helpers = [one for unit in movers for one in self.set.helpers[unit] if self._counts(one)]
        self.eliminated = tuple(sorted({*movers, *helpers}))
        spent = bool(self.eliminated) or self.on.settings.dead_spent == "on_call"
        self._judge(self.call.power, self.call.order, "spent" if spent else "unspent", self._why_dead(place))
        return spent

    def _counts(self, unit: int) -> bool:
        """Whether a unit is an evil one whose order still stands."""
        return unit != self.struck and self.on.side(self.units.owner[unit]) == "evil"

    def _why_dead(self, place: int) -> Why:
        where = self._place(self.units.network.spaces[place])
        if self.eliminated:
            taken = tuple(str(self.units.unit[unit]) for unit in self.eliminated)
            sentence = f"The Dead rise in {where} and take all evil units that attack there or help such an attack."
            return Why("dead.came", sentence, {"place": self.units.network.spaces[place], "units": taken}, RULE)
        sentence = f"No evil unit attacks {where}, so the Dead do not rise."
        return Why("dead.nobody", sentence, {"place": self.units.network.spaces[place]}, RULE)

    # Orders that are left

    def _left(self) -> dict[Power, list[AnyOrder]]:
        """Return the orders that are still to judge, and judge the others here."""
        found: dict[Power, list[AnyOrder]] = {power: [] for power in self.orders}
        number = 0
        for power, those in self.orders.items():
            for order in those:
                if (fate := self._fate(number)) is None:
                    found[power].append(order)
                else:
                    self._judge(power, order, *fate)
                number += 1
        self._judge_silent()
        return found

    def _fate(self, number: int) -> tuple[Result, Why] | None:
        """Return what became of an order already here; None where it is still to be judged."""
        unit, fault = self.set.unit_of[number], self.set.faults.get(number)
        if unit == self.struck:
            return "struck", self._why_struck()
        if fault is not None:
            return self._refused(unit, fault)
        if unit in self.eliminated:
            return "eliminated", self._why_eliminated()
        if self.set.doing[unit] in {SUPPORT, CONVOY} and self._is_gone(subject := self.set.subject(unit)):
            return "unmatched", self._why_void(unit, subject)
        return self._without_fleets(unit) if self.on.settings.fleets else None

    def _refused(self, unit: int, fault: Fault) -> tuple[Result, Why] | None:
        """Return the illegal fate of an order whose unit, or the one it helps, is gone: later nobody could say why."""
        if self._is_gone(unit) or self._is_gone(fault.subject):
            return "illegal", fault_words(self.units, fault)
        return None

    def _without_fleets(self, unit: int) -> tuple[Result, Why] | None:
        """Return the fate of an order that can no more be carried out, as fleets are gone that it needs."""
        if self.struck == NOBODY and not self.eliminated:
            return None
        order = self.set.order_of(unit)
        if order is None or not isinstance(read(self._rest(), self.units.owner[unit], order, self.rulings), Fault):
            return None
        sentence = "Stays: the fleets that it needed are gone."
        why = Why("no_path.fleets_gone", sentence, {"unit": str(self.units.unit[unit])}, RULE)
        return ("no_path" if self.set.doing[unit] == MOVE else "unmatched"), why

    def _rest(self) -> Units:
        gone = {self.units.unit[unit] for unit in (self.struck, *self.eliminated) if unit != NOBODY}
        units = {power: [one for one in those if one not in gone] for power, those in self.standing.items()}
        return Units(self.on.map, units, self.conditions)

    def _is_gone(self, unit: int) -> bool:
        return unit != NOBODY and (unit == self.struck or unit in self.eliminated)

    def _judge_silent(self) -> None:
        """Tell of a unit that was struck without an order."""
        ordered = {one.order.unit for one in self.judged if not isinstance(one.order, Waive)}
        if self.struck != NOBODY and (unit := self.units.unit[self.struck]) not in ordered:
            self._judge(self.units.owner[self.struck], Hold(unit), "struck", self._why_struck())

    def _why_struck(self) -> Why:
        unit = self.units.unit[self.struck]
        sentence = "Struck by the Nazgul: its order is void, it defends nothing, and it has to retreat."
        return Why("nazgul.struck", sentence, {"unit": str(unit), "by": self.courses[NAZGUL].start}, RULE)

    def _why_eliminated(self) -> Why:
        assert self.call is not None  # noqa: S101 - nobody is eliminated otherwise
        place = self.call.order.unit.at
        sentence = f"Eliminated: the Dead rose in {self._place(place)}."
        return Why("dead.eliminated", sentence, {"place": place}, RULE)

    def _why_void(self, unit: int, subject: int) -> Why:
        name = unit_words(self.on.map, self.units.unit[subject])
        by = "the Nazgul struck" if subject == self.struck else "the Dead took"
        facts = {"unit": str(self.units.unit[unit]), "of": str(self.units.unit[subject])}
        return Why("void.gone", f"Void: it was for {name}, which {by}.", facts, RULE)

    def _judge(self, power: Power, order: AnyOrder, result: Result, why: Why) -> None:
        lost = result == "struck" or (result == "illegal" and self._is_gone_unit(order))
        self.judged.append(Judged(power, order, result, why, dislodged=lost))

    def _is_gone_unit(self, order: AnyOrder) -> bool:
        return self.struck != NOBODY and not isinstance(order, Waive) and order.unit == self.units.unit[self.struck]

    def _place(self, place: Province) -> str:
        return place_words(self.on.map, place)


def _facts(course: Course) -> Mapping[str, str | int | tuple[str, ...]]:
    facts: dict[str, str | int | tuple[str, ...]] = {"unit": f"{course.kind} {course.start}", "to": course.to}
    if course.between:
        facts["through"] = course.between
    return facts
