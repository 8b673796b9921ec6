"""A variant that nobody has drawn as a board: a disc for every province, a line for every border."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin

from wartable.board.diagram import spread
from wartable.board.library import load_board
from wartable.board.load import packaged_boards
from wartable.board.model import Board, Border, BorderKind, Canvas, Coast, Site, Space
from wartable.board.topology import Point
from wartable.games.adjudication.orders import Province, province_of
from wartable.games.diplomacy.variant import Variant

_LABEL, _CENTRE, _COAST = 32.0, (21.0, -15.0), 34.0
"""Canvas pixels from the unit: down to the name, aside to the mark of a centre, out to a coast that is told apart."""

_WIDEST = len("Helgoland")
"""Letters that fit under a disc."""


def board_drawn(variant: Variant) -> str:
    """Return the key of the package's board that has all provinces and borders of a variant; empty for none."""
    wanted, pairs = set(standing(variant)), _borders(variant)
    for key in packaged_boards():
        board = load_board(key)
        if wanted <= {space.id for space in board.spaces} and all(board.border(*pair) for pair in pairs):
            return key
    return ""


def diagram(variant: Variant, key: str) -> Board:
    """Return a board of a variant without outlines; provinces that nobody enters are left out."""
    pairs = _borders(variant)
    names = sorted(standing(variant))
    points, (width, height) = spread(names, pairs)
    return Board(
        key=key,
        title=variant.title,
        provenance=f"A diagram of the borders of {variant.title}. {variant.provenance}",
        style="atlas",
        canvas=Canvas(width, height),
        spaces=tuple(_space(variant, code, points[code]) for code in names),
        regions=(),
        borders=tuple(Border(a, b, kind) for (a, b), kind in sorted(pairs.items())),
        sites=tuple(_centres(variant, points)),
    )


def standing(variant: Variant) -> Iterator[Province]:
    """Yield the provinces that somebody may enter."""
    return (code for code, facts in variant.provinces.items() if facts.kind != "impassable")


def _borders(variant: Variant) -> dict[tuple[Province, Province], BorderKind]:
    """Return every border once with how its spaces meet."""
    army = {frozenset((a, b)) for a, others in variant.armies.items() for b in others}
    fleet = {frozenset((province_of(a), province_of(b))) for a, others in variant.fleets.items() for b in others}
    known = set(standing(variant))
    found: dict[tuple[Province, Province], BorderKind] = {}
    for pair in army | fleet:
        if len(pair) == 2 and pair <= known:
            a, b = sorted(pair)
            seas = sum(variant.provinces[code].kind == "sea" for code in pair)
            found[a, b] = ("land" if pair in army else "sea_lane", "coast", "sea")[seas]
    return found


def _space(variant: Variant, code: Province, at: Point) -> Space:
    facts = variant.provinces[code]
    turns = [2 * pi * number / len(facts.coasts) - pi / 2 for number in range(len(facts.coasts))]
    return Space(
        id=code,
        name=facts.name,
        short=_short(facts.name, code),
        region="",
        token=at,
        label=(at[0], at[1] + _LABEL),
        kind="sea" if facts.kind == "sea" else "land",
        coasts=tuple(
            Coast(name, (round(at[0] + _COAST * cos(turn)), round(at[1] + _COAST * sin(turn))))
            for name, turn in zip(facts.coasts, turns, strict=True)
        ),
    )


def _short(name: str, code: Province) -> str:
    """Return a name as it fits under a disc: on one line or two, or else the code."""
    lines = [name] if len(name) <= _WIDEST else name.split(" ")
    return "\n".join(lines) if len(lines) <= 2 and max(map(len, lines)) <= _WIDEST else code.capitalize()


def _centres(variant: Variant, points: Mapping[Province, Point]) -> Iterator[Site]:
    for code, facts in variant.provinces.items():
        if facts.centre and code in points:
            x, y = points[code]
            yield Site(code.lower(), facts.name, code, "centre", (x + _CENTRE[0], y + _CENTRE[1]))
