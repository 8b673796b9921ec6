"""Those who make trouble: each kind asks for something dear or broken, without end, from an address of its own.

Called with the port, the seconds and a file, to which it writes how often each kind got which answer.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from _wire import Wire

ALL = "drag,move,half,broken,stream,odds,picture,bots"
KINDS = os.environ.get("TROUBLE", ALL).split(",")
HALVES = 600
"""So many half-sent requests are held open; opened again as soon as the server hangs up."""
STREAMS = 60
POSITION = "spring 1901 movement\nEngland: F LON; F WAL; A LVP\nFrance: A BRE; F ENG; A PAR\nGermany: A MUN; F KIE\n"
PICTURE = {"position": POSITION, "orders": "F LON S F WAL - ENG\nF WAL - ENG\nA BRE - LON VIA", "kind": "png"}
ODDS = "/api/odds?attackers=900&defenders=1000&attack_dice=8&defence_dice=8"
GARBAGE = (
    b"\x16\x03\x01\x02\x00\x01",
    b"GET / HTTP/9.9\r\n\r\n",
    b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
    b"\0" * 99,
)
BODIES = (b'{"name":"\xe4","colour":1}', b"[" * 9999, b'{"name":"\\ud800"}', b'{"colour":1e999}', b"\xff\xfe{")
PLACES = ("/api/tables", "/api/odds/ring-of-power", "/api/adjudicate", "/api/adjudicate/picture", "/api/tables/x/chat")


class Trouble:
    """What all of them share: the port, the answers so far, and a table of the War of the Ring."""

    def __init__(self, port: int) -> None:
        self.port, self.answers = port, Counter[str]()
        self.player = Wire(port, address="192.0.2.10")
        self.table = ""

    async def sit(self) -> None:
        """Lay the War of the Ring, both sides at one screen."""
        seats = [{"kind": "me"}, {"kind": "local"}]
        wish = {"game": "ring-of-power", "options": {"scenario": "war-of-the-ring"}, "seats": seats, "start": True}
        self.table = (await self.player.call("POST", "/api/tables", wish))["id"]

    async def ask(self, kind: str, wire: Wire, method: str, path: str, body: object = None) -> bytes:
        """Send a request and count its answer."""
        try:
            status, data = await wire.answer(method, path, body)
        except (OSError, EOFError, IndexError, ValueError):
            self.answers[f"{kind} hung up on"] += 1
            wire.close()
            await asyncio.sleep(0.05)
            return b""
        self.answers[f"{kind} {status}"] += 1
        return data


async def drag(trouble: Trouble, wire: Wire, rng: random.Random) -> None:
    """Drag a pointer over the table: ten questions a second, about whoever stands there."""
    at = f"/api/tables/{trouble.table}"
    update = msgspec.json.decode(await trouble.ask("look", wire, "GET", f"{at}/game"))["update"]
    figures = [one["figure"] for one in update["view"]["figures"]]
    while True:
        one = rng.choice(figures)
        for step in range(10):
            to = [one["x"] + 700 * step, one["y"] + rng.randint(-500, 500)]
            question = (
                {"ask": "way", "figures": [one["id"]], "to": to} if step else {"ask": "reach", "figures": [one["id"]]}
            )
            body = {"seat": None, "inquiry": question}
            await asyncio.gather(trouble.ask("drag", wire, "POST", f"{at}/inquiries", body), asyncio.sleep(0.1))


async def move(trouble: Trouble, rng: random.Random) -> None:
    """Move figures of the side that is asked, and end its turn now and then."""
    at, wire = f"/api/tables/{trouble.table}", trouble.player
    for number in range(10**9):
        update = msgspec.json.decode(await trouble.ask("look", wire, "GET", f"{at}/game"))["update"]
        if not update["to_act"]:
            return
        seat, question = update["to_act"][0], update["view"]["question"] or {}
        figures = [one["figure"] for one in update["view"]["figures"]]
        mine = [one for one in figures if one["owner"] == question.get("player")] or figures
        one = rng.choice(mine)
        to = [one["x"] + rng.randint(-3000, 3000), one["y"] + rng.randint(-3000, 3000)]
        body = {"seat": seat, "inquiry": {"ask": "way", "figures": [one["id"]], "to": to}}
        way = await trouble.ask("way", wire, "POST", f"{at}/inquiries", body)
        with suppress(msgspec.DecodeError):
            action = (msgspec.json.decode(way) or {}).get("move")
            done = {"type": "done"} if number % 20 == 19 or not action else action
            await trouble.ask(
                "move", wire, "POST", f"{at}/actions", {"seat": seat, "action": done, "key": f"k{number}"}
            )
        await asyncio.sleep(0.3)


async def half(trouble: Trouble, rng: random.Random) -> None:
    """Send half a request and wait until the server has had enough, for ever again."""
    halves = (
        b"GET / HT",
        b"",
        b"PUT /api/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
    )
    while True:
        await asyncio.sleep(rng.uniform(0.1, 5))
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", trouble.port)
            writer.write(rng.choice(halves))
            with suppress(OSError):
                await reader.read()
            writer.close()
            trouble.answers["half hung up on"] += 1


async def broken(trouble: Trouble, rng: random.Random) -> None:
    """Send bytes that mean nothing, ten a second."""
    wire = Wire(trouble.port, address="192.0.2.20")
    while True:
        await asyncio.sleep(0.1)
        await trouble.ask("broken", wire, "POST", rng.choice(PLACES), rng.choice(BODIES))
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", trouble.port)
            writer.write(rng.choice(GARBAGE))
            writer.write_eof()
            with suppress(OSError):
                await reader.read()
            writer.close()


async def follow(trouble: Trouble, rng: random.Random) -> None:
    """Ask for everything after some step of the table that is used, and read slowly."""
    while True:
        wire = Wire(trouble.port, address="192.0.2.30")
        with suppress(OSError, EOFError, IndexError, ValueError):
            async with asyncio.timeout(rng.uniform(5, 20)):
                async for name, _ in wire.events(f"/api/tables/{trouble.table}/stream?after={rng.randint(0, 3)}"):
                    trouble.answers[f"stream {name}"] += 1
                    await asyncio.sleep(0.5)
        wire.close()
        await asyncio.sleep(0.5)


async def dear(trouble: Trouble, kind: str, address: str, method: str, path: str, body: object = None) -> None:
    """Ask for something that takes long, again as soon as it is answered."""
    wire = Wire(trouble.port, address=address)
    while True:
        await trouble.ask(kind, wire, method, path, body)
        await asyncio.sleep(0.05)


async def bots(trouble: Trouble) -> None:
    """Lay tables of bots alone as fast as one address may."""
    wire = Wire(trouble.port, address="192.0.2.40")
    seats = [{"kind": "bot", "level": "medium"}] * 3
    while True:
        wire.cookie = ""  # somebody else each time
        await trouble.ask("bots", wire, "POST", "/api/tables", {"game": "risk", "seats": seats, "start": True})
        await asyncio.sleep(0.1)


def everybody(trouble: Trouble) -> dict[str, list[Coroutine[Any, Any, None]]]:
    """Return all who make trouble, by kind."""
    rng = random.Random(7)
    draggers = [Wire(trouble.port, trouble.player.cookie if own else "", f"192.0.2.5{own}") for own in (1, 1, 0)]
    picture = ("picture", "192.0.2.70", "POST", "/api/adjudicate/picture", PICTURE)
    whole = {
        "drag": [drag(trouble, wire, rng) for wire in draggers],
        "move": [move(trouble, rng)],
        "half": [half(trouble, rng) for _ in range(HALVES)],
        "broken": [broken(trouble, rng)],
        "stream": [follow(trouble, rng) for _ in range(STREAMS)],
        "odds": [dear(trouble, "odds", "192.0.2.60", "GET", ODDS) for _ in range(6)],
        "picture": [dear(trouble, *picture) for _ in range(6)],
        "bots": [bots(trouble)],
    }
    for kind in whole.keys() - set(KINDS):
        for one in whole.pop(kind):
            one.close()
    return whole


async def storm(port: int, seconds: float) -> Counter[str]:
    """Make trouble for so many seconds; return the answers."""
    trouble = Trouble(port)
    await trouble.sit()
    tasks = [asyncio.create_task(one) for some in everybody(trouble).values() for one in some]
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()
    return trouble.answers


def main() -> None:
    """Make trouble, and write down what it got."""
    os.nice(5)
    answers = asyncio.run(storm(int(sys.argv[1]), float(sys.argv[2])))
    Path(sys.argv[3]).write_text(json.dumps(dict(answers)), encoding="utf-8")


if __name__ == "__main__":
    main()
