"""Bots that hang, crash or cheat do not stop a game; thinking processes are replaced."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest

from tests.engine.tiny_orders import RING_GAME
from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Live, Player, alone
from wartable import bots
from wartable.bots import Bot
from wartable.engine import registry
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Decision, Match, Policy, RandomPolicy
from wartable.engine.game import AnyGame
from wartable.engine.values import Action, Seat
from wartable.server import lobby
from wartable.server.brains import Brains, Slow
from wartable.server.fair import Claim
from wartable.server.hub import Hub
from wartable.server.play import bot_moves
from wartable.server.processes import Processes
from wartable.server.rows import PlayerRow
from wartable.server.settings import database_url
from wartable.server.store import Store
from wartable.server.thinking import EXCUSE, Chosen, Work, think
from wartable.server.wire import SeatWish, TableWish

pytestmark = pytest.mark.storage


class Nonsense(Action, frozen=True, tag="nonsense"):
    pass


class Raises:
    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ARG002
        raise ValueError(seat)


class Cheats:
    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ARG002
        return Decision(Nonsense())


class Bare:
    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Any:  # noqa: ARG002
        return 7


class Hangs:
    """Thinks until the test lets it go on."""

    asked: ClassVar[list[Seat]] = []
    begun: ClassVar[threading.Event] = threading.Event()
    go_on: ClassVar[threading.Event] = threading.Event()

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:
        self.asked.append(seat)
        self.begun.set()
        self.go_on.wait()
        return RandomPolicy().decide(game, state, seat, rng)


@pytest.fixture
def odd_bots() -> Iterator[None]:
    made: dict[str, Callable[[], Policy]] = {"raises": Raises, "bare": Bare, "cheats": Cheats, "hangs": Hangs}
    for key, policy in made.items():
        bots.register(Bot(key=key, title=key, line="Odd.", plays=lambda _: True, make=policy))
    for event in (Hangs.begun, Hangs.go_on):
        event.clear()
    Hangs.asked.clear()
    yield
    Hangs.go_on.set()
    for key in made:
        bots.unregister(key)


def work(level: str, seconds: float = 0.05) -> Work:
    game = registry.get("risk")
    match = Match(game, game.presets["engine"], 3, SealedDice.of("bots"))
    match.answer_chance()
    return Work("risk", match.state, match.rolls, match.source.seed, dict.fromkeys(range(3), level), seconds)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("level", "fault"), [("raises", "test_bots.py, line"), ("bare", "returned 7"), ("cheats", "not allowed")]
)
@pytest.mark.usefixtures("odd_bots")
def test_the_rules_choose_for_a_bot_that_fails(level: str, fault: str) -> None:
    chosen = think(work(level))

    assert fault in chosen[0].fault
    assert all(one.why == EXCUSE for one in chosen)


def test_a_level_that_is_gone_plays_by_default() -> None:
    assert not think(work("never-there"))[0].fault


def test_bots_stop_when_a_person_is_asked() -> None:
    task = work("easy", seconds=60)
    person = msgspec.structs.replace(task, levels=dict.fromkeys((0, 1), "easy"))

    chosen = think(person)

    assert {one.seat for one in chosen} <= {0, 1}


def thought(settings: Any, task: Work) -> list[Any]:
    async def run() -> list[Any]:
        brains = Brains(settings)
        try:
            return await brains.think(task)
        finally:
            brains.close()

    return alone(run())


@pytest.mark.usefixtures("odd_bots")
def test_a_bot_that_hangs_is_given_up() -> None:
    settings = msgspec.structs.replace(SETTINGS, bot_patience=0.1)

    chosen = thought(settings, work("hangs", seconds=0.0))

    assert [one.why for one in chosen] == [EXCUSE]
    assert "too long" in chosen[0].fault


@pytest.mark.usefixtures("odd_bots")
def test_a_bot_that_hangs_holds_up_no_other_and_rests_before_it_is_asked_again() -> None:
    settings = msgspec.structs.replace(SETTINGS, bot_patience=0.1)

    async def run() -> None:
        brains = Brains(msgspec.structs.replace(SETTINGS, bot_patience=600.0))
        hanging = asyncio.create_task(brains.think(work("hangs", seconds=0.0)))
        await asyncio.to_thread(Hangs.begun.wait)
        other = await brains.think(work("random", seconds=0.0))
        assert not other[0].fault
        assert not hanging.done()
        Hangs.go_on.set()
        assert not (await hanging)[0].fault
        brains.close()

        Hangs.asked.clear()
        Hangs.go_on.clear()
        brains = Brains(settings)
        faults = [(await brains.think(work("hangs", seconds=0.0)))[0].fault for _ in range(3)]
        assert faults == ["it took too long", "it took too long before", "it took too long before"]
        assert len(Hangs.asked) == 1
        assert not (await brains.think(work("random", seconds=0.0)))[0].fault
        Hangs.go_on.set()
        assert not (await brains.think(work("hangs", seconds=0.0), Claim("somebody else")))[0].fault
        brains.close()

    alone(run())


@pytest.mark.usefixtures("odd_bots")
def test_bots_that_hang_in_threads_leave_threads_for_others() -> None:
    async def run() -> None:
        brains = Brains(msgspec.structs.replace(SETTINGS, bot_patience=0.1))
        for owner in map(str, range(6)):
            assert (await brains.think(work("hangs", seconds=0.0), Claim(owner)))[0].fault == "it took too long"
        brains.close()
        assert len(Hangs.asked) == 6

    alone(run())


class Handed(Executor):
    """Leaves every work to the test, which answers it in its `future`."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()
        self.future: Future[Any] = Future()

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        self.asked.set()
        return self.future


@pytest.mark.parametrize("steps", range(8))
def test_a_table_that_is_ended_in_the_moment_of_an_answer_is_ended(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        brains, pool = Brains(SETTINGS), Handed()
        monkeypatch.setattr(brains, "_threads", pool)
        thinking = asyncio.create_task(brains.think(work("random", seconds=0.0)))
        await pool.asked.wait()
        await asyncio.sleep(0)
        pool.future.set_result([Chosen(Seat(0), Nonsense(), "")])
        for _ in range(steps):
            await asyncio.sleep(0)
        if thinking.cancel():
            with pytest.raises(asyncio.CancelledError):
                await thinking

    alone(run())


def test_a_bot_that_is_slow_again_rests_longer_and_one_that_is_quick_again_begins_anew() -> None:
    now = 0.0
    slow, bot = Slow(lambda: now), ("somebody", "risk", "slow")
    rests: list[float] = []
    for _ in range(8):
        slow.note(bot)
        began = now
        while slow.rests(bot):
            now += 30
        rests.append(now - began)
    assert rests == [60, 120, 240, 480, 960, 1920, 3600, 3600]

    slow.forget(bot)
    slow.note(bot)
    now += 60
    assert not slow.rests(bot)


@pytest.mark.usefixtures("odd_bots")
def test_a_table_with_a_bot_that_hangs_is_played_to_the_end_beside_others(opens: Opens) -> None:
    live = opens(msgspec.structs.replace(SETTINGS, bot_patience=0.5))
    player = live.player()
    slow = player.table("hangs", "random", "hangs", options={"turn_limit": 5})["id"]
    quick = player.table("random", "random", "random", options={"turn_limit": 5})["id"]

    for table in (quick, slow):
        player.wait_over(table)

    assert len(Hangs.asked) == 1
    known = live.services.hub.known(slow)
    assert known is not None
    assert {stamp.seat for stamp in known.stamps if stamp.bot} == {0, 1, 2}


def test_bots_of_one_level_decide_together_so_that_one_that_hangs_is_known() -> None:
    task = work("random", seconds=60)
    mixed = msgspec.structs.replace(task, levels={0: "random", 1: "easy", 2: "random"})

    assert len({mixed.levels[one.seat] for one in think(mixed)}) == 1


@pytest.mark.server
def test_thinking_processes_think_and_are_replaced_when_they_die() -> None:
    settings = msgspec.structs.replace(SETTINGS, bot_workers=1)

    async def run() -> None:
        brains = Brains(settings)
        try:
            first = await brains.think(work("easy"))
            pool: Any = brains._processes.pool()
            (process,) = pool._processes.values()
            os.kill(process.pid, 9)
            second = await brains.think(work("easy"))
        finally:
            brains.close()
        assert first[0].why
        assert not first[0].fault
        assert not second[0].fault

    alone(run())


@pytest.mark.server
def test_a_game_known_here_only_is_thought_of_here() -> None:
    settings = msgspec.structs.replace(SETTINGS, bot_workers=1)
    registry.register(RING_GAME)
    try:
        match = Match(RING_GAME, RING_GAME.presets["standard"], 2, SealedDice.of("ring"))
        task = Work(RING_GAME.key, match.state, 0, b"", {0: "random", 1: "random"}, 0.05)
        assert thought(settings, task)
    finally:
        registry.unregister(RING_GAME.key)


@pytest.mark.usefixtures("odd_bots")
def test_a_table_goes_on_with_odd_bots(live: Live, player: Player) -> None:
    table = player.table("me", "raises", "cheats", options={"turn_limit": 3})["id"]
    update = player.wait_turn(table, 0)
    player.act(table, 0, {"type": "place", "space": update["offers"]["0"][0]["targets"][0], "count": 1})
    player.post(f"/api/tables/{table}/resign", {"seat": 0})

    player.wait_over(table)

    known = live.services.hub.known(table)
    assert known is not None
    assert {stamp.seat for stamp in known.stamps if stamp.bot} == {0, 1, 2}


def test_of_two_processes_that_think_for_one_bot_the_second_enters_nothing(database: str) -> None:
    async def run() -> None:
        stores = [Store(database_url(database)) for _ in range(2)]
        hubs = [Hub(store, SETTINGS) for store in stores]
        host = PlayerRow(id="host", name="Host", colour=1, avatar="", created=0.0)
        await stores[0].add_player(host, "hash", "Firefox on Linux")
        wish = TableWish(game="risk", seats=(SeatWish(kind="bot", level="random"),) * 2, start=True)
        table_id = await lobby.create(hubs[0], host, wish)
        here, there = [await hub.table(table_id) for hub in hubs]
        thought = [table.running().state for table in (here, there)]
        seat = here.running().to_act[0]
        chosen = [Chosen(seat, here.game.default(thought[0], seat), "All at once.")]
        async with hubs[0].held(table_id):
            await bot_moves(hubs[0], here, thought[0], chosen)
            await bot_moves(hubs[0], here, thought[0], chosen)
        async with hubs[1].held(table_id):
            await bot_moves(hubs[1], there, thought[1], chosen)
        for store in stores:
            store.close()
        assert here.running().state != thought[0]
        assert there.running().state == here.running().state
        assert there.seq == here.seq

    alone(run())


def test_what_a_bot_has_thought_is_not_entered_after_the_game_ended_by_resigning(live: Live, player: Player) -> None:
    table_id = player.table("me", "random", options={"first_player": "seat_order"})["id"]
    player.wait_turn(table_id, 0)
    table = live.services.hub.known(table_id)
    assert table is not None
    state = table.running().state
    chosen = [Chosen(Seat(0), table.game.default(state, Seat(0)), "All at once.")]
    player.post(f"/api/tables/{table_id}/resign", {"seat": 0})
    over = table.seq

    live.run(bot_moves(live.services.hub, table, state, chosen))

    assert table.seq == over
    assert table.running().state is state


def test_processes_that_another_table_has_replaced_are_left_alone() -> None:
    processes = Processes(2)
    first = processes.pool()
    processes.discard(first)
    second = processes.pool()
    processes.discard(first)
    try:
        assert processes.pool() is second
        assert second is not first
    finally:
        processes.end()


def test_bots_go_on_after_a_restart(opens: Opens, database: str) -> None:
    settings = msgspec.structs.replace(SETTINGS, database=database, bot_slice=0.0)
    first = opens(settings)
    player = first.player()
    table = player.table("random", "random", "random", options={"turn_limit": 30})["id"]
    cookies = dict(player.http.cookies)
    first.stop()

    second = opens(settings)
    again = second.player()
    again.http.cookies.update(cookies)
    before = again.snapshot(table)["step"]
    again.wait_over(table)

    assert again.snapshot(table)["step"] >= before
    assert again.get(f"/api/tables/{table}/result")["verified"]


def test_bots_play_the_same_game_again_from_the_same_seed(live: Live, player: Player) -> None:
    def course() -> list[str]:
        wish: dict[str, Any] = {"seed": "again", "options": {"turn_limit": 2}}
        table = player.table("random", "random", "random", **wish)["id"]
        player.wait_over(table)
        known = live.services.hub.known(table)
        assert known is not None
        return [known.game.format(move.entry.action) for move in known.running().moves]

    assert course() == course()


def test_bots_decide_alike_however_often_they_are_interrupted() -> None:
    whole = think(work("random", 30.0))
    first = think(msgspec.structs.replace(work("random", 30.0), most=3))

    assert whole[:3] == first
