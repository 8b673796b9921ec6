"""The address of exact odds of a battle."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get
from litestar.params import QueryParameter

from wartable.odds.battle import Battle, BattleOdds
from wartable.odds.errors import OddsError
from wartable.odds.rules import DiceRules
from wartable.server.offload import made_by
from wartable.server.people import address_of
from wartable.server.problems import Refused, specs
from wartable.server.routes.common import AnyRequest, ready_json, services
from wartable.tools.conquest.jobs import answer, is_quick

MOST_ARMIES = 10_000
"""The largest battle that is worked out for a request: a second or two."""

Many = Annotated[int, QueryParameter(ge=1, le=MOST_ARMIES)]
Dice = Annotated[int, QueryParameter(ge=1, le=8)]
Few = Annotated[int, QueryParameter(ge=0, le=8)]
Bonus = Annotated[int, QueryParameter(ge=-6, le=6)]


@get("/api/odds", summary="Exact odds of a battle", tags=["games"], responses=specs())
async def odds(  # noqa: PLR0917 - each is a parameter of the address
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
    if is_quick(battle):
        return ready_json(await asyncio.to_thread(made_by, answer, battle))
    return ready_json(await parts.offload.answer(address, answer, battle))


ROUTES = [odds]
