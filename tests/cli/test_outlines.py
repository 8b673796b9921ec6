from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Wartable
from wartable.board.check import check_file
from wartable.board.load import load_file
from wartable.board.outlines.making import make_outlines
from wartable.board.outlines.pack import polygons_of

RECIPES = Path(__file__).resolve().parents[2] / "tools" / "boards"
BOARDS = Path(__file__).resolve().parents[2] / "src" / "wartable" / "data" / "boards"
SKERRIES = """
schema: wartable-shapes-recipe/1
board: skerries
provenance: our own
canvas: {width: 420, height: 260}
chaikin_rounds: 2
segmentize_px: 2.0
warp_px: 4.0
calm_px: 14.0
waves: [[0.018, 0.013, 0.3, 0.5], [-0.03, 0.026, 1.1, 0.3]]
shapes:
  bay:   [[40, 40], [200, 30], [210, 110], [150, 150], [60, 130]]
  fell:  [[200, 30], [370, 50], [380, 120], [210, 110]]
  haven: [[80, 190], [330, 170], [360, 230], [120, 240]]
  ness:  [[420, 150], [420, 260], [390, 260], [385, 200]]
"""
LAND = '{"type": "Polygon", "coordinates": [[[0, 0], [20, 0], [20, 10], [0, 10], [0, 0]]]}'
SEEDS = """
schema: wartable-outline-recipe/1
board: halves
provenance: our own
canvas: {width: 300, height: 200}
projection: {kind: stretched, lon0: 10, lon_bumps: [], lat_bumps: [], kx: 10, ky: 10, x0: 150, y0: 150, convergence: 0}
land: {segmentize_deg: 1, simplify_px: 0.2, min_piece_px2: 9, drop_boxes: []}
cells: {chaikin_rounds: 1, segmentize_px: 2, warp_px: 0, waves: [], snap_px: 0.01, small_piece_px2: 9,
  sliver_px2: 9, exclave_px2: 9, contact_threshold_px: 6}
whole_pieces: {}
labels: {west: [5, 5]}
seeds: {west: [[5, 5]], east: [[15, 5]], atlantis: [[200, 5]]}
sea_lanes: [{between: [west, east], lines: [[[5, 0], [15, 0]]]}]
"""


SEAS = """
schema: wartable-seas-recipe/1
board: two-seas
provenance: our own
land: lotr-65
canvas: {width: 1000, height: 1300}
chaikin_rounds: 1
segmentize_px: 4.0
warp_px: 3.0
calm_px: 10.0
waves: [[0.018, 0.013, 0.3, 0.5]]
cuts: []
lakes: {mere: [[700, 400], [720, 400], [720, 420], [700, 420]]}
seas:
  belegaer: [[50, 700], [60, 1200]]
  sea_of_rhun: [[970, 520]]
"""


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    path = tmp_path / "recipe.yaml"
    path.write_text(SKERRIES)
    return path


def test_shapes_with_coasts_become_a_board_without_a_fault(wartable: Wartable, recipe: Path) -> None:
    said = wartable("outline", recipe, "--board")
    file = recipe.with_name("board.yaml")
    board = load_file(file)

    assert (said.status, said.err) == (0, "")
    assert check_file(file) == ()
    assert {(border.kind, border.a, border.b) for border in board.borders} == {
        ("land", "bay", "fell"), ("sea_lane", "bay", "haven"), ("sea_lane", "haven", "ness"),
    }  # fmt: skip
    assert "  bay: token: [" in wartable("marks", file).out


def test_coasts_are_rounded_and_wander_as_borders_do_and_the_edge_of_the_canvas_stays(recipe: Path) -> None:
    shapes = polygons_of(make_outlines(recipe).topology)

    assert len(shapes["haven"][0].exterior.coords) > 30
    assert (420, 150) in shapes["ness"][0].exterior.coords
    assert max(x for x, _ in shapes["ness"][0].exterior.coords) == 420
    assert (40, 40) not in shapes["bay"][0].exterior.coords
    assert shapes["bay"][0].intersection(shapes["fell"][0]).area == 0


@pytest.mark.parametrize("key", ["middle-earth-viii", "lotr-65-seas"])
def test_our_own_outlines_are_those_that_their_recipe_makes(wartable: Wartable, tmp_path: Path, key: str) -> None:
    wartable("outline", RECIPES / f"{key}.yaml", "-o", tmp_path / "outlines.json")
    stored = BOARDS / key / "outlines.json"

    assert (tmp_path / "outlines.json").read_bytes() == stored.read_bytes()


def test_water_of_a_board_that_is_drawn_is_parted_by_lines_and_lakes_are_cut_out_of_its_land(recipe: Path) -> None:
    parted = SEAS.replace("cuts: []", "cuts: [[[-30, 700], [420, 700]]]")
    recipe.write_text(parted.replace("[[50, 700], [60, 1200]]", "[[50, 600]]\n  south: [[60, 1200]]"))
    made = make_outlines(recipe)

    assert made.contacts["belegaer", "south"] > 300
    assert made.contacts["enedwaith", "south"] > 0
    assert set(made.topology.faces) > {"mere", "belegaer", "south", "sea_of_rhun", "the_shire"}
    assert made.polygons["mere"][0].area == pytest.approx(380, abs=40)


def test_seeds_cut_land_and_what_the_board_file_needs_is_printed(wartable: Wartable, tmp_path: Path) -> None:
    (tmp_path / "recipe.yaml").write_text(SEEDS)
    (tmp_path / "land.json").write_text(LAND)
    said = wartable("outline", tmp_path / "recipe.yaml", "--land", tmp_path / "land.json", "--board")

    assert said.err == ""
    assert "without an outline: atlantis" in said.out
    assert "  west: [100, " in said.out
    assert "  - {between: [west, east], lines: [[[100.0, 150.0], [200.0, 150.0]]]}" in said.out
    assert load_file(tmp_path / "board.yaml").neighbours("west") == ("east",)


@pytest.mark.parametrize(
    ("text", "words", "status", "fault"),
    [
        (SKERRIES.replace("calm_px", "calm"), (), 1, "calm"),
        (
            SKERRIES.replace("[[80, 190], [330, 170], [360, 230], [120, 240]]", "[[80, 190], [330, 170]]"),
            (),
            1,
            "has 2 corners, and a shape has at least 3",
        ),
        (SKERRIES, ("--land", "land.json"), 1, "leave out the land"),
        (SKERRIES, ("-o", "outlines.yaml"), 2, "FILE.json"),
        (SEEDS, (), 1, "name the file of the land"),
        (SEEDS, ("--land", "nowhere.json"), 2, "nowhere.json: No such file"),
        ("{", (), 1, "recipe.yaml: "),
        (
            "7",
            (),
            1,
            "its schema would be wartable-outline-recipe/1, wartable-shapes-recipe/1 or wartable-seas-recipe/1",
        ),
        (SEAS.replace("lotr-65", "lotr-99"), (), 1, 'There is no board "lotr-99" here'),
        (SEAS.replace("seas:", "seas:\n  dry: [[500, 500]]"), (), 1, "no water at the points of dry"),
        (SEAS.replace("sea_of_rhun: [[970, 520]]", ""), (), 1, "belongs to no sea; put a point of one there"),
        (SEAS.replace("[970, 520]", "[970, 520], [50, 700]"), (), 1, "lie in the same water; a line is to part them"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_written(
    wartable: Wartable, recipe: Path, text: str, words: tuple[str, ...], status: int, fault: str
) -> None:
    recipe.write_text(text)
    said = wartable("outline", recipe, *words)

    assert said.status == status
    assert fault in said.err
    assert [file.name for file in recipe.parent.iterdir()] == [recipe.name]


def test_a_board_that_is_there_is_not_written_over(wartable: Wartable, recipe: Path) -> None:
    recipe.with_name("board.yaml").write_text("mine")
    said = wartable("outline", recipe, "--board")

    assert (said.status, recipe.with_name("board.yaml").read_text()) == (2, "mine")
    assert not recipe.with_name("outlines.json").exists()


def test_places_of_marks_are_only_suggested_on_outlines(wartable: Wartable, recipe: Path) -> None:
    wartable("outline", recipe, "--board")
    file = recipe.with_name("board.yaml")
    file.write_text(file.read_text().replace("outlines: outlines.json\n", ""))
    said = wartable("marks", file)

    assert (said.status, said.out) == (1, "")
    assert "skerries has no outlines" in said.err


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("  haven:", "  bay:", 'the key "bay" is given twice'),
        ("  haven:", "  Old-Haven:", "Old-Haven: an id is lower-case letters"),
        ("warp_px", "warp_pxx", "There is no field 'warp_pxx'. Did you mean warp_px?"),
        ("[80, 190]", "[80, x]", "at `$.shapes.haven[0][1]`"),
        ("height: 260}", "height: 260", "(while parsing a flow mapping that begins on line 5)"),
    ],
)
def test_a_slip_in_a_recipe_is_told_in_words(
    wartable: Wartable, recipe: Path, right: str, wrong: str, said: str
) -> None:
    recipe.write_text(SKERRIES.replace(right, wrong))

    for told in (wartable("outline", recipe).err, wartable("check", recipe).out):
        assert said in told
    assert not recipe.with_name("outlines.json").exists()


def test_a_gap_between_shapes_is_told_and_a_strait_is_not(wartable: Wartable, recipe: Path) -> None:
    assert wartable("check", recipe).out == f"{recipe}: no fault found.\n"
    recipe.write_text(
        SKERRIES.replace("fell:  [[200, 30],", "fell:  [[203, 30],").replace("[210, 110]]", "[213, 110]]")
    )

    for command in ("check", "outline"):
        assert "bay and fell leave a gap of less than 6 px" in wartable(command, recipe).out
