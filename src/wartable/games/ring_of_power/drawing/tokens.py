"""Figures as SVG: tokens by kind with their owner's colour and pattern, badges, shields of forces and garrisons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import cos, hypot, pi, sin

import msgspec
import shapely

from wartable.board.palette import PlayerColour
from wartable.board.shapes import Pixel, Shape
from wartable.games.ring_of_power.drawing.canvas import Canvas, Sign, Stroke, signs
from wartable.games.ring_of_power.drawing.places import Garrison, Shown, Token, tower_disc

LEAST = 14.0
"""Pixels across below which tokens become shields."""
_BASE = 1000
"""The base of a man in 1/1000 inch across, by which it is told whether tokens are large enough."""
_SHIELD = "M-9-10.5H9V0C9 6 4 9.5 0 11.5-4 9.5-9 6-9 0z"
SHIELD_WIDE, SHIELD_HIGH = 20.0, 24.0
_NAMED = ("hero", "character")
_SIGN = 0.62
"""How much of a token its sign takes."""
_ROOMY = 11.0
"""Radius in pixels from which there is room for a pattern beside a sign."""


class Shield(msgspec.Struct, frozen=True):
    """Several figures as one mark: where it is, whose, how many, whether a hero is among them, and its id."""

    id: str
    at: Pixel
    player: int
    count: int
    hero: bool
    told: str


def as_tokens(canvas: Canvas) -> bool:
    """Whether figures are drawn singly at this size."""
    return canvas.px(_BASE) >= LEAST


def figures_svg(canvas: Canvas, shown: Shown) -> Iterator[str]:
    """Yield everything that stands on the table: tokens, or shields of forces, and the garrisons of places."""
    if as_tokens(canvas):
        radii = token_radii(canvas, shown.tokens)
        for token in sorted(shown.tokens, key=lambda token: (token.kind in _NAMED, -token.at[1], token.id)):
            yield _token(token, canvas, radii[token.id])
    for shield in shields(canvas, shown):
        yield _shield(shield, canvas)


def shields(canvas: Canvas, shown: Shown) -> list[Shield]:
    """Return the shields of garrisons, and of forces where tokens would be too small."""
    found = list(_garrisons(canvas, shown.garrisons))
    return found if as_tokens(canvas) else _apart(found, list(_forces(canvas, shown.tokens)), canvas)


def token_radii(canvas: Canvas, tokens: Sequence[Token]) -> dict[int, float]:
    """Return the radius of each token in pixels: its base, smaller where neighbours are near, never too small."""
    least = LEAST / 2
    places = [canvas.at(token.at) for token in tokens]
    found: dict[int, float] = {}
    for number, token in enumerate(tokens):
        x, y = places[number]
        near = min((hypot(x - a, y - b) for n, (a, b) in enumerate(places) if n != number), default=1e9)
        found[token.id] = max(least, min(canvas.px(token.radius), near / 2 - 0.6)) if near > 1 else least
    return found


def _token(token: Token, canvas: Canvas, radius: float) -> str:
    (x, y), look = canvas.at(token.at), canvas.looks[token.player]
    size = max(radius, 9.0) if token.kind in _NAMED else radius
    dashes = ' stroke-dasharray=".3 .2"' if "hidden" in token.badges else ""
    body = f'<path class="body" d="{_body(token)}" fill="{look.fill}" stroke-width="{1.6 / size:.3f}"{dashes}/>'
    return (
        f'<g id="figure-{token.id}" class="figure {token.kind}" data-force="{token.force}" '
        f'transform="translate({x:.1f} {y:.1f})"><title>{escape(token.name)}</title>'
        f'<g transform="scale({size:.2f})">{body}{_mark(token, look, size)}</g>{_badges(token, size)}</g>'
    )


def _body(token: Token) -> str:
    known = signs()
    cornered = token.cornered and known.bodies[token.kind] == known.bodies["foot"]
    return known.cornered if cornered else known.bodies[token.kind]


def _mark(token: Token, look: PlayerColour, size: float) -> str:
    """Return what is on a token: a hero's star, a character's banner, or its sign, on the owner's pattern."""
    if token.kind == "hero":
        return f'<path d="{signs().star}" transform="scale(.66)" fill="{look.text}"/>'
    if token.kind == "character":
        return f'<path d="{signs().banner}" fill="{look.text}"/>'
    roomy = not token.sign or size > _ROOMY
    pattern = f'<path d="{_body(token)}" fill="url(#player-{token.player}-small)"/>' if roomy else ""
    return pattern + (_sign(signs().signs[token.sign], look, token.kind == "mounted") if token.sign else "")


def _sign(sign: Sign, look: PlayerColour, narrow: bool) -> str:  # noqa: FBT001
    """Return a sign in the ink of its owner, set off from the pattern under it; a diamond has less room."""
    drawn = ""
    for colour, more in ((look.fill, 0.34), (look.text, 0.0)):
        if sign.fill:
            drawn += f'<path d="{sign.fill}" fill="{colour}" stroke="{colour}" stroke-width="{more:g}"/>'
        if sign.line:
            drawn += f'<path d="{sign.line}" fill="none" stroke="{colour}" stroke-width="{sign.wide + more:g}"/>'
    return f'<g class="sign" transform="scale({_SIGN * (0.92 if narrow else 1):.2f})">{drawn}</g>'


def _badges(token: Token, size: float) -> str:
    drawn = [(badge, strokes) for badge in token.badges if (strokes := signs().badges[badge])]
    return "".join(
        f'<g class="badge {badge}" transform="translate({size * 0.75 - 8 * n:.1f} {-size * 0.8:.1f})">'
        f"{''.join(map(_stroke, strokes))}</g>"
        for n, (badge, strokes) in enumerate(drawn)
    )


def _stroke(part: Stroke) -> str:
    return f'<path d="{part.d}" fill="{part.fill}" stroke="{part.stroke}" stroke-width="{part.wide:g}"/>'


def _garrisons(canvas: Canvas, garrisons: Iterable[Garrison]) -> Iterator[Shield]:
    homes: dict[tuple[str, bool], list[Garrison]] = {}
    for garrison in garrisons:
        homes.setdefault((garrison.place, garrison.tower), []).append(garrison)
    for (key, tower), inside in homes.items():
        # In the tower, or in the middle.
        place = canvas.scenario.place[key]
        middle = canvas.place(place).representative_point()
        x, y = tower_disc(place, canvas)[0] if tower else (middle.x, middle.y)
        for number, garrison in enumerate(inside):
            shift = (number - (len(inside) - 1) / 2) * (SHIELD_WIDE + 1) * canvas.unit
            where = f"{'the tower of ' if tower else ''}{place.name}"
            told = f"{canvas.looks[garrison.player].name}: {garrison.count} in {where}"
            name = f"garrison-{key}-{garrison.player}{'-tower' if tower else ''}"
            yield Shield(name, (x + shift, y), garrison.player, garrison.count, garrison.hero, told)


def _forces(canvas: Canvas, tokens: Sequence[Token]) -> Iterator[Shield]:
    """Yield a shield for each force and player, in the middle of its figures."""
    groups: dict[tuple[int, int], list[Token]] = {}
    for token in tokens:
        groups.setdefault((token.force, token.player), []).append(token)
    for (force, player), members in groups.items():
        places = [canvas.at(token.at) for token in members]
        x, y = (sum(axis) / len(members) for axis in zip(*places, strict=True))
        names = Counter(token.name for token in members)
        told = ", ".join(f"{count} {name}" if count > 1 else name for name, count in names.items())
        hero = any(token.kind == "hero" for token in members)
        fighters = sum(token.kind != "artillery" for token in members) or len(members)
        yield Shield(f"force-{force}-{player}", (x, y), player, fighters, hero, f"{canvas.looks[player].name}: {told}")


def _apart(fixed: list[Shield], loose: list[Shield], canvas: Canvas) -> list[Shield]:
    """Return all shields, those of forces moved aside until none lies on another, the largest first."""
    placed = list(fixed)
    turns = [step * pi / 6 for step in range(12)]
    rings = [(ring * 7 * cos(turn), ring * 7 * sin(turn)) for ring in range(1, 9) for turn in turns]
    for shield in sorted(loose, key=lambda one: (-one.count, one.id)):
        x, y = shield.at
        spots = (shield.at, *((x + east, y + south) for east, south in rings))
        free = (spot for spot in spots if _free(spot, placed, canvas))
        placed.append(msgspec.structs.replace(shield, at=next(free, shield.at)))
    return placed


def _free(at: Pixel, placed: Sequence[Shield], canvas: Canvas) -> bool:
    (x, y), wide, high = at, SHIELD_WIDE * canvas.unit, SHIELD_HIGH * canvas.unit
    inside = wide / 2 <= x <= canvas.width - wide / 2 and high / 2 <= y <= canvas.height - high / 2
    return inside and all(abs(x - one.at[0]) >= wide + 1 or abs(y - one.at[1]) >= high + 1 for one in placed)


def _shield(shield: Shield, canvas: Canvas) -> str:
    (x, y), look = shield.at, canvas.looks[shield.player]
    crown = f'<path class="star" d="{signs().star}" transform="translate(0 -12)scale(5)"/>' if shield.hero else ""
    casing = "#FFFFFF" if look.text != "#FFFFFF" else look.fill
    return (
        f'<g id="{shield.id}" class="shield" transform="translate({x:.1f} {y:.1f})scale({canvas.unit:.2f})">'
        f"<title>{escape(shield.told)}</title>"
        f'<path class="halo" d="{_SHIELD}"/><path d="{_SHIELD}" fill="{look.fill}"/>'
        f'<path d="{_SHIELD}" fill="url(#player-{shield.player})"/><path class="edge" d="{_SHIELD}"/>'
        f'<text class="number" y="5.2" fill="{look.text}" stroke="{casing}">{shield.count}</text>{crown}</g>'
    )


def figure_boxes(canvas: Canvas, shown: Shown) -> Iterator[Shape]:
    """Yield the boxes that figures take, which names should not cover."""
    if as_tokens(canvas):
        for token in shown.tokens:
            yield shapely.Point(canvas.at(token.at)).buffer(max(LEAST / 2, canvas.px(token.radius)), quad_segs=3)
    for shield in shields(canvas, shown):
        (x, y), wide, high = shield.at, SHIELD_WIDE / 2 * canvas.unit, SHIELD_HIGH / 2 * canvas.unit
        yield shapely.box(x - wide, y - high, x + wide, y + high)
