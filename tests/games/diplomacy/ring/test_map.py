"""The map and what its options change (ring-diplomacy Y01 to Y06)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.diplomacy.ring.table import Sitting, map_with, options
from wartable.board.library import load_board
from wartable.engine.errors import BadOptions
from wartable.games.adjudication.map import both_ways
from wartable.games.adjudication.network import network_of
from wartable.games.diplomacy.adjudicate import start
from wartable.games.diplomacy.position_faults import position_faults
from wartable.games.diplomacy.ring.game import RING_DIPLOMACY
from wartable.games.diplomacy.ring.options import PRESETS, code_of
from wartable.games.diplomacy.text.names import names_of

PRINTED = map_with()


def pairs(borders: dict[str, tuple[str, ...]]) -> set[frozenset[str]]:
    return {frozenset((one, end)) for one, ends in borders.items() for end in ends}


def test_y01_the_map_has_all_provinces_and_the_borders_of_the_board() -> None:
    kinds: dict[str, set[frozenset[str]]] = {}
    for border in load_board("lotr-64").borders:
        kinds.setdefault(border.kind, set()).add(frozenset((border.a, border.b)))
    land = pairs(dict(PRINTED.army_borders))
    mountains = pairs(dict(PRINTED.mountain_borders))

    assert len(PRINTED.provinces) == 65
    assert land == kinds["land"] | kinds["bridge"] | kinds["river"] | {frozenset(("belfalas", "tolfalas"))}
    assert len(land) == 118 + 1
    assert pairs(dict(PRINTED.fleet_borders)) == kinds["sea_lane"]
    assert not land & mountains
    assert kinds["impassable"] <= mountains


def test_y01_every_province_has_a_code_of_three_letters_that_nothing_else_is_called() -> None:
    codes = Counter(code_of(facts) for facts in PRINTED.provinces.values())
    names = names_of(PRINTED)

    assert set(codes.values()) == {1}
    assert all(len(code) == 3 and code.isupper() for code in codes)
    for province, facts in PRINTED.provinces.items():
        for text in (province, facts.name, *facts.aliases):
            assert (
                names.places[" ".join(text.lower().replace("_", " ").replace("-", " ").replace("'", "").split())]
                == province
            )


def test_y01_options_change_the_map() -> None:
    assert "dead_marshes" in map_with(hedemyra="dead_marshes").powers["saruman"].home
    assert "tolfalas" not in map_with(tolfalas="omit").provinces
    assert "druwaith_iaur" in map_with(tolfalas="druwaith_iaur").powers["gondor"].country
    assert sum(facts.centre for facts in map_with(mount_doom_centre=True).provinces.values()) == 31


def test_y02_a_year_has_two_movements_and_centres_are_counted_after_the_second() -> None:
    calendar = PRINTED.calendar

    assert [(step.season, step.kind) for step in calendar.seasons if step.kind == "movement"] == [
        ("spring", "movement"),
        ("fall", "movement"),
    ]
    assert [step.season for step in calendar.seasons if step.counts] == ["fall"]
    assert calendar.written(calendar.first_year) == "3000"


def test_y03_each_power_begins_with_an_army_in_each_of_its_centres() -> None:
    first = start(PRINTED)

    assert {power: len(facts.home) for power, facts in PRINTED.powers.items()} == {
        "eriador": 3, "rohan": 3, "gondor": 4, "mordor": 4, "saruman": 3,
    }  # fmt: skip
    for power, facts in PRINTED.powers.items():
        assert {str(unit) for unit in first.units[power]} == {f"A {home}" for home in facts.home}
    assert len(first.owners) == 17
    assert sum(facts.centre for facts in PRINTED.provinces.values()) == 30
    assert list(position_faults(PRINTED, first)) == []


def test_y05_sixteen_centres_win() -> None:
    assert PRINTED.victory.centres == 16


@pytest.mark.parametrize(("seats", "powers"), [(5, 5), (4, 4), (2, 5)])
def test_y06_two_four_or_five_play(seats: int, powers: int) -> None:
    table = Sitting("advanced", seats)

    assert len(table.state.powers) == powers
    assert ("eriador" in table.state.powers) == (powers == 5)
    assert len(RING_DIPLOMACY.roles(table.options, seats)) == seats


def test_y06_with_four_players_the_centres_of_eriador_are_neutral() -> None:
    table = Sitting("advanced", 4)

    assert not {"mithlond", "harlindon", "evendim_hills"} & set(table.state.position.owners)
    assert PRINTED.provinces["mithlond"].centre


def test_y06_three_players_are_refused() -> None:
    with pytest.raises(BadOptions, match="2, 4 or 5"):
        RING_DIPLOMACY.start(PRESETS["basic"], 3)


def test_y06_with_two_players_alliances_are_forced() -> None:
    assert Sitting("two-player", 2).state.options.forced_alliances
    assert not Sitting("advanced", 5).state.options.forced_alliances


def test_the_basic_game_knows_armies_only() -> None:
    basic = map_with("basic")

    assert set(basic.map.kinds) == {"A", "F"}
    assert basic.map.uniform
    assert start(basic).marks is not None


def test_networks_are_kept_for_all_ways_ports_may_be_taken() -> None:
    lines = both_ways(PRINTED.fleet_borders)

    assert len(lines) == 5
    assert network_of(PRINTED.map) is network_of(PRINTED.map)


def test_an_end_by_the_last_year_needs_a_last_year() -> None:
    with pytest.raises(BadOptions, match="needs a last year"):
        options(sudden_death=("last_year",))
