"""Lord of the Rings Machiavelli on thirteen seas: borders, fleets that earn, carry and sink (machiavelli 18.3)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from tests.games.machiavelli.middle_earth import Played, game, position
from tests.games.machiavelli.middle_earth import played as judged
from wartable.board.library import load_board
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.options import build, describe
from wartable.engine.values import CHANCE, Seat
from wartable.games.adjudication.map import both_ways
from wartable.games.machiavelli import dangers, disasters, income
from wartable.games.machiavelli.lotr.data import facts
from wartable.games.machiavelli.lotr.game import LOTR_MACHIAVELLI
from wartable.games.machiavelli.lotr.options import PRESETS, LotrOptions

RULES = game(sea_model="seas", storms=True)
SEAS = frozenset(facts().seas.names)
WAYS = both_ways(RULES.board.fleet_borders)
INLAND = {"sea_of_rhun", "sea_of_nurnen"}


def played(text: str, orders: str = "", **more: Any) -> Played:
    return judged(text, orders, sea_model="seas", **more)


def test_thirteen_seas_touch_what_the_precedent_says() -> None:
    """18.3 seas: two of them are inland."""
    kinds = {place: told.kind for place, told in RULES.board.provinces.items()}

    assert {place for place, kind in kinds.items() if kind == "sea"} == SEAS
    assert len(SEAS) == 13
    assert all(not near & SEAS for sea in INLAND if (near := set(WAYS[sea])))
    assert set(WAYS["south_belegaer"]) == {"north_belegaer", "andrast_sea", "lefnui_sea", "bay_of_harmen"}
    assert set(WAYS["ethir_anduin"]) - {"tolfalas"} == {
        "bay_of_harmen", "belfalas", "harondor", "lebennin", "south_ithilien", "umbar",
    }  # fmt: skip
    assert "ethir_anduin" not in WAYS["bay_of_belfalas"]
    assert {place for place, near in WAYS.items() if set(near) & SEAS and place not in SEAS} == {
        place for place, kind in kinds.items() if kind == "coastal"
    }


def test_what_is_drawn_touches_as_the_rules_say() -> None:
    drawn = load_board(RULES.board.picture)
    told = {frozenset((one.a, one.b)) for one in drawn.borders if one.kind in ("coast", "sea")}
    wanted = {frozenset((sea, near)) for sea in SEAS for near in WAYS[sea]}

    assert told == wanted
    assert {one.id for one in drawn.spaces} == set(RULES.board.provinces)


def test_fleets_sail_from_sea_to_sea_and_along_one_coast() -> None:
    """18.3 seas, 4."""
    went = played("Mordor: F umbar, F bay_of_harmen", "F umbar - ethir_anduin\nF bay_of_harmen - lefnui_sea")
    assert went.units == ["mordor F ethir_anduin", "mordor F lefnui_sea"]

    along = played("Gondor: F belfalas", "F belfalas - lamedon")
    assert along.result("F belfalas") == "moves"
    for order in ("F belfalas - minhiriath", "F belfalas - bay_of_harmen", "F belfalas - minas_tirith"):
        assert played("Gondor: F belfalas", order).result("F belfalas") == "illegal", order


def test_armies_go_over_the_sea_only_where_fleets_carry_them() -> None:
    """18.3 seas, 4: no sea-lines."""
    there = "Eriador: A mithlond, F gulf_of_lune, F gwathlo_sea"
    carried = (
        "A mithlond - minhiriath\nF gulf_of_lune T A mithlond - minhiriath\nF gwathlo_sea T A mithlond - minhiriath"
    )

    assert played(there, carried).result("A mithlond") == "moves"
    assert played(there, "A mithlond - minhiriath").result("A mithlond") in {"no_path", "illegal"}


def test_each_fleet_at_sea_earns_a_ducat() -> None:
    """18.3 seas, 10."""
    there = position("Mordor: F bay_of_harmen, F umbar, F sea_of_nurnen", sea_model="seas")

    lines = income.lines(RULES, there, "mordor")
    assert [(line.place, line.ducats) for line in lines if line.source == "sea"] == [
        ("bay_of_harmen", 1),
        ("sea_of_nurnen", 1),
    ]


def test_storms_sink_fleets_in_seas_that_are_struck_and_spare_ports() -> None:
    """13.3, 18.3."""
    there = position(
        "Mordor: F bay_of_harmen, F umbar\nGondor: F belfalas, F gwathlo_sea", sea_model="seas", storms=True
    )

    after = disasters.storms(RULES, there, _faces_for("bay_of_harmen"))

    assert sorted(str(unit) for unit in after.position.units if unit.kind == "F") == [
        "gondor F belfalas", "gondor F gwathlo_sea", "mordor F umbar",
    ]  # fmt: skip


def _faces_for(sea: str) -> tuple[int, ...]:
    """Return dice of a year in which a storm strikes the row of one sea."""
    (row,) = (row for row, line in facts().seas.storm.items() if sea in line.values())
    one = min(6, row - 1)
    for severity in range(1, 7):
        faces = (severity, one, row - one)
        event = disasters._rolled(RULES, position("", sea_model="seas", storms=True), "storm", faces)
        if sea in event.struck:
            return faces
    raise AssertionError(sea)


def test_the_table_of_storms_has_every_sea_once_and_no_two_neighbours_in_a_line() -> None:
    """18.3, reconstructed as the tables of 18.10 are: the inland seas are in the least danger."""
    table = facts().seas.storm
    cells = {place: (row, column) for row, line in table.items() for column, place in line.items()}
    odds = dangers.place_odds(table, "1d6")

    assert set(cells) == SEAS
    for one, other in combinations(cells, 2):
        if any(a == b for a, b in zip(cells[one], cells[other], strict=True)):
            assert other not in WAYS[one], (one, other)
    assert {sea for sea in SEAS if odds[sea] == min(odds.values())} <= INLAND
    assert 0.02 < min(odds.values()) < max(odds.values()) < 0.09


def test_storms_can_be_chosen_only_where_there_are_seas() -> None:
    by_name = {field.name: field for field in describe(LotrOptions)}
    (why,) = {need.why for need in by_name["storms"].needs}

    assert why == "there are no spaces at sea"
    assert not build(LotrOptions, {}).storms
    assert PRESETS["open-seas"].sea_model == "seas"


def test_a_port_may_begin_with_a_fleet() -> None:
    """18.4."""
    match = Match(LOTR_MACHIAVELLI, PRESETS["open-seas"], 5, SealedDice.of("seas"))
    while match.to_act == (CHANCE,):
        match.answer_chance()
    mordor = Seat(3)
    fleet = LOTR_MACHIAVELLI.parse(match.state, mordor, "FLEET umbar")

    assert LOTR_MACHIAVELLI.explain(match.state, mordor, fleet) is None
    assert LOTR_MACHIAVELLI.show.board_key(PRESETS["open-seas"]) == "lotr-65-seas"


@pytest.mark.parametrize("tolfalas", ["omit", "druwaith_iaur"])
def test_an_island_that_is_not_in_play_is_no_place_for_fleets(tolfalas: str) -> None:
    """18.3, 18.4."""
    went = played("Gondor: F belfalas", "F belfalas - tolfalas", tolfalas=tolfalas)

    assert went.result("F belfalas") == "illegal"
