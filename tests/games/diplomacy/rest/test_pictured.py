"""Positions and judged orders as pictures: who stands where, who was beaten, and what became of each order."""

from __future__ import annotations

from tests.games.diplomacy.rest.boards import MIDDLE_EARTH, STANDARD, position
from wartable.board import load_board
from wartable.games.diplomacy.adjudicate import judge, start
from wartable.games.diplomacy.pictured import picture_of
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.text.setting import Setting
from wartable.games.diplomacy.variant import Variant
from wartable.games.order_drawing.draw import draw_orders
from wartable.games.order_drawing.picture import OrderMark, OrderPicture, UnitMark


def pictured(before: Position, orders: dict[str, str], variant: Variant = STANDARD) -> OrderPicture:
    """Judge orders and picture them; every picture can be drawn."""
    setting = Setting(variant)
    given = {power: [text.strip() for text in texts.split(",")] for power, texts in orders.items()}
    read = {power: [setting.order(text, before) for text in texts] for power, texts in given.items()}
    picture = picture_of(variant, before, judge(variant, before, read).result.judged)
    assert draw_orders(load_board(variant.board), picture)
    return picture


def orders_of(picture: OrderPicture) -> dict[str, OrderMark]:
    return {mark.unit: mark for mark in picture.orders}


def test_the_first_position_shows_units_centres_and_a_legend() -> None:
    picture = picture_of(STANDARD, start(STANDARD))
    assert UnitMark("fleet", "STP/SC", 8) in picture.units
    assert (picture.owners["PAR"], picture.centres["PAR"]) == (6, 6)
    assert [entry.text for entry in picture.legend][:2] == ["Austria 3", "England 3"]
    assert picture.caption == "Spring 1901"
    assert "Third Age 3000" in picture_of(MIDDLE_EARTH, start(MIDDLE_EARTH)).caption


def test_attack_support_and_the_beaten_unit() -> None:
    before = position("spring 1901 movement", {"france": "A PAR, A MAR", "germany": "A BUR"})
    picture = pictured(before, {"france": "A PAR - BUR, A MAR S A PAR - BUR", "germany": "A BUR H"})
    marks = orders_of(picture)
    assert marks["PAR"] == OrderMark("move", "PAR", "BUR", owner=6, outcome="done")
    assert marks["MAR"] == OrderMark("support", "MAR", "BUR", "PAR", owner=6, outcome="done")
    assert [unit.at for unit in picture.units if unit.dislodged] == ["BUR"]


def test_a_bounce_and_a_cut_support() -> None:
    before = position("spring 1901 movement", {"france": "A PAR, A MAR, A GAS", "germany": "A MUN, A PIE"})
    picture = pictured(before, {"france": "A PAR - BUR, A MAR S A GAS", "germany": "A MUN - BUR, A PIE - MAR"})
    outcomes = {unit: mark.outcome for unit, mark in orders_of(picture).items()}
    assert outcomes == {"PAR": "bounced", "MUN": "bounced", "MAR": "cut", "PIE": "bounced", "GAS": "done"}


def test_a_convoy_names_its_fleets() -> None:
    before = position("spring 1901 movement", {"england": "A LON, F NTH"})
    marks = orders_of(pictured(before, {"england": "A LON - NWY, F NTH C A LON - NWY"}))
    assert marks["LON"].via == ("NTH",)
    assert marks["NTH"] == OrderMark("convoy", "NTH", "NWY", "LON", owner=2, outcome="done")


def test_a_new_unit_stands_in_its_ring_and_a_lost_one_is_crossed_out() -> None:
    before = position("winter 1901 adjustments", {"france": ""}, {"france": "PAR"})
    picture = pictured(before, {"france": "B A PAR"})
    assert picture.units == (UnitMark("army", "PAR", 6),)
    assert picture.orders == (OrderMark("build", "PAR", owner=6, outcome="done"),)
    many = position("winter 1901 adjustments", {"france": "A BUR, A PIC"}, {"france": "PAR"})
    assert orders_of(pictured(many, {"france": "D A PIC"}))["PIC"].kind == "remove"


def test_retreats_begin_at_the_beaten_unit() -> None:
    before = position("spring 1901 retreats", {"france": "A BUR"}, dislodged="germany A BUR from PAR: MUN, RUH")
    picture = pictured(before, {"germany": "A BUR R RUH"})
    assert {unit.dislodged for unit in picture.units} == {True, False}
    assert picture.orders == (OrderMark("retreat", "BUR", "RUH", owner=7, outcome="done"),)


def test_a_conversion_is_drawn() -> None:
    picture = pictured(start(MIDDLE_EARTH), {"angmar": "A FOH = F"}, MIDDLE_EARTH)
    assert orders_of(picture)["FOH"].kind == "convert"


def test_land_keeps_the_colour_of_who_was_last_there() -> None:
    picture = picture_of(STANDARD, start(STANDARD), held={"BUR": "france", "PAR": "germany"})
    assert (picture.owners["BUR"], picture.owners["PAR"], picture.centres["PAR"]) == (6, 7, 6)
