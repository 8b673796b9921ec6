"""`wartable play` and `wartable serve`: the server for one person at home, and for a host."""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter, validators
from platformdirs import user_data_path

from wartable.cli import usage
from wartable.cli.files import ScenarioName, scenarios_with, with_scenario
from wartable.engine.game import AnyGame
from wartable.engine.options import Options
from wartable.engine.words import listed
from wartable.server import sockets

PEOPLE = {"human": "local", "me": "local", "open": "open"}
"""Words for seats that no bot takes; the first `human` is you, further ones play on the same screen."""
USUAL_PORT = 8000
"""Where `play` serves; one that runs there already is used, since two would share the file of games."""
OWN_NAMES = ("localhost", "127.0.0.1", "[::1]")
"""What the server at home answers to: pages of other sites may have their names pointed at this machine."""
START_PATIENCE = 30.0
"""Seconds to wait for our own server before giving up opening the browser."""


def play(
    game: Annotated[str | None, Parameter(help="The game; the page offers all of them if left out.")] = None,
    *,
    preset: usage.Preset = None,
    option: usage.OptionWords = None,
    scenario: ScenarioName = None,
    seats: Annotated[str | None, Parameter(help="Who plays: human, open, or a bot's level, for every seat.")] = None,
    seed: Annotated[str | None, Parameter(help="Repeatable dice, for trying things out.")] = None,
    port: Annotated[
        int | None,
        Parameter(
            converter=usage.whole,
            validator=validators.Number(gte=0, lte=usage.MOST_PORT),
            help="Port of the page; 8000 or the next free one, 0 for any.",
        ),
    ] = None,
    database: Annotated[str | None, Parameter(help="Where games are kept; a file of yours if left out.")] = None,
    browser: Annotated[bool, Parameter(name="--browser", negative="--no-browser", help="Open the browser.")] = True,
) -> None:
    """Start Wartable on this machine and open the browser: at a new game, or at the home page if none is named."""
    usage.check_bot_files()
    wanted = any(value is not None for value in (game, preset, option, scenario, seats, seed))
    wish = None
    if wanted:
        found = usage.get_game(game or _meant(scenario))
        wish = table_wish(found, preset, with_scenario(found, option, scenario, keep=True), seats, seed)
    if port is None and database is None and _is_ours(USUAL_PORT):
        print("Wartable is running already.")
        _show(USUAL_PORT, wish, browser)
        return
    listener = free_listener(USUAL_PORT) if port is None else free_listener(port, tries=1)
    chosen = listener.getsockname()[1]
    threading.Thread(target=_welcome, args=(chosen, wish, browser), daemon=True).start()
    _run_server(
        [listener],
        database=database or own_database(),
        port=chosen,
        hosts=OWN_NAMES,
        log_level="warning",
        known_seeds=True,
        keep_tables=0,
        keep_guests=0,
    )


def _meant(scenario: str | None) -> str:
    """Return the game that is meant where none is named: that of a scenario, or the one that is over soonest."""
    if scenario is not None:
        return scenarios_with(scenario).game
    return min(usage.installed_games(), key=lambda key: (usage.get_game(key).blurb.minutes, key))


def serve(
    *,
    database: Annotated[str, Parameter(help="sqlite:///FILE or postgresql://USER@HOST/NAME.")],
    host: Annotated[
        str, Parameter(help="Address to listen on; 0.0.0.0 is every address of the machine.")
    ] = "127.0.0.1",
    port: Annotated[usage.Port, Parameter(help="Port to listen on; 0 for any.")] = 8000,
    proxies: Annotated[str, Parameter(help="Addresses whose forwarded headers are believed; * is all.")] = "127.0.0.1",
    connections_per_address: Annotated[
        usage.Count, Parameter(help="Connections that one address may have open at once.")
    ] = 256,
    allowed_host: Annotated[
        list[str] | None, Parameter(negative=(), help="A name that players call this server by; any if left out.")
    ] = None,
    secure_cookie: Annotated[bool, Parameter(negative=(), help="Players come by https only.")] = False,
    keep_tables: Annotated[usage.Days, Parameter(help="Days that unused tables are kept; 0: for ever.")] = 90,
    keep_games: Annotated[usage.Days, Parameter(help="Days that games of people are kept; 0: for ever.")] = 0,
    keep_guests: Annotated[usage.Days, Parameter(help="Days that guests without a table are kept; 0: for ever.")] = 400,
    notices: Annotated[
        Path | None, Parameter(help="File (YAML) with the settings for notifications while a browser is closed.")
    ] = None,
    log_json: Annotated[bool, Parameter(negative=(), help="Write the log as JSON lines.")] = False,
) -> None:
    """Host Wartable for others; stop it with Ctrl-C or SIGTERM, nothing acknowledged is lost."""
    usage.check_bot_files()
    told = _notice_file(notices)
    listeners = listeners_on(host, port)
    where = f"Wartable listens on {_addresses(listeners)}. Ctrl-C stops it."
    _run_server(
        listeners,
        ready=lambda: print(where, file=sys.stderr, flush=True),
        database=database,
        host=host,
        port=port,
        proxies=proxies,
        connections_per_address=connections_per_address,
        hosts=tuple(allowed_host or ()),
        secure_cookie=secure_cookie,
        keep_tables=keep_tables,
        keep_games=keep_games,
        keep_guests=keep_guests,
        notices=told,
        log_json=log_json,
    )


def _notice_file(path: Path | None) -> object:
    """Return what a file of notices says; raises `WartableError` naming what is wrong in it."""
    if path is None:
        return None
    from wartable.server.notice_file import read_notice_file  # noqa: PLC0415

    return read_notice_file(path)


def _run_server(
    listeners: list[socket.socket],
    ready: Callable[[], object] = lambda: None,
    **settings: Any,  # noqa: ANN401 - the fields of `Settings`
) -> None:
    """Serve until stopped; the server is loaded only now, when everything asked for has been checked."""
    from wartable.server.run import serve as run_server  # noqa: PLC0415
    from wartable.server.settings import Settings  # noqa: PLC0415

    with suppress(KeyboardInterrupt):  # the usual way to end it
        run_server(Settings(**settings), listeners, ready)


def _addresses(listeners: Sequence[socket.socket]) -> str:
    """Return the addresses of a server's pages, as a browser on this machine takes them."""
    found = (listener.getsockname()[:2] for listener in listeners)
    return listed([f"http://{f'[{host}]' if ':' in host else host}:{port}" for host, port in found])


def own_database() -> str:
    """Return the address of the database file in the user's data folder, which is made if need be."""
    folder = user_data_path("wartable", appauthor=False, ensure_exists=True)
    return f"sqlite:///{(folder / 'wartable.sqlite3').as_posix()}"


def free_listener(first: int, tries: int = 100) -> socket.socket:
    """Bind the first free port of this machine from `first` on (0: any), so that nobody else can take it meanwhile.

    Raises `BadUsage` when all of `tries` ports are taken.
    """
    for port in range(first, first + tries):
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
            listener.listen()
        except OSError:
            listener.close()
            continue
        return listener
    taken = f"port {first} is" if tries == 1 else f"ports from {first} to {first + tries - 1} are all"
    raise usage.BadUsage(f"The {taken} in use: name another by --port.")


def listeners_on(host: str, port: int) -> list[socket.socket]:
    """Listen on every address of a name; raises `BadUsage` where that cannot be."""
    try:
        return sockets.listeners_on(host, port)
    except OSError as error:
        raise usage.BadUsage(f"--host {host} --port {port}: {error.strerror or error}.") from error


def table_wish(
    game: AnyGame, preset: str | None, option: list[str] | None, seats: str | None, seed: str | None
) -> dict[str, Any]:
    """Return the request for a table that begins at once, everything checked before the server starts."""
    options = usage.options_of(game, preset, option)
    words = usage.seat_words(seats) if seats else usual_seats(game, usage.preset_of(game, preset), options)
    usage.check_seat_count(game, len(words), options)
    usage.check_players(game, [word for word in words if word not in PEOPLE])
    wish = {
        "game": game.key,
        "preset": usage.preset_of(game, preset),
        "options": usage.read_settings(option or (), game),
        "private": True,
        "seats": list(_seat_wishes(words)),
        "start": "open" not in words,
    }
    return wish if seed is None else {**wish, "seed": seed}


def usual_seats(game: AnyGame, preset: str, options: Options | None = None) -> tuple[str, ...]:
    """Return you against bots of middling strength, as many as usually play."""
    from wartable import bots  # noqa: PLC0415 - with all games, and a server without a wish begins before them

    levels = [bot.key for bot in bots.bots_of(game)]
    level = "medium" if "medium" in levels else levels[-1]
    return ("human", *[level] * (game.usual_seats(preset, options) - 1))


def _seat_wishes(words: tuple[str, ...]) -> Iterator[dict[str, str]]:
    you = next((seat for seat, word in enumerate(words) if word in {"human", "me"}), None)
    for seat, word in enumerate(words):
        if seat == you:
            yield {"kind": "me"}
        elif word in PEOPLE:
            yield {"kind": PEOPLE[word]}
        else:
            yield {"kind": "bot", "level": word}


def _welcome(port: int, wish: dict[str, Any] | None, browser: bool) -> None:  # noqa: FBT001 - a thread's argument
    """Wait until our own server answers, then show the page."""
    deadline = time.monotonic() + START_PATIENCE
    while not _is_ours(port):
        if time.monotonic() > deadline:
            return
        time.sleep(0.05)
    _show(port, wish, browser)


def _show(port: int, wish: dict[str, Any] | None, browser: bool) -> None:  # noqa: FBT001
    """Lay the table, say where it is, and open the browser there."""
    address = f"http://127.0.0.1:{port}" + (_lay_table(port, wish) if wish else "/")
    print(f"Wartable is at {address}\nStop it with Ctrl-C; games are kept.", flush=True)
    if browser:
        webbrowser.open(address)


def _is_ours(port: int) -> bool:
    """Whether a Wartable of this machine answers there."""
    with suppress(OSError, HTTPException, ValueError):
        status, said = _ask(port, "GET", "/api/health")
        return status == HTTPStatus.OK and "version" in said
    return False


def _lay_table(port: int, wish: dict[str, Any]) -> str:
    """Ask our own server for the table; return the link that makes the browser its player."""
    status, table = _ask(port, "POST", "/api/tables", wish)
    if status >= HTTPStatus.BAD_REQUEST:
        print(f"wartable: {table['message']}", file=sys.stderr)
        return "/"
    link: str = table["seat_link"] or f"/table/{table['id']}"
    return link


def _ask(port: int, method: str, path: str, body: dict[str, Any] | None = None) -> tuple[int, Any]:
    connection = HTTPConnection("127.0.0.1", port, timeout=START_PATIENCE)
    try:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        connection.request(method, path, json.dumps(body) if body is not None else None, headers)
        response = connection.getresponse()
        return response.status, json.loads(response.read())
    finally:
        connection.close()
