"""The server under load: 200 tables with bots moving at once, against a bare handler that commits one row per request.

Printed: action to event on the wire (from the first byte of a player's POST to the event in his open stream), actions
a second without bots, both against the yardstick in the same run, memory per table, the time from the start of
the process to the first page and to the list of games, beside that of the bare handler, and requests one after the
other on a kept connection, beside the same server with Nagle's algorithm left on.
"""

from __future__ import annotations

import asyncio
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import msgspec

from _wire import Wire

HERE = Path(__file__).parent
TABLES = int(os.environ.get("TABLES", "200"))
SECONDS = float(os.environ.get("SECONDS", "20"))
THINKS = (0.5, 3.0)
"""A player thinks so many seconds before each decision."""
BOT = os.environ.get("BOT", "easy")
IDLE = 4.0
STARTS = 5
KEPT = 200
"""So many requests one after the other."""
SERVER = f"""
import sys
from wartable.server.run import serve
from wartable.server.settings import Settings
serve(Settings(database=sys.argv[1], port=int(sys.argv[2]), limits=False, log_level="warning", idle={IDLE}, sweep=1.0))
"""

NAGLE = f"""
from wartable.server.sockets import Listener
Listener.of = classmethod(lambda cls, made, make_room: made)
{SERVER}
"""


class Seen:
    """What one player knows of his table: how it stands, and when which step came by the stream."""

    def __init__(self) -> None:
        self.update: dict[str, Any] = {}
        self.news = asyncio.Event()
        self.arrived: dict[int, float] = {}
        self.moves = 0


async def watch(wire: Wire, table: str, seen: Seen) -> None:
    """Read a table's stream and note when each entry arrived."""
    async for name, data in wire.events(f"/api/tables/{table}/stream?after=0"):
        if name == "update":
            at = time.perf_counter()
            update = msgspec.json.decode(data)
            seen.moves += update["step"] - update["from_step"]
            seen.update = update
            seen.arrived[update["seq"]] = at
            seen.news.set()


async def until(seen: Seen, check: Callable[[], Any]) -> None:
    """Wait until what has been seen passes a check."""
    while not check():
        seen.news.clear()
        await seen.news.wait()


def choose(update: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Place everything, attack now and then, and end the turn."""
    offers = {offer["kind"]: offer for offer in update["offers"]["0"]}
    if "place" in offers:
        return {"type": "place", "space": rng.choice(offers["place"]["targets"]), "count": offers["place"]["most"]}
    if "occupy" in offers:
        return {"type": "occupy", "count": offers["occupy"]["most"]}
    if "attack" in offers and rng.random() < 0.5:
        offer = rng.choice([offer for offer in update["offers"]["0"] if offer["kind"] == "attack"])
        target = rng.choice(offer["targets"])
        return {"type": "attack", "source": offer["source"], "target": target, "dice": 1, "until": None}
    return {"type": "end_turn"}


class Human:
    """A player with his table, and the stream of it open."""

    def __init__(self, port: int, number: int) -> None:
        self.wire, self.rng, self.seen = Wire(port), random.Random(number), Seen()
        self.times: list[float] = []
        self.table = ""

    async def sit(self) -> None:
        """Make a table against bots and open its stream."""
        seats = [{"kind": "me"}, *({"kind": "bot", "level": BOT} for _ in range(2))]
        self.table = (await self.wire.call("POST", "/api/tables", {"game": "risk", "seats": seats, "start": True}))[
            "id"
        ]
        self.stream = Wire(self.wire.port, self.wire.cookie)
        self.reader = asyncio.create_task(watch(self.stream, self.table, self.seen))

    async def play(self, stop: float) -> None:
        """Play until the time is up; who is beaten sits down at a new table."""
        while time.time() < stop:
            await decide(self, stop)
            if self.seen.update["outcome"] and time.time() < stop:
                self.leave()
                self.seen = Seen()
                await self.sit()

    def leave(self) -> None:
        """Close the stream."""
        self.reader.cancel()
        self.stream.close()


async def decide(human: Human, stop: float) -> None:
    """Decide whenever asked; note how long each decision took to come back by the stream."""
    wire, seen, rng, times = human.wire, human.seen, human.rng, human.times
    path = f"/api/tables/{human.table}/actions"
    while time.time() < stop:
        try:
            async with asyncio.timeout(max(0.1, stop - time.time())):
                await until(seen, lambda: seen.update and (0 in seen.update["to_act"] or seen.update["outcome"]))
        except TimeoutError:
            return
        if seen.update["outcome"]:
            return
        await asyncio.sleep(rng.uniform(*THINKS))
        body = {"seat": 0, "action": choose(seen.update, rng), "key": f"k{rng.random()}", "seq": seen.update["seq"]}
        began = time.perf_counter()
        answer = await wire.call("POST", path, body)
        await until(seen, lambda seq=answer["seq"]: seen.update["seq"] >= seq)
        times.append(next(at for seq, at in seen.arrived.items() if seq >= answer["seq"]) - began)
        seen.arrived.clear()


async def crowd(port: int, times: list[float], moves: list[int]) -> None:
    """Play at all tables at once, once everybody has come."""
    people = [Human(port, number) for number in range(TABLES)]
    for human in people:
        await human.sit()
    stop = time.time() + SECONDS
    await asyncio.gather(*(human.play(stop) for human in people))
    for human in people:
        human.leave()
        human.wire.close()
        times += human.times
        moves.append(human.seen.moves)


async def flood(make: Callable[[int], Coroutine[Any, Any, Callable[[], Coroutine[Any, Any, None]]]]) -> float:
    """Let 20 senders send as fast as they are answered; return answers a second."""
    senders = [await make(number) for number in range(20)]
    done, stop = [0], time.perf_counter() + SECONDS / 3

    async def run(send: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while time.perf_counter() < stop:
            await send()
            done[0] += 1

    await asyncio.gather(*(run(send) for send in senders))
    return done[0] / (SECONDS / 3)


async def in_turn(port: int) -> float:
    """Ask who one is time and again on one connection; return the median of the seconds."""
    wire, times = Wire(port), list[float]()
    for _ in range(KEPT):
        began = time.perf_counter()
        await wire.call("GET", "/api/me")
        times.append(time.perf_counter() - began)
    wire.close()
    return median(times)


async def hot_seat(port: int, _: int) -> Callable[[], Coroutine[Any, Any, None]]:
    """Return a sender of decisions at a table without bots."""
    wire = Wire(port)
    wish = {"game": "risk", "seats": [{"kind": "me"}, {"kind": "local"}], "start": True}
    table = (await wire.call("POST", "/api/tables", wish))["id"]
    update = (await wire.call("GET", f"/api/tables/{table}/game"))["update"]
    state, path = {"update": update, "n": 0}, f"/api/tables/{table}/actions"

    async def send() -> None:
        update = state["update"]
        seat = update["to_act"][0]
        offer = update["offers"].get(str(seat), [{"kind": "end"}])[0]
        action: dict[str, Any] = {"type": "end_turn"}
        if offer["kind"] == "place":
            action = {"type": "place", "space": offer["targets"][0], "count": offer["most"]}
        state["n"] += 1
        state["update"] = await wire.call("POST", path, {"seat": seat, "action": action, "key": f"k{state['n']}"})
        if not state["update"]["offers"]:
            state["update"] = (await wire.call("GET", f"/api/tables/{table}/game"))["update"]

    return send


async def plain(port: int, number: int) -> Callable[[], Coroutine[Any, Any, None]]:
    """Return a sender of rows."""
    wire = Wire(port)

    async def send() -> None:
        await wire.call("POST", "/row", {"seat": number, "action": {"type": "end_turn"}})

    return send


@contextmanager
def process(*command: str, path: str = "/") -> Iterator[tuple[int, int, float]]:
    """Run a server; yield its port, its process id, and the seconds until it answered a request."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    began = time.perf_counter()
    server = subprocess.Popen([sys.executable, *command, str(port)])
    try:
        while not _answers(port, path):
            time.sleep(0.005)
        yield port, server.pid, time.perf_counter() - began
    finally:
        server.terminate()
        server.wait(10)


def _answers(port: int, path: str) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET", path)
        return connection.getresponse().read() is not None
    except OSError:
        return False
    finally:
        connection.close()


def starts(path: str, *command: str) -> float:
    """Return the seconds that a server takes to its first answer: the median of several starts."""
    taken: list[float] = []
    for _ in range(STARTS):
        with (
            tempfile.TemporaryDirectory() as folder,
            process(*command, f"{folder}/a.sqlite3", path=path) as (*_, begun),
        ):
            taken.append(begun)
    return median(taken)


def kept(program: str) -> float:
    """Return the seconds of a request on a kept connection to a server that runs a program."""
    with (
        tempfile.TemporaryDirectory() as folder,
        process("-c", program, f"sqlite:///{folder}/games.sqlite3", path="/api/games") as (port, _, _),
    ):
        return asyncio.run(in_turn(port))


def rss(pid: int) -> float:
    """Return the resident memory of a process in MB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def spread(times: list[float]) -> tuple[float, float]:
    """Return median and 99th percentile in milliseconds."""
    cuts = quantiles(times, n=100)
    return cuts[49] * 1000, cuts[98] * 1000


def main() -> None:
    """Measure, and print."""
    plain_server = str(HERE / "_plain.py")
    bare, page, games = starts("/", plain_server), starts("/", "-c", SERVER), starts("/api/games", "-c", SERVER)
    print(f"from the start of the process to the first page {page:.2f} s, {page / bare:.1f} of a bare handler's first")
    print(f"answer; to the list of games {games:.2f} s, {games / bare:.1f} of it (empty database)")
    quick, slow = kept(SERVER), kept(NAGLE)
    print(f"requests one after the other on a kept connection, GET /api/me: median {quick * 1000:.1f} ms,")
    print(f"with Nagle's algorithm left on {slow * 1000:.1f} ms: {slow / quick:.0f} times as long")
    with tempfile.TemporaryDirectory() as folder:
        with process(plain_server, f"{folder}/plain.sqlite3") as (port, _, _):
            rows = asyncio.run(flood(lambda number: plain(port, number)))
        with process("-c", SERVER, f"sqlite:///{folder}/games.sqlite3", path="/api/games") as (port, pid, _):
            measure(port, pid, rows)


def measure(port: int, pid: int, rows: float) -> None:
    """Measure our server and print it beside the yardstick."""
    empty, times, moves = rss(pid), list[float](), list[int]()
    actions = asyncio.run(flood(lambda number: hot_seat(port, number)))
    before = rss(pid)
    asyncio.run(crowd(port, times, moves))
    loaded = rss(pid)
    time.sleep(IDLE + 3)
    idle = rss(pid)
    middle, worst = spread(times)
    print(f"yardstick    {rows:6.0f} rows/s committed by a bare handler")
    print(f"actions      {actions:6.0f} /s committed and answered without bots: {actions / rows:.2f} of the yardstick")
    print(f"{TABLES} tables with 2 {BOT} bots: {len(times)} decisions of players, {sum(moves)} moves, {SECONDS:.0f} s")
    print(f"action to event on the wire: median {middle:.1f} ms, p99 {worst:.1f} ms (aim: p99 under 100 ms)")
    play, rest = (loaded - before) / TABLES, (idle - before) / TABLES
    print(f"memory       {empty:.0f} MB empty; {play:.2f} MB a table in play, {rest:.2f} MB idle (aim: under 1 MB)")


if __name__ == "__main__":
    main()
