"""Make the outlines of a board: `python tools/build_outlines.py tools/boards/classic.yaml LAND.json`.

The land file is `land-50m.json` of the npm package `world-atlas` 2.0.2 (`npm pack world-atlas@2.0.2`, then unpack).
Writes `outlines.json` into the board's folder and prints the lanes, inner waters and label points in pixels, for its
board.yaml.
"""

from __future__ import annotations

import sys
from pathlib import Path

from wartable.board.outlines.build import build, contacts
from wartable.board.outlines.pack import pack
from wartable.board.outlines.recipe import read_recipe
from wartable.board.topology import encode

BOARDS = Path(__file__).parent.parent / "src" / "wartable" / "data" / "boards"
_SHORE_PX = 0.7
"""Bends of inner shores smaller than this are left out."""


def main(recipe_path: str, land_path: str) -> None:
    """Build, write, and say what was made."""
    recipe = read_recipe(Path(recipe_path))
    built = build(recipe, Path(land_path))
    target = BOARDS / recipe.board / "outlines.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(encode(pack(built.outlines)))
    touching = contacts(built.outlines)
    weak = [pair for pair, length in touching.items() if length < recipe.cells.contact_threshold_px]
    print(f"{target.name}: {target.stat().st_size} bytes, {len(built.outlines)} spaces, {len(touching)} contacts")
    print(f"contacts shorter than {recipe.cells.contact_threshold_px} px: {weak or 'none'}")
    for lane, lines in zip(recipe.sea_lanes, built.lanes, strict=True):
        rounded = [[[round(x, 1), round(y, 1)] for x, y in line] for line in lines]
        print(f"  - {{between: [{', '.join(lane.between)}], lines: {rounded}}}")
    for name, parts in built.waters.items():
        for part in parts:
            shore = [[round(x, 1), round(y, 1)] for x, y in part.simplify(_SHORE_PX).exterior.coords[:-1]]
            print(f"  {name}: {{kind: water, shape: {shore}}}")
    for name, (x, y) in built.labels.items():
        print(f"  {name}: [{x:.0f}, {y:.0f}]")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
