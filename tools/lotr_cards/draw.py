"""Draw the card pictures of Lord of the Rings Risk, SVG for the client, from cards.yaml and shapes.yaml.

`python tools/lotr_cards/draw.py` writes every picture that cards.yaml describes; names of cards after it, only those.
A card names its palette and its parts from back to front; a part is the name of a function below and its arguments.
Where an argument is the name of a tone, the palette's colour stands in for it. Lengths are in units of the picture,
which is 240 wide and 150 high if the card gives no size; y grows downwards.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from itertools import cycle
from math import cos, sin, tau
from pathlib import Path
from random import Random
from typing import Any

import yaml

HERE = Path(__file__).resolve().parent
OUT = HERE.parents[1] / "web" / "src" / "pages" / "game" / "conquest" / "lotr" / "cards"
TONES = ("top", "low", "far", "mid", "near", "ink", "light", "accent")
SHAPES: dict[str, list[list[Any]]] = yaml.safe_load((HERE / "shapes.yaml").read_text(encoding="utf-8"))


def num(value: float) -> str:
    """Return a number with one decimal at most."""
    return f"{value:.1f}".removesuffix(".0").replace("-0.", "-.").removeprefix("0") or "0"


def at(x: float, y: float) -> str:
    """Return a point of a path."""
    return f"{num(x)} {num(y)}"


def fit(name: str, x: float, y: float, wide: float, high: float) -> str:
    """Return the first outline of a shape, whose commands are all absolute, scaled and moved to (x, y)."""
    axes = cycle(((x, wide), (y, high)))

    def placed(number: re.Match[str]) -> str:
        start, scale = next(axes)
        return num(start + float(number[0]) * scale) + " "

    return re.sub(r"-?[\d.]+ ?", placed, SHAPES[name][0][1])


def path(fill: str, d: str, opacity: float = 1) -> str:
    """Fill an outline."""
    return f'<path d="{d}" fill="{fill}"{faint(opacity)}/>'


def line(stroke: str, width: float, d: str, opacity: float = 1) -> str:
    """Draw a line."""
    round_ends = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{d}" stroke="{stroke}" stroke-width="{num(width)}" {round_ends}{faint(opacity)}/>'


def faint(opacity: float) -> str:
    """Return the attribute that lets what lies behind shine through."""
    return "" if opacity == 1 else f' opacity="{opacity:.2f}"'


def sun(fill: str, x: float, y: float, r: float, opacity: float = 1) -> str:
    """Draw a disc."""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(r)}" fill="{fill}"{faint(opacity)}/>'


def glow(fill: str, x: float, y: float, r: float) -> str:
    """Draw a light with two halos."""
    return sun(fill, x, y, 3 * r, 0.14) + sun(fill, x, y, 1.9 * r, 0.28) + sun(fill, x, y, r)


def moon(fill: str, x: float, y: float, r: float) -> str:
    """Draw a crescent open to the left."""
    return path(fill, fit("crescent", x, y, r / 10, r / 10))


def rays(fill: str, x: float, y: float, opacity: float = 0.3, count: int = 18, reach: float = 200) -> str:
    """Draw beams around a point, each a little narrower than the gap after it."""
    edges = [(turn * tau / count, (turn + 0.45) * tau / count) for turn in range(count)]
    tips = [[at(x + reach * cos(edge), y + reach * sin(edge)) for edge in beam] for beam in edges]
    return path(fill, "".join(f"M{at(x, y)}L{' '.join(beam)}Z" for beam in tips), opacity)


def stars(fill: str, count: int, seed: int, depth: float = 80) -> str:
    """Sprinkle small lights over the upper part."""
    rng = Random(seed)
    dots = [f"M{at(rng.uniform(2, 238), rng.uniform(2, depth))}h1.4v1.4h-1.4z" for _ in range(count)]
    return path(fill, "".join(dots), 0.8)


def ridge(fill: str, y: float, rise: float, seed: int, step: float = 16) -> str:
    """Draw a jagged skyline around the height y, and all below it."""
    rng, x, points = Random(seed), -10.0, list[str]()
    while x < 255:
        points.append(at(x, y + (rise if len(points) % 2 else -rise) * rng.uniform(0.25, 1)))
        x += step * rng.uniform(0.6, 1.4)
    return path(fill, f"M-10 155L{' '.join(points)} 255 155Z")


def hill(fill: str, y: float, rise: float, seed: int, width: float = 80) -> str:
    """Draw rolling ground around the height y, and all below it."""
    rng = Random(seed)
    x, d = -20.0 - rng.uniform(0, width / 2), ""
    while x < 260:
        step, lift = width * rng.uniform(0.7, 1.3), rise * rng.uniform(0.6, 1)
        d += f"q{num(step / 4)} {num(-lift)} {num(step / 2)} 0t{num(step / 2)} 0"
        x += step
    return path(fill, f"M{at(-20 - width / 2, y)}{d}V155H-90Z")


def flat(fill: str, y: float, bottom: float = 151) -> str:
    """Fill the whole width from y to the bottom."""
    return f'<rect y="{num(y)}" width="240" height="{num(bottom - y)}" fill="{fill}"/>'


def peak(fill: str, shade: str, x: float, y: float, width: float, height: float, snow: str = "") -> str:
    """Draw a mountain lit from the left, its foot's middle at (x, y), with snow where a tone for it is given."""
    body, cap, dark = (fit(name, x, y, width / 100, height / 100) for name in ("peak", "peak_snow", "peak_shade"))
    return path(fill, body) + (path(snow, cap) if snow else "") + path(shade, dark, 0.8 if snow else 1)


def water(fill: str, y: float, crest: str, rows: int = 4, bottom: float = 151) -> str:
    """Fill the lower part with water, its waves paler towards the viewer."""
    gap = (bottom - y) / (rows + 0.2)
    starts = [f"M{at(-5 - 5 * (row % 3), y + 5 + gap * row)}q6-3 12 0" + "t12 0" * 20 for row in range(rows)]
    return flat(fill, y, bottom) + "".join(line(crest, 1.3, d, 0.8 - 0.5 * i / rows) for i, d in enumerate(starts))


def pool(fill: str, x: float, y: float, width: float, height: float, opacity: float = 1) -> str:
    """Draw a flat ellipse."""
    radii = f'rx="{num(width / 2)}" ry="{num(height / 2)}"'
    return f'<ellipse cx="{num(x)}" cy="{num(y)}" {radii} fill="{fill}"{faint(opacity)}/>'


def tower(fill: str, x: float, y: float, width: float, height: float, top: str = "teeth", window: str = "") -> str:
    """Draw a tower, the middle of its foot at (x, y); top: teeth, cone, dome, horns or broken."""
    w, roof = width / 2, y - height
    body = f"M{at(x - w, y)}L{at(x - w * 0.84, roof)}H{num(x + w * 0.84)}L{at(x + w, y)}Z"
    slit = f"M{at(x - 1.2, roof + height * 0.2)}h2.4v5h-2.4Z"
    return path(fill, body + fit(top, x, roof, w / 10, w / 10)) + (path(window, slit) if window else "")


def wall(fill: str, x: float, y: float, width: float, height: float) -> str:
    """Draw a wall with battlements, its upper left corner at (x, y)."""
    teeth = int(width // 8)
    step = width / teeth / 2
    return path(
        fill, f"M{at(x, y + height)}V{num(y)}" + f"v-4h{num(step)}v4h{num(step)}" * teeth + f"V{num(y + height)}Z"
    )


def house(fill: str, roof: str, x: float, y: float, width: float, height: float, window: str = "") -> str:
    """Draw a house with a broad roof, the middle of its foot at (x, y)."""
    w, eaves = width / 2, y - height
    body = f"M{at(x - w, y)}V{num(eaves)}h{num(width)}V{num(y)}Z"
    slope = f"M{at(x - w - 2, eaves)}L{at(x - w * 0.4, y - height * 1.9)}h{num(w * 0.8)}L{at(x + w + 2, eaves)}Z"
    pane = f"M{at(x - 1.5, y - height * 0.7)}h3v4h-3Z"
    return path(fill, body) + path(roof, slope) + (path(window, pane) if window else "")


def arches(fill: str, x: float, y: float, width: float, height: float, count: int, gap: str) -> str:
    """Draw a bridge, its deck's left end at (x, y), the gaps under its arches in the tone of what lies behind."""
    step, foot = width / count, num(y + height)
    r = step * 0.36
    lefts = [x + step * (i + 0.5) - r for i in range(count)]
    gaps = [f"M{num(a)} {foot}V{num(y + 4 + r)}a{num(r)} {num(r)} 0 0 1 {num(2 * r)} 0V{foot}Z" for a in lefts]
    return path(fill, f"M{at(x, y)}h{num(width)}v{num(height)}h{num(-width)}Z") + path(gap, "".join(gaps))


def tree(fill: str, x: float, y: float, height: float, kind: str = "fir", trunk: str = "") -> str:
    """Draw a tree on its foot (x, y); kind: fir, round, poplar, palm or bare."""
    unit = height / 100
    crown, stem = (fit(name, x, y, unit, unit) for name in (kind, "palm_trunk" if kind == "palm" else "trunk"))
    if kind == "bare":
        return line(fill, 6 * unit, crown)
    if kind == "palm":
        return line(trunk or fill, 6 * unit, stem) + line(fill, 7 * unit, crown)
    return path(trunk, stem) + path(fill, crown) if trunk else path(fill, stem + crown)


def forest(fill: str, y: float, height: float, seed: int, kind: str = "fir", step: float = 14) -> str:
    """Draw a row of trees over the whole width, their feet around y."""
    rng, x, trees = Random(seed), -4.0, ""
    while x < 248:
        trees += tree(fill, x, y + rng.uniform(-2, 2), height * rng.uniform(0.75, 1.15), kind)
        x += step * rng.uniform(0.7, 1.3)
    return trees


def shape(name: str, fill: str, x: float, y: float, scale: float = 1, other: str = "", flip: int = 1) -> str:
    """Draw a shape of shapes.yaml with its origin at (x, y), mirrored where flip is -1."""
    pieces = ""
    for kind, d, *width in SHAPES[name]:
        tone = other or fill if kind.endswith("2") else fill
        pieces += line(tone, width[0], d) if kind.startswith("line") else path(tone, d)
    return f'<g transform="translate({at(x, y)}) scale({scale * flip:.2f} {scale:.2f})">{pieces}</g>'


def march(
    name: str, fill: str, start: list[float], end: list[float], count: int, other: str = "", flip: int = 1
) -> str:
    """Draw a shape several times between two places, each given as x, y and scale."""
    steps = [[a + (b - a) * i / (count - 1) for a, b in zip(start, end, strict=True)] for i in range(count)]
    return "".join(shape(name, fill, x, y, scale, other, flip) for x, y, scale in steps)


def host(fill: str, y: float, height: float, seed: int, left: float = -4, right: float = 244, step: float = 5) -> str:
    """Draw a packed rank: heads at y, spears of the given height above them, all filled below by six units."""
    rng, x, spears, heads = Random(seed), left, "", f"M{at(left, y + 6)}V{num(y)}"
    while x < right:
        lean = rng.uniform(-0.12, 0.12) * height
        spears += f"M{at(x, y)}l{at(lean, -height * rng.uniform(0.6, 1))}"
        heads += f"q{num(step / 2)} {num(-step * 1.1)} {num(step)} 0"
        x += step
    return line(fill, 1.1, spears) + path(fill, heads + f"v6H{num(left)}Z")


def lights(fill: str, x: float, y: float, width: float, height: float, count: int, seed: int) -> str:
    """Scatter small lights over a field, larger towards the viewer."""
    rng = Random(seed)
    spots = [(rng.random(), rng.random()) for _ in range(count)]
    return path(fill, "".join(fit("spark", x + width * a, y + height * b, 0.8 + b, 0.8 + b) for a, b in spots))


def banner(fill: str, pole: str, x: float, y: float, height: float, flip: int = 1) -> str:
    """Draw a banner on its pole with the foot at (x, y), flying to the left where flip is -1."""
    cloth = fit("banner", x, y, flip * height / 100, height / 100)
    return line(pole, 1.6, f"M{at(x, y)}V{num(y - height - 2)}") + path(fill, cloth)


def fall(fill: str, count: int, seed: int, slant: float = 0, length: float = 0) -> str:
    """Draw snow, or rain where the length is more than nothing."""
    rng = Random(seed)
    spots = [(rng.uniform(0, 240), rng.uniform(0, 150)) for _ in range(count)]
    if length:
        return line(fill, 0.8, "".join(f"M{at(x, y)}l{at(slant, length)}" for x, y in spots), 0.6)
    return "".join(sun(fill, x, y, rng.choice((0.8, 1.1, 1.6))) for x, y in spots)


def cloud(fill: str, x: float, y: float, width: float, opacity: float = 1) -> str:
    """Draw a cloud, its left end at (x, y)."""
    return path(fill, fit("cloud", x, y, width / 100, width / 100), opacity)


PARTS: tuple[Callable[..., str], ...] = (
    *(path, line, sun, glow, moon, rays, stars, cloud, fall, lights),
    *(flat, ridge, hill, peak, water, pool, tree, forest, tower, wall, house, arches),
    *(shape, march, host, banner),
)
NAMED = {part.__name__: part for part in PARTS}


def draw(key: str, card: dict[str, Any], palettes: dict[str, str]) -> str:
    """Return the SVG text of one card."""
    tones = dict(zip(TONES, palettes[card["palette"]].split(), strict=True))
    width, height = card.get("size", (240, 150))
    parts = [
        NAMED[name](*(tones.get(a, a) if isinstance(a, str) else a for a in rest)) for name, *rest in card["parts"]
    ]
    stops = f'<stop stop-color="{tones["top"]}"/><stop offset="1" stop-color="{tones["low"]}"/>'
    sky = f'<defs><linearGradient id="sky-{key}" x2="0" y2="1">{stops}</linearGradient></defs>'
    paper = f'<rect width="{width}" height="{height}" fill="url(#sky-{key})"/>'
    head = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}" preserveAspectRatio="xMidYMid slice"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{sky}{paper}{"".join(parts)}</svg>\n'


def main(only: list[str]) -> None:
    """Write the pictures named, or all."""
    described = yaml.safe_load((HERE / "cards.yaml").read_text(encoding="utf-8"))
    OUT.mkdir(parents=True, exist_ok=True)
    for key, card in described["cards"].items():
        if not only or key in only:
            (OUT / f"{key}.svg").write_text(draw(key, card, described["palettes"]), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
