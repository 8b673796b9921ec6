"""Pointers dragged over the War of the Ring while others move, load and replay: the server's process lives."""

from __future__ import annotations

import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.processes import started
from tests.server.live import Json, Player, answers, wait_for
from tests.server.test_kill import free_port
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.reading import packaged_scenarios
from wartable.server.settings import database_url

pytestmark = pytest.mark.server

PROGRAM = """
import sys
from wartable.server.run import serve
from wartable.server.settings import Settings
serve(Settings(database=sys.argv[1], port=int(sys.argv[2]), limits=False, bot_workers=0, log_level="error"))
"""
LONG = 12.0
"""Seconds of dragging: with shapes that threads shared, the process was gone before."""
PATIENCE = 120.0
"""Seconds beyond, in which something must succeed: this bounds a failing test only."""


class Site:
    """People at one table, each doing one thing again and again in a thread of its own until time is up."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.statuses: Counter[tuple[str, int]] = Counter()
        self.until = 0.0
        self.errors: list[str] = []
        self.windows: list[Player] = []

    def somebody(self, like: Player | None = None) -> Player:
        """Another window of a player, or a stranger."""
        found = Player(self.url)
        if like is not None:
            found.http.cookies.update(like.http.cookies)
        self.windows.append(found)
        return found

    def close(self) -> None:
        for window in self.windows:
            window.close()

    def keep(
        self, what: str, do: Callable[[random.Random], httpx.Response], seed: int, *, taken: bool = False
    ) -> threading.Thread:
        """Do it again and again; `taken` goes on until the server has agreed once, where many tries are not legal."""

        def goes_on() -> bool:
            wanting = taken and not self.statuses[what, 200]
            return time.monotonic() < self.until + (PATIENCE if wanting else 0)

        def again() -> None:
            rng = random.Random(seed)
            try:
                while goes_on():
                    self.statuses[what, do(rng).status_code] += 1
            except httpx.TransportError as error:
                self.errors.append(f"{what}: {error!r}")

        thread = threading.Thread(target=again)
        thread.start()
        return thread


def marching(player: Player) -> str:
    """A War of the Ring where one person plays both sides, brought to a movement of somebody in the field."""
    table: str = player.table("me", "local", game=RING_OF_POWER.key, options={"scenario": "war-of-the-ring"})["id"]
    while len(movers(player.snapshot(table)["update"])) < 20:
        update = player.snapshot(table)["update"]
        player.act(table, update["to_act"][0], {"type": "done"})
    return table


def movers(update: Json) -> list[Json]:
    """The figures of whoever is asked that stand in the field."""
    owner = update["view"]["question"]["player"]
    mine = (one["figure"] for one in update["view"]["figures"] if one["figure"]["owner"] == owner)
    return [one for one in mine if not one.get("inside") and not one.get("aboard")]


def way(team: list[Json], rng: random.Random) -> Json:
    one = team[0]
    to = [one["x"] + rng.randint(-9_000, 9_000), one["y"] + rng.randint(-9_000, 9_000)]
    return {"ask": "way", "figures": [one["id"]], "to": to}


def odds(team: list[Json], rng: random.Random) -> Json:
    """The odds of a long march with many corners, all of which are judged together."""
    steps = [(rng.randint(-20, 20), rng.randint(-20, 20)) for _ in range(400)]
    paths = [[one["id"], [[one["x"], one["y"]], *([one["x"] + x, one["y"] + y] for x, y in steps)]] for one in team]
    return {"ask": "battle", "move": {"type": "move", "paths": paths}}


def begin(window: Player) -> Callable[[random.Random], httpx.Response]:
    """Let somebody make tables of every scenario, whose ground is compiled as they begin."""
    seats = [{"kind": "me"}, {"kind": "local"}]

    def make(rng: random.Random) -> httpx.Response:
        options = {"scenario": rng.choice(sorted(packaged_scenarios())), "last_turn": rng.randint(3, 9)}
        body = {"game": RING_OF_POWER.key, "start": True, "seats": seats, "options": options}
        return window.http.post("/api/tables", json=body)

    return make


@pytest.mark.slow
def test_dragging_moving_loading_replaying_beginning_and_strangers_leave_the_process_alive(tmp_path: Path) -> None:
    port = free_port()
    command = [sys.executable, "-c", PROGRAM, database_url(str(tmp_path / "games.sqlite3")), str(port)]
    url = f"http://127.0.0.1:{port}"
    with started(command) as process:
        wait_for(lambda: process.poll() is not None or answers(port))
        site = Site(url)
        owner = site.somebody()
        table = marching(owner)
        at = f"/api/tables/{table}"
        update = owner.snapshot(table)["update"]
        figures, seat, step = movers(update), update["to_act"][0], update["step"]
        site.until = time.monotonic() + LONG

        def drag(window: Player) -> Callable[[random.Random], httpx.Response]:
            def ask(rng: random.Random) -> httpx.Response:
                team = rng.sample(figures, 12)
                question = rng.choice([way, odds, odds])(team, rng)
                return window.http.post(f"{at}/inquiries", json={"seat": None, "step": step, "inquiry": question})

            return ask

        def move(window: Player) -> Callable[[random.Random], httpx.Response]:
            def act(rng: random.Random) -> httpx.Response:
                one = rng.choice(figures)
                path = [[one["x"], one["y"]], [one["x"] + rng.randint(-900, 900), one["y"] + rng.randint(-900, 900)]]
                action = {"type": "move", "paths": [[one["id"], path]]}
                return window.http.post(f"{at}/actions", json={"seat": seat, "action": action, "key": window.key()})

            return act

        def look(window: Player, path: str) -> Callable[[random.Random], httpx.Response]:
            return lambda _: window.http.get(f"{at}/{path}")

        jobs = [site.keep("drag", drag(site.somebody(owner)), seed) for seed in range(8)]
        jobs += [site.keep("stranger", drag(site.somebody()), 10 + seed) for seed in range(2)]
        jobs.append(site.keep("move", move(site.somebody(owner)), 20, taken=True))
        jobs.append(site.keep("replay", look(site.somebody(owner), "at/1"), 21))
        jobs.append(site.keep("begin", begin(site.somebody(owner)), 22))
        jobs.append(site.keep("load", look(site.somebody(owner), "game"), 23))
        for job in jobs:
            job.join()
        site.close()

        assert process.poll() is None, f"the server fell: {process.returncode}"
        assert not site.errors
    found = site.statuses
    assert found["drag", 200] > 5
    assert {code for what, code in found if what == "stranger"} == {403}
    assert {code for what, code in found if what == "move"} <= {200, 409}
    assert all(found[what, 200] for what in ("move", "replay", "load")), found
    assert found["begin", 201]
    assert not any(code >= 500 for _, code in found), found
