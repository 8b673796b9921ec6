"""`wartable map`: a board as a picture, empty or as it was at a moment of a stored game."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from wartable.board.draw import draw_board
from wartable.board.folders import MARK
from wartable.board.library import board_keys, load_board
from wartable.board.palette import Theme
from wartable.board.picture import Picture
from wartable.board.png import to_png
from wartable.cli.files import scenarios_with
from wartable.cli.records import moment_at
from wartable.cli.usage import BadUsage, Count, get_game, installed_games, nearest, read_bytes, whole
from wartable.engine.record import game_of, load, options_of
from wartable.engine.told import Look

KINDS = (".svg", ".png")


def draw(
    game: Annotated[str | None, Parameter(help="A game, a board by its key, or the path of a board file.")] = None,
    *,
    output: Annotated[Path, Parameter(name=["--output", "-o"], help="Where to write: FILE.svg or FILE.png.")],
    record: Annotated[Path | None, Parameter(help="Draw the position of this stored game.")] = None,
    at: Annotated[
        int | None,
        Parameter(converter=whole, help="After so many entries of the record; -1 is the end, as without it."),
    ] = None,
    theme: Annotated[Theme, Parameter(help="Colours for a light or a dark page.")] = "light",
    width: Annotated[Count, Parameter(help="Width in pixels.")] = 1600,
    scenario: Annotated[str | None, Parameter(help="Draw the table of this scenario: its key, or its file.")] = None,
    figures: Annotated[bool, Parameter(negative="", help="With the figures a scenario begins with.")] = False,
) -> None:
    """Draw the map of a game, with owners, armies and the last moves where a record is given; or a scenario's table.

    A record of a game on a table of its own is drawn with its figures where they stood.
    """
    if output.suffix.lower() not in KINDS:
        raise BadUsage(f"{output}: name the picture FILE.svg or FILE.png.")
    if scenario is not None:
        if game is not None or record is not None:
            raise BadUsage("--scenario draws a table by itself; leave out the game and --record.")
        title, svg = scenarios_with(scenario).picture(scenario, theme=theme, width=width, figures=figures)
        _write(output, svg, width, title)
        return
    if figures:
        raise BadUsage("--figures goes with --scenario, such as --scenario helms-deep.")
    if game is None and record is None:
        raise BadUsage("Name a game or board, or a scenario by --scenario. See wartable map --help.")
    if record is None and at is not None:
        raise BadUsage(f"--at {at}: name by --record the stored game whose moment is meant.")
    if record is None:
        board = load_board(_board_of(game or ""))
        title, svg = board.title, draw_board(board, Picture(), theme=theme, width=width, portable=True)
    else:
        title, svg = _recorded(game, record, -1 if at is None else at, theme=theme, width=width)
    _write(output, svg, width, title)


def _write(output: Path, svg: str, width: int, title: str) -> None:
    output.write_bytes(to_png(svg, width) if output.suffix.lower() == ".png" else svg.encode())
    print(f"{output}: {title}")


def _board_of(name: str) -> str:
    if name in installed_games():
        game = get_game(name)
        key = game.show.board_key(next(iter(game.presets.values())))
        if key is None:
            raise BadUsage(f"{game.title} has no board.")
        return key
    if name.partition(MARK)[0] in board_keys() or Path(name).suffix in {".yaml", ".yml"}:
        return name
    known = dict.fromkeys((*installed_games(), *board_keys()))
    raise BadUsage(f"There is no game or board {name!r}; {nearest(name, list(known))}")


def _recorded(name: str | None, file: Path, at: int, *, theme: Theme, width: int) -> tuple[str, str]:
    """Return the title of a moment of a stored game, and its picture; raises `BadUsage` for one of another game."""
    record = load(read_bytes(file))
    game = game_of(record.header)
    options = options_of(record.header, game)
    board = game.show.board_key(options)
    if name not in {None, game.key, board}:
        played = f"{game.key}, played on {board}" if board and name not in installed_games() else game.key
        raise BadUsage(f"{file} is a record of {played}, not of {name}.")
    seats, moment = len(record.header.seats), moment_at(record, game, at)
    colours = game.show.colours(options, seats) or range(1, seats + 1)
    svg = game.show.drawing(moment.state, Look(colours=colours, theme=theme, width=width, events=moment.events))
    if svg is None:
        raise BadUsage(f"{game.title} has no board.")
    called = re.search(r'aria-label="([^"]*)"', svg)  # how the picture is read out
    return f"{unescape(called[1]) if called else game.title}, turn {game.clock(moment.state)[0] + 1}", svg
