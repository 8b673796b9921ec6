"""Plots as SVG text that stands in a page: bars, columns, and shares with their intervals.

They take the colour of the text around them, so that they are seen in light and in dark, and hold no blank line, which
would end them in Markdown.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil

WIDTH = 640
_LABEL, _ROW, _TOP, _VALUE = 210, 22, 30, 60
"""Room for labels at the left, height of a row, room for the title, room for values at the right; in SVG units."""
_PLOT = WIDTH - _LABEL - _VALUE
_COLUMNS = 160
"""Height of the columns."""
_SMALL = 'font-size="11"'
"""What makes a text small: in a page, a rule of style would reach beyond the plot."""


def bar_plot(title: str, values: Sequence[tuple[str, float]]) -> str:
    """Return a bar for each value, none of them negative, with the number at its end."""
    most = max((value for _, value in values), default=0.0) or 1.0
    body: list[str] = []
    for number, (name, value) in enumerate(values):
        y, length = _TOP + number * _ROW, _PLOT * value / most
        body.append(_label(name, y))
        body.append(f'<rect x="{_LABEL}" y="{y + 4}" width="{length:.1f}" height="{_ROW - 8}" fill-opacity=".55"/>')
        body.append(f'<text x="{_LABEL + length + 6:.1f}" y="{y + 15}">{value:.2f}</text>')
    return _svg(title, _TOP + len(values) * _ROW + 6, body)


def interval_plot(title: str, values: Sequence[tuple[str, float, float, float]], fair: float) -> str:
    """Return a share and its interval for each name, with a line where the fair share is."""
    most = min(1.0, max([fair, *(high for *_, high in values)]) * 1.1)
    floor = _TOP + len(values) * _ROW
    at = _LABEL + _PLOT * fair / most
    body = [f'<path d="M{at:.1f} {_TOP}V{floor}" stroke="currentColor" stroke-dasharray="4 3" fill="none"/>']
    for number, (name, share, low, high) in enumerate(values):
        y = _TOP + number * _ROW + _ROW // 2
        left, middle, right = (_LABEL + _PLOT * part / most for part in (low, share, high))
        body.append(_label(name, y - _ROW // 2))
        body.append(f'<path d="M{left:.1f} {y}H{right:.1f}" stroke="currentColor" stroke-width="2" fill="none"/>')
        body.append(f'<circle cx="{middle:.1f}" cy="{y}" r="5"/>')
        body.append(f'<text x="{_LABEL + _PLOT + 8}" y="{y + 4}">{share:.1%}</text>')
    body.append(f'<text x="{at:.1f}" y="{floor + 16}" text-anchor="middle" {_SMALL}>fair {fair:.1%}</text>')
    return _svg(title, floor + 24, body)


def column_plot(title: str, values: Sequence[tuple[str, int]]) -> str:
    """Return a column for each number, with every so many names below."""
    most = max((count for _, count in values), default=0) or 1
    width = (WIDTH - 20) / max(1, len(values))
    every = ceil(len(values) / 12) or 1
    floor = _TOP + _COLUMNS
    body: list[str] = []
    for number, (name, count) in enumerate(values):
        x, height = 10 + number * width, _COLUMNS * count / most
        body.append(
            f'<rect x="{x + 1:.1f}" y="{floor - height:.1f}" width="{max(1.0, width - 2):.1f}" '
            f'height="{height:.1f}" fill-opacity=".55"><title>{escape(name)}: {count}</title></rect>'
        )
        if number % every == 0:
            body.append(f'<text x="{x + 1:.1f}" y="{floor + 16}" {_SMALL}>{escape(name)}</text>')
    return _svg(title, floor + 24, body)


def _label(name: str, y: float) -> str:
    return f'<text x="{_LABEL - 8}" y="{y + 15}" text-anchor="end">{escape(name)}</text>'


def _svg(title: str, height: float, body: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img" fill="currentColor" '
        f'font-family="system-ui,sans-serif" font-size="13" style="max-width:{WIDTH}px;width:100%">'
    )
    return "\n".join(
        [
            head,
            f"<title>{escape(title)}</title>",
            f'<text x="0" y="16" font-weight="600">{escape(title)}</text>',
            *body,
            "</svg>",
        ]
    )
