"""Figures as SVG: tokens by kind with their owner's colour and pattern, badges, shields of forces and garrisons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from math import cos, hypot, pi, sin

import msgspec
import shapely

from wartable.games.ring_of_power.drawing.canvas import Canvas, Livery, Pixel, Shape
from wartable.games.ring_of_power.drawing.places import Garrison, Shown, Token, place_shape, tower_disc
from wartable.games.ring_of_power.drawing.signs import Sign, signs
from wartable.games.ring_of_power.play.view import Badge
from wartable.games.ring_of_power.scenario import Scenario

LEAST = 14.0
"""Pixels across below which tokens become shields."""
_BASE = 1000
"""The base of a man in 1/1000 inch across, by which it is told whether tokens are large enough."""
_EDGE = "#1E1712"
"""The line round a token, by light and in the dark: tokens keep their colours."""
_SHIELD = "M-9-10.5H9V0C9 6 4 9.5 0 11.5-4 9.5-9 6-9 0z"
SHIELD_WIDE, SHIELD_HIGH = 20.0, 24.0
_STAR = " ".join(
    f"{(1 if n % 2 == 0 else 0.42) * sin(n * pi / 5):.3f},{-(1 if n % 2 == 0 else 0.42) * cos(n * pi / 5):.3f}"
    for n in range(10)
)
_BANNER = "M-.36-.62H-.21V.62H-.36zM-.21-.6H.52L.3-.27 .52 .06H-.21z"
_NAMED = ("hero", "character")
_BODIES = {
    "foot": '<circle class="body" r="1"/>',
    "hero": '<circle class="body" r="1"/>',
    "character": '<circle class="body" r="1"/>',
    "mounted": '<path class="body" d="M0-1.12 1.12 0 0 1.12-1.12 0z"/>',
    "ship": '<path class="body" d="M-1 .1H1L.6.8H-.6zM-.1 0V-1L.7-.1H-.1zM-.2 0V-.7L-.75-.1z"/>',
    "artillery": '<path class="body" d="M-.92-.92H.92V.92H-.92z"/>',
    "flyer": '<path class="body" d="M0 .9C-.2.3-.6.1-1.15.2-1-.5-.4-.8 0-.4.4-.8 1-.5 1.15.2.6.1.2.3 0 .9z"/>',
}
_CORNERED = '<path class="body" d="M-.42-1.02H.42L1.02-.42V.42L.42 1.02H-.42L-1.02.42V-.42z"/>'
_SIGN = 0.62
"""How much of a token its sign takes."""
_ROOMY = 11.0
"""Radius in pixels from which there is room for a pattern beside a sign."""
_BADGES: Mapping[Badge, str] = {
    "wounded": '<path d="M0-5C3-1 4 .6 4 2.2A4 4 0 0 1-4 2.2C-4 .6-3-1 0-5z" fill="#B3122A" stroke="#FFFDF7"/>',
    "pinned": '<path d="M-2.4-.6V-2.6a2.4 2.4 0 0 1 4.8 0V-.6" fill="none" stroke="#1E2329" stroke-width="1.5"/>'
    '<rect x="-4" y="-.8" width="8" height="5.6" rx="1" fill="#E5B53B" stroke="#1E2329"/>',
    "moved": '<path d="M-4.4-3H2L4.8 0 2 3H-4.4z" fill="#8A8F94" stroke="#FFFDF7"/>',
    "regrouping": '<circle r="4.8" fill="#FFFDF7"/><path d="M-2.8 1.6A3.2 3.2 0 1 0-2-2.5M-3.9-3.6l1.6 1.3 1.3-1.8" '
    'fill="none" stroke="#1E2329" stroke-width="1.3"/>',
}


class Shield(msgspec.Struct, frozen=True):
    """Several figures as one mark: where it is, whose, how many, whether a hero is among them, and its id."""

    id: str
    at: Pixel
    player: int
    count: int
    hero: bool
    told: str


def tokens_style(canvas: Canvas) -> str:
    """Return the rules by which tokens are painted."""
    paint = canvas.colour
    return f"""
.body{{stroke:{_EDGE};stroke-linejoin:round}}
.sign{{stroke-linecap:round;stroke-linejoin:round}}
.shield .halo{{fill:none;stroke:{paint("disc")};stroke-width:4.4;stroke-linejoin:round}}
.shield .edge{{fill:none;stroke:{_EDGE};stroke-width:1.5;stroke-linejoin:round}}
.number{{font:700 12px Alegreya,Georgia,serif;font-feature-settings:"lnum";text-anchor:middle;paint-order:stroke;
stroke-width:2.6;stroke-linejoin:round}}
"""


def as_tokens(canvas: Canvas) -> bool:
    """Whether figures are drawn singly at this size."""
    return canvas.px(_BASE) >= LEAST


def figures_svg(one: Scenario, canvas: Canvas, shown: Shown, looks: Sequence[Livery]) -> Iterator[str]:
    """Yield everything that stands on the table: tokens, or shields of forces, and the garrisons of places."""
    if as_tokens(canvas):
        radii = token_radii(canvas, shown.tokens)
        for token in sorted(shown.tokens, key=lambda token: (token.kind in _NAMED, -token.at[1], token.id)):
            yield _token(token, canvas, radii[token.id], looks[token.player])
    for shield in shields(one, canvas, shown, looks):
        yield _shield(shield, looks[shield.player], canvas.unit)


def shields(one: Scenario, canvas: Canvas, shown: Shown, looks: Sequence[Livery]) -> list[Shield]:
    """Return the shields of garrisons, and of forces where tokens would be too small."""
    found = list(_garrisons(one, canvas, shown.garrisons, looks))
    return found if as_tokens(canvas) else _apart(found, list(_forces(canvas, shown.tokens, looks)), canvas)


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


def _token(token: Token, canvas: Canvas, radius: float, look: Livery) -> str:
    x, y = canvas.at(token.at)
    size = max(radius, 9.0) if token.kind in _NAMED else radius
    dashes = ' stroke-dasharray=".3 .2"' if "hidden" in token.badges else ""
    body = _body(token)
    filled = body.replace("/>", f' fill="{look.fill}" stroke-width="{1.6 / size:.3f}"{dashes}/>')
    return (
        f'<g id="figure-{token.id}" class="figure {token.kind}" data-force="{token.force}" '
        f'transform="translate({x:.1f} {y:.1f})"><title>{escape(token.name)}</title>'
        f'<g transform="scale({size:.2f})">{filled}{_mark(token, look, size)}</g>{_badges(token, size)}</g>'
    )


def _body(token: Token) -> str:
    return _CORNERED if token.cornered and _BODIES[token.kind] == _BODIES["foot"] else _BODIES[token.kind]


def _mark(token: Token, look: Livery, size: float) -> str:
    """Return what is on a token: a hero's star, a character's banner, or its sign, on the owner's pattern."""
    if token.kind == "hero":
        return f'<polygon points="{_STAR}" transform="scale(.66)" fill="{look.text}"/>'
    if token.kind == "character":
        return f'<path d="{_BANNER}" fill="{look.text}"/>'
    if not token.sign or size > _ROOMY:
        pattern = _body(token).replace('class="body"', f'fill="url(#player-{token.player}-small)"')
    else:
        pattern = ""
    return pattern + (_sign(signs().signs[token.sign], look, token.kind == "mounted") if token.sign else "")


def _sign(sign: Sign, look: Livery, narrow: bool) -> str:  # noqa: FBT001
    """Return a sign in the ink of its owner, set off from the pattern under it; a diamond has less room."""
    drawn = ""
    for colour, more in ((look.fill, 0.34), (look.text, 0.0)):
        if sign.fill:
            drawn += f'<path d="{sign.fill}" fill="{colour}" stroke="{colour}" stroke-width="{more:g}"/>'
        if sign.line:
            drawn += f'<path d="{sign.line}" fill="none" stroke="{colour}" stroke-width="{sign.wide + more:g}"/>'
    return f'<g class="sign" transform="scale({_SIGN * (0.92 if narrow else 1):.2f})">{drawn}</g>'


def _badges(token: Token, size: float) -> str:
    drawn: list[Badge] = [badge for badge in token.badges if badge in _BADGES]
    return "".join(
        f'<g class="badge {badge}" transform="translate({size * 0.75 - 8 * n:.1f} {-size * 0.8:.1f})">'
        f"{_BADGES[badge]}</g>"
        for n, badge in enumerate(drawn)
    )


def _garrisons(
    one: Scenario, canvas: Canvas, garrisons: Iterable[Garrison], looks: Sequence[Livery]
) -> Iterator[Shield]:
    homes: dict[tuple[str, bool], list[Garrison]] = {}
    for garrison in garrisons:
        homes.setdefault((garrison.place, garrison.tower), []).append(garrison)
    for (key, tower), inside in homes.items():
        # In the tower, or in the middle.
        middle = place_shape(one.place[key], canvas).representative_point()
        x, y = tower_disc(one.place[key], canvas)[0] if tower else (middle.x, middle.y)
        for number, garrison in enumerate(inside):
            shift = (number - (len(inside) - 1) / 2) * (SHIELD_WIDE + 1) * canvas.unit
            where = f"{'the tower of ' if tower else ''}{one.place[key].name}"
            told = f"{looks[garrison.player].name}: {garrison.count} in {where}"
            name = f"garrison-{key}-{garrison.player}{'-tower' if tower else ''}"
            yield Shield(name, (x + shift, y), garrison.player, garrison.count, garrison.hero, told)


def _forces(canvas: Canvas, tokens: Sequence[Token], looks: Sequence[Livery]) -> Iterator[Shield]:
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
        yield Shield(f"force-{force}-{player}", (x, y), player, fighters, hero, f"{looks[player].name}: {told}")


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


def _shield(shield: Shield, look: Livery, unit: float) -> str:
    x, y = shield.at
    crown = (
        f'<polygon points="{_STAR}" transform="translate(0 -12)scale(5)" fill="#FFD84A" stroke="#2A1D10" '
        'stroke-width=".2"/>'
        if shield.hero
        else ""
    )
    casing = "#FFFFFF" if look.text != "#FFFFFF" else look.fill
    return (
        f'<g id="{shield.id}" class="shield" transform="translate({x:.1f} {y:.1f})scale({unit:.2f})">'
        f"<title>{escape(shield.told)}</title>"
        f'<path class="halo" d="{_SHIELD}"/><path d="{_SHIELD}" fill="{look.fill}"/>'
        f'<path d="{_SHIELD}" fill="url(#player-{shield.player})"/><path class="edge" d="{_SHIELD}"/>'
        f'<text class="number" y="5.2" fill="{look.text}" stroke="{casing}">{shield.count}</text>{crown}</g>'
    )


def figure_boxes(one: Scenario, canvas: Canvas, shown: Shown, looks: Sequence[Livery]) -> Iterator[Shape]:
    """Yield the boxes that figures take, which names should not cover."""
    if as_tokens(canvas):
        for token in shown.tokens:
            yield shapely.Point(canvas.at(token.at)).buffer(max(LEAST / 2, canvas.px(token.radius)), quad_segs=3)
    for shield in shields(one, canvas, shown, looks):
        (x, y), wide, high = shield.at, SHIELD_WIDE / 2 * canvas.unit, SHIELD_HIGH / 2 * canvas.unit
        yield shapely.box(x - wide, y - high, x + wide, y + high)
