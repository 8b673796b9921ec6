"""The picture of a battle's end as a self-contained SVG, in the manner of the battle card."""

from wartable.odds.battle import BattleOdds
from wartable.odds.report import Bar, bars, percent

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, FLOOR = 24, 616, 108, 254
"""Edges of the bars, in SVG units."""

STYLE = """
text{font-family:system-ui,sans-serif;fill:#22282b;font-size:13px}
.paper{fill:#fcfaf5}.chance{font-size:34px;font-weight:700}.soft{fill:#5a6469}.small{font-size:11px}
.bar{stroke:#22282b;stroke-width:1}.defender{fill:#d93a1c}.attacker{fill:#3f5bbf}
.hatch{stroke:#7f93dd;stroke-width:2}.floor{stroke:#22282b}
@media (prefers-color-scheme:dark){text{fill:#f1ede2}.paper{fill:#1d2326}.soft{fill:#aab4b8}
.bar{stroke:#f1ede2}.floor{stroke:#f1ede2}}
""".strip()

HATCH = (
    '<pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect class="attacker" width="8" height="8"/><path class="hatch" d="M0 0V8"/></pattern>'
)


def svg_plot(odds: BattleOdds, attacker: str = "Attacker", defender: str = "Defender") -> str:
    """Return an SVG document: bars of defenders left on the left, of attackers left on the right.

    The attacker's bars are hatched, so that the sides differ without colour. The names are escaped.
    """
    found = bars(odds, most=36)
    us, them = _escaped(attacker), _escaped(defender)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
            f"<title>{us} conquers with {_share(odds.conquered)}</title>",
            f"<desc>{_described(found, us, them)}</desc>",
            f"<style>{STYLE}</style><defs>{HATCH}</defs>",
            f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="12"/>',
            *_heading(odds, us, them),
            *_drawn(found),
            f'<path class="floor" d="M{LEFT} {FLOOR}H{RIGHT}"/>',
            "</svg>\n",
        ]
    )


def _heading(odds: BattleOdds, us: str, them: str) -> list[str]:
    return [
        f'<text class="chance" x="{LEFT}" y="46">{_share(odds.conquered)}</text>',
        f'<text x="{LEFT}" y="66">to conquer</text>',
        _right(34, f"{us} loses about {odds.attacker_losses:.1f} of {odds.battle.attackers}"),
        _right(54, f"{them} loses about {odds.defender_losses:.1f} of {odds.battle.defenders}"),
        f'<text class="soft" x="{LEFT}" y="94">{them} holds with…</text>',
        _right(94, f"{us} arrives with…"),
    ]


def _right(y: int, text: str) -> str:
    return f'<text class="soft" x="{RIGHT}" y="{y}" text-anchor="end">{text}</text>'


def _drawn(found: list[Bar]) -> list[str]:
    most = max(bar.chance for bar in found)
    pitch = min(48.0, (RIGHT - LEFT) / len(found))
    start = (LEFT + RIGHT - pitch * len(found)) / 2
    # Labels that would touch are thinned out.
    every = 1 + int(max(len(bar.label) for bar in found) * 6.5 / pitch)
    drawn: list[str] = []
    for number, bar in enumerate(found):
        x = start + number * pitch
        drawn.append(_bar(bar, x, pitch, (FLOOR - TOP) * bar.chance / most))
        if number % every == 0:
            centre = x + pitch / 2
            drawn.append(
                f'<text class="small soft" x="{centre:.1f}" y="{FLOOR + 18}" text-anchor="middle">{bar.label}</text>'
            )
    return drawn


def _bar(bar: Bar, x: float, pitch: float, height: float) -> str:
    fill = ' style="fill:url(#hatch)"' if bar.side == "attacker" else ""
    gap = min(3.0, pitch / 5)
    return (
        f'<rect class="bar {bar.side}"{fill} x="{x + gap / 2:.1f}" y="{FLOOR - height:.1f}" '
        f'width="{pitch - gap:.1f}" height="{height:.1f}" rx="2">'
        f"<title>{bar.side} left with {bar.label}: {_share(bar.chance)}</title></rect>"
    )


def _described(found: list[Bar], us: str, them: str) -> str:
    names = {"attacker": f"{us} arrives with", "defender": f"{them} holds with"}
    return "; ".join(f"{names[bar.side]} {bar.label}: {_share(bar.chance)}" for bar in found)


def _share(chance: float) -> str:
    """Write a percentage for SVG: tiny ones contain a less-than sign."""
    return _escaped(percent(chance))


def _escaped(name: str) -> str:
    return name.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
