"""The games, their rules and their boards."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated

from litestar import Response, get
from litestar.params import PathParameter, QueryParameter

from wartable.board.geometry import BoardGeometry
from wartable.board.palette import Theme
from wartable.engine import registry
from wartable.server import boards, catalogue, guides
from wartable.server.problems import specs
from wartable.server.routes.common import AS_IT_IS, AnyRequest, send_file
from wartable.server.rules import rules_page
from wartable.server.wire import GameInfo, RulesPage
from wartable.server.wire_guide import Guide

Key = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_\-]{1,60}$")]
BoardKey = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_\-@]{1,80}(\.small|(\.ground)?(\.dark)?\.svg)?$")]


@get("/api/games", summary="Every game on offer", tags=["games"], responses=specs())
async def games() -> list[GameInfo]:
    """Return the installed games with presets, options and bots, those that are over soonest first."""
    return sorted(_offered(), key=lambda game: (game.minutes, game.key))


def _offered() -> Iterator[GameInfo]:
    for key in registry.keys():  # noqa: SIM118 - no mapping
        with suppress(Exception):  # a package's game that cannot be loaded; the log told of it at the start
            yield catalogue.game_info(key)


@get("/api/games/{key:str}/rules", summary="The rules of a game", tags=["games"], responses=specs(404))
async def rules(key: Key) -> RulesPage:
    """Return the rules page, and the reminders per phase."""
    return rules_page(key)


@get("/api/games/{key:str}/guide", summary="The rules of a game in pictures", tags=["games"], responses=specs(404))
async def guide(key: Key) -> Guide:
    """Return the rules for players: one page of pictures, a turn, an example, and tables to look up."""
    return guides.guide(key)


@get("/api/games/{key:str}/picture", summary="A picture of a game", tags=["games"], responses=specs(404), opt=AS_IT_IS)
async def picture(
    request: AnyRequest,
    key: Key,
    theme: Annotated[Theme, QueryParameter(description="Page that it is shown on")] = "light",
) -> Response[bytes]:
    """Return the picture of a game that has no board, as SVG; the list of games says which have one."""
    return send_file(request, await asyncio.to_thread(catalogue.picture, key, theme))


@get("/api/boards/{key:str}", summary="Shapes of a board", tags=["games"], responses=specs(404), opt=AS_IT_IS)
async def board(request: AnyRequest, key: BoardKey) -> Response[BoardGeometry]:
    """Return the board's outlines as SVG paths.

    `KEY.small` has those for small pictures, in few points and without landmarks, in a tenth of the bytes.
    `KEY.svg` is the whole picture and `KEY.ground.svg` its ground without names and marks, as large as the canvas;
    `KEY.dark.svg` and `KEY.ground.dark.svg` are those for a dark page.
    """
    name, *kinds = key.split(".")
    if not kinds:
        return send_file(request, boards.geometry_json(name))
    if "small" in kinds:
        return send_file(request, boards.small_json(name))
    theme: Theme = "dark" if "dark" in kinds else "light"
    return send_file(request, boards.drawing(name, theme, ground="ground" in kinds))
