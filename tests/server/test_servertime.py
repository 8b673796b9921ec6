"""The time of deadlines: a machine's clock that is set to another time moves none of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tests.server.clockwork import clock, tick
from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Live, Player
from wartable.server.servertime import ServerTime

HOUR = 3600.0
START = 1_800_000_000.0


class Machine:
    """A machine with a clock that can be set, and that sleeps at times."""

    def __init__(self) -> None:
        self.clock = START
        self.running = 5_000.0

    def pass_by(self, seconds: float) -> None:
        self.clock += seconds
        self.running += seconds

    def boot(self) -> ServerTime:
        return ServerTime(lambda: self.clock, lambda: self.running)


@pytest.mark.parametrize("correction", [-2 * HOUR, 2 * HOUR])
def test_setting_the_clock_changes_nothing_while_a_server_runs(correction: float) -> None:
    machine = Machine()
    time = machine.boot()

    machine.pass_by(60)
    machine.clock += correction
    machine.pass_by(60)

    assert time() == START + 120


def test_a_time_that_was_reached_before_a_restart_is_not_gone_back_behind() -> None:
    machine = Machine()
    machine.clock -= 2 * HOUR
    time = machine.boot()

    assert time.not_before(START) == 2 * HOUR
    assert time() == START
    assert time.not_before(START - 10) == 0
    machine.pass_by(5)
    assert time() == START + 5


@pytest.fixture
def serves(opens: Opens, tmp_path: Path) -> Callable[[ServerTime], Live]:
    def serve(time: ServerTime) -> Live:
        return opens(msgspec.structs.replace(SETTINGS, database=f"{tmp_path}/games.sqlite3"), time)

    return serve


def waiting(live: Live) -> tuple[Player, str]:
    """A player whose hour has begun to run."""
    player = live.player()
    table = player.table("me", "random", pace={"seconds": 3600})["id"]
    player.wait_turn(table, 0)
    return player, table


def told(player: Player) -> int:
    return int(player.http.get("/api/health").headers["wartable-time"])


def test_a_clock_set_back_two_hours_lengthens_no_deadline(serves: Callable[[ServerTime], Live]) -> None:
    machine = Machine()
    live = serves(machine.boot())
    player, table = waiting(live)
    assert clock(player, table)["deadline"] == round((START + HOUR) * 1000)

    machine.clock -= 2 * HOUR
    for _ in range(121):  # awake all the time: servers that have slept grant a rest
        machine.pass_by(30)
        tick(live)

    assert player.get(f"/api/tables/{table}")["seats"][0]["missed"] == 1
    assert told(player) == round((START + 121 * 30) * 1000)


def test_nor_does_one_that_is_set_back_before_a_restart(serves: Callable[[ServerTime], Live]) -> None:
    machine = Machine()
    live = serves(machine.boot())
    player, table = waiting(live)
    cookies = dict(player.http.cookies)
    machine.pass_by(20)
    tick(live)
    live.stop()

    machine.clock -= 2 * HOUR
    back = serves(machine.boot()).player()
    back.http.cookies.update(cookies)

    assert clock(back, table)["deadline"] - told(back) == 3580_000
