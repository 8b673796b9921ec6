"""What must not matter: the order of the orders, the names of powers, left and right, and what happens far away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.diplomacy.core.boards import SPRING, STANDARD, fates, judge, read_orders, resolve, standing
from tests.games.diplomacy.core.tiny import random_map, random_orders, random_units, variant
from wartable.games.adjudication.orders import (
    AnyOrder,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Power,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
    Waive,
)
from wartable.games.adjudication.results import MovementResult
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import PRESETS, Rulings
from wartable.games.diplomacy.variant import Variant

SEEDS = st.integers(0, 10**9)
RULINGS = st.sampled_from(list(PRESETS.values()))


def board(seed: int, rulings: Rulings) -> tuple[Variant, Position, dict[Power, list[AnyOrder]]]:
    rng = Random(seed)
    on = random_map(rng)
    before = random_units(rng, on)
    return on, before, random_orders(rng, on, before, rulings)


def essence(result: MovementResult) -> object:
    """Everything a result says, whatever order it says it in."""
    return (
        sorted((str(one.order), one.power, one.result, one.dislodged, one.why.code) for one in result.judged),
        sorted((power, str(unit)) for power, units in result.units.items() for unit in units),
        sorted((one.power, str(one.unit), one.attacker, one.retreats) for one in result.dislodged),
        sorted(result.standoffs),
    )


@given(SEEDS, RULINGS)
@settings(max_examples=150, deadline=None)
def test_the_order_of_units_and_orders_does_not_matter(seed: int, rulings: Rulings) -> None:
    on, before, orders = board(seed, rulings)
    rng = Random(seed)
    powers = rng.sample(list(orders), len(orders))
    shuffled = {power: rng.sample(orders[power], len(orders[power])) for power in powers}
    units = {power: tuple(rng.sample(before.units[power], len(before.units[power]))) for power in reversed(powers)}

    there = resolve(on, before, orders, rulings)
    here = resolve(on, Position(before.phase, units, {}), shuffled, rulings)

    assert essence(there) == essence(here)


@given(SEEDS, RULINGS)
@settings(max_examples=100, deadline=None)
def test_the_names_of_powers_do_not_matter(seed: int, rulings: Rulings) -> None:
    on, before, orders = board(seed, rulings)
    names = dict(zip(before.units, ("zebra", "ant", "mole"), strict=True))

    there = resolve(on, before, orders, rulings)
    renamed = Position(before.phase, {names[power]: units for power, units in before.units.items()}, {})
    here = resolve(on, renamed, {names[power]: given for power, given in orders.items()}, rulings)

    assert [(one.result, one.dislodged) for one in there.judged] == [(one.result, one.dislodged) for one in here.judged]
    assert [names[one.power] for one in there.dislodged] == [one.power for one in here.dislodged]


@given(SEEDS, RULINGS)
@settings(max_examples=100, deadline=None)
def test_a_mirrored_map_gives_a_mirrored_result(seed: int, rulings: Rulings) -> None:
    """The same map with every border written from the other side, and its provinces renamed and listed backwards."""
    on, before, orders = board(seed, rulings)
    new = {code: f"M{number}" for number, code in enumerate(reversed(list(on.provinces)))}
    mirrored = variant(
        {new[code]: on.provinces[code] for code in reversed(list(on.provinces))},
        backwards(on.army_borders, new),
        backwards(on.fleet_borders, new),
    )
    units = {power: tuple(Unit(unit.kind, new[unit.at]) for unit in given) for power, given in before.units.items()}

    there = resolve(on, before, orders, rulings)
    mirror_orders = {power: [renamed(order, new) for order in given] for power, given in orders.items()}
    here = resolve(mirrored, Position(before.phase, units, {}), mirror_orders, rulings)

    assert [(one.result, one.dislodged) for one in there.judged] == [(one.result, one.dislodged) for one in here.judged]
    assert {new[code] for code in there.standoffs} == set(here.standoffs)


def backwards(borders: Mapping[str, Sequence[str]], new: Mapping[str, str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for here, others in borders.items():
        for other in others:
            found.setdefault(new[other], []).append(new[here])
    return found


def renamed(order: AnyOrder, new: Mapping[str, str]) -> AnyOrder:
    def moved(unit: Unit) -> Unit:
        return Unit(unit.kind, new[unit.at])

    match order:
        case Move():
            return Move(moved(order.unit), new[order.to], order.via)
        case SupportHold():
            return SupportHold(moved(order.unit), moved(order.of))
        case SupportMove() | Convoy():
            return type(order)(moved(order.unit), moved(order.of), new[order.to])
        case Retreat():
            return Retreat(moved(order.unit), new[order.to])
        case Waive():
            return order
        case _:
            return type(order)(moved(order.unit))


PARADOX_HERE = {"england": "F LON S F WAL - ENG, F WAL - ENG", "france": "A BRE - LON, F ENG C A BRE - LON"}
PARADOX_FAR = {"turkey": "A TUN - GRE, F ION C A TUN - GRE", "austria": "F GRE S F AEG - ION, F AEG - ION"}
RING_FAR = {"russia": "A MOS - SEV, A SEV - UKR, A UKR - MOS"}
ALONE_FAR = {"turkey": "A TUN H, F ION H", "austria": "F GRE H, F AEG H"}


def test_a_paradox_elsewhere_changes_nothing_here() -> None:
    here = fates(judge(PARADOX_HERE))
    for far in (PARADOX_FAR, RING_FAR, ALONE_FAR):
        assert here.items() <= fates(judge(PARADOX_HERE | far)).items()
        assert fates(judge(far)).items() <= fates(judge(PARADOX_HERE | far)).items()


@given(SEEDS)
@settings(max_examples=60, deadline=None)
def test_two_boards_side_by_side_are_judged_as_if_alone(seed: int) -> None:
    rulings = Rulings()
    on, before, orders = board(seed, rulings)
    _, _, other = board(seed, rulings)
    new = {code: f"X{code}" for code in on.provinces}
    both = variant(
        {**on.provinces, **{new[code]: facts for code, facts in on.provinces.items()}},
        {**on.army_borders, **{new[code]: [new[to] for to in tos] for code, tos in on.army_borders.items()}},
        {**on.fleet_borders, **{new[code]: [new[to] for to in tos] for code, tos in on.fleet_borders.items()}},
    )
    twins = {power: [renamed(order, new) for order in given] for power, given in other.items()}
    units = {
        power: (*given, *(Unit(unit.kind, new[unit.at]) for unit in given)) for power, given in before.units.items()
    }

    alone = fates(resolve(on, before, orders, rulings))
    together = {power: [*orders[power], *twins[power]] for power in orders}
    result = fates(resolve(both, Position(before.phase, units, {}), together, rulings))

    assert alone.items() <= result.items()
    assert len(result) == 2 * len(alone)


LOCATIONS = st.sampled_from([*STANDARD.armies, *STANDARD.fleets, "XXX", "STP/XC", "", "MUN/NC"])
UNITS = st.builds(Unit, st.sampled_from(["A", "F"]), LOCATIONS)
ORDERS = st.one_of(
    st.builds(Hold, UNITS),
    st.builds(Move, UNITS, LOCATIONS, st.booleans(), st.lists(LOCATIONS, max_size=2).map(tuple)),
    st.builds(SupportHold, UNITS, UNITS),
    st.builds(SupportMove, UNITS, UNITS, LOCATIONS),
    st.builds(Convoy, UNITS, UNITS, LOCATIONS),
    st.builds(Retreat, UNITS, LOCATIONS),
    st.builds(Disband, UNITS),
    st.builds(Build, UNITS),
    st.just(Waive()),
)


@given(st.dictionaries(st.sampled_from(["france", "england", "nobody"]), st.lists(ORDERS, max_size=8)), RULINGS)
@settings(max_examples=300, deadline=None)
def test_orders_of_any_kind_are_judged_and_never_crash(orders: dict[Power, list[AnyOrder]], rulings: Rulings) -> None:
    units = {"france": (Unit("A", "PAR"), Unit("F", "ENG"), Unit("A", "SPA")), "england": (Unit("F", "SPA/NC"),)}
    before = Position(SPRING, {**units, "germany": (Unit("F", "STP/SC"), Unit("A", "MUN"))}, {})

    result = resolve(STANDARD, before, orders, rulings)

    assert [one.order for one in result.judged[: sum(map(len, orders.values()))]] == [
        order for given in orders.values() for order in given
    ]
    assert len(standing(result)) + len(result.dislodged) == 5, "the second unit in Spain is left out"
    assert all(one.why.code and one.why.sentence for one in result.judged)


def test_results_come_in_the_order_given() -> None:
    orders = read_orders({"france": "A PAR - BUR, A MAR H", "germany": "A MUN - BUR"})

    assert [str(one.order) for one in judge({"france": "A PAR - BUR, A MAR H", "germany": "A MUN - BUR"}).judged] == [
        str(order) for given in orders.values() for order in given
    ]
