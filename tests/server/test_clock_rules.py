"""What a table may agree about its time beside its length: early closing, grace, holidays, majorities, stores."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pytest

from tests.server.clockwork import DAY, MINUTE, Timed, clock, draft, kinds, missed, orders, sit
from tests.server.conftest import fresh_database
from tests.server.live import Json, Player, some_action
from wartable.server.hub import Reminder

pytestmark = pytest.mark.storage

HOUR = 3600
NOTHING = {"type": "orders"}


@pytest.fixture(scope="module")
def timed(storage: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    server = Timed(fresh_database(storage, tmp_path_factory.mktemp("timed"), request))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def players(timed: Timed) -> list[Player]:
    return [timed.player() for _ in range(5)]


def _table(players: list[Player], **pace: object) -> str:
    return sit(players, game="diplomacy", pace={"seconds": DAY, **pace})


def _ready(players: list[Player], table: str, *seats: int) -> None:
    for seat in seats:
        draft(players[seat], table, seat, NOTHING, ready=True)


def _turn(player: Player, table: str) -> int:
    return int(player.snapshot(table)["update"]["turn"])


def _chat(player: Player, table: str) -> str:
    return str(player.snapshot(table)["chat"][-1]["text"])


def test_a_phase_closes_at_its_hour_alone_or_after_its_least_time(timed: Timed, players: list[Player]) -> None:
    begun = timed.time.millis
    strict = _table(players, early=False)
    patient = _table(players, least=12 * HOUR)
    for table in (strict, patient):
        _ready(players, table, *range(5))
    assert (_turn(players[0], strict), clock(players[0], strict)["deadline"]) == (0, begun + DAY * 1000)
    assert (_turn(players[0], patient), clock(players[0], patient)["deadline"]) == (0, begun + DAY * 500)
    draft(players[3], strict, 3, orders(players[3], strict, 3, "A WAR - GAL"))  # may be changed until then

    timed.skip(12 * HOUR)
    assert (_turn(players[0], strict), _turn(players[0], patient)) == (0, 1)
    timed.skip(12 * HOUR)

    update = players[0].snapshot(strict)["update"]
    assert update["turn"] == 1
    assert "GAL" in {unit["at"] for unit in update["view"]["units"]["russia"]}
    assert missed(players[0], strict) == [0] * 5


def test_a_pause_keeps_a_phase_open_that_closes_at_its_hour_alone(timed: Timed, players: list[Player]) -> None:
    table = _table(players, early=False)
    for player in players:
        player.post(f"/api/tables/{table}/pause", {"paused": True})
    _ready(players, table, *range(5))
    timed.skip(2 * DAY)
    assert _turn(players[0], table) == 0

    for player in players:
        player.post(f"/api/tables/{table}/pause", {"paused": False})
    timed.skip(DAY)

    assert _turn(players[0], table) == 1


def test_the_first_deadline_that_a_player_misses_is_put_off(timed: Timed, players: list[Player]) -> None:
    table = _table(players, grace=6 * HOUR)
    over = timed.time.millis + DAY * 1000
    for seat in range(4):
        draft(players[seat], table, seat, NOTHING)
    timed.skip(DAY)
    late = clock(players[0], table)
    assert (late["late"], late["since"], late["deadline"]) == ([4], over, over + 6 * HOUR * 1000)
    name = players[0].get(f"/api/tables/{table}")["seats"][4]["name"]
    assert _chat(players[0], table) == f"{name} is late: 6 hours more, once for each player."
    assert missed(players[0], table) == [0] * 5

    _ready(players, table, *range(5))
    assert (_turn(players[0], table), clock(players[0], table)["late"]) == (1, [])
    for seat in range(4):
        draft(players[seat], table, seat, NOTHING)
    timed.skip(DAY)

    assert (_turn(players[0], table), missed(players[0], table)) == (2, [0, 0, 0, 0, 1])
    timed.skip(DAY)
    assert clock(players[0], table)["late"] == [0, 1, 2, 3]
    timed.skip(6 * HOUR)
    assert missed(players[0], table) == [1, 1, 1, 1, 2]


def test_the_clock_stands_while_somebody_is_on_holiday(timed: Timed, players: list[Player]) -> None:
    table = _table(players, holidays=10, holidays_at_once=7)
    path = f"/api/tables/{table}/holiday"
    timed.skip(DAY / 4)
    for days, words in ((8, "At most 7 days may be taken at once"), (11, "At most 7 days")):
        assert words in players[1].post(path, {"days": days}, 409)["message"]
    resting = players[1].post(path, {"days": 7})["clock"]
    until = timed.time.millis + 7 * DAY * 1000
    assert resting["holidays"] == {"1": until}
    assert (resting["deadline"], resting["left"], resting["paused"]) == (None, DAY * 3 // 4, False)
    last = datetime.fromtimestamp(until / 1000, UTC)
    assert _chat(players[0], table).endswith(f"is on holiday until {last.day} {last:%B}. The clock is paused.")
    assert players[1].post(path, {"days": 1}, 409)["code"] == "clock.holidays"
    assert timed.player().post(path, {"days": 1}, 403)["code"] == "seat.none"
    close = {"step": players[0].snapshot(table)["update"]["asked"]["step"]}
    assert players[0].post(f"/api/tables/{table}/close", close, 409)["code"] == "clock.holiday"
    (card,) = [card for card in players[0].get("/api/tables", show="mine") if card["id"] == table]
    assert (card["deadline"], card["paused"]) == (None, True)

    timed.skip(2 * DAY)
    back = players[1].post(path, {"days": 0})["clock"]
    assert (back["holidays"], back["taken"]) == ({}, {"1": 2 * DAY})
    assert back["deadline"] == timed.time.millis + DAY * 750
    players[1].post(path, {"days": 7})
    timed.skip(7 * DAY)
    on = clock(players[0], table)
    assert (on["holidays"], on["deadline"]) == ({}, timed.time.millis + DAY * 750)
    assert _chat(players[0], table).endswith("is over. The clock runs again.")
    assert players[1].post(path, {"days": 2}, 409)["message"] == "You have 1 day of holidays left in this game, not 2."


def test_whoever_gives_up_on_holiday_holds_nobody_up(timed: Timed, players: list[Player]) -> None:
    table = _table(players, holidays=10)
    players[4].post(f"/api/tables/{table}/holiday", {"days": 5})
    players[4].post(f"/api/tables/{table}/resign", {"seat": 4})
    assert clock(players[0], table)["holidays"] == {}
    assert clock(players[0], table)["deadline"] == timed.time.millis + DAY * 1000


def test_more_than_half_may_stop_the_clock_where_the_table_says_so(players: list[Player]) -> None:
    table = _table(players, pause="majority")
    path = f"/api/tables/{table}/pause"
    for player in players[:2]:
        player.post(path, {"paused": True})
    asked = clock(players[4], table)
    assert (asked["votes"], asked["needed"], asked["paused"]) == ([0, 1], 3, False)
    players[2].post(path, {"paused": True})
    assert clock(players[4], table)["paused"]
    assert _chat(players[4], table) == "3 of 5 agree: the clock is paused, for 14 days at most."


def test_votes_holidays_and_decisions_at_the_same_moment_all_count(timed: Timed, players: list[Player]) -> None:
    table = _table(players, pause="majority", holidays=5, early=False)
    path = f"/api/tables/{table}"

    def work(seat: int) -> Callable[[], object]:
        player = players[seat]
        if seat < 2:
            return lambda: player.post(f"{path}/holiday", {"days": seat + 1})
        if seat < 4:
            return lambda: player.post(f"{path}/pause", {"paused": True})
        return lambda: draft(player, table, seat, NOTHING, ready=True)

    begun = timed.time.millis
    with ThreadPoolExecutor(5) as pool:
        for done in [pool.submit(work(seat)) for seat in range(5)]:
            done.result()

    now = clock(players[0], table)
    assert now["holidays"] == {"0": begun + DAY * 1000, "1": begun + 2 * DAY * 1000}
    assert (now["votes"], now["needed"], now["left"]) == ([2, 3], 3, DAY)
    assert players[0].snapshot(table)["update"]["ready"] == [4]
    with ThreadPoolExecutor(3) as pool:  # the last vote comes twice, and together with a return
        list(pool.map(lambda make: make(), [work(2), lambda: _vote(players[4], path), lambda: _vote(players[4], path)]))
    assert clock(players[0], table)["paused"]
    timed.skip(2 * DAY)
    rests = clock(players[0], table)
    assert (rests["holidays"], rests["paused"], rests["left"]) == ({}, True, DAY)
    assert kinds(timed, table).count("clock pause") == 1


def _vote(player: Player, path: str) -> Json:
    return player.post(f"{path}/pause", {"paused": True})


def test_long_turns_use_what_is_in_store_and_every_turn_adds_to_it(timed: Timed, players: list[Player]) -> None:
    pace = {"seconds": MINUTE, "bank": 30, "increment": 5, "misses": 0}
    table = sit(players, game="diplomacy", pace=pace)
    begun = timed.time.millis
    assert clock(players[0], table)["bank"] == dict.fromkeys("01234", 30)
    assert (clock(players[0], table)["deadline"], clock(players[0], table)["bank_from"]) == (
        begun + 90_000,
        begun + 60_000,
    )
    _ready(players, table, *range(3))
    timed.skip(75)
    _ready(players, table, 3)
    assert _turn(players[0], table) == 0
    timed.skip(15)
    assert _turn(players[0], table) == 1
    assert clock(players[0], table)["bank"] == {"0": 35, "1": 35, "2": 35, "3": 20, "4": 5}
    assert clock(players[0], table)["deadline"] == timed.time.millis + 95_000


def test_the_store_of_a_game_by_turns_is_its_player_s(timed: Timed, players: list[Player]) -> None:
    pace = {"seconds": MINUTE, "bank": 30, "increment": 5, "absent": "rules"}
    table = sit(players[:2], pace=pace, options={"first_player": "seat_order"})
    timed.skip(70)
    while (update := players[0].snapshot(table)["update"])["to_act"] == [0]:
        players[0].act(table, 0, some_action(update, 0))
    assert clock(players[0], table)["bank"] == {"0": 25, "1": 30}
    timed.skip(90)
    assert clock(players[0], table)["bank"] == {"0": 25, "1": 5}
    assert missed(players[0], table) == [0, 1]


def test_whoever_is_not_ready_is_reminded_once_on_every_way(timed: Timed, players: list[Player]) -> None:
    sent: list[Reminder] = []

    async def fails(_reminder: Reminder) -> None:
        raise OSError

    async def takes(reminder: Reminder) -> None:
        sent.append(reminder)

    timed.services.hub.ways[:] = [fails, takes]
    table = _table(players, reminders=[HOUR, 3 * HOUR, 2 * DAY])
    _ready(players, table, 0, 1, 2)
    timed.skip(DAY - 3 * HOUR)
    timed.tick()
    assert [(one.before, one.table, len(one.players)) for one in sent] == [(3 * HOUR, table, 2)]
    assert all(sent[0].players.values())
    timed.skip(3 * HOUR - 600)
    assert [one.before for one in sent] == [3 * HOUR, HOUR]
    _ready(players, table, 3, 4)
    assert _turn(players[0], table) == 1
    timed.services.hub.ways.clear()
