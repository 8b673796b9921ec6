"""`wartable map`: a board as a picture, empty or as it was at a moment of a stored game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NamedTuple

from cyclopts import Parameter

from wartable.board.draw import draw_board
from wartable.board.draworders import draw_orders
from wartable.board.library import board_keys, load_board
from wartable.board.load import MARK
from wartable.board.model import Board
from wartable.board.orderpicture import OrderPicture
from wartable.board.palette import Theme
from wartable.board.picture import Picture
from wartable.board.png import to_png
from wartable.cli.records import Moment, moment_at
from wartable.cli.usage import BadUsage, Count, get_game, installed_games, nearest, read_bytes, whole
from wartable.engine.game import AnyGame
from wartable.engine.options import Options
from wartable.engine.record import game_of, load, options_of
from wartable.games.conquest.core.picture import picture_of
from wartable.games.diplomacy.play import pictured
from wartable.games.diplomacy.play.state import DiplomacyState
from wartable.games.ring_of_power.campaign.state import RingState

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
        _draw_scenario(scenario, output, theme=theme, width=width, figures=figures)
        return
    if figures:
        raise BadUsage("--figures goes with --scenario, such as --scenario helms-deep.")
    if game is None and record is None:
        raise BadUsage("Name a game or board, or a scenario by --scenario. See wartable map --help.")
    if record is None and at is not None:
        raise BadUsage(f"--at {at}: name by --record the stored game whose moment is meant.")
    if record is None:
        _draw_board(load_board(_board_of(game or "")), Picture(), output, theme=theme, width=width)
        return
    played, moment = _recorded(game, record, -1 if at is None else at)
    if isinstance(moment.state, RingState):
        _draw_table(moment.state, output, theme=theme, width=width)
    else:
        _draw_board(*_board_with(played, moment), output, theme=theme, width=width)


def _draw_board(board: Board, picture: Picture | OrderPicture, output: Path, *, theme: Theme, width: int) -> None:
    if isinstance(picture, OrderPicture):
        svg = draw_orders(board, picture, theme=theme, width=width, portable=True)
    else:
        svg = draw_board(board, picture, theme=theme, width=width, portable=True)
    _write(output, svg, width, board.title)


def _draw_scenario(name: str, output: Path, *, theme: Theme, width: int, figures: bool) -> None:
    from wartable.cli.ring import find_scenario, scenario_svg  # noqa: PLC0415 - geometry takes a while to load

    one = find_scenario(name)
    _write(output, scenario_svg(one, theme=theme, width=width, figures=figures), width, one.title)


def _draw_table(state: RingState, output: Path, *, theme: Theme, width: int) -> None:
    from wartable.cli.ring import moment_svg  # noqa: PLC0415 - geometry takes a while to load

    title, svg = moment_svg(state, theme=theme, width=width)
    _write(output, svg, width, title)


def _write(output: Path, svg: str, width: int, title: str) -> None:
    output.write_bytes(to_png(svg, width) if output.suffix.lower() == ".png" else svg.encode())
    print(f"{output}: {title}")


def _board_of(name: str) -> str:
    if name in installed_games():
        game = get_game(name)
        key = game.board_key(next(iter(game.presets.values())))
        if key is None:
            raise BadUsage(f"{game.title} is played without a board.")
        return key
    if name.partition(MARK)[0] in board_keys() or Path(name).suffix in {".yaml", ".yml"}:
        return name
    raise BadUsage(f"There is no game or board {name!r}; {nearest(name, [*installed_games(), *board_keys()])}")


class Played(NamedTuple):
    """A game as it was recorded: its rules and its options."""

    game: AnyGame
    options: Options


def _recorded(name: str | None, file: Path, at: int) -> tuple[Played, Moment]:
    """Return a moment of a stored game; raises `BadUsage` for the record of another game than the one named."""
    record = load(read_bytes(file))
    game = game_of(record.header)
    if name is not None and game.key != name:
        raise BadUsage(f"{file} is a record of {game.key}, not of {name}.")
    return Played(game, options_of(record.header, game)), moment_at(record, game, at)


def _board_with(played: Played, moment: Moment) -> tuple[Board, Picture | OrderPicture]:
    """Return the board of a game and what a moment of it shows there."""
    game = played.game
    key = game.board_key(played.options)
    if key is None:
        raise BadUsage(f"{game.title} is played without a board.")
    board = load_board(key)
    if isinstance(moment.state, DiplomacyState):
        return board, pictured.picture_of(moment.state)
    return board, picture_of(board, game.view(moment.state, None), moment.events)
