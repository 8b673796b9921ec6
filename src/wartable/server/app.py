"""The application: routes, errors in words, the OpenAPI document, and the parts that live with it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import MutableScopeHeaders, State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ControllerRouterHandler, Message, Scope
from structlog import get_logger

from wartable import tools
from wartable.engine.errors import BadNotation, BadOptions, IllegalAction, UnknownGame
from wartable.server import problems
from wartable.server.description import described
from wartable.server.engines import Busy
from wartable.server.guard import MOST_OF_A_MOVE, GuardedApp
from wartable.server.routes import (
    account,
    calendar,
    clock,
    dice,
    drafts,
    games,
    inquiries,
    invitations,
    master,
    notices,
    pages,
    people,
    play,
    press,
    sides,
    standing,
    streams,
    tables,
)
from wartable.server.services import Services
from wartable.server.settings import Settings
from wartable.server.strict import known_words

log = get_logger("wartable.server")

HANDLERS: list[ControllerRouterHandler] = [
    people.health,
    people.who_am_i,
    people.rename_me,
    account.account,
    account.sign_out,
    account.passkey_options,
    account.add_passkey,
    account.remove_passkey,
    account.data,
    account.erase,
    account.sign_in_options,
    account.sign_in,
    notices.notices,
    notices.set_notices,
    notices.add_address,
    notices.remove_address,
    notices.add_push,
    notices.remove_push,
    notices.test,
    notices.table_notices,
    notices.mail_sign_in,
    calendar.calendar,
    calendar.renew,
    calendar.drop,
    games.games,
    games.rules,
    games.guide,
    games.picture,
    games.board,
    clock.dates,
    tables.tables,
    tables.make_table,
    tables.table,
    tables.reliable,
    tables.seat_change,
    tables.options_change,
    clock.pace_change,
    tables.new_link,
    tables.start,
    tables.dissolve,
    tables.again,
    invitations.invitation_picture,
    invitations.invitation_code,
    dice.join,
    dice.seal,
    dice.open_part,
    play.game,
    play.stream,
    streams.streams,
    play.action,
    play.reading,
    drafts.draft,
    drafts.save_draft,
    drafts.close_turn,
    standing.standing,
    standing.save_standing,
    clock.pause,
    clock.extend,
    clock.holiday,
    clock.back,
    play.undo,
    play.forecasts,
    inquiries.inquiry,
    inquiries.ground,
    play.at,
    play.log,
    play.why,
    sides.sides_change,
    sides.sides_wished,
    sides.sides_drawn,
    master.master_seat,
    master.overview,
    master.preview,
    master.correct,
    master.entered,
    master.word,
    master.replaced,
    master.seat_offer,
    master.take,
    press.press_change,
    press.press,
    press.conversation,
    press.write,
    press.letter_draft,
    press.letters_read,
    press.watcher_write,
    press.quote,
    press.muted,
    press.report,
    press.archive,
    press.archive_text,
    play.resign,
    play.chat,
    play.chat_heard,
    play.how_it_ended,
    play.record,
    invitations.picture_of_end,
    notices.ask_confirm,
    notices.confirm,
    notices.ask_stop,
    notices.stop,
    notices.ask_come,
    notices.come,
    calendar.read,
    pages.open_seat,
    pages.take_seat,
    pages.page,
]
TIME = "wartable-time"
"""The header that tells the server's time in milliseconds since 1970; clocks in browsers run by it."""


def handlers() -> Iterator[ControllerRouterHandler]:
    """Yield the handlers of the server and of all tools; tools that cannot be loaded are told of and left out."""
    yield from HANDLERS
    for one in tools.installed(_left_out):
        if one.routes:
            try:
                yield from tools.found_at(one.routes)
            except Exception as error:  # noqa: BLE001 - another package's fault must not stop ours
                _left_out(one.key, error)


def _left_out(key: str, error: Exception) -> None:
    log.error("tools left out", tools=key, exc_info=error)


def create_app(settings: Settings, time: Callable[[], float] | None = None) -> Litestar:
    """Return the application; it connects to the database when it starts up. Deadlines go by `time`."""
    services = Services(settings, time)

    @asynccontextmanager
    async def life(_: Litestar) -> AsyncGenerator[None]:
        await services.open()
        try:
            yield
        finally:
            await services.close()

    # Of the application, not of its handlers: those are shared by all applications of a process, with their hooks.
    async def tell_time(message: Message, _: Scope) -> None:
        if message["type"] == "http.response.start":
            MutableScopeHeaders.from_message(message)[TIME] = str(round(services.time() * 1000))

    app = GuardedApp(
        route_handlers=[*handlers()],
        lifespan=[life],
        state=State({"services": services}),
        exception_handlers={
            problems.Refused: problems.on_refused,
            IllegalAction: problems.on_reasoned,
            BadNotation: problems.on_reasoned,
            BadOptions: problems.on_reasoned,
            UnknownGame: problems.on_unknown_game,
            Busy: problems.on_busy,
            HTTPException: problems.on_http,
            RecursionError: problems.on_depth,
            Exception: problems.on_crash,
        },
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=2000, gzip_compress_level=5, exclude_opt_key="as_it_is"
        ),
        openapi_config=OpenAPIConfig(
            title="Wartable",
            version=version("wartable"),
            openapi_router=Router("/api/schema", route_handlers=[], include_in_schema=False, before_request=described),
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
        before_send=[tell_time],
        guards=[known_words],
        request_max_body_size=MOST_OF_A_MOVE,
        logging_config=None,
        debug=False,
    )
    app.secure_cookie = settings.secure_cookie
    app.hosts = frozenset(name.lower() for name in settings.hosts)
    return app
