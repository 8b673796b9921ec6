"""Speeds in each type of terrain: the digest's vectors, the chart's rows, and what abilities do to them (C4-C8)."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ring_of_power.terrain.tables import box, cost, fault, ground, pace, path, patient, road
from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.terrain.paths import judge_path
from wartable.games.ring_of_power.terrain.speeds import Mover, Pace, pace_of, slowest

TYPES = tuple(charts().terrain)
RACES = sorted(charts().movement)
ABILITIES = sorted(charts().abilities)


def speed(of: Pace, terrain: str) -> int:
    return of.road if terrain == "whole road" else of.speeds[TYPES.index(terrain)]


@pytest.mark.parametrize(
    ("race", "mounted", "abilities", "terrain", "inches"),
    [
        ("man", False, "", "clear", 10),
        ("man", False, "heavy_armor pikes", "clear", 7),
        ("man", False, "heavy_armor pikes", "rough", 4),
        ("dwarf", False, "heavy_armor", "clear", 8),
        ("man", True, "swift", "clear", 17),
        ("man", True, "swift", "rough", 7),
        ("man", True, "", "whole road", 17),
        ("man", False, "scouts", "rough", 14),
        ("man", False, "scouts heavy_armor", "clear", 19),
        ("man", False, "tracker", "rough", 9),
    ],
)
def test_the_digests_vectors(race: str, mounted: bool, abilities: str, terrain: str, inches: int) -> None:  # noqa: FBT001
    """Statements C4, M13, M19, M25, M27, settlements Q28, Q63, case 7.4."""
    assert speed(pace(race, *abilities.split(), mounted=mounted), terrain) == 1000 * inches


def test_an_orc_with_a_scout_elf_goes_at_the_orcs_speed() -> None:
    """Statement D3, case 7.4."""
    assert speed(slowest([pace("orc"), pace("elf", "scouts")]), "clear") == 8000


def test_five_inches_of_clear_and_three_and_a_half_of_woods_are_one_move() -> None:
    """Statement C5, settlement Q3, case 7.4."""
    table = ground(box("woods", 10, 0, 40, 30))

    assert cost(judge_path(table, pace(), path((5, 10), (13.5, 10)))) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize(
    ("race", "foot", "mounted", "difficult"),
    [
        ("man", 10, 15, 7),
        ("uruk", 10, 15, 7),
        ("elf", 10, 15, 7),
        ("orc", 8, 12, 6),
        ("goblin", 8, 12, 6),
        ("troll", 8, 12, 6),
        ("dwarf", 8, 12, 7),
        ("hobbit", 8, 12, 7),
        ("spider", 6, 6, 6),
        ("chariot", 12, 12, 0),
        ("mumakil", 10, 10, 4),
        ("light_artillery", 6, 6, 4),
        ("heavy_artillery", 4, 4, 0),
        ("half_troll", 8, 8, 6),
        ("ethereal", 10, 15, 7),
        ("warg", 12, 12, 6),
        ("warg_rider", 12, 12, 6),
        ("ent", 8, 8, 6),
    ],
)
def test_rows_of_the_movement_chart(race: str, foot: int, mounted: int, difficult: int) -> None:
    """Statements C1, N, settlement Q27."""
    assert speed(pace(race), "clear") == 1000 * foot
    assert speed(pace(race, mounted=True), "clear") == 1000 * mounted
    assert speed(pace(race), "rough") == 1000 * difficult


def test_flyers_have_one_speed_everywhere_and_ships_two() -> None:
    """Statement C12, settlement Q29."""
    assert set(pace("flying").speeds) == {20_000}
    ship = pace("ship")
    assert {kind: inches for kind, inches in zip(TYPES, ship.speeds, strict=True) if inches} == {
        "river": 12_000,
        "lake": 24_000,
        "sea": 24_000,
    }


@pytest.mark.parametrize(
    ("kind", "inches"),
    [
        *((kind, 10) for kind in ("clear", "road", "bridge", "ford")),
        *((kind, 7) for kind in ("rough", "hills", "marsh", "cave_tunnel", "pass", "soft_sand", "rocky", "woods")),
        *((kind, 0) for kind in ("mountain", "fortress_wall", "river", "lake", "sea", "falls", "stream", "shallows")),
    ],
)
def test_rows_of_the_terrain_chart(kind: str, inches: int) -> None:
    """Statements C6, C9, N, settlements Q26, Q64."""
    assert speed(pace(), kind) == 1000 * inches


@pytest.mark.parametrize(
    ("ability", "clear"),
    [
        ("miners", {"cave_tunnel", "rocky", "hills"}),
        ("burrower", {"cave_tunnel", "rocky", "hills"}),
        ("woodsmen", {"woods"}),
        ("camels", {"soft_sand"}),
    ],
)
def test_abilities_that_make_ground_clear(ability: str, clear: set[str]) -> None:
    """Statements C7, M6, M7, M17, M33, settlement Q62."""
    plain, gifted = pace(), pace("man", ability)

    assert {kind for kind in TYPES if speed(gifted, kind) != speed(plain, kind)} == clear
    assert {speed(gifted, kind) for kind in clear} == {10_000}


def test_swift_helps_where_ground_is_clear_to_the_figure() -> None:
    assert speed(pace("man", "woodsmen", "swift"), "woods") == 12_000
    assert speed(pace("man", "woodsmen", "tracker"), "woods") == 10_000


def test_what_is_closed_stays_closed_whatever_helps() -> None:
    """Statements C8, M21."""
    assert speed(pace("chariot", "tracker", "scouts", "miners"), "rocky") == 0
    assert speed(pace("chariot", "tracker"), "woods") == 0
    assert speed(pace("heavy_artillery", "tracker"), "hills") == 0
    assert speed(pace("mumakil", "ponderous"), "rough") == 0
    assert speed(pace("mumakil", "ponderous"), "road") == 10_000


def test_immobile_figures_do_not_move() -> None:
    """Statements C15, M15."""
    still = pace("man", "immobile")

    assert (still.fastest, still.walks) == (0, False)


def test_a_burden_halves_after_all_that_adds() -> None:
    """Statement C4, settlement Q28."""
    loaded = pace_of(Mover(race="man", abilities=frozenset({"heavy_armor", "pikes"}), carrying=True))

    assert (speed(loaded, "clear"), speed(loaded, "rough"), loaded.road) == (3500, 2000, 5500)


def test_a_scenario_may_clear_ground_for_a_figure_and_change_its_row() -> None:
    led = pace_of(Mover(race="hobbit", clear_in=frozenset({"cave_tunnel"})))
    slow = pace_of(Mover(race="hobbit", row=charts().slow_movement["hobbit"]))

    assert (speed(led, "cave_tunnel"), speed(led, "woods")) == (8000, 7000)
    assert (speed(slow, "clear"), speed(slow, "rough")) == (5000, 2000)


def test_modifiers_stop_at_nothing() -> None:
    assert speed(pace("heavy_artillery", "pikes", "heavy_armor"), "clear") == 1000
    cart = pace_of(
        Mover(race="man", row=msgspec.structs.replace(charts().movement["man"], foot=2), abilities=frozenset({"pikes"}))
    )
    assert (speed(cart, "clear"), cart.road) == (0, 0)


def test_nobody_has_no_pace() -> None:
    with pytest.raises(ValueError, match="at least one figure"):
        slowest([])


def test_a_race_that_is_not_in_the_chart_is_named() -> None:
    with pytest.raises(KeyError, match="oliphaunt"):
        pace("oliphaunt")


MOVERS = st.builds(
    Mover,
    race=st.sampled_from(RACES),
    mounted=st.booleans(),
    abilities=st.frozensets(st.sampled_from(ABILITIES), max_size=5),
    carrying=st.booleans(),
)


@patient()
@given(MOVERS, st.sampled_from(["swift", "tracker", "scouts", "woodsmen", "miners", "camels", "burrower"]))
def test_no_help_slows_unless_it_turns_difficult_ground_clear(mover: Mover, ability: str) -> None:
    with_it = pace_of(msgspec.structs.replace(mover, abilities=mover.abilities | {ability}))
    before = pace_of(mover)

    cleared = charts().abilities[ability].clear_in
    for kind in TYPES:
        if kind not in cleared:
            assert speed(with_it, kind) >= speed(before, kind)
    assert with_it.road >= before.road


@patient()
@given(MOVERS, st.sampled_from(["heavy_armor", "pikes", "immobile", "ponderous"]))
def test_no_hindrance_speeds(mover: Mover, ability: str) -> None:
    with_it, before = pace_of(msgspec.structs.replace(mover, abilities=mover.abilities | {ability})), pace_of(mover)

    assert all(new <= old for new, old in zip(with_it.speeds, before.speeds, strict=True))
    assert with_it.road <= before.road


@patient()
@given(st.lists(MOVERS, min_size=1, max_size=6))
def test_a_force_is_never_faster_than_a_member_and_one_figure_is_its_own_force(movers: list[Mover]) -> None:
    paces = [pace_of(mover) for mover in movers]
    together = slowest(paces)

    assert all(together.speeds[i] == min(each.speeds[i] for each in paces) for i in range(len(TYPES)))
    assert slowest(paces[:1]) == paces[0]


def test_a_road_gives_its_bonus_only_to_moves_that_lie_on_it_as_a_whole() -> None:
    """Statement C4, settlement Q61."""
    table = ground(box("woods", 10, 8, 30, 12), roads=[road([(0, 10), (40, 10)])])

    assert cost(judge_path(table, pace(), path((8, 10), (20, 10)))) == pytest.approx(1, abs=1e-9)
    off_at_the_end = judge_path(table, pace(), path((8, 10), (17, 10), (17, 10.7)))
    assert cost(off_at_the_end) == pytest.approx(0.95 + 0.2 / 7, abs=1e-3)


def test_a_road_without_bonus_only_cancels_difficulty() -> None:
    table = ground(box("woods", 0, 0, 40, 30), roads=[road([(0, 10), (40, 10)], bonus=False)])

    verdict = judge_path(table, pace(), path((8, 10), (18, 10)))
    assert cost(verdict) == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("race", ["chariot", "heavy_artillery", "mumakil"])
def test_roads_let_the_heavy_through_difficult_ground(race: str) -> None:
    """Statement C8."""
    heavy = pace(race, "ponderous")
    table = ground(box("rocky", 10, 0, 20, 30), roads=[road([(0, 10), (40, 10)])])

    assert cost(judge_path(table, heavy, path((9, 10), (12, 10)))) < 1
    assert fault(judge_path(table, heavy, path((9, 14), (12, 14)))).code == "closed"
