"""The recipe files of a board's outlines as typed data: land with seeds and lanes, or shapes drawn by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

import msgspec
import yaml

from wartable.board.errors import BoardError, unreadable
from wartable.board.fileformat import is_map, read_yaml
from wartable.engine.errors import BadData
from wartable.engine.fields import converted

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SEEDS = "wartable-outline-recipe/1"
SHAPES = "wartable-shapes-recipe/1"
SEAS = "wartable-seas-recipe/1"
Line: TypeAlias = "Sequence[tuple[float, float]]"
"""Corners in pixels, in order."""
LonLat = tuple[float, float]
Box = tuple[float, float, float, float]
"""West, south, east, north in degrees."""
Bump = tuple[float, float, float]
"""Centre and width in degrees, amount as a pure number."""
Wave = tuple[float, float, float, float]
"""Wave numbers along x and y in 1/px, phase in radians, weight."""
Rounds = Annotated[int, msgspec.Meta(ge=0, le=8)]
"""How often corners are cut; every round doubles the points of a line."""
Step = Annotated[float, msgspec.Meta(gt=0)]
"""A length in pixels that is divided by."""


class Frame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Size of the canvas in pixels, origin at the top left."""

    width: int
    height: int


class ProjectionSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="stretched"):
    """A pseudo-cylindrical projection whose scale is magnified in smooth bands."""

    lon0: float
    lon_bumps: tuple[Bump, ...]
    lat_bumps: tuple[Bump, ...]
    kx: float
    ky: float
    x0: float
    y0: float
    convergence: float


class ConicSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="conic"):
    """Lambert's conformal conic projection of a sphere.

    The parallels (degrees) keep their scale, `k` is the radius of the sphere in pixels, and (`lon0`, `lat0`) falls on
    (`x0`, `y0`).
    """

    parallel_1: float
    parallel_2: float
    lon0: float
    lat0: float
    k: float
    x0: float
    y0: float


class Enlargement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Land pieces centred in `box` grow by `factor` about a place and move by `shift_px`."""

    box: Box
    about: LonLat
    factor: float
    shift_px: tuple[float, float]


class Addition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A polygon joined to the land, so that a strait divides nothing; what was water is drawn as inner water."""

    id: str
    name: str
    polygon: tuple[LonLat, ...]


class LandSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the land of the world becomes the land of the canvas; only what lies in `prefilter` is projected."""

    segmentize_deg: float
    simplify_px: float
    min_piece_px2: float
    drop_boxes: tuple[Box, ...]
    enlarge: tuple[Enlargement, ...] = ()
    prefilter: Box | None = None
    additions: tuple[Addition, ...] = ()


class CellSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How Voronoi cells are smoothed, bent, cut into faces and cleaned."""

    chaikin_rounds: Rounds
    segmentize_px: Step
    warp_px: float
    waves: tuple[Wave, ...]
    snap_px: float
    small_piece_px2: float
    sliver_px2: float
    exclave_px2: float
    contact_threshold_px: float
    keep_exclaves: tuple[LonLat, ...] = ()


class SeaSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the water is cut into spaces, where it is: as the land, with a smoothing of its own."""

    chaikin_rounds: Rounds
    warp_px: float
    sliver_px2: float
    seeds: dict[str, tuple[LonLat, ...]]


class LaneSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sea lane: the two spaces and one or more lines of way points."""

    between: tuple[str, str]
    lines: tuple[tuple[LonLat, ...], ...]
    wraps: bool = False


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything needed, beside the land file, to make the outlines of one board."""

    schema: str
    board: str
    provenance: str
    canvas: Frame
    projection: ProjectionSpec | ConicSpec
    land: LandSpec
    cells: CellSpec
    whole_pieces: dict[str, tuple[LonLat, ...]]
    labels: dict[str, LonLat]
    seeds: dict[str, tuple[LonLat, ...]]
    sea_lanes: tuple[LaneSpec, ...] = ()
    seas: SeaSpec | None = None


class ShapesRecipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Shapes that fill a canvas and share their corners, and how their sides are to wander.

    Within `calm_px` of the edge of the canvas lines wander less and less, so that they end on it.
    """

    schema: str
    board: str
    provenance: str
    canvas: Frame
    chaikin_rounds: Rounds
    segmentize_px: Step
    warp_px: float
    calm_px: Step
    waves: tuple[Wave, ...]
    shapes: dict[str, tuple[tuple[float, float], ...]]


class SeasRecipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seas around the land of a board that is drawn already; all points are canvas pixels.

    Within `calm_px` of their ends lines wander less and less, so that they end where they are said to.

    `land` is the key of that board. `cuts` are lines across its water, which may run on over land; they are rounded and
    wander as the sides of shapes do. `lakes` are cut out of the land. `seas` names each water between the lines by
    points in it; where the name is one of the land, the water becomes land, as where a bay is too narrow to be a sea.
    """

    schema: str
    board: str
    provenance: str
    land: str
    canvas: Frame
    chaikin_rounds: Rounds
    segmentize_px: Step
    warp_px: float
    calm_px: Step
    waves: tuple[Wave, ...]
    cuts: tuple[tuple[tuple[float, float], ...], ...]
    seas: dict[str, tuple[tuple[float, float], ...]]
    lakes: dict[str, tuple[tuple[float, float], ...]] = {}


_KINDS: dict[str, type[Recipe | ShapesRecipe | SeasRecipe]] = {SHAPES: ShapesRecipe, SEEDS: Recipe, SEAS: SeasRecipe}


def read_recipe(path: Path) -> Recipe | ShapesRecipe | SeasRecipe:
    """Read a recipe of any kind; raises `BoardError` naming the file and the field that is wrong."""
    try:
        data: object = read_yaml(path.read_text(encoding="utf-8"))
        kind = data.get("schema") if is_map(data) else None
        if isinstance(kind, str) and kind in _KINDS:
            return converted(data, _KINDS[kind], path.name)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise BoardError(f"{path.name}: {unreadable(error)}") from error
    except BadData as error:
        raise BoardError(str(error)) from error
    raise BoardError(f"{path.name}: this is no recipe; its schema would be {SEEDS}, {SHAPES} or {SEAS}")
