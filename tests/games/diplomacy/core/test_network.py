"""The map as integers, routes over the sea against a plain walk, and what variants may plug in."""

from __future__ import annotations

import gc
import tracemalloc
from itertools import combinations, pairwise
from random import Random

import pytest

from tests.games.diplomacy.core.boards import STANDARD, fate, fates, judge, position, resolve, standing
from tests.games.diplomacy.core.tiny import land, random_map, random_orders, random_units, variant
from wartable.games.adjudication.conditions import Conditions, Traits
from wartable.games.adjudication.network import Network, network_of
from wartable.games.adjudication.orders import AnyOrder, Move, SupportMove, Unit
from wartable.games.adjudication.routes import KEPT, ConvoyRoutes, bits
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import ProvinceFacts

Orders = dict[str, list[AnyOrder]]


def codes(network: Network, spaces: int) -> set[str]:
    return {network.spaces[space] for space in bits(spaces)}


def test_the_standard_map_has_its_known_numbers() -> None:
    network = network_of(STANDARD.map)

    assert len(network.spaces) == 76, "75 and Switzerland, which nobody enters"
    assert len(network.locations) == 82
    assert network.sea.bit_count() == 19
    assert network.coastal.bit_count() == 42
    assert codes(network, network.steps[0][network.number["SPA"]]) == {"GAS", "MAR", "POR"}
    assert codes(network, network.steps[1][network.number["SPA/NC"]]) == {"GAS", "MAO", "POR"}


@pytest.mark.parametrize("kind", [0, 1])
def test_every_border_is_open_from_both_sides(kind: int) -> None:
    ways = network_of(STANDARD.map).ways[kind]

    assert all(here in ways[there] for here, reach in enumerate(ways) for there in reach)


def test_a_variant_is_compiled_once() -> None:
    assert network_of(STANDARD.map) is network_of(STANDARD.map)


def minimal_routes(seas: ConvoyRoutes, origin: int, target: int, fleets: int) -> int:
    """Fleets on routes none of whose parts is a route, by trying every set of fleets."""
    all_fleets = list(bits(fleets))
    routes: list[int] = []
    for size in range(1, len(all_fleets) + 1):
        for chosen in combinations(all_fleets, size):
            mask = sum(1 << fleet for fleet in chosen)
            if seas.connected(origin, target, mask) and not any(route & mask == route for route in routes):
                routes.append(mask)
    found = 0
    for route in routes:
        found |= route
    return found


def test_useful_fleets_are_those_on_minimal_routes() -> None:
    for seed in range(60):
        rng = Random(seed)
        network = network_of(random_map(rng, seas=7, coasts=4).map)
        fleets = sum(1 << sea for sea in bits(network.sea) if rng.random() < 0.8)
        for origin, target in combinations(bits(network.coastal), 2):
            expected = minimal_routes(network.seas, origin, target, fleets)
            assert network.seas.useful(origin, target, fleets) == expected
            assert network.seas.connected(origin, target, fleets) == bool(expected)


def test_the_search_for_routes_ends_on_the_vastest_seas() -> None:
    """Ten by ten seas, a fleet in each: the walks through them could not be counted in a lifetime."""
    side = range(10)
    shores = [
        sum(1 << (y + b) * 10 + x + a for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1)) if x + a in side and y + b in side)
        for y in side
        for x in side
    ]
    seas = ConvoyRoutes((*shores, 1 << 55, 1 << 0))

    assert seas.useful(100, 101, (1 << 100) - 1).bit_count() == 100


def test_a_needless_fleet_shows_no_intent() -> None:
    orders = {"england": "A NWY - SWE, F NTH C A NWY - SWE", "germany": "F SKA C A NWY - SWE", "russia": "A SWE - NWY"}

    assert fate(judge(orders), "F NTH C A NWY - SWE") == "illegal"
    assert fate(judge(orders), "A NWY - SWE") == "bounces"


def test_a_board_of_128_provinces_with_fleets_everywhere() -> None:
    rng = Random(128)
    on = random_map(rng, seas=24, coasts=104)
    before = random_units(rng, on, 128, 128)
    orders = random_orders(rng, on, before, Rulings())

    result = resolve(on, before, orders, Rulings())

    assert len(result.judged) == 128
    assert len(standing(result)) + len(result.dislodged) == 128


def test_a_chain_longer_than_the_stack_is_settled() -> None:
    names = [f"P{number}" for number in range(900)]
    on = variant(land(*names), {here: [there] for here, there in pairwise(names)}, {})
    units = tuple(Unit("A", name) for name in names[:-1])
    orders = [Move(unit, there) for unit, there in zip(units, names[1:], strict=True)]

    result = resolve(on, Position(position({}).phase, {"red": units}, {}), {"red": orders}, Rulings())

    assert {one.result for one in result.judged} == {"moves"}


def test_memory_stays_flat_over_many_phases() -> None:
    on = random_map(Random(0), seas=6, coasts=8)
    seas = network_of(on.map).seas

    def play(first: int, phases: int) -> None:
        for seed in range(first, first + phases):
            rng = Random(seed)
            before = random_units(rng, on, 8, 14)
            resolve(on, before, random_orders(rng, on, before, Rulings()), Rulings())

    play(0, 300)
    gc.collect()
    tracemalloc.start()
    play(300, 300)
    gc.collect()
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 1_000_000, "bytes, of caches that are still filling"
    assert seas.chains.cache_info().maxsize == KEPT


# What variants plug in


def test_strong_units_and_strong_supports() -> None:
    orders = {"france": "A PAR - BUR", "germany": "A BUR H"}

    strong = Conditions({"PAR": Traits(attack=2)})
    steady = Conditions({"PAR": Traits(attack=2), "BUR": Traits(hold=2)})

    assert fate(judge(orders), "A PAR - BUR") == "bounces"
    assert fate(judge(orders, conditions=strong), "A PAR - BUR") == "moves"
    assert fate(judge(orders, conditions=steady), "A PAR - BUR") == "bounces"
    helped = {"france": "A PAR - BUR, A MAR S A PAR - BUR", "germany": "A BUR H, A MUN S A BUR"}
    assert fate(judge(helped), "A PAR - BUR") == "bounces"
    worth_two = Conditions({"MAR": Traits(support=2)})
    assert fate(judge(helped, conditions=worth_two), "A PAR - BUR") == "moves"


RIDER = Conditions({"PAR": Traits(steps=2)})


def test_ring_diplomacy_a_rider_passes_a_space_without_effect_on_it() -> None:
    units = {"france": (Unit("A", "PAR"),), "germany": (Unit("A", "BUR"), Unit("A", "RUH"))}
    ride = Move(Unit("A", "PAR"), "MUN", path=("BUR",))
    cut_free = SupportMove(Unit("A", "BUR"), Unit("A", "RUH"), "MUN")

    def run(rulings: Rulings, conditions: Conditions | None) -> dict[str, str]:
        orders: Orders = {"france": [ride], "germany": [cut_free]}
        return fates(resolve(STANDARD, Position(position({}).phase, units, {}), orders, rulings, conditions))

    assert run(Rulings(), None)["A PAR - BUR - MUN"] == "illegal", "only units that may walk two steps do"
    assert run(Rulings(), RIDER) == {
        "A PAR - BUR - MUN": "moves",
        "A BUR S A RUH - MUN": "unmatched",
        "A RUH H": "holds",
    }
    assert run(Rulings(via_blocked=True), RIDER)["A PAR - BUR - MUN"] == "illegal"


def test_ring_diplomacy_a_rider_is_supported_into_its_target_and_bounces_there() -> None:
    units = {"france": (Unit("A", "PAR"), Unit("A", "BUR")), "germany": (Unit("A", "MUN"),)}
    ride = Move(Unit("A", "PAR"), "MUN", path=("BUR",))
    before = Position(position({}).phase, units, {})
    support = SupportMove(Unit("A", "BUR"), Unit("A", "PAR"), "MUN")

    alone = resolve(STANDARD, before, {"france": [ride]}, Rulings(), RIDER)
    helped = resolve(STANDARD, before, {"france": [ride, support]}, Rulings(), RIDER)

    assert fate(alone, "A PAR - BUR - MUN") == "bounces"
    assert fate(helped, "A PAR - BUR - MUN") == "moves"


@pytest.mark.parametrize(("burgundy", "open_to"), [("", ("BUR",)), ("A BUR", ("PIC",))])
def test_ring_diplomacy_a_beaten_rider_retreats_to_the_space_between(burgundy: str, open_to: tuple[str, ...]) -> None:
    """It was to ride to Munich by way of Burgundy, is kept out there and driven out of Paris from Brest."""
    units = {"france": (Unit("A", "PAR"),), "germany": (Unit("A", "MUN"), Unit("A", "BRE"), Unit("A", "GAS"))}
    if burgundy:
        units["austria"] = (Unit("A", "BUR"),)
    orders: Orders = {
        "france": [Move(Unit("A", "PAR"), "MUN", path=("BUR",))],
        "germany": [Move(Unit("A", "BRE"), "PAR"), SupportMove(Unit("A", "GAS"), Unit("A", "BRE"), "PAR")],
    }

    result = resolve(STANDARD, Position(position({}).phase, units, {}), orders, Rulings(), RIDER)

    assert result.dislodged[0].retreats == open_to


def test_ring_diplomacy_a_way_may_be_broken() -> None:
    units = {"france": (Unit("A", "PAR"),)}
    ride = Move(Unit("A", "PAR"), "MUN", path=("GAS",))

    result = resolve(STANDARD, Position(position({}).phase, units, {}), {"france": [ride]}, Rulings(), RIDER)

    assert result.judged[0].why.code == "illegal.path_broken"


def test_a_passage_is_open_for_one_phase_only() -> None:
    orders = {"england": "A LON - PIC"}
    ferry = Conditions(passages=frozenset({("A", "LON", "PIC")}))

    assert fate(judge(orders), "A LON - PIC") == "illegal"
    assert fate(judge(orders, conditions=ferry), "A LON - PIC") == "moves"
    assert fate(judge({"england": "A PIC - LON"}, conditions=ferry), "A PIC - LON") == "illegal"


def test_machiavelli_a_city_is_a_space_of_its_own_in_a_province() -> None:
    provinces = {
        "MIL": ProvinceFacts("Milan", "inland", slots=("CITY",)),
        "PAV": ProvinceFacts("Pavia", "inland"),
        "TUR": ProvinceFacts("Turin", "inland"),
    }
    on = variant(provinces, {"MIL": ["MIL/CITY", "PAV", "TUR"], "PAV": ["TUR"]}, {})
    field, garrison, enemy = Unit("A", "MIL"), Unit("A", "MIL/CITY"), Unit("A", "PAV")
    before = Position(position({}).phase, {"red": (field, garrison), "blue": (enemy, Unit("A", "TUR"))}, {})
    attack: Orders = {"blue": [Move(enemy, "MIL"), SupportMove(Unit("A", "TUR"), enemy, "MIL")]}

    result = resolve(on, before, attack, Rulings())

    assert [str(one.unit) for one in result.dislodged] == ["A MIL"]
    assert standing(result) == {"A MIL/CITY", "A MIL", "A TUR"}, "the garrison is not touched"
    inside = resolve(on, Position(before.phase, {"red": (field,)}, {}), {"red": [Move(field, "MIL/CITY")]}, Rulings())
    assert standing(inside) == {"A MIL/CITY"}
