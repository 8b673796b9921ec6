"""Votes to stop the clock: asked of all, refused by some, shown in lists, and ended by the longest pause."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.clockwork import DAY, Timed, away, clock, draft, sit
from tests.server.conftest import fresh_database
from tests.server.live import Json, Player

pytestmark = pytest.mark.storage

HOUR = 3600


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


def _pause(player: Player, table: str, *, paused: bool = True) -> Json:
    return player.post(f"/api/tables/{table}/pause", {"paused": paused})["clock"]


def _vote(player: Player, table: str) -> Json | None:
    vote: Json | None = next(card for card in player.get("/api/tables", show="mine") if card["id"] == table)["vote"]
    return vote


def _chat(player: Player, table: str) -> str:
    return str(player.snapshot(table)["chat"][-1]["text"])


def test_an_open_vote_is_marked_in_the_list_of_whoever_has_not_answered(players: list[Player]) -> None:
    table = _table(players, pause="majority")
    assert _vote(players[1], table) is None
    _pause(players[0], table)

    name = players[0].get(f"/api/tables/{table}")["seats"][0]["name"]
    asked = {"about": "pause", "by": [name], "agreed": 1, "needed": 3, "mine": True}
    assert _vote(players[1], table) == asked
    assert _vote(players[0], table) == {**asked, "mine": False}
    _pause(players[1], table, paused=False)
    assert _vote(players[1], table) == {**asked, "mine": False}
    for player in players[2:4]:
        _pause(player, table)
    assert _vote(players[4], table) is None
    assert clock(players[4], table)["paused"]


def test_a_vote_that_too_many_refuse_has_failed_and_all_are_told(players: list[Player]) -> None:
    table = _table(players, pause="majority")
    _pause(players[0], table)
    for player in players[1:3]:
        assert _pause(player, table, paused=False)["votes"] == [0]
    assert clock(players[0], table)["refused"] == [1, 2]
    assert _pause(players[2], table)["refused"] == [1], "a mind may be changed"
    _pause(players[3], table, paused=False)

    failed = _pause(players[4], table, paused=False)

    assert (failed["votes"], failed["refused"], failed["paused"]) == ([], [], False)
    names = [seat["name"] for seat in players[0].get(f"/api/tables/{table}")["seats"]]
    assert _chat(players[0], table) == f"{names[1]}, {names[3]} and {names[4]} do not agree: the clock keeps running."
    assert _pause(players[1], table, paused=False)["refused"] == [], "without a vote there is nothing to refuse"


def test_where_all_must_agree_one_refusal_ends_the_vote(players: list[Player]) -> None:
    table = _table(players)
    _pause(players[0], table)
    assert _pause(players[3], table, paused=False)["votes"] == []
    assert _chat(players[0], table).endswith("does not agree: the clock keeps running.")


def test_a_vote_taken_back_by_the_last_who_agreed_leaves_no_refusals(players: list[Player]) -> None:
    table = _table(players, pause="majority")
    _pause(players[0], table)
    _pause(players[1], table, paused=False)
    left = _pause(players[0], table, paused=False)
    assert (left["votes"], left["refused"]) == ([], [])


def test_a_pause_ends_by_itself_after_the_longest_one_and_leaves_time_to_notice(
    timed: Timed, players: list[Player]
) -> None:
    table = _table(players, pause="majority", longest_pause=3 * DAY)
    timed.skip(DAY - 60)
    for player in players[:3]:
        _pause(player, table)
    resting = clock(players[4], table)
    assert resting["paused_until"] == timed.time.millis + 3 * DAY * 1000
    assert _chat(players[4], table) == "3 of 5 agree: the clock is paused, for 3 days at most."
    timed.skip(3 * DAY - 1)
    assert clock(players[4], table)["paused"]

    timed.skip(1)

    on = clock(players[4], table)
    assert (on["paused"], on["paused_until"], on["left"]) == (False, None, None)
    assert on["deadline"] == timed.time.millis + HOUR * 1000, "a minute was left, and nobody looked for it"
    text = "The pause has lasted 3 days, as long as this table allows. The clock runs again."
    assert _chat(players[4], table) == text
    timed.skip(HOUR)
    assert players[0].snapshot(table)["update"]["turn"] == 1


def test_a_pause_without_a_longest_one_lasts_until_all_agree(timed: Timed, players: list[Player]) -> None:
    table = _table(players, longest_pause=0)
    for player in players:
        _pause(player, table)
    assert clock(players[0], table)["paused_until"] is None
    timed.skip(60 * DAY)
    assert clock(players[0], table)["paused"]


def test_a_pause_that_ends_while_somebody_is_on_holiday_leaves_the_clock_standing(
    timed: Timed, players: list[Player]
) -> None:
    table = _table(players, holidays=9, longest_pause=DAY)
    for player in players:
        _pause(player, table)
    players[4].post(f"/api/tables/{table}/holiday", {"days": 2})
    timed.skip(DAY)
    standing = clock(players[0], table)
    assert (standing["paused"], standing["deadline"], [*standing["holidays"]]) == (False, None, ["4"])
    assert _chat(players[0], table).endswith("Somebody is still on holiday.")
    timed.skip(DAY)
    assert clock(players[0], table)["deadline"] == timed.time.millis + DAY * 1000


def test_whoever_is_away_is_asked_by_no_vote(timed: Timed, players: list[Player]) -> None:
    table = _table(players, misses=1, pause="majority")
    for seat in range(4):
        draft(players[seat], table, seat, {"type": "orders"})
    timed.skip(DAY)
    assert away(players[0], table) == [4]
    _pause(players[0], table)
    assert [(_vote(player, table) or {})["mine"] for player in players] == [False, True, True, True, False]
