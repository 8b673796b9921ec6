"""What must not matter: the order of powers and orders, the names of powers of one side, and what happens far away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from tests.games.diplomacy.ring.table import map_with
from tests.games.diplomacy.ring.test_oracle import crowd, ordered
from wartable.games.adjudication.faults import Fault
from wartable.games.adjudication.legality import read
from wartable.games.adjudication.order_set import OrderSet
from wartable.games.adjudication.orders import AnyOrder, Hold, Move, Power, Unit
from wartable.games.adjudication.results import MovementResult
from wartable.games.adjudication.units import Units
from wartable.games.diplomacy.adjudicate import judge, rulings_of
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.ringmap import RingMap
from wartable.games.ring_figures.courses import moves_of
from wartable.games.ring_figures.figures import Figures

BOARDS = 200
ON = map_with()
Orders = dict[Power, list[AnyOrder]]


def board(number: int) -> tuple[Position, Orders]:
    """A crowd with the Nazgul and the Great Eagles among it."""
    rng = Random(f"properties/{number}")
    before = crowd(rng, ON)
    given = ordered(rng, before, Units(ON.map, before.units, ON.conditions(before, rulings_of(ON))))
    places = [unit.at for units in before.units.values() for unit in units]
    at = {"Z": rng.choice(places), "GEG": rng.choice(places)}
    owners = {power_home(power): power for power in ON.powers}
    before = replace(before, owners=owners, marks=Figures(at).marks())
    for kind, power in (("Z", "mordor"), ("GEG", "gondor")):
        every: list[AnyOrder] = [Hold(Unit(kind, at[kind])), *moves_of(ON, kind, at[kind])]
        given[power].append(rng.choice(every))
    return before, given


def power_home(power: Power) -> str:
    return ON.powers[power].home[0]


class Outcome(NamedTuple):
    """Orders with their results, dislodged units, where units stand, and where figures are."""

    told: set[tuple[Power, str, str, bool]]
    lost: set[tuple[Power, str, str, tuple[str, ...]]]
    stands: dict[Power, frozenset[Unit]]
    figures: Mapping[str, str]


def outcome(on: RingMap, before: Position, orders: Mapping[Power, Sequence[AnyOrder]]) -> Outcome:
    verdict = judge(on, before, orders, rulings_of(on))
    result = verdict.result
    assert isinstance(result, MovementResult)
    told: set[tuple[Power, str, str, bool]] = {
        (one.power, str(one.order), one.result, one.dislodged) for one in result.judged
    }
    lost = {(one.power, str(one.unit), one.attacker, one.retreats) for one in result.dislodged}
    stands = {power: frozenset(units) for power, units in result.units.items() if units}
    return Outcome(told, lost, stands, figures_of(verdict.next).at)


def test_the_order_of_powers_units_and_orders_changes_nothing() -> None:
    for number in range(BOARDS):
        before, given = board(number)
        rng = Random(number)
        powers = rng.sample(list(before.units), len(before.units))
        units = {power: tuple(rng.sample(before.units[power], len(before.units[power]))) for power in powers}
        orders = {power: rng.sample(given[power], len(given[power])) for power in reversed(powers)}

        assert outcome(ON, before, given) == outcome(ON, replace(before, units=units), orders), number


def test_powers_of_one_side_are_alike_but_for_what_they_lead() -> None:
    """Eriador and Rohan change names; neither leads a figure while Gondor lives."""
    names = {"eriador": "rohan", "rohan": "eriador"}
    for number in range(BOARDS):
        before, given = board(number)
        owners = {at: names.get(power, power) for at, power in before.owners.items()}
        renamed = replace(
            before, units={names.get(power, power): units for power, units in before.units.items()}, owners=owners
        )
        told, lost, stands, at = outcome(ON, before, given)
        again = outcome(ON, renamed, {names.get(power, power): orders for power, orders in given.items()})
        assert again.told == {(names.get(one[0], one[0]), *one[1:]) for one in told}, number
        assert again.lost == {(names.get(one[0], one[0]), *one[1:]) for one in lost}, number
        assert again.stands == {names.get(power, power): units for power, units in stands.items()}, number
        assert again.figures == at, number


def test_a_unit_far_away_that_stands_alone_changes_nothing_else() -> None:
    tried = 0
    for number in range(BOARDS):
        before, given = board(number)
        near = {unit.at for units in before.units.values() for unit in units} | set(figures_of(before).at.values())
        named = {order.to for orders in given.values() for order in orders if isinstance(order, Move)}
        touched = near | named | {way for place in near | named for way in ON.wild[place]}
        ports = {"mithlond", "minhiriath", "belfalas", "umbar", "forodwaith"}
        far = [place for place in ON.provinces if place not in touched and place not in ports]
        if not far:
            continue
        tried += 1
        alone = Unit("A", far[0])
        units = {**before.units, "saruman": (*before.units["saruman"], alone)}
        more = {**given, "saruman": [*given["saruman"], Hold(alone)]}

        told, lost, _, at = outcome(ON, before, given)
        again = outcome(ON, replace(before, units=units), more)
        assert again.told - told == {("saruman", f"{alone} H", "holds", False)}, number
        assert (again.lost, again.figures) == (lost, at), number
    assert tried > BOARDS // 3


def test_orders_that_allies_bar_are_told_from_others_however_often_units_are_judged() -> None:
    on, barred = map_with(forced_alliances=True), 0
    rulings = rulings_of(on)
    for number in range(40):
        rng = Random(f"barred/{number}")
        before = crowd(rng, on)
        given = ordered(rng, before, Units(on.map, before.units, ON.conditions(before, rulings)))
        units = Units(on.map, before.units, on.conditions(before, rulings))
        for _ in "ab":
            orders = OrderSet(units, given, rulings)
            found = [orders.faults.get(index) for index in range(len(orders.unit_of))]
            expected = [read(units, power, order, rulings) for power, order in orders.orders()]
            assert found == [one if isinstance(one, Fault) else None for one in expected], number
            barred += sum(fault is not None and fault.code == "illegal.barred" for fault in found)
    assert barred > 40
