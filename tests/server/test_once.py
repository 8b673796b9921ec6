"""One decision, one entry: double clicks, replayed requests, two windows, two processes."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from sqlalchemy import select

from tests.server.conftest import SETTINGS
from tests.server.live import Json, Live, Player
from tests.server.test_play import place
from wartable.server.schema import entries as rows

pytestmark = pytest.mark.storage


def raw(player: Player, table: str, body: Json, what: str = "actions") -> tuple[int, Json]:
    response = player.http.post(f"/api/tables/{table}/{what}", json=body)
    return response.status_code, response.json()


def stored(live: Live, table: str) -> list[tuple[int, str]]:
    """The number and kind of every entry of a table."""
    query = select(rows.c.seq, rows.c.kind).where(rows.c.table_id == table).order_by(rows.c.seq)
    with live.services.store.read_engine.connect() as connection:
        return [(seq, kind) for seq, kind in connection.execute(query)]


def entries(live: Live, table: str) -> list[str]:
    return [kind for _, kind in stored(live, table)]


def test_a_repeated_request_gets_the_same_answer_and_makes_no_entry(live: Live, player: Player) -> None:
    table = player.table("me", "random")["id"]
    update = player.wait_turn(table, 0)
    body = {"seat": 0, "action": place(update, 0), "key": "once"}

    first = raw(player, table, body)
    before = entries(live, table)
    second = raw(player, table, body)

    assert first == second
    assert first[0] == 200
    assert entries(live, table) == before


def test_a_double_click_at_the_same_moment(live: Live, player: Player) -> None:
    table = player.table("me", "random")["id"]
    update = player.wait_turn(table, 0)
    body = {"seat": 0, "action": place(update, 0), "key": "click"}
    before = len(entries(live, table))

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _: raw(player, table, body), range(8)))

    assert all(answer == answers[0] for answer in answers)
    assert answers[0][0] == 200
    assert len(entries(live, table)) == before + 1


def test_the_last_decision_of_a_turn_is_repeated_though_the_turn_is_over(player: Player) -> None:
    table = player.table("me", "random")["id"]
    update = player.wait_turn(table, 0)
    player.act(table, 0, place(update, 0, update["offers"]["0"][0]["most"]))
    body = {"seat": 0, "action": {"type": "end_turn"}, "key": "end"}

    first = raw(player, table, body)
    player.wait_turn(table, 0)
    second = raw(player, table, body)

    assert first[0] == second[0] == 200
    assert second[1]["from_step"] == first[1]["from_step"]


def test_a_key_is_not_used_for_two_decisions(player: Player) -> None:
    table = player.table("me", "random")["id"]
    update = player.wait_turn(table, 0)
    raw(player, table, {"seat": 0, "action": place(update, 0), "key": "k"})

    status, problem = raw(player, table, {"seat": 0, "action": place(update, 0, 2), "key": "k"})

    assert (status, problem["code"]) == (409, "key.reused")


def test_a_repeated_undo_takes_back_once(live: Live, player: Player) -> None:
    table = player.table("me", "random")["id"]
    update = player.wait_turn(table, 0)
    for _ in range(3):
        player.act(table, 0, place(update, 0))
    body = {"seat": 0, "key": "undo"}

    first, second = raw(player, table, body, "undo"), raw(player, table, body, "undo")

    assert first == second
    assert first[1]["step"] == update["step"] + 2
    assert entries(live, table).count("undo") == 1


def test_two_windows_of_one_player(live: Live, player: Player) -> None:
    table = player.table("me", "random")["id"]
    update = player.wait_turn(table, 0)
    before = entries(live, table).count("act")
    bodies = [
        {"seat": 0, "action": place(update, 0), "key": f"window-{number}", "seq": update["seq"]} for number in range(2)
    ]

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(lambda body: raw(player, table, body), bodies), key=lambda answer: answer[0])

    assert [status for status, _ in answers] == [200, 409]
    assert answers[1][1]["code"] == "action.stale"
    assert entries(live, table).count("act") == before + 1


def test_two_players_who_act_at_once(live: Live, player: Player, other: Player) -> None:
    table = player.table("me", "open", start=False)["id"]
    other.post(f"/api/tables/{table}/seats/1", {"kind": "me"})
    player.post(f"/api/tables/{table}/start")
    update = player.snapshot(table)["update"]
    first = update["to_act"][0]
    mover = player if first == 0 else other
    action = place(mover.snapshot(table)["update"], first)
    sent = [(who, {"seat": seat, "action": action, "key": "x"}) for seat, who in enumerate((player, other))]

    with ThreadPoolExecutor(2) as pool:
        answers = dict(enumerate(pool.map(lambda one: raw(one[0], table, one[1]), sent)))

    assert answers[first][0] == 200
    assert answers[1 - first][1]["code"] == "turn.not_yours"
    assert entries(live, table).count("act") == 1


def test_entries_are_numbered_without_gaps(live: Live, player: Player) -> None:
    table = player.table("random", "random", options={"turn_limit": 2})["id"]
    player.wait_over(table)

    found = stored(live, table)

    assert [seq for seq, _ in found] == list(range(1, len(found) + 1))


@pytest.fixture
def two(database: str) -> Iterator[list[Live]]:
    settings = msgspec.structs.replace(SETTINGS, database=database)
    servers = [Live(settings), Live(settings)]
    yield servers
    for server in servers:
        server.stop()


def test_two_processes_over_one_database_agree(two: list[Live]) -> None:
    here, there = (server.player() for server in two)
    table = here.table("me", "local")["id"]
    there.http.cookies.update(here.http.cookies)
    update = here.snapshot(table)["update"]
    seat = update["to_act"][0]
    there.snapshot(table)
    most = update["offers"][str(seat)][0]["most"]
    action = place(update, seat)

    with there.stream(table) as events, ThreadPoolExecutor(6) as pool:
        turns = [(here, there)[number % 2] for number in range(most)]
        answers = list(pool.map(lambda who: who[1].act(table, seat, {**action}, key=f"n{who[0]}"), enumerate(turns)))
        last = max(answer["seq"] for answer in answers)
        events.wait(lambda got: got.of("update") and got.of("update")[-1]["seq"] == last)

    assert len({answer["step"] for answer in answers}) == most
    assert here.snapshot(table)["update"] == there.snapshot(table)["update"]
    assert len([kind for kind in entries(two[0], table) if kind == "act"]) == most
    for one in (here, there):
        one.close()


def test_a_table_another_process_started_is_not_dissolved(two: list[Live]) -> None:
    here, there = (server.player() for server in two)
    table = here.table("me", "random", start=False)["id"]
    there.http.cookies.update(here.http.cookies)
    there.get(f"/api/tables/{table}")
    here.post(f"/api/tables/{table}/start")

    answer = there.http.delete(f"/api/tables/{table}")

    assert (answer.status_code, answer.json()["code"]) == (409, "table.started")
    assert here.snapshot(table)["update"] is not None
    assert there.get(f"/api/tables/{table}")["status"] == "running"


def test_what_comes_to_a_table_another_process_dissolved_is_told_so(two: list[Live]) -> None:
    here, there = (server.player() for server in two)
    table = here.table("me", "open", start=False)["id"]
    there.get(f"/api/tables/{table}")
    assert here.http.delete(f"/api/tables/{table}").status_code == 204

    assert there.post(f"/api/tables/{table}/seats/1", {"kind": "me"}, 404)["code"] == "table.unknown"
