"""The picture of an invitation: title, text and seats at the left, the board at the right; always light.

A picture shows what everybody who has the link may know, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

import msgspec

from wartable.board.draw import draw_board
from wartable.board.lettering import text_width
from wartable.board.library import load_board
from wartable.board.palette import PATTERN_MARKS, PLAYERS, Theme
from wartable.board.paper import smooth
from wartable.board.png import to_png
from wartable.engine.errors import BadOptions
from wartable.engine.game import AnyGame
from wartable.engine.options import Options
from wartable.engine.told import Look
from wartable.server.invitations import HEIGHT, WIDTH, Invitation

_PANEL, _LEFT, _RIGHT = 520, 46, 474
"""Where the panel ends, and its text begins and ends, in pixels."""
_INK, _MUTED, _PAPER, _LINE, _FREE = "#1E2329", "#575F69", "#FBFAF6", "#1E2329", "#E9E4D6"
_TITLE, _TEXT, _SMALL = 54, 26, 24
_SEEN = 800
"""The width in pixels for which the board is drawn: its names stay readable."""
_LINES = 3
"""The most lines of a title."""
_BEST = 3
"""So many places of a game that is over are shown."""
_MARK = (
    '<g transform="translate(46 546) scale(1.25)"><path d="M16 2.5 27.7 9.2v13.6L16 29.5 4.3 22.8V9.2z" fill="#1E2329" '
    'stroke="#1E2329" stroke-width="3" stroke-linejoin="round"/><path d="M21.8 9.4 12.6 20.9l-3-3.7 12.2-7.8z" '
    'fill="#E5B53B"/><path d="m8.9 23.1 3.2-3.4" stroke="#E5B53B" stroke-width="2.4" stroke-linecap="round"/></g>'
)


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """What is drawn: the words, the player colour of each seat (0: it is free), and the board as SVG text, if any.

    Of a game that is over, `places` are the best in order, each with its colour and who played it, in place of seats.
    """

    told: Invitation
    colours: tuple[int, ...]
    board: str = ""
    places: tuple[tuple[int, str], ...] = ()


def picture(sheet: Sheet) -> bytes:
    """Return the picture as PNG. Raises `BoardError` where the extra for it is not installed."""
    return to_png(drawn(sheet), WIDTH)


def board_of(
    game: AnyGame, options: Options, state: object, colours: Sequence[int], theme: Theme = "light", width: int = _SEEN
) -> str:
    """Return a position as everybody may see it, as SVG text; without one (None) the board as it begins.

    Empty for a game without a picture.
    """
    key = game.show.board_key(options)
    svg = _position(game, options, state, Look(colours=colours, theme=theme, width=width))
    if svg is None and key is not None:
        svg = draw_board(load_board(key), theme=theme, width=width, portable=True)
    if svg is None and game.show.pictured:
        svg = game.show.picture(theme)
    return smooth(svg or "")


def _position(game: AnyGame, options: Options, state: object, look: Look) -> str | None:
    """Return the drawing of a position, or of the first one; None where there is none, or nobody stands in it yet."""
    if state is None:
        try:
            state = game.start(options, len(look.colours))
        except BadOptions:  # so many seats cannot play yet
            return None
        owners = game.show.owners(state)
        if owners is not None and max(owners, default=0) < 0:
            return None
    return game.show.drawing(state, look)


def drawn(sheet: Sheet) -> str:
    """Return the picture as SVG text."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
    board = _placed(sheet.board)
    panel = f'<rect width="{_PANEL if board else WIDTH}" height="{HEIGHT}" fill="{_PAPER}"/>'
    edge = f'<path d="M{_PANEL} 0V{HEIGHT}" stroke="{_LINE}" stroke-width="2"/>' if board else ""
    return f"{head}{board}{panel}{edge}{''.join(_panel(sheet))}</svg>"


def _placed(board: str) -> str:
    """Return a drawing at the right, as large as fills the place; what is beyond it is cut off."""
    if not board:
        return ""
    place = f'x="{_PANEL}" y="0" width="{WIDTH - _PANEL}" height="{HEIGHT}" preserveAspectRatio="xMidYMid slice"'
    head, end, rest = board.partition(">")
    box = re.search(r'viewBox="[^"]+"', head)
    return f'<svg {box[0]} {place} class="board"{end}{rest}' if box else ""


def _panel(sheet: Sheet) -> Iterator[str]:
    """Yield what is written and shown at the left, from the top."""
    told = sheet.told
    at = 68.0
    for number, line in enumerate(_wrapped(told.lead, _TEXT, 2)):
        at += number * _TEXT * 1.2
        yield _line(line, at, _TEXT, _MUTED)
    at += 10
    size = _TITLE if text_width(told.title, _TITLE) <= 2 * (_RIGHT - _LEFT) else 40
    for line in _wrapped(told.title, size, _LINES):
        at += size * 1.05
        yield _line(line, at, size, _INK, weight=700)
    at += 18
    for line in _wrapped(told.text, _TEXT, 4) if told.text else ():
        at += _TEXT * 1.4
        yield _line(line, at, _TEXT, _INK)
    yield from _places(sheet.places, at + 34) if sheet.places else _seats(sheet.colours, at + 34)
    yield f'{_MARK}<text x="98" y="576" font-family="Alegreya" font-size="32" fill="{_INK}">Wartable</text>'
    if told.host:
        by = _cut(f"hosted by {told.host}", _SMALL, 230)
        yield (
            f'<text x="{_RIGHT}" y="576" text-anchor="end" font-family="Alegreya" font-size="{_SMALL}" '
            f'fill="{_MUTED}">{escape(by)}</text>'
        )


def _line(words: str, at: float, size: int, colour: str, weight: int = 600) -> str:
    shown = _cut(words, size, _RIGHT - _LEFT)
    return (
        f'<text x="{_LEFT}" y="{at:g}" font-family="Alegreya" font-weight="{weight}" font-size="{size}" '
        f'fill="{colour}">{escape(shown)}</text>'
    )


def _seats(colours: Sequence[int], top: float) -> Iterator[str]:
    """Yield a swatch for each seat, with its pattern; free ones are hollow. Many are smaller, in two rows."""
    side, row = (42, 7) if len(colours) <= 7 else (30, 10)
    if top + side > 520:
        return
    for colour in sorted({one for one in colours if one}):
        yield _pattern(colour)
    for seat, colour in enumerate(colours[: 2 * row]):
        x, y = _LEFT + seat % row * (side + 14), top + seat // row * (side + 12)
        box = f'x="{x:g}" y="{y:g}" width="{side}" height="{side}" rx="9"'
        if colour:
            yield _swatch(box, colour)
        else:
            yield f'<rect {box} fill="{_FREE}" stroke="{_MUTED}" stroke-width="2" stroke-dasharray="5 4"/>'


def _places(places: Sequence[tuple[int, str]], top: float) -> Iterator[str]:
    """Yield the best of a game that is over, a line each, as many as have room."""
    side, row = 38, 52
    for colour in sorted({colour for colour, _ in places}):
        yield _pattern(colour)
    for number, (colour, name) in enumerate(places[:_BEST]):
        y = top + number * row
        if y + side > 520:
            return
        yield _swatch(f'x="{_LEFT}" y="{y:g}" width="{side}" height="{side}" rx="9"', colour)
        words = escape(_cut(name, _TEXT, _RIGHT - _LEFT - side - 16))
        yield (
            f'<text x="{_LEFT + side + 16}" y="{y + 28:g}" font-family="Alegreya" font-size="{_TEXT}" '
            f'fill="{_INK}">{words}</text>'
        )


def _swatch(box: str, colour: int) -> str:
    """Return a square in the colour and the pattern of a player."""
    return (
        f'<rect {box} fill="{PLAYERS[colour - 1].fill}"/><rect {box} fill="url(#seat-{colour})"/>'
        f'<rect {box} fill="none" stroke="{_INK}" stroke-opacity=".4" stroke-width="2"/>'
    )


def _pattern(colour: int) -> str:
    player = PLAYERS[colour - 1]
    marks = PATTERN_MARKS[player.pattern].replace('class="solid"', f'fill="{player.text}" stroke="none"')
    return (
        f'<pattern id="seat-{colour}" width="12" height="12" patternUnits="userSpaceOnUse">'
        f'<g fill="none" stroke="{player.text}" stroke-width="1.5" opacity=".35">{marks}</g></pattern>'
    )


def _wrapped(words: str, size: int, most: int) -> list[str]:
    """Return lines that fit the panel, so many at most; what does not fit ends in an ellipsis."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > _RIGHT - _LEFT:
            lines.append(word)
        else:
            lines[-1] = longer
    if len(lines) > most:
        lines[most - 1 :] = [f"{lines[most - 1]} …"]
    return lines


def _cut(words: str, size: int, width: float) -> str:
    """Return words that are no wider than this, with an ellipsis where they are cut."""
    if text_width(words, size) <= width:
        return words
    kept = next((end for end in range(len(words), 0, -1) if text_width(words[:end] + "…", size) <= width), 0)
    return words[:kept].rstrip(" …") + "…"
