"""A small board file for the tests, and a way to spoil it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import shapely

from wartable.board.outlines.pack import pack
from wartable.board.topology import encode

if TYPE_CHECKING:
    from pathlib import Path

SMALL = """\
schema: wartable-board/1
key: small
title: Small board
provenance: made for the tests
canvas: {width: 300, height: 200}
counts: {spaces: 4, regions: 2, land: 2, sea_lane: 1}
outlines: outlines.json
regions:
  west: {name: The West, plate: [60, 180]}
  east: {name: The East, plate: [240, 180]}
spaces:
  ada: {name: Ada, region: west, token: [50, 50]}
  bel: {name: Bel, region: west, token: [50, 120], also: [Bela]}
  cor: {name: Cor, region: east, token: [150, 80]}
  dun: {name: Dun, region: east, token: [260, 80]}
borders:
  land:
    ada: [bel]
    bel: [ada, cor]
    cor: [bel]
  impassable:
    ada: [cor]
    cor: [ada]
  sea_lane:
    cor: [dun]
    dun: [cor]
lanes:
  - {between: [cor, dun], lines: [[[200, 80], [230, 80]]]}
editions:
  second:
    title: Second printing
    remove: [[bel, cor]]
    add: [{between: [dun, ada], kind: sea_lane}]
    other_names: true
"""


def squares() -> dict[str, list[shapely.Polygon]]:
    """Four squares: ada over bel, cor beside both, dun across the water."""
    return {
        "ada": [shapely.box(10, 10, 100, 90)],
        "bel": [shapely.Polygon([(10, 90), (100, 90), (100, 150), (10, 150)])],
        "cor": [shapely.Polygon([(100, 10), (200, 10), (200, 150), (100, 150), (100, 90)])],
        "dun": [shapely.box(230, 30, 290, 130)],
    }


def write_small(folder: Path, old: str = "", new: str = "") -> Path:
    """Write the board, with one text replaced by another."""
    assert old in SMALL
    path = folder / "small.yaml"
    path.write_text(SMALL.replace(old, new) if old else SMALL, encoding="utf-8")
    (folder / "outlines.json").write_bytes(encode(pack(squares(), thin_px=0.0)))
    return path


def write_outlines(folder: Path, changed: dict[str, list[shapely.Polygon]]) -> None:
    """Store the outlines with some of them changed; an empty list leaves one out."""
    shapes = {name: parts for name, parts in (squares() | changed).items() if parts}
    (folder / "outlines.json").write_bytes(encode(pack(shapes, thin_px=0.0)))
