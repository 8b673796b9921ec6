"""What stands on a table at a moment: figures and holders; and its places as SVG, with walls, gates and towers."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from math import atan2, cos, degrees, pi, sin

import msgspec
import shapely

from wartable.board.shapes import Pixel, Shape, outline, path
from wartable.games.ring_of_power.campaign.deployment import roster
from wartable.games.ring_of_power.campaign.figures import Scene, base
from wartable.games.ring_of_power.campaign.run import name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.drawing.canvas import Canvas, art, sign_of
from wartable.games.ring_of_power.play.view import Badge, TokenKind, badges_of, token_of
from wartable.games.ring_of_power.scenario import Place, Point


class Token(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One figure as a token. `player` is its number in the scenario's order, `radius` that of its base.

    Lengths are 1/1000 inch. `force` joins tokens that become one shield where they would be too small. `sign` says
    what a figure is; those of the Shadow are `cornered`, so that they are known without colours.
    """

    id: int
    player: int
    at: Point
    radius: int
    kind: TokenKind = "foot"
    name: str = ""
    force: int = 0
    badges: tuple[Badge, ...] = ()
    sign: str = ""
    cornered: bool = False


class Garrison(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Figures of one player inside a place, or in its tower: how many fight, and whether a hero is among them."""

    place: str
    player: int
    count: int
    tower: bool = False
    hero: bool = False


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A moment of a campaign as it is drawn. `holders` are sides by place, `broken` keys of gates and weak walls."""

    tokens: tuple[Token, ...] = ()
    garrisons: tuple[Garrison, ...] = ()
    holders: dict[str, str] = {}
    broken: frozenset[str] = frozenset()


def starting(world: World) -> Shown:
    """Return the rosters of a scenario where its campaign begins. Raises `BadData` for a group without room."""
    return shown(world, RingState(options=world.options, seats=0, figures=roster(world)))


def shown(world: World, state: RingState) -> Shown:
    """Return a moment of a campaign as it is drawn; figures aboard or carried are with what carries them."""
    scene = Scene(world, state)
    field = [figure for figure in state.figures if figure.in_field]
    garrisons, tokens = tuple(_garrisons(world, state)), tuple(_token(scene, figure) for figure in field)
    return Shown(tokens=tokens, garrisons=garrisons, holders=state.holder, broken=state.broken)


def _token(scene: Scene, figure: Figure) -> Token:
    world = scene.world
    kind, token = world.kind(figure), token_of(world, figure)
    abilities = [world.charts.abilities[key].title for key in kind.abilities]
    return Token(
        id=figure.id,
        player=figure.owner,
        at=figure.point,
        radius=base(world, figure),
        kind=token,
        name=name_of(world, figure),
        force=scene.lineup.force[figure.id],
        badges=badges_of(scene, figure),
        sign=sign_of(figure.weapon or figure.unit, token, abilities),
        cornered=world.sides[figure.owner] == SHADOW,
    )


def _garrisons(world: World, state: RingState) -> Iterator[Garrison]:
    inside: dict[tuple[str, int, bool], list[Figure]] = {}
    for figure in state.figures:
        if figure.inside:
            inside.setdefault((figure.inside, figure.owner, figure.tower), []).append(figure)
    for (place, player, tower), figures in sorted(inside.items()):
        hero = any(token_of(world, figure) == "hero" for figure in figures)
        fighters = sum(not figure.weapon for figure in figures) or len(figures)
        yield Garrison(place=place, player=player, count=fighters, tower=tower, hero=hero)


SHADOW = "evil"
"""The side whose tokens have corners."""
_TURRETS = 8
_LARGE_TOWER = 14.0
"""Radius in pixels from which a tower is drawn from above."""
SIDES = ("#2F5D8A", "#9C2A1A", "#6B6459")
"""The line round a place by the side that holds it: the first, the second, the wild."""


def tower_disc(place: Place, canvas: Canvas) -> tuple[Pixel, float]:
    """Return middle and radius of a place's tower: where the scenario has it, else in the middle."""
    if place.tower and place.tower.circle:
        x, y, radius = place.tower.circle
        return canvas.at((x, y)), canvas.px(radius)
    shape = canvas.place(place)
    wide = min(shape.bounds[2] - shape.bounds[0], shape.bounds[3] - shape.bounds[1])
    middle = shape.centroid.coords[0]
    return (middle[0], middle[1]), max(3.5, wide * 0.16)


def places_svg(canvas: Canvas, shown: Shown) -> Iterator[str]:
    """Yield all places; each with its id, and the side that holds it as data."""
    one = canvas.scenario
    sides = [side.id for side in one.sides]
    for place in one.places:
        holder = shown.holders.get(place.id, place.owner)
        line = SIDES[min(sides.index(holder), len(SIDES) - 1)] if holder in sides else ""
        name = next((side.name for side in one.sides if side.id == holder), "")
        told = f"{place.name}: {art().places[place.kind]}{', a place of healing' if place.healing else ''}"
        title = f"<title>{escape(told + (f', held by {name}' if name else ''))}</title>"
        body = "".join(_drawn(place, canvas, line, shown))
        yield f'<g id="place-{place.id}" class="place" data-holder="{escape(holder)}">{title}{body}</g>'


def _drawn(place: Place, canvas: Canvas, line: str, shown: Shown) -> Iterator[str]:
    shape = canvas.place(place)
    d = outline(shape)
    if place.walled:
        yield from _walled(place, canvas, line, shown, shape)
    elif place.kind == "stockade":
        yield f'<path class="pale" d="{d}" stroke="{line or canvas.colour("ink")}"/>'
    else:
        colour = f' style="stroke:{line}"' if line and place.kind != "edge" else ""
        yield f'<path class="{"way" if place.kind == "edge" else "site"}" d="{d}"{colour}/>'
    if place.healing:
        x, y = shape.bounds[2] - 1, shape.bounds[1] + 3
        yield f'<path class="heal" transform="translate({x:.1f} {y:.1f})" d="M-5 4C-6-3-1-6 5-5 6 1 2 6-3 3.4L-6 7z"/>'


def _walled(place: Place, canvas: Canvas, line: str, shown: Shown, shape: Shape) -> Iterator[str]:
    wide = max(4.0, min(7.0, canvas.inch * 0.2))
    d = outline(shape)
    yield f'<path class="yard" d="{d}"/><path class="wall" d="{d}" stroke-width="{wide:.1f}"/>'
    yield f'<path class="course" d="{d}" stroke="{line or canvas.colour("peak-shade")}" stroke-width="{wide - 2:.1f}"/>'
    yield from _weak_walls(place, canvas, shown, wide)
    turret = max(2.8, wide * 0.72)
    for x, y in _corners(place, shape):
        yield f'<circle class="turret" cx="{x:.1f}" cy="{y:.1f}" r="{turret:.1f}"/>'
    yield from _gates(place, canvas, shown, shape, wide)
    if place.tower or place.kind == "tower":
        (x, y), radius = tower_disc(place, canvas)
        name = place.tower.name if place.tower else ""
        title = f"<title>{escape(name)}</title>" if name else ""
        court = ""
        if radius > _LARGE_TOWER:  # as large as a court: its wall, and a roof in the middle
            court = f'<circle cx="{x:.1f}" cy="{y:.1f}" class="court" r="{radius:.1f}" stroke-width="{wide:.1f}"/>'
            radius = min(radius * 0.4, 16)
        r = max(5.0, radius)
        # A keep with battlements, seen from the front, as wide as the tower.
        steps = f"M{-r:.1f} {r:.1f}V{-r:.1f}h{r * 0.4:.1f}v{r * 0.4:.1f}h{r * 0.4:.1f}v{-r * 0.4:.1f}h{r * 0.4:.1f}"
        rest = f"v{r * 0.4:.1f}h{r * 0.4:.1f}v{-r * 0.4:.1f}H{r:.1f}V{r:.1f}z"
        keep = f'<path class="keep" transform="translate({x:.1f} {y:.1f})" d="{steps}{rest}"/>'
        yield f'<g id="tower-{place.id}">{title}{court}{keep}</g>'


def _corners(place: Place, shape: Shape) -> list[Pixel]:
    if not place.circle:
        return list(shape.exterior.coords)[:-1]
    (x, y), radius = shape.centroid.coords[0], (shape.bounds[2] - shape.bounds[0]) / 2
    turns = [(number + 0.5) * 2 * pi / _TURRETS for number in range(_TURRETS)]
    return [(x + radius * cos(turn), y + radius * sin(turn)) for turn in turns]


def _weak_walls(place: Place, canvas: Canvas, shown: Shown, wide: float) -> Iterator[str]:
    for number, (start, end) in enumerate(place.weak_walls):
        key = f"{place.id}:weak:{number}"
        state = " open" if key in shown.broken else ""
        told = "<title>Weak wall</title>" if not state else "<title>Breached wall</title>"
        d = path([canvas.at(start), canvas.at(end)])
        yield f'<g id="way-{key}">{told}<path class="wall" d="{d}" stroke-width="{wide + 2:.1f}"/>'
        yield f'<path class="weak{state}" d="{d}" stroke-width="{wide - 1:.1f}"/></g>'


def _gates(place: Place, canvas: Canvas, shown: Shown, shape: Shape, wide: float) -> Iterator[str]:
    """Yield gates on the wall where it is nearest to their point, turned along it."""
    ring = shape.exterior
    for number, gate in enumerate(place.gates):
        key = f"{place.id}:gate:{number}"
        along = ring.project(shapely.Point(canvas.at(gate)))
        one, other = ring.interpolate(along), ring.interpolate(min(ring.length, along + 1))
        turn = degrees(atan2(other.y - one.y, other.x - one.x))
        half, high = max(5.0, canvas.inch * 0.28), wide + 3
        state, told = (" open", "Broken gate") if key in shown.broken else ("", "Gate")
        yield (
            f'<g id="way-{key}" transform="translate({one.x:.1f} {one.y:.1f})rotate({turn:.0f})"><title>{told}</title>'
            f'<rect class="gate{state}" x="{-half:.1f}" y="{-high / 2:.1f}" width="{2 * half:.1f}" height="{high:.1f}" '
            f'rx="1.2"/></g>'
        )
