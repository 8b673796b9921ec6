"""`wartable outline` and `wartable marks`: outlines made from a recipe, and places for tokens and names in them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from shapely import get_coordinates

from wartable.board.library import load_board
from wartable.board.load import BOARD
from wartable.board.outlines.making import SEEN_PX, Outlined, make_outlines
from wartable.board.outlines.marks import Placer
from wartable.board.outlines.starter import first_board
from wartable.board.topology import encode
from wartable.cli.usage import BadUsage
from wartable.engine.words import listed

_SHORE_PX = 0.7
"""Bends of inner shores smaller than this are left out."""


def outline(
    recipe: Annotated[Path, Parameter(help="The recipe (YAML): shapes, or seeds that cut land.")],
    *,
    land: Annotated[Path | None, Parameter(help="The land that seeds cut: GeoJSON or TopoJSON, in degrees.")] = None,
    output: Annotated[
        Path | None, Parameter(name=["--output", "-o"], help="Write here; outlines.json beside the recipe if left out.")
    ] = None,
    board: Annotated[bool, Parameter(negative=(), help="Begin a board.yaml beside them, to be gone on with.")] = False,
) -> None:
    """Make the outlines of a map from a recipe; say what touches too little, and what belongs into the board's file."""
    target = output or recipe.with_name("outlines.json")
    beside = target.with_name(BOARD)
    if target.suffix != ".json":
        raise BadUsage(f"{target}: outlines are written as FILE.json.")
    if board and beside.exists():
        raise BadUsage(f"{beside} is there already; leave out --board, or move it away.")
    made = make_outlines(recipe, land)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(encode(made.topology))
    for line in (f"{target}: {target.stat().st_size} bytes", *_told(made)):
        print(line)
    if board:
        beside.write_text(first_board(made, target.name), encoding="utf-8")
        print(f"{beside}: begun. Name its spaces and regions, then: wartable check {beside}")


def _told(made: Outlined) -> Iterator[str]:
    """Yield what was made, what is wrong with it, and lines for the board's file."""
    yield f"{len(made.topology.faces)} outlines."
    yield from (f"warning: {doubt}" for doubt in made.doubts)
    if made.empty:
        yield f"without an outline: {listed(made.empty)}"
    if made.unseen:
        yield f"borders shorter than {SEEN_PX:g} px: {listed([f'{a} with {b}' for a, b in made.unseen])}"
    for (a, b), lines in made.lanes.items():
        rounded = [[[round(x, 1), round(y, 1)] for x, y in line] for line in lines]
        yield f"  - {{between: [{a}, {b}], lines: {rounded}}}"
    for name, parts in made.waters.items():
        for part in parts:
            shore = get_coordinates(part.simplify(_SHORE_PX))[:-1].round(1).tolist()
            yield f"  {name}: {{kind: water, shape: {shore}}}"
    yield from (f"  {name}: [{x:.0f}, {y:.0f}]" for name, (x, y) in made.labels.items())


def marks(board: Annotated[str, Parameter(help="A board with outlines: its key, or the path of its file.")]) -> None:
    """Suggest where the tokens, names and sites of a board go, so that they cover little; lines for its file."""
    for name, place in Placer(load_board(board)).solve().items():
        token, label = ([round(value) for value in point] for point in (place.token, place.label))
        site = f", site: {[round(value) for value in place.site]}" if place.site else ""
        print(f"  {name}: token: {token}, label: {label}{site}")
