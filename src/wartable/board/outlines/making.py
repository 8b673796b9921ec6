"""Recipes made into outlines, whichever kind they are of, with what the board's file needs to know of them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec

from wartable.board.errors import BoardError
from wartable.board.library import load_board
from wartable.board.outlines.build import build, contacts
from wartable.board.outlines.pack import pack, polygons_of
from wartable.board.outlines.recipe import Frame, Recipe, SeasRecipe, ShapesRecipe, read_recipe
from wartable.board.outlines.shapes import build_shapes, doubts
from wartable.board.outlines.water import build_seas

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    import shapely

    from wartable.board.topology import Topology

SEEN_PX = 6.0
"""A common border at least this long can be seen."""
CORNER_PX = 0.05
"""What meets along less than this meets in a corner of four spaces, which is no contact."""
Point = tuple[float, float]


class Outlined(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """Outlines with the canvas they lie on and, where land was cut, inner waters, lanes and places of names in pixels.

    `empty` are spaces of the recipe that got no outline, `doubts` say what in it is likely a slip.
    """

    board: str
    provenance: str
    canvas: Frame
    topology: Topology
    waters: Mapping[str, list[shapely.Polygon]] = {}
    lanes: Mapping[tuple[str, str], list[list[Point]]] = {}
    labels: Mapping[str, Point] = {}
    empty: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def unseen(self) -> tuple[tuple[str, str], ...]:
        """Spaces whose common border is too short to be seen; those that meet in a mere corner have none."""
        return tuple(pair for pair, length in self.contacts.items() if CORNER_PX < length < SEEN_PX)

    @cached_property
    def contacts(self) -> Mapping[tuple[str, str], float]:
        """The length in pixels of the common border of every two spaces that touch."""
        return contacts(self.polygons)

    @cached_property
    def polygons(self) -> Mapping[str, list[shapely.Polygon]]:
        """The outline of every space, its largest part first."""
        return polygons_of(self.topology)


def make_outlines(recipe: Path, land: Path | None = None) -> Outlined:
    """Make the outlines that a recipe describes; raises `BoardError` naming the file and what is wrong in it.

    A recipe with seeds needs a file of land, TopoJSON or GeoJSON in degrees; one with shapes, or with seas for a board,
    needs none.
    """
    read = read_recipe(recipe)
    if isinstance(read, ShapesRecipe | SeasRecipe):
        if land is not None:
            raise BoardError(f"{recipe}: its shapes are drawn already; leave out the land {land}")
        return _of_shapes(recipe, read) if isinstance(read, ShapesRecipe) else _of_seas(recipe, read)
    if land is None:
        raise BoardError(f"{recipe}: it cuts land into spaces; name the file of the land")
    return _of_land(read, land)


def _of_shapes(path: Path, recipe: ShapesRecipe) -> Outlined:
    try:
        topology = build_shapes(recipe)
    except ValueError as error:  # shapely's, such as for a ring of two corners
        raise BoardError(f"{path}: {error}") from error
    return Outlined(
        board=recipe.board,
        provenance=recipe.provenance,
        canvas=recipe.canvas,
        topology=topology,
        empty=_without(recipe.shapes, topology),
        doubts=tuple(doubts(recipe)),
    )


def _of_seas(path: Path, recipe: SeasRecipe) -> Outlined:
    drawn = load_board(recipe.land)
    if drawn.topology is None:
        raise BoardError(f"{path}: the board {recipe.land} has no outlines")
    try:
        topology = build_seas(recipe, drawn.topology)
    except (BoardError, ValueError) as error:
        raise BoardError(f"{path}: {error}") from error
    return Outlined(board=recipe.board, provenance=recipe.provenance, canvas=recipe.canvas, topology=topology)


def _of_land(recipe: Recipe, land: Path) -> Outlined:
    built = build(recipe, land)
    topology = pack(built.outlines)
    lanes = {lane.between: lines for lane, lines in zip(recipe.sea_lanes, built.lanes, strict=True)}
    seas = recipe.seas.seeds if recipe.seas else {}
    return Outlined(
        board=recipe.board,
        provenance=recipe.provenance,
        canvas=recipe.canvas,
        topology=topology,
        waters=built.waters,
        lanes=lanes,
        labels=built.labels,
        empty=_without({**recipe.seeds, **recipe.whole_pieces, **seas}, topology),
    )


def _without(names: Mapping[str, object], topology: Topology) -> tuple[str, ...]:
    return tuple(sorted(name for name in names if not topology.faces.get(name)))
