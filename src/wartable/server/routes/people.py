"""Who I am, and whether the server lives."""

from __future__ import annotations

from importlib.metadata import version

from litestar import get, put
from litestar.params import JSONBody

from wartable.server import members
from wartable.server.people import me
from wartable.server.problems import specs
from wartable.server.routes.common import AnyRequest, player_of, services
from wartable.server.strict import ANY_QUERY
from wartable.server.wire import Health, Me, MeWish

_LIVES = Health(ok=True, version=version("wartable"))
"""Read once: the packages' files are slow to look through, and a process out of files could not."""


@get("/api/health", summary="Whether the server lives", tags=["server"], opt=ANY_QUERY)
async def health() -> Health:
    """Answer as soon as requests are served."""
    return _LIVES


@get("/api/me", summary="Who I am", tags=["me"], responses=specs())
async def who_am_i(request: AnyRequest) -> Me:
    """Return the player of this browser; a newcomer, or one whose cookie is not known, becomes a guest."""
    people = services(request).people
    return me(await people.who(request) or await people.guest(request))


@put("/api/me", summary="Change name, colour and avatar", tags=["me"], responses=specs(401, 403, 409))
async def rename_me(request: AnyRequest, data: JSONBody[MeWish]) -> Me:
    """Store what the player wants to be called, and call him that at every table he sits at."""
    parts, player = services(request), await player_of(request)
    renamed = await parts.people.rename(player, data)
    await members.rename(parts.hub, renamed, player.name)
    return me(renamed)
