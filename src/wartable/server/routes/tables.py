"""Tables: lists, making one, its seats and options, start, dissolving, playing again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from math import inf
from typing import Annotated, Literal

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import JSONBody, QueryParameter
from structlog import get_logger

from wartable.engine.errors import WartableError
from wartable.server import lobby, members, rematch
from wartable.server.anonymity import is_hidden
from wartable.server.cards import present, table_card, table_for
from wartable.server.chat_rows import has_chat, unread_lines
from wartable.server.hub import Hub
from wartable.server.people import address_of
from wartable.server.press_rows import unread_of
from wartable.server.problems import specs
from wartable.server.reliability import History, histories
from wartable.server.routes import common
from wartable.server.rows import PlayerRow
from wartable.server.services import Services
from wartable.server.store import PAGE, Loaded
from wartable.server.wire import OptionsWish, SeatChange, Table, TableCard, TableWish
from wartable.server.wire_clock import Reliability

log = get_logger("wartable.server")
_BOTS = ("bot", "open")
"""Seats that nobody keeps waiting; open ones are left out when a game begins."""


@get("/api/tables", summary="Open tables, or mine", tags=["tables"], responses=specs())
async def tables(
    request: common.AnyRequest,
    show: Annotated[Literal["open", "mine", "free"], QueryParameter(description="Which")] = "open",
    skip: Annotated[int, QueryParameter(ge=0, le=1_000_000, description="How many to pass over")] = 0,
) -> Response[list[TableCard]]:
    """Return public tables that wait for players, or the player's own: those that wait for them first.

    `free` are games of others in which a seat may be taken over.

    At most 60 come at once. Where there are more, the header `Link` names the address of the next page.
    """
    parts, player = common.services(request), await common.stranger_or_player(request)
    if show == "open":
        found = await parts.store.open_tables(skip)
    elif show == "free":
        found = await parts.store.free_tables(common.id_of(player), skip)
    else:
        found = await parts.store.tables_of(player.id, skip=skip) if player else []
    cards = sorted(_cards(parts.hub, found, common.id_of(player)), key=_urgency)
    if player and show == "mine":
        mine = [card.id for card in cards]
        unread = await parts.store.read(partial(unread_of, player_id=player.id, table_ids=mine, at=parts.hub.now()))
        talk = [one.row.id for one in found if one.row.id in mine and has_chat(one.row)]
        lines = await parts.store.read(partial(unread_lines, player_id=player.id, table_ids=talk))
        cards = [
            msgspec.structs.replace(card, letters=unread.get(card.id, 0), lines=lines.get(card.id, 0)) for card in cards
        ]
    more = {"Link": f'</api/tables?show={show}&skip={skip + PAGE}>; rel="next"'} if len(found) == PAGE else {}
    return Response(cards, headers=more)


def _urgency(card: TableCard) -> tuple[bool, bool, float]:
    """Sort first what waits for me, the next deadline first, and last what is over."""
    return not card.waits_for_me, card.status == "finished", inf if card.deadline is None else card.deadline


def _cards(hub: Hub, found: list[Loaded], player: str | None) -> Iterator[TableCard]:
    """Yield the tables as cards; those whose game is not here any more, or whose row is damaged, are left out."""
    for one in found:
        known = hub.known(one.row.id)
        try:
            yield table_card(one, player, present(known) if known else frozenset())
        except (WartableError, msgspec.ValidationError) as error:
            log.debug("table left out of a list", table=one.row.id, reason=str(error))
        except Exception as error:  # noqa: BLE001 - rows may hold anything, and one must not hide the others
            log.warning("table left out of a list", table=one.row.id, reason=repr(error))


@post("/api/tables", summary="Make a table", tags=["tables"], responses=specs(401, 403, 404), status_code=201)
async def make_table(request: common.AnyRequest, data: JSONBody[TableWish]) -> Table:
    """Make a table; with `start` the game begins at once."""
    parts, player = common.services(request), await _maker(request)
    if data.start:
        _count_bots(request, [seat.kind for seat in data.seats])
    table_id = await lobby.create(parts.hub, player, data)
    return await _show(parts, table_id, player)


@get("/api/tables/{table_id:str}", summary="A table", tags=["tables"], responses=specs(404))
async def table(request: common.AnyRequest, table_id: common.TableId, invite: common.Invite = "") -> Table:
    """Return a table; a private one to members and to those who bring its invitation."""
    parts, player = common.services(request), await common.stranger_or_player(request)
    if old := await common.retired_at(request, table_id, invite):
        return old.table(common.id_of(player), parts.store.key)
    async with parts.hub.looked_at(table_id, fresh=True) as found:
        lobby.check_view(found, common.id_of(player), invite)
        return table_for(found, common.id_of(player), parts.store.key)


@get("/api/tables/{table_id:str}/reliability", summary="Who keeps deadlines", tags=["tables"], responses=specs(404))
async def reliable(
    request: common.AnyRequest, table_id: common.TableId, invite: common.Invite = ""
) -> list[Reliability]:
    """Return how the people at a table keep their deadlines; nothing where their names are hidden."""
    async with common.seen(request, table_id, invite, fresh=True) as (found, _):
        people = {chair.seat: chair.player_id for chair in found.seats if chair.kind == "human" and chair.player_id}
        people = {} if is_hidden(found.seats) else people
    known = await common.services(request).store.read(partial(histories, players=[*people.values()]))
    return [_history(seat, known.get(player, History())) for seat, player in people.items()]


def _history(seat: int, known: History) -> Reliability:
    return Reliability(seat=seat, met=known.met, of=len(known.recent), lost=known.lost, new=known.new)


@post(
    "/api/tables/{table_id:str}/seats/{seat:int}",
    summary="Sit down, add a bot, free a seat",
    tags=["tables"],
    responses=specs(401, 403, 404, 409),
    status_code=200,
)
async def seat_change(
    request: common.AnyRequest, table_id: common.TableId, seat: common.SeatPath, data: JSONBody[SeatChange]
) -> Table:
    """Change a seat of an open table: the creator any, others only sit down on open ones and leave their own."""
    parts, player = common.services(request), await common.player_of(request)
    async with parts.hub.held(table_id) as found:
        await lobby.change_seat(parts.hub, found, player, seat, data)
    return await _show(parts, table_id, player)


@put(
    "/api/tables/{table_id:str}/options",
    summary="Change the options",
    tags=["tables"],
    responses=specs(401, 403, 404, 409),
)
async def options_change(request: common.AnyRequest, table_id: common.TableId, data: JSONBody[OptionsWish]) -> Table:
    """Change the options of an open table."""
    parts, player = common.services(request), await common.player_of(request)
    async with parts.hub.held(table_id) as found:
        lobby.check_view(found, player.id, "")
        await lobby.set_options(parts.hub, found, player, data)
    return await _show(parts, table_id, player)


@post(
    "/api/tables/{table_id:str}/link",
    summary="Renew my private link",
    tags=["tables"],
    responses=specs(401, 403, 404),
    status_code=200,
)
async def new_link(
    request: common.AnyRequest,
    table_id: common.TableId,
    *,
    keep: Annotated[bool, QueryParameter(description="Whether my passkeys and addresses stay")] = False,
) -> Table:
    """Give my seats at a table a new private link; those given out before lead nowhere.

    Every other browser that is me is signed out: it came by such a link. So are passkeys and addresses removed, which
    it may have added, unless I wish to keep them.
    """
    parts, player = common.services(request), await common.player_of(request)
    async with parts.hub.held(table_id) as found:
        lobby.check_view(found, player.id, "")
        await members.renew_link(parts.hub, found, player)
    await parts.people.stay_alone(request, player, keep=keep)
    parts.hub.hang_up(player.id)
    return await _show(parts, table_id, player)


@post(
    "/api/tables/{table_id:str}/start",
    summary="Start the game",
    tags=["tables"],
    responses=specs(401, 403, 404, 409),
    status_code=200,
)
async def start(request: common.AnyRequest, table_id: common.TableId) -> Table:
    """Start the game, at the word of anybody who sits there."""
    parts, player = common.services(request), await common.player_of(request)
    async with parts.hub.held(table_id) as found:
        lobby.check_view(found, player.id, "")
        _count_bots(request, [chair.kind for chair in found.seats])
        await lobby.start(parts.hub, found, player)
    return await _show(parts, table_id, player)


@delete("/api/tables/{table_id:str}", summary="Delete a table", tags=["tables"], responses=specs(401, 403, 404, 409))
async def dissolve(request: common.AnyRequest, table_id: common.TableId) -> None:
    """Remove a table that has not started."""
    parts, player = common.services(request), await common.player_of(request)
    async with parts.hub.held(table_id) as found:
        lobby.check_view(found, player.id, "")
        await lobby.dissolve(parts.hub, found, player)


@post(
    "/api/again/{table_id:str}",
    summary="Play again",
    tags=["tables"],
    responses=specs(401, 403, 404, 409),
    status_code=201,
)
async def again(request: common.AnyRequest, table_id: common.TableId) -> Table:
    """Play a finished game again with the same seats and options: ask the others to come, or accept.

    The first who calls makes the new table, on which everybody's seat is kept; whoever calls later takes theirs. Once
    all have come it begins, at once where there are no others.
    """
    parts, player = common.services(request), await _maker(request)
    async with parts.hub.held(table_id, fresh=True) as old:
        lobby.check_view(old, player.id, "")
        _count_bots(request, [chair.kind for chair in old.seats])
        new_id, seat = await rematch.again(parts.hub, player, old)
    if seat is not None:
        async with parts.hub.held(new_id, fresh=True) as new:
            if not new.seats_of(player.id):  # two clicks may have come at once
                await lobby.change_seat(parts.hub, new, player, seat, SeatChange(kind="me"))
    return await _show(parts, new_id, player)


async def _maker(request: common.AnyRequest) -> PlayerRow:
    """Return who makes a table, and count it: his own, and those of his address, where others may sit too."""
    player = await common.player_of(request, "table")
    common.services(request).limits.take("tables", address_of(request))
    return player


def _count_bots(request: common.AnyRequest, kinds: Iterable[str]) -> None:
    """Count a game that begins with bots alone: nobody ever keeps it waiting, so it takes what time it can get."""
    if all(kind in _BOTS for kind in kinds):
        common.services(request).limits.take("bot tables", address_of(request))


async def _show(parts: Services, table_id: str, player: PlayerRow) -> Table:
    """Return a table to one who may see it, and let its bots begin."""
    async with parts.hub.held(table_id) as found:
        parts.driver.kick(found)
        return table_for(found, player.id, parts.store.key)
