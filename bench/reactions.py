"""Whether the time that a reaction window takes tells an opponent what cards the asked one holds.

Two tables that differ in one hand alone: at one a seat holds cards that it could play in the window, at the other
missions. Seat 1 attacks it. Measured over HTTP, in turns in one run: the attacker's own request (POST to its answer),
and the time until the stream tells that the window is over, for a person who passes in the same moment, for one who has
settled a pass in advance, and for a bot of each level. Printed: medians, and the ratio with and without such cards with
an interval of 95 of 100 drawn anew. Run `python bench/reactions.py [rounds]`.
"""

from __future__ import annotations

import asyncio
import random
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from _wire import Wire, wait_for

ROUNDS = 60
ARMS = ("asked in person", "settled in advance", "easy", "medium", "hard")
FITTING, OTHERS = ("courage_alone", "strategic_withdrawal"), ("hobbiton", "bree")
GAMES = {"reactions-fitting": FITTING, "reactions-others": OTHERS}
SERVER = f"""
import sys
from msgspec.structs import replace
from wartable.engine import registry
from wartable.engine.values import Seat
from wartable.games.conquest.core.tasks import Attacking
from wartable.games.conquest.lotr.game import LotrRisk
from wartable.games.conquest.lotr.tasks import Stage
from wartable.server.run import serve
from wartable.server.settings import Settings

class Begun(LotrRisk):
    def __init__(self, key, hand):
        super().__init__()
        self.key, self.hand = key, hand

    def _start(self, options, seats):
        state = super()._start(options, seats)
        rules = self._rules(options)
        if options.edition != "64":
            return state
        cards = tuple(sorted(rules.copies[card].bit_length() - 1 for card in self.hand))
        own = sum(1 << n for n in range(0, len(state.armies), 2))
        return replace(
            state, agenda=(Attacking(Seat(0)), Stage(Seat(0), 1)), pools=(), armies=(9,) * len(state.armies), step=1,
            held=(own, ((1 << len(state.armies)) - 1) & ~own) + (0,) * (seats - 2), ring=3,
            adventure=replace(state.adventure, hands=((), cards) + ((),) * (seats - 2),
                              deck=state.adventure.deck & ~sum(1 << card for card in cards)),
        )

for key, hand in {GAMES!r}.items():
    registry.register(Begun(key, hand))
serve(Settings(database=sys.argv[1], port=int(sys.argv[2]), limits=False, log_level="warning", bot_workers=0))
"""


class Table:
    """One attack at a table of two, and what it took."""

    def __init__(self, port: int, game: str, arm: str) -> None:
        self.game, self.arm = game, arm
        self.attacker, self.other = Wire(port), Wire(port)

    async def measured(self) -> tuple[float, float]:
        """Return the seconds of the attacker's request, and those until the stream tells of the dice."""
        bot = self.arm in {"easy", "medium", "hard"}
        seats = [{"kind": "me"}, {"kind": "bot", "level": self.arm} if bot else {"kind": "open"}]
        wish = {"game": self.game, "preset": "trilogy", "seats": seats, "start": bot}
        table = (await self.attacker.call("POST", "/api/tables", wish))["id"]
        at = f"/api/tables/{table}"
        if not bot:
            await self.other.call("POST", f"{at}/seats/1", {"kind": "me"})
            await self.attacker.call("POST", f"{at}/start")
        if self.arm == "settled in advance":
            await self.other.call("PUT", f"{at}/standing", {"seat": 1, "key": "pass attack.declared"})
        try:
            return await self._attacked(at)
        finally:
            self.attacker.close()
            self.other.close()

    async def _attacked(self, at: str) -> tuple[float, float]:
        update = (await self.attacker.call("GET", f"{at}/game"))["update"]
        offer = next(offer for offer in update["offers"]["0"] if offer["kind"] == "attack")
        attack = {"type": "attack", "source": offer["source"], "target": offer["targets"][0], "dice": 3}
        stream = Wire(self.attacker.port, self.attacker.cookie)
        over = asyncio.create_task(_dice(stream, f"{at}/stream?after={update['seq']}"))
        await asyncio.sleep(0.02)
        began = time.perf_counter()
        await self.attacker.call("POST", f"{at}/actions", {"seat": 0, "key": "key-attack", "action": attack})
        asked = time.perf_counter() - began
        if self.arm == "asked in person":
            await self._passes(at)
        told = await asyncio.wait_for(over, 30) - began
        stream.close()
        return asked, told

    async def _passes(self, at: str) -> None:
        draft = await self.other.call("GET", f"{at}/draft?as=1")
        wish = {"seat": 1, "step": draft["step"], "revision": 1, "action": {"type": "pass"}, "ready": True}
        await self.other.call("PUT", f"{at}/draft", wish)


async def _dice(stream: Wire, path: str) -> float:
    """Return when a stream tells that the dice of a battle, or a card, are on the table."""
    async for name, data in stream.events(path):
        events = msgspec.json.decode(data)["events"] if name == "update" else ()
        if any(event["type"] in {"battle", "power_played"} for event in events):
            return time.perf_counter()
    raise RuntimeError(path)


def ratio(mine: list[float], theirs: list[float]) -> str:
    """Return the ratio of two medians and an interval of 95 of 100 of such ratios of samples drawn anew."""
    rng = random.Random(1)
    found = sorted(
        median(rng.choices(mine, k=len(mine))) / median(rng.choices(theirs, k=len(theirs))) for _ in range(1000)
    )
    return f"{median(mine) / median(theirs):5.2f} ({found[25]:.2f} to {found[974]:.2f})"


async def run(port: int, rounds: int) -> None:
    """Measure both hands in turns, in an order that changes, and print what came of it."""
    times: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for number in range(rounds + 2):
        for arm in ARMS:
            for game in sorted(GAMES, reverse=bool(number % 2)):
                found = await Table(port, game, arm).measured()
                if number > 1:
                    times.setdefault((arm, game), []).append(found)
    print(f"{rounds} attacks each; milliseconds with cards that fit, without, and the ratio with its interval")
    for arm in ARMS:
        both: list[Any] = [times[arm, game] for game in GAMES]
        for number, what in ((0, "own request"), (1, "until the dice")):
            mine, theirs = ([one[number] for one in some] for some in both)
            print(f"{arm:20}{what:16}{median(mine) * 1e3:8.2f}{median(theirs) * 1e3:8.2f}  {ratio(mine, theirs)}")


def main() -> None:
    """Start a server, measure, stop it."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([sys.executable, "-c", SERVER, str(Path(folder) / "bench.sqlite3"), str(port)])
        try:
            wait_for(port, 300)
            asyncio.run(run(port, rounds))
        finally:
            server.terminate()
            server.wait(20)


if __name__ == "__main__":
    main()
