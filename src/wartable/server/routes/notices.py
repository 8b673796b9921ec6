"""How I am told when my browser is closed: what, where and when; and the links in mails."""

from __future__ import annotations

import secrets
from typing import Annotated

from litestar import Response, delete, get, post, put
from litestar.params import FromPath, JSONBody, PathParameter
from litestar.response import Redirect

from wartable.server import addresses, challenges, doorway, ids, lobby, pushes
from wartable.server.people import address_of
from wartable.server.problems import Refused, specs
from wartable.server.routes.common import AnyRequest, TableId, player_of, services
from wartable.server.rows import PlayerRow, now
from wartable.server.services import Services
from wartable.server.wire_notices import AddressWish, MailSignIn, NoticeRule, Notices, PushWish, TableNotices, Tested

AddressId = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9]{1,24}$", description="An address, as they are listed")]
SIGN_IN_PATIENCE = 1800.0
"""Seconds for which a link to sign in is good."""
_OLD = "This link no longer works", "It was used before, or it is too old."


@get("/api/me/notices", summary="How I am told", tags=["me"], responses=specs(401))
async def notices(request: AnyRequest) -> Notices:
    """Return what I am told, where, and when not."""
    return await _notices(request, await player_of(request))


@put("/api/me/notices", summary="Say what I want to be told", tags=["me"], responses=specs(401))
async def set_notices(request: AnyRequest, data: JSONBody[NoticeRule]) -> Notices:
    """Store what I want to be told, and when not."""
    player = await player_of(request)
    await addresses.set_rule(services(request).store, player.id, data)
    return await _notices(request, player)


@post("/api/me/addresses", summary="Add an address", tags=["me"], responses=specs(401, 409), status_code=200)
async def add_address(request: AnyRequest, data: JSONBody[AddressWish]) -> Notices:
    """Add a mail address, to which a link is sent that confirms it, or a webhook."""
    parts, player = services(request), await player_of(request)
    for who in (player.id, address_of(request)):
        parts.limits.take("mail", who)
    row = await addresses.add(parts.store, parts.settings.notices, player, data.target, now())
    if row.kind == "mail" and not row.confirmed and parts.postman and parts.settings.notices:
        link = f"{parts.settings.notices.base}{ids.CONFIRM_LINKS}{addresses.token(parts.store.key, 'confirm', row)}"
        asks = f"{player.name} wants to get notifications about games on Wartable at this address."
        text = [asks, "", link, "", "Was it not you? Then do nothing."]
        if not await parts.postman.send_link(row.target, "Confirm your address", text):
            raise Refused(409, "address.not_sent", "The mail could not be sent just now. Add the address again later.")
    return await _notices(request, player)


@delete(
    "/api/me/addresses/{address:str}", summary="Remove an address", tags=["me"], responses=specs(401), status_code=200
)
async def remove_address(request: AnyRequest, address: AddressId) -> Notices:
    """Tell me nothing there any more."""
    player = await player_of(request)
    await addresses.remove(services(request).store, player.id, address)
    return await _notices(request, player)


@put("/api/me/push", summary="Tell this browser", tags=["me"], responses=specs(401, 409))
async def add_push(request: AnyRequest, data: JSONBody[PushWish]) -> Notices:
    """Tell me in this browser by Web Push, although its pages are closed, until it is signed out."""
    parts, player = services(request), await player_of(request)
    await pushes.put(parts.store, parts.settings.notices, parts.people.session_of(request), data)
    return await _notices(request, player)


@delete("/api/me/push", summary="Tell this browser no more", tags=["me"], responses=specs(401), status_code=200)
async def remove_push(request: AnyRequest) -> Notices:
    """Tell me nothing in this browser while its pages are closed."""
    parts, player = services(request), await player_of(request)
    await pushes.drop(parts.store, parts.people.session_of(request))
    return await _notices(request, player)


@post("/api/me/notices/test", summary="Send me a test", tags=["me"], responses=specs(401), status_code=200)
async def test(request: AnyRequest) -> Tested:
    """Tell me that this is a test, in every way I am told."""
    parts, player = services(request), await player_of(request, "mail")
    taken, ways = await parts.postman.test(player.id) if parts.postman else (0, 0)
    return Tested(taken=taken, ways=ways)


@put(
    "/api/tables/{table_id:str}/notices",
    summary="Say what I am told of a table",
    tags=["me"],
    responses=specs(401, 404),
)
async def table_notices(request: AnyRequest, table_id: TableId, data: JSONBody[TableNotices]) -> Notices:
    """Say what I am told of a table, in place of what I am told of all."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.looked_at(table_id) as table:
        lobby.check_view(table, player.id, "")
    await addresses.set_table(parts.store, player.id, table_id, data.told)
    return await _notices(request, player)


@post("/api/sign-in/mail", summary="Ask for a link to sign in", tags=["me"], responses=specs(), status_code=204)
async def mail_sign_in(request: AnyRequest, data: JSONBody[MailSignIn]) -> None:
    """Send a link to sign in to an address, if a player here has confirmed it; the answer does not tell which."""
    parts, target = services(request), data.address.strip().lower()
    parts.limits.take("mail", address_of(request))
    if parts.limits.allow("mail", target):
        parts.limits.spend("mail", target, 1.0)
        parts.later(_send_sign_in(parts, target))  # the time of an answer would tell who is here


async def _send_sign_in(parts: Services, target: str) -> None:
    player = await addresses.player_with(parts.store, target)
    if player is None or parts.postman is None or parts.settings.notices is None:
        return
    word = secrets.token_urlsafe(24)
    await challenges.put(parts.store, word, challenges.mailed(player), now(), SIGN_IN_PATIENCE)
    link = f"{parts.settings.notices.base}{ids.SIGN_IN_LINKS}{player}.{word}"
    text = ["This link signs you in, in the browser that opens it:", "", link, ""]
    await parts.postman.send_link(target, "Sign in to Wartable", [*text, "It works once, for half an hour."])


@get(f"{ids.CONFIRM_LINKS}{{token:str}}", include_in_schema=False)
async def ask_confirm(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    """Ask whether an address is to count."""
    store = services(request).store
    row = await addresses.read_token(store, "confirm", token)
    player = await store.player(row.player_id) if row is not None else None
    if row is None or player is None:
        return _page(doorway.word(*_OLD), 404)
    text = (
        f"{player.name} asks for notifications at {row.target}. Anyone who reads mail there can then sign in as "
        f"{player.name}. If you are somebody else, do not confirm it: you would sign in as them."
    )
    return _page(doorway.question(f"Is this address yours, {player.name}?", text, "Confirm"))


@post(f"{ids.CONFIRM_LINKS}{{token:str}}", include_in_schema=False, status_code=200)
async def confirm(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    """Let an address count."""
    store = services(request).store
    row = await addresses.read_token(store, "confirm", token)
    if row is None or not await addresses.confirm(store, row, now()):
        return _page(doorway.word(*_OLD), 404)
    return _page(
        doorway.word("Your address is confirmed", f"You get notifications at {row.target} when a game waits for you.")
    )


@get(f"{ids.STOP_LINKS}{{token:str}}", include_in_schema=False)
async def ask_stop(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    """Ask whether an address is to get no more mail."""
    row = await addresses.read_token(services(request).store, "stop", token)
    if row is None:
        return _page(doorway.word("No more mail comes", "This address gets nothing from us."))
    return _page(
        doorway.question(
            "No more mail?", f"{row.target} gets no more mail from Wartable, nor links to sign in.", "No more mail"
        )
    )


@post(f"{ids.STOP_LINKS}{{token:str}}", include_in_schema=False, status_code=200)
async def stop(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    """Send nothing to an address any more, by a button or by what programs for mail send (RFC 8058)."""
    store = services(request).store
    row = await addresses.read_token(store, "stop", token)
    if row is not None:
        await addresses.remove(store, row.player_id, row.id)
    return _page(doorway.word("No more mail comes", "This address gets nothing from us any more."))


@get(f"{ids.SIGN_IN_LINKS}{{token:str}}", include_in_schema=False)
async def ask_come(request: AnyRequest, token: FromPath[str]) -> Response[str]:
    """Ask whether this browser is to be the player of a link."""
    player, _, word = token.partition(".")
    store = services(request).store
    row = await store.player(player) if ids.is_id(player) else None
    if row is None or not await challenges.is_good(store, word, challenges.mailed(player), now()):
        return _page(doorway.word(*_OLD), 404)
    text = f"From now on this browser plays as {row.name}."
    other = await services(request).people.other(request, row.id)
    if other is not None:
        text += f" Here you are {other.name}, whose seats then open only through their own private links."
    return _page(doorway.question(f"Sign in as {row.name}?", text, "Sign in"))


@post(f"{ids.SIGN_IN_LINKS}{{token:str}}", include_in_schema=False, status_code=200)
async def come(request: AnyRequest, token: FromPath[str]) -> Response[str] | Redirect:
    """Make this browser the player of a link, which is spent by that."""
    parts = services(request)
    parts.limits.take("sign in", address_of(request))
    player, _, word = token.partition(".")
    good = ids.is_id(player) and await challenges.spend(parts.store, word, challenges.mailed(player), now())
    if not good or await parts.store.player(player) is None:
        return _page(doorway.word(*_OLD), 404)
    await parts.people.become(request, player)
    return Redirect("/", status_code=303)


async def _notices(request: AnyRequest, player: PlayerRow) -> Notices:
    parts = services(request)
    session = parts.people.session_of(request)
    return await addresses.notices_of(parts.store, parts.settings.notices, player.id, session)


def _page(text: str, status: int = 200) -> Response[str]:
    return Response(text, status_code=status, media_type="text/html")
