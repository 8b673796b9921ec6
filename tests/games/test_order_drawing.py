"""Pictures of simultaneous games: units, owned centres, orders and their fates, from plain data."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from math import dist
from typing import Any

import msgspec
import pytest

from wartable.board import BoardError, load_board, to_png
from wartable.board.palette import NOBODY, PLAYERS
from wartable.games.order_drawing.draw import draw_orders
from wartable.games.order_drawing.picture import GLYPHS, Entry, OrderMark, OrderPicture, UnitGlyph, UnitMark

EUROPE, MIDDLE_EARTH = load_board("diplomacy"), load_board("middle-earth-viii")
SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 600_000
UNITS = (
    UnitMark("army", "PAR", 1),
    UnitMark("army", "MUN", 2),
    UnitMark("fleet", "STP/SC", 3),
    UnitMark("army", "BUR", 4, dislodged=True),
)


def by_id(svg: str) -> dict[str, ET.Element]:
    return {node.attrib["id"]: node for node in ET.fromstring(svg).iter() if "id" in node.attrib}


def drawn(*orders: OrderMark, **options: Any) -> dict[str, ET.Element]:
    return by_id(draw_orders(EUROPE, OrderPicture(UNITS, {"PAR": 1}, orders), **options))


def place(node: ET.Element) -> tuple[float, float]:
    x, y = re.findall(r"-?[\d.]+", node.attrib["transform"])[:2]
    return float(x), float(y)


def ink(node: ET.Element, number: int = 0) -> list[tuple[float, float]]:
    """The points of a line of an order."""
    lines = [path.attrib["d"] for path in node.findall(f"{SVG}path") if path.attrib["class"].startswith("ink")]
    numbers = [float(n) for n in re.findall(r"-?\d+\.\d+", lines[number])]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def near(one: tuple[float, float], other: tuple[float, float], within: float) -> bool:
    return dist(one, other) <= within


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("board", [EUROPE, MIDDLE_EARTH], ids=["atlas", "parchment"])
@pytest.mark.parametrize("width", [None, 390])
def test_whole_boards_full_of_units_stay_small(board: Any, theme: Any, width: int | None) -> None:
    units = tuple(UnitMark("fleet" if s.kind == "sea" else "army", s.id, n % 8 + 1) for n, s in enumerate(board.spaces))
    owners = {site.space: n % 8 + 1 for n, site in enumerate(board.sites)}
    svg = draw_orders(board, OrderPicture(units, owners), theme=theme, width=width)
    assert {f"unit-{space.id}" for space in board.spaces} <= set(by_id(svg))
    assert len(svg) < LARGEST


def test_units_stand_at_provinces_and_coasts() -> None:
    nodes = drawn()
    assert place(nodes["unit-PAR"]) == pytest.approx(EUROPE.space("PAR").token, abs=0.1)
    assert place(nodes["unit-STP-SC"]) == pytest.approx(EUROPE.point("STP/SC"), abs=0.1)
    title = nodes["unit-STP-SC"].find(f"{SVG}title")
    assert title is not None
    assert title.text == "Jade, fleet in St. Petersburg"


def test_a_dislodged_unit_is_tilted_has_a_notch_and_makes_room() -> None:
    node = drawn()["unit-BUR-dislodged"]
    assert "rotate" in node.attrib["transform"]
    assert any(path.attrib.get("class") == "notch" for path in node.findall(f"{SVG}path"))
    assert place(node) == pytest.approx(EUROPE.space("BUR").token, abs=0.1), "alone it stays in its place"
    both = OrderPicture((*UNITS, UnitMark("army", "BUR", 1)))
    beside = place(by_id(draw_orders(EUROPE, both))["unit-BUR-dislodged"])
    assert not near(beside, EUROPE.space("BUR").token, 12)


def test_owned_land_is_tinted_and_seas_never() -> None:
    nodes = by_id(draw_orders(EUROPE, OrderPicture(owners={"PAR": 1, "NTH": 2})))
    assert PLAYERS[0].fill in ET.tostring(nodes["space-PAR"]).decode()
    assert PLAYERS[1].fill not in ET.tostring(nodes["space-NTH"]).decode()


def test_a_move_ends_before_a_unit_and_on_an_empty_province() -> None:
    nodes = drawn(OrderMark("move", "PAR", "MUN", owner=1), OrderMark("move", "MUN", "TYR", owner=2))
    before = ink(nodes["order-move-PAR-MUN"], 1)[0]
    assert not near(before, EUROPE.space("MUN").token, 13 * 1.2)
    assert near(before, EUROPE.space("MUN").token, 20 * 1.2)
    assert near(ink(nodes["order-move-MUN-TYR"], 1)[0], EUROPE.space("TYR").token, 5)


def test_a_support_ends_in_a_ring_on_the_arrow_it_helps() -> None:
    support = OrderMark("support", "STP/SC", "MUN", "PAR", owner=3)
    nodes = drawn(OrderMark("move", "PAR", "MUN", owner=1), support)
    ring = ink(nodes["order-support-STP_SC-PAR-MUN"], 1)
    middle = (sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring))
    assert any(near(middle, point, 6) for point in ink(nodes["order-move-PAR-MUN"]))


def test_a_support_to_hold_ends_round_the_unit() -> None:
    nodes = drawn(OrderMark("support", "PAR", "", "MUN", owner=1))
    ring = ink(nodes["order-support-PAR-MUN"], 1)
    assert all(near(point, EUROPE.space("MUN").token, 24) for point in ring)


def test_a_convoyed_move_runs_over_its_fleets_in_whatever_order_they_are_named() -> None:
    for via in (("NTH", "NWG"), ("NWG", "NTH"), ("NTH", "SKA", "NWG")):
        node = drawn(OrderMark("move", "BEL", "NWY", via=via, owner=1))["order-move-BEL-NWY"]
        way = ink(node)
        assert any(near(point, EUROPE.space("NTH").token, 12) for point in way)
        assert not any(near(point, EUROPE.space("SKA").token, 12) for point in way), "a fleet that is not needed"
    long = drawn(OrderMark("move", "YOR", "NAF", via=("MAO", "NTH", "ENG"), owner=1))["order-move-YOR-NAF"]
    places = [EUROPE.space(sea).token for sea in ("NTH", "ENG", "MAO")]
    first = [next(n for n, point in enumerate(ink(long)) if near(point, sea, 14)) for sea in places]
    assert first == sorted(first)


@pytest.mark.parametrize(("outcome", "marks"), [("open", 0), ("done", 0), ("bounced", 1), ("failed", 1)])
def test_a_failed_move_has_a_red_mark_and_is_faint(outcome: Any, marks: int) -> None:
    node = drawn(OrderMark("move", "PAR", "BUR", owner=1, outcome=outcome))["order-move-PAR-BUR"]
    red = [path for path in node.findall(f"{SVG}path") if path.attrib["class"] == "red"]
    assert len(red) == marks
    assert ("lost" in node.attrib["class"]) == (marks == 1)


def test_a_cut_support_is_broken_otherwise_than_a_whole_one() -> None:
    def dash(outcome: Any) -> str:
        node = drawn(OrderMark("support", "PAR", "", "MUN", outcome=outcome))["order-support-PAR-MUN"]
        return next(p.attrib["stroke-dasharray"] for p in node.findall(f"{SVG}path") if "stroke-dasharray" in p.attrib)

    assert dash("cut") != dash("done")


@pytest.mark.parametrize("kind", ["hold", "convoy", "build", "remove", "retreat", "convert"])
def test_every_kind_of_order_is_drawn(kind: Any) -> None:
    assert any(name.startswith(f"order-{kind}-PAR") for name in drawn(OrderMark(kind, "PAR", "BUR", "MUN")))


def test_the_legend_names_colours_and_its_names_are_used_for_units() -> None:
    legend = (Entry(1, "France 3"), Entry(2, "<Germany> 3"))
    svg = draw_orders(EUROPE, OrderPicture(UNITS, caption="Spring 1901", legend=legend))
    words = "".join(ET.fromstring(svg).itertext())
    assert all(part in words for part in ("Spring 1901", "France 3", "<Germany> 3", "France, army in Paris"))
    plain = draw_orders(EUROPE, OrderPicture(UNITS))
    heights = [float(ET.fromstring(text).attrib["height"]) for text in (plain, svg)]
    assert heights[0] < heights[1]


@pytest.mark.parametrize(
    "picture",
    [
        OrderPicture((UnitMark("army", "PARIS", 1),)),
        OrderPicture((UnitMark("fleet", "STP/EC", 1),)),
        OrderPicture(orders=(OrderMark("move", "PAR", "LUTETIA"),)),
        OrderPicture(orders=(OrderMark("move", "BRE", "LON", via=("CHANNEL",)),)),
        OrderPicture(owners={"PARIS": 1}),
    ],
)
def test_places_that_are_not_there_are_refused(picture: OrderPicture) -> None:
    with pytest.raises(BoardError, match=r"has no space|has NC, SC"):
        draw_orders(EUROPE, picture)


def test_portable_drawings_become_pictures() -> None:
    svg = draw_orders(MIDDLE_EARTH, OrderPicture((UnitMark("army", "TSH", 1),), {"TSH": 1}), portable=True)
    assert "var(" not in svg
    assert to_png(svg, 200)[:8] == b"\x89PNG\r\n\x1a\n"


def test_a_centre_shows_its_owner_where_another_power_stands() -> None:
    def centre(owners: dict[str, int], centres: dict[str, int]) -> str:
        svg = draw_orders(EUROPE, OrderPicture(owners=owners, centres=centres))
        return ET.tostring(by_id(svg)["site-par"]).decode()

    assert PLAYERS[1].fill in centre({"PAR": 1}, {"PAR": 2})
    assert PLAYERS[0].fill not in centre({"PAR": 1}, {"PAR": 1}), "the land says it"


def test_a_family_draws_further_kinds_of_units() -> None:
    garrison = OrderPicture((UnitMark("garrison", "PAR", 1),))
    with pytest.raises(BoardError, match="there is no glyph for garrison"):
        draw_orders(EUROPE, garrison)
    glyphs = GLYPHS | {"garrison": UnitGlyph("G", "M0 0H9V9z")}
    svg = draw_orders(EUROPE, msgspec.structs.replace(garrison, glyphs=glyphs))
    assert ">G</text>" in svg


def test_a_unit_of_nobody_is_grey_and_called_so() -> None:
    unit = by_id(draw_orders(EUROPE, OrderPicture((UnitMark("army", "PAR", 0),))))["unit-PAR"]
    assert unit.findtext(f"{SVG}title", "").startswith("Nobody, army in Paris")
    assert NOBODY.fill in ET.tostring(unit, encoding="unicode")
