"""The adjudicator against an oracle that tries everything, on random boards with elites, detours and sea moves."""

from __future__ import annotations

from collections import Counter
from random import Random

from tests.games.diplomacy.core.oracle import Fates, Oracle
from tests.games.diplomacy.ring.table import map_with
from wartable.games.adjudication.evaluator import Evaluator
from wartable.games.adjudication.order_set import OrderSet
from wartable.games.adjudication.orders import AnyOrder, Hold, Move, Power, Unit
from wartable.games.adjudication.possible import Choices
from wartable.games.adjudication.units import Units
from wartable.games.diplomacy.position import Phase, Position
from wartable.games.diplomacy.ring.ringmap import RingMap
from wartable.games.diplomacy.rulings import Rulings

BOARDS = 1500
USUAL = Rulings()
MAPS = tuple(
    map_with(sea_moves=sea, strongholds=strong, elite_support=support)
    for sea, strong, support in (("any_port", False, 2), ("until_occupied", True, 2), ("one_line", True, 1))
)
PORTS = ("mithlond", "minhiriath", "belfalas", "umbar", "forodwaith")


class Forced(Oracle):
    """The oracle with some decisions settled against their units, as a circle with a support fails whole."""

    def enters(self, unit: int, fates: Fates) -> bool:
        return unit not in self.failed and super().enters(unit, fates)

    def stands(self, unit: int, fates: Fates) -> bool:
        return unit not in self.failed and super().stands(unit, fates)


def crowd(rng: Random, on: RingMap) -> Position:
    """A few units close together, round a port now and then."""
    middle = rng.choice(PORTS) if rng.random() < 0.5 else rng.choice(list(on.provinces))
    near = {middle, *on.armies[middle]}
    near |= {far for place in tuple(near) for far in on.armies[place]}
    near |= set(rng.sample(PORTS, 2))
    places = rng.sample(sorted(near), min(len(near), rng.randrange(5, 9)))
    units: dict[Power, list[Unit]] = {power: [] for power in on.powers}
    for place in places:
        power = rng.choice(list(on.powers))
        units[power].append(Unit(rng.choice("AAATMWUCHC"), place))
    return Position(Phase("spring", 3000, "movement"), {power: tuple(those) for power, those in units.items()}, {})


def ordered(rng: Random, before: Position, numbered: Units) -> dict[Power, list[AnyOrder]]:
    """Orders that meet: moves among the units, and supports for what others do."""
    choices = Choices(numbered, USUAL)
    orders: dict[Unit, AnyOrder] = {}
    busy = {unit.at for units in before.units.values() for unit in units}
    for units in before.units.values():
        for unit in units:
            moves = [order for order in choices.orders(unit) if isinstance(order, Move)]
            close = [move for move in moves if move.to in busy] or moves
            orders[unit] = rng.choice(close) if close and rng.random() < 0.6 else Hold(unit)
    for unit, order in tuple(orders.items()):
        if isinstance(order, Hold) and rng.random() < 0.8:
            helps = [one for one in choices.orders(unit) if _fits(one, orders)]
            orders[unit] = rng.choice(helps) if helps else order
    return {power: [orders[unit] for unit in units] for power, units in before.units.items()}


def _fits(order: AnyOrder, orders: dict[Unit, AnyOrder]) -> bool:
    helped = getattr(order, "of", None)
    if helped is None:
        return False
    does, to = orders.get(helped), getattr(order, "to", None)
    return (isinstance(does, Move) and does.to == to) or (to is None and not isinstance(does, Move))


def test_boards_agree_with_an_oracle_that_tries_everything() -> None:
    seen = Counter[str]()
    for number in range(BOARDS):
        rng = Random(f"ring/{number}")
        on = MAPS[number % len(MAPS)]
        before = crowd(rng, on)
        conditions = on.conditions(before, USUAL)
        numbered = Units(on.map, before.units, conditions)
        orders = OrderSet(numbered, ordered(rng, before, numbered), USUAL)
        evaluator = Evaluator(orders)
        oracle = Oracle(orders)
        solutions = oracle.solutions()
        verdicts = [bool(verdict) for verdict in evaluator.verdict]
        seen.update(one.kind for one in evaluator.broken)
        seen["detours"] += sum(source != space for source, space in zip(orders.source, numbered.space, strict=True))
        seen["crossings"] += sum(
            not numbered.strides(unit) >> orders.target[unit] & 1 and orders.source[unit] == numbered.space[unit]
            for unit in range(len(orders.doing))
            if orders.doing[unit] == 1
        )
        if len(solutions) == 1:
            assert verdicts == oracle.verdicts(solutions[0]), number
            continue
        seen["unclear"] += 1
        failed = frozenset(unit for one in evaluator.broken if one.kind == "deadlock" for unit in one.failed)
        forced = Forced(orders, failed)
        assert {one.kind for one in evaluator.broken} & {"rotation", "deadlock"}, number
        assert verdicts in [forced.verdicts(fates) for fates in forced.solutions()], number
    assert seen["detours"] > BOARDS // 4
    assert seen["crossings"] > BOARDS // 20
    assert seen["rotation"] > 5
