"""Drawings: well-formed, true to the position, free of injected markup, and the same shapes for the browser."""

from __future__ import annotations

import builtins
import re
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from tests.board.boards import write_small
from tests.board.lake import lake
from wartable.board import Arrow, BoardError, Picture, board_geometry, draw_board, load_board, to_png
from wartable.board.palette import PATTERN_MARKS, PLAYERS

if TYPE_CHECKING:
    from pathlib import Path

CLASSIC = load_board("classic")
SVG = "{http://www.w3.org/2000/svg}"
NAME_SIZE = re.compile(r"\.name\{font:600 ([\d.]+)px")
PICTURE = Picture(
    owners={space.id: i % 8 + 1 for i, space in enumerate(CLASSIC.spaces)},
    armies={space.id: i + 1 for i, space in enumerate(CLASSIC.spaces)},
    bonuses={"asia": 7},
    arrows=(Arrow("brazil", "north_africa", 1, "85 %"), Arrow("kamchatka", "alaska", planned=True)),
    selected="brazil",
    targets=("north_africa", "peru"),
)


def by_id(svg: str) -> dict[str, ET.Element]:
    return {node.attrib["id"]: node for node in ET.fromstring(svg).iter() if "id" in node.attrib}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_space_has_a_group_a_token_and_words(theme: Any) -> None:
    nodes = by_id(draw_board(CLASSIC, PICTURE, theme=theme))
    for space in CLASSIC.spaces:
        title = nodes[f"space-{space.id}"].find(f"{SVG}title")
        assert title is not None
        assert title.text is not None
        assert title.text.startswith(f"{space.name}, ")
        assert "".join(nodes[f"token-{space.id}"].itertext()) == str(PICTURE.armies[space.id])
    assert {"arrow-brazil-north_africa", "arrow-kamchatka-alaska", "plate-asia", "lane-alaska-kamchatka"} <= set(nodes)


def test_owners_show_by_colour_and_by_pattern() -> None:
    nodes = by_id(draw_board(CLASSIC, Picture(owners={"peru": 3})))
    uses = nodes["space-peru"].findall(f"{SVG}use")
    assert uses[0].attrib["style"] == f"fill:{PLAYERS[2].fill}"
    assert uses[1].attrib["fill"] == "url(#owner-3)"
    assert "owner-3" in nodes
    assert len(nodes["space-brazil"].findall(f"{SVG}use")) == 1
    assert len({PATTERN_MARKS[player.pattern] for player in PLAYERS[:8]}) == 8


def test_a_region_plate_is_filled_when_one_player_holds_it_all() -> None:
    whole = Picture(owners=dict.fromkeys(CLASSIC.members("australia"), 2), bonuses={"australia": 2, "asia": 7})
    nodes = by_id(draw_board(CLASSIC, whole))
    held = {region: nodes[f"plate-{region}"].find(f"{SVG}rect") for region in ("australia", "asia")}
    assert [("style" in node.attrib) for node in held.values() if node is not None] == [True, False]


def test_a_region_plate_holds_its_words_in_whatever_letters_the_reader_has() -> None:
    nodes = by_id(draw_board(CLASSIC, Picture(bonuses={"north_america": 5})))
    rect, text = (nodes["plate-north_america"].find(f"{SVG}{kind}") for kind in ("rect", "text"))
    assert rect is not None
    assert text is not None
    assert float(text.attrib["textLength"]) < float(rect.attrib["width"])


def test_only_targets_are_left_unveiled() -> None:
    svg = draw_board(CLASSIC, PICTURE)
    assert svg.count('class="veil"') == 42 - 3
    assert 'class="veil"' not in draw_board(CLASSIC, Picture(selected="peru"))


def test_narrow_drawings_have_no_names() -> None:
    assert 'class="name"' in draw_board(CLASSIC, PICTURE, width=1096)
    assert 'class="name"' not in draw_board(CLASSIC, PICTURE, width=390)


def test_portable_drawings_have_no_variables() -> None:
    assert "var(" in draw_board(CLASSIC, PICTURE)
    assert "var(" not in draw_board(CLASSIC, PICTURE, portable=True)


def test_names_cannot_carry_markup(tmp_path: Path) -> None:
    board = load_board(write_small(tmp_path, "name: Cor", "name: '<script>&\"'"))
    nodes = ET.fromstring(draw_board(board))
    assert not list(nodes.iter(f"{SVG}script"))


@pytest.mark.parametrize(
    "picture",
    [Picture(owners={"atlantis": 1}), Picture(selected="atlantis"), Picture(arrows=(Arrow("peru", "atlantis"),))],
)
def test_unknown_spaces_are_refused(picture: Picture) -> None:
    with pytest.raises(BoardError, match="atlantis"):
        draw_board(CLASSIC, picture)


def test_a_board_without_outlines_is_circles_and_lines(tmp_path: Path) -> None:
    board = load_board(write_small(tmp_path, "outlines: outlines.json\n", ""))
    nodes = by_id(draw_board(board, Picture(owners={"ada": 1}, armies={"ada": 3})))
    assert "a" in nodes["shape-ada"].attrib["d"]
    assert {"lane-ada-bel", "lane-bel-cor", "lane-cor-dun"} <= set(nodes)
    assert "lane-ada-cor" not in nodes, "a closed border is no way"


def test_without_outlines_borders_inside_a_region_are_whole_lines() -> None:
    geometry = board_geometry(lake().board)
    assert (len(geometry.links), sum(link.whole for link in geometry.links)) == (18, 8)
    assert draw_board(lake().board).count('class="link land whole"') == 8
    assert not any(link.whole for link in board_geometry(CLASSIC).links)


def test_notebooks_show_the_board() -> None:
    assert CLASSIC._repr_svg_() == draw_board(CLASSIC)


def test_geometry_is_json_with_every_border_once() -> None:
    geometry = board_geometry(CLASSIC)
    assert msgspec.json.decode(msgspec.json.encode(geometry), type=type(geometry)) == geometry
    assert len(geometry.links) == 25
    assert [link.b for link in geometry.links if link.wraps] == ["kamchatka"]
    assert set(geometry.lines) == {"coast", "inside", "region"}
    assert all(space.d.startswith("M") and space.d.endswith("z") for space in geometry.spaces)


def test_path_data_says_the_outline() -> None:
    """Read the compact path of one space back into points."""
    space = next(s for s in board_geometry(CLASSIC).spaces if s.id == "madagascar")
    first, *steps = re.findall(r"-?(?:\d+\.?\d*|\.\d+)", space.d.split("z")[0])
    numbers = [float(n) for n in (first, *steps)]
    points = [(numbers[0], numbers[1])]
    for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
        points.append((round(points[-1][0] + dx, 1), round(points[-1][1] + dy, 1)))
    assert tuple(points) == CLASSIC.outline("madagascar")[0][0][:-1]


def test_png_pictures_have_the_asked_width() -> None:
    png = to_png(draw_board(CLASSIC, PICTURE), 400)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(png[16:20]) == 400
    assert int.from_bytes(png[20:24]) == 225


def test_png_pictures_show_names_in_the_packaged_font() -> None:
    """Without a usable font the names would be missing, and the pictures equal."""
    named = draw_board(CLASSIC, width=1600)
    nameless = named.replace('class="name"', 'class="name" display="none"')
    assert to_png(named, 800) != to_png(nameless, 800)


def test_png_without_its_package_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "resvg_py":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(BoardError, match=r"wartable\[png\]"):
        to_png("<svg/>", 100)


def test_lettering_grows_with_a_picture_larger_than_the_board_was_laid_out_for() -> None:
    sizes = [float(NAME_SIZE.findall(draw_board(CLASSIC, width=width))[0]) for width in (800, 1600, 4800)]
    assert sizes[0] > sizes[1] == sizes[2], "in canvas pixels: the picture is scaled as a whole from there on"
