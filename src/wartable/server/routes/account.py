"""My account: the browsers I am signed in with, passkeys, my data, and how I leave."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, delete, get, post
from litestar.params import JSONBody, PathParameter

from wartable.server import devices, erasure, own_data, passkeys
from wartable.server.names import required
from wartable.server.own_data import OwnData
from wartable.server.people import address_of, hand_cookie, me
from wartable.server.problems import Refused, specs
from wartable.server.routes.common import AnyRequest, base_of, player_of, services
from wartable.server.rows import PlayerRow, now
from wartable.server.wire import Me
from wartable.server.wire_account import Account, EraseWish, PasskeyWish, SignInWish

DeviceId = Annotated[str, PathParameter(pattern=r"^[0-9a-f]{16}$", description="A browser, as the account lists it")]
PasskeyId = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_\-]{1,1400}$", description="A passkey's id")]


@get("/api/me/account", summary="How I sign in", tags=["me"], responses=specs(401))
async def account(request: AnyRequest) -> Account:
    """Return the browsers that are me, and my passkeys."""
    return await _account(request, await player_of(request))


@delete(
    "/api/me/devices/{device:str}", summary="Sign a browser out", tags=["me"], responses=specs(401), status_code=200
)
async def sign_out(request: AnyRequest, device: DeviceId) -> Account:
    """Sign one of my browsers out; where that is this one, it is a stranger from the next request on."""
    parts, player = services(request), await player_of(request)
    await parts.people.sign_out(request, player, device)
    parts.hub.hang_up(player.id)
    return await _account(request, player)


@post(
    "/api/me/passkeys/options",
    summary="Begin to add a passkey",
    tags=["me"],
    responses=specs(401, 409),
    status_code=200,
)
async def passkey_options(request: AnyRequest) -> dict[str, Any]:
    """Return what `navigator.credentials.create` is to make a passkey by, as JSON of the browser's own form."""
    player = await player_of(request)
    return await passkeys.ask_to_add(services(request).store, site_of(request), player, now())


@post("/api/me/passkeys", summary="Add a passkey", tags=["me"], responses=specs(401, 403, 409), status_code=200)
async def add_passkey(request: AnyRequest, data: JSONBody[PasskeyWish]) -> Account:
    """Let a passkey that this browser has made sign me in; I stay who I am and keep every seat."""
    player, name = await player_of(request), required(data.name, "name")
    await passkeys.add(services(request).store, site_of(request), player, name, data.credential, now())
    return await _account(request, player)


@delete("/api/me/passkeys/{key:str}", summary="Remove a passkey", tags=["me"], responses=specs(401), status_code=200)
async def remove_passkey(request: AnyRequest, key: PasskeyId) -> Account:
    """Let a passkey sign me in no more."""
    player = await player_of(request)
    await passkeys.remove(services(request).store, player.id, key)
    return await _account(request, player)


@post("/api/sign-in/options", summary="Begin to sign in", tags=["me"], responses=specs(409), status_code=200)
async def sign_in_options(request: AnyRequest) -> dict[str, Any]:
    """Return what `navigator.credentials.get` is to have signed, as JSON of the browser's own form."""
    services(request).limits.take("sign in", address_of(request))
    return await passkeys.ask_to_sign_in(services(request).store, site_of(request), now())


@post("/api/sign-in", summary="Sign in with a passkey", tags=["me"], responses=specs(403, 404, 409), status_code=200)
async def sign_in(request: AnyRequest, data: JSONBody[SignInWish]) -> Me:
    """Make this browser the player of a passkey; whoever it was before must have nothing to lose, or say so."""
    parts = services(request)
    parts.limits.take("sign in", address_of(request))
    player = await passkeys.signed_in(parts.store, site_of(request), data.credential, now())
    before = await parts.people.other(request, player.id)
    if before is not None and not data.leave:
        message = f"This browser is {before.name}, who sits at tables. Sign in anyway to leave them to {before.name}."
        raise Refused(409, "identity.other", message)
    await parts.people.become(request, player.id)
    return me(player)


@get("/api/me/data", summary="All my data", tags=["me"], responses=specs(401))
async def data(request: AnyRequest) -> Response[OwnData]:
    """Return everything that is kept of me, as a JSON file."""
    player = await player_of(request)
    services(request).limits.take("sum", address_of(request))
    found = await own_data.collect(services(request).store, player, services(request).people.session_of(request))
    return Response(found, headers={"Content-Disposition": 'attachment; filename="wartable.json"'})


@post("/api/me/erase", summary="Erase me", tags=["me"], responses=specs(401, 403, 409), status_code=204)
async def erase(request: AnyRequest, data: JSONBody[EraseWish]) -> None:
    """Free my seats, take my name from everything and sign every browser out; it cannot be undone."""
    parts, player = services(request), await player_of(request)
    if data.name != player.name:
        raise Refused(409, "erase.name", f"To erase everything, type your name as it is written here: {player.name}.")
    await erasure.erase(parts.hub, player)
    parts.people.forget()
    hand_cookie(request, "")


def site_of(request: AnyRequest) -> passkeys.Site:
    """Return the site by the name by which the browser has asked for it."""
    base = base_of(request)
    return passkeys.Site(name=request.base_url.hostname or "", origin=base)


async def _account(request: AnyRequest, player: PlayerRow) -> Account:
    store = services(request).store
    return Account(
        devices=await devices.of(store, player.id, services(request).people.session_of(request)),
        passkeys=await passkeys.of(store, player.id),
        offered=passkeys.offered(),
    )
