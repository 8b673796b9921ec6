"""Make the outlines of a board: `python tools/build_outlines.py tools/boards/classic.yaml LAND.json`.

A recipe of shapes (tools/boards/middle-earth-viii.yaml) needs no land.

The land file is `land-50m.json` of the npm package `world-atlas` 2.0.2 (`npm pack world-atlas@2.0.2`, then unpack).
Writes `outlines.json` into the board's folder and prints the lanes, inner waters and label points in pixels, for its
board.yaml.
"""

from __future__ import annotations

import sys
from pathlib import Path

from shapely import get_coordinates

from wartable.board.outlines.build import build, contacts
from wartable.board.outlines.pack import pack, polygons_of
from wartable.board.outlines.recipe import Recipe, read_recipe, read_shapes
from wartable.board.outlines.shapes import build_shapes
from wartable.board.topology import Topology, encode

BOARDS = Path(__file__).parent.parent / "src" / "wartable" / "data" / "boards"
_SEEN_PX = 6.0
"""A common border at least this long can be seen."""
_SHORE_PX = 0.7
"""Bends of inner shores smaller than this are left out."""


def store(board: str, topology: Topology, seen_px: float) -> None:
    """Write the outlines of a board, and say what was made."""
    target = BOARDS / board / "outlines.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(encode(topology))
    touching = contacts(polygons_of(topology))
    weak = [pair for pair, length in touching.items() if length < seen_px]
    print(f"{target.name}: {target.stat().st_size} bytes, {len(topology.faces)} outlines, {len(touching)} contacts")
    print(f"contacts shorter than {seen_px} px: {weak or 'none'}")


def from_land(recipe: Recipe, land: Path) -> None:
    """Cut the land by a recipe, and print what its board file needs."""
    built = build(recipe, land)
    store(recipe.board, pack(built.outlines), recipe.cells.contact_threshold_px)
    for lane, lines in zip(recipe.sea_lanes, built.lanes, strict=True):
        rounded = [[[round(x, 1), round(y, 1)] for x, y in line] for line in lines]
        print(f"  - {{between: [{', '.join(lane.between)}], lines: {rounded}}}")
    for name, parts in built.waters.items():
        for part in parts:
            shore = [
                [round(float(x), 1), round(float(y), 1)] for x, y in get_coordinates(part.simplify(_SHORE_PX))[:-1]
            ]
            print(f"  {name}: {{kind: water, shape: {shore}}}")
    for name, (x, y) in built.labels.items():
        print(f"  {name}: [{x:.0f}, {y:.0f}]")


def main(recipe: Path, land: Path | None) -> None:
    """Build the outlines of whichever kind of recipe this is."""
    if land is None:
        shapes = read_shapes(recipe)
        store(shapes.board, build_shapes(shapes), _SEEN_PX)
    else:
        from_land(read_recipe(recipe), land)


if __name__ == "__main__":
    if len(sys.argv) not in {2, 3}:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) == 3 else None)
