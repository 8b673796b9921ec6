"""The games, their rules, their boards, and the odds of battles."""

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
from wartable.odds.battle import Battle, BattleOdds
from wartable.odds.errors import OddsError
from wartable.odds.rules import DiceRules
from wartable.server import boards, catalogue, jobs
from wartable.server.people import address_of
from wartable.server.problems import Refused, specs
from wartable.server.routes.common import AS_IT_IS, AnyRequest, ready_json, send_file, services
from wartable.server.rules import rules_page
from wartable.server.wire import GameInfo, RulesPage

Key = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_\-]{1,60}$")]
BoardKey = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_\-@]{1,80}((\.ground)?(\.dark)?\.svg)?$")]
MOST_ARMIES = 10_000
"""The largest battle that is worked out for a request: a second or two."""


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

    `KEY.svg` is the whole picture and `KEY.ground.svg` its ground without names and marks, as large as the canvas;
    `KEY.dark.svg` and `KEY.ground.dark.svg` are those for a dark page.
    """
    name, *kinds = key.split(".")
    if not kinds:
        return send_file(request, boards.geometry_json(name))
    theme: Theme = "dark" if "dark" in kinds else "light"
    return send_file(request, boards.drawing(name, theme, ground="ground" in kinds))


Many = Annotated[int, QueryParameter(ge=1, le=MOST_ARMIES)]
Dice = Annotated[int, QueryParameter(ge=1, le=8)]
Few = Annotated[int, QueryParameter(ge=0, le=8)]
Bonus = Annotated[int, QueryParameter(ge=-6, le=6)]


@get("/api/odds", summary="Exact odds of a battle", tags=["games"], responses=specs())
async def odds(  # noqa: PLR0913, PLR0917 - each is a parameter of the address
    request: AnyRequest,
    attackers: Many,
    defenders: Many,
    stop: Annotated[int, QueryParameter(ge=0, le=MOST_ARMIES)] = 0,
    rolls: Annotated[int | None, QueryParameter(ge=1, le=2 * MOST_ARMIES)] = None,
    attack_dice: Dice = 3,
    defence_dice: Dice = 2,
    attack_bonus: Bonus = 0,
    defence_bonus: Bonus = 0,
    attack_extra: Few = 0,
    defence_extra: Few = 0,
    attack_protected: Few = 0,
    defence_protected: Few = 0,
    defence_least: Few = 0,
    pairs: Annotated[int | None, QueryParameter(ge=1, le=8)] = None,
    cap: Annotated[int | None, QueryParameter(ge=6, le=12)] = None,
) -> Response[BattleOdds]:
    """Return how a battle ends, exactly: attackers that may attack against defenders, under any dice rules."""
    parts, address = services(request), address_of(request)
    parts.limits.take("sum", address)
    try:
        rules = DiceRules(
            attack_dice=attack_dice,
            defence_dice=defence_dice,
            attack_bonus=attack_bonus,
            defence_bonus=defence_bonus,
            attack_extra=attack_extra,
            defence_extra=defence_extra,
            attack_protected=attack_protected,
            defence_protected=defence_protected,
            defence_least=defence_least,
            pairs=pairs,
            cap=cap,
        )
        battle = Battle(attackers=attackers, defenders=defenders, stop=stop, rolls=rolls, rules=rules)
    except OddsError as error:
        raise Refused(400, "odds.invalid", str(error)) from error
    if jobs.is_quick(battle):
        return ready_json(await asyncio.to_thread(jobs.battle, battle))
    return ready_json(await parts.offload.answer(address, jobs.battle, battle))
