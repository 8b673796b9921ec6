"""Reaction windows at tables: open for their time, silent about who has answered, not asked at a shared screen."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.flow.hands import Play
from tests.games.flow.hushed import HUSHED, HushedGame, HushedState, Window
from tests.server.clockwork import DAY, Time, Timed, away, clock, missed
from tests.server.conftest import fresh_database
from tests.server.live import Events, Json, Live, Player, answers, installed, wait_for
from tests.server.party import ATTACK, PASS, Party
from tests.server.test_kill import free_port
from wartable.engine.values import Seat
from wartable.games.flow.handler import asks
from wartable.games.flow.machine import Flow
from wartable.games.flow.run import Run
from wartable.server import drive, settling
from wartable.server.schema import drafts, entries, standing, tables

pytestmark = pytest.mark.storage
BLOCK = {"type": "play", "card": "block"}
ROOT = Path(__file__).parents[2]


def react_again(run: Run[Any, HushedState], task: Window, given: Any) -> None:
    """Play the first block; then the others are asked again, while the attack stands or not."""
    seats = tuple(seat for seat, action in given if not isinstance(action, Play))
    HUSHED.flow.handlers[Window].takes(run, task, given)  # type: ignore[misc]
    if len(seats) < len(given) and seats:
        run.push(Window(tuple(sorted(seats))))


class ShownGame(HushedGame):
    """A card that is played ends the window, and the others are asked again."""

    key = "tiny-shown"
    flow = Flow(
        {
            **HUSHED.flow.handlers,
            Window: HUSHED.flow.handlers[Window]._replace(
                awaits=asks("reaction", secret=True, brief=True, about="attack.declared", at_once=True),
                takes=react_again,
            ),
        }
    )


class TwiceShown(ShownGame):
    """The first player attacks several times in one turn."""

    key = "tiny-shown-twice"

    def clock(self, state: Any) -> tuple[int, Seat | None]:  # noqa: ARG002
        return 0, Seat(0)

    def _start(self, options: Any, seats: int) -> HushedState:
        state = super()._start(options, seats)
        return replace(state, agenda=state.agenda[:1] * 3)


SHOWN = ShownGame()
SERVER = """
import sys
from tests.server.test_windows import SHOWN
from wartable.engine import registry
from wartable.server.run import serve
from wartable.server.settings import Settings
registry.register(SHOWN)
serve(Settings(database=sys.argv[1], port=int(sys.argv[2]), limits=False, bot_workers=0, log_level="error"))
"""


@pytest.fixture(scope="module", autouse=True)
def games() -> Iterator[None]:
    with installed(SHOWN), installed(HUSHED), installed(TwiceShown()):
        yield


@pytest.fixture(scope="module")
def timed(
    games: None,  # noqa: ARG001 - they are installed
    storage: str,
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Timed]:
    server = Timed(fresh_database(storage, tmp_path_factory.mktemp("timed"), request))
    yield server
    server.stop()


def seated(live: Live, game: str = SHOWN.key, **wish: Any) -> Party:
    return Party(live, [live.player() for _ in range(3)], game, **{"pace": {"window": 20}, **wish})


def wish_of(party: Party, seat: int, action: Json, *, ready: bool = True, revision: int = 0) -> Json:
    step = party.update(seat)["asked"]["step"]
    before = party.players[seat].get(f"/api/tables/{party.table}/draft", **{"as": seat})["revision"]
    return {"seat": seat, "step": step, "revision": revision or before + 1, "action": action, "ready": ready}


def answer(party: Party, seat: int, action: Json, status: int = 200, **more: Any) -> Json:
    return party.players[seat].put(f"/api/tables/{party.table}/draft", wish_of(party, seat, action, **more), status)


def skip(party: Party, seconds: float) -> None:
    assert isinstance(party.live, Timed)
    party.live.skip(seconds)


# --- how long, and what shows


@pytest.mark.parametrize("how", ["silent", "by hand", "settled", "one of each", "pressed and taken back"])
def test_a_window_looks_the_same_and_takes_as_long_however_it_is_answered(timed: Timed, how: str) -> None:
    party, plain = seated(timed), seated(timed)
    if how in ("settled", "one of each"):
        party.settle(1, "pass")
    if how == "settled":
        party.settle(2, "pass")
    seen = []
    for one in (party, plain):
        with one.players[0].stream(one.table) as events:
            one.act(0, ATTACK)
            wait_for(partial(up_to_date, one, events))
            if one is party and how in ("by hand", "one of each"):
                answer(one, 2, PASS)
            if one is party and how == "by hand":
                answer(one, 1, PASS)
            if one is party and how == "pressed and taken back":
                answer(one, 2, PASS)
                answer(one, 2, BLOCK, ready=False)
            skip(one, 19)
            before = told(one, events)
            skip(one, 2)
            wait_for(partial(up_to_date, one, events))
            seen.append((before, told(one, events)))

    assert seen[0] == seen[1]
    assert party.update()["asked"]["kind"] == "turn"
    assert missed(party.players[0], party.table) == [0, 0, 0]
    assert [why(party, step) for step in (2, 3)] == [why(plain, step) for step in (2, 3)]


def up_to_date(party: Party, events: Events) -> bool:
    return bool(events.last_id == party.update()["seq"])


def told(party: Party, events: Events) -> Any:
    """All that somebody else can see of a table."""
    snapshot, at = party.players[0].snapshot(party.table), party.live.time.at  # type: ignore[attr-defined]
    deadline = snapshot["update"]["clock"]["deadline"]
    snapshot["update"]["clock"]["deadline"] = deadline and deadline - 1000 * at
    stream = [(one.name, one.seq) for one in events.got]
    rows = [(row["seq"], row["kind"], row["seat"], row["why"]) for row in party.rows(entries)]
    return [snapshot[key] for key in ("seq", "step", "update", "log", "chat")], stream, rows


def why(party: Party, step: int) -> tuple[int, str]:
    got = party.players[0].http.get(f"/api/tables/{party.table}/why/{step}")
    return got.status_code, got.json()["code"]


def test_who_has_answered_sees_it_and_nobody_else(timed: Timed) -> None:
    party = seated(timed)
    party.act(0, ATTACK)
    with party.players[2].stream(party.table) as own, party.players[1].stream(party.table) as other:
        for events in (own, other):
            events.wait(lambda got: got.of("table"))
        heard = len(other.got)
        answer(party, 2, PASS)
        own.wait(lambda got: got.of("update") and got.of("update")[-1]["ready"] == [2])
        assert len(other.got) == heard

    assert [party.update(seat)["ready"] for seat in range(3)] == [[], [], [2]]
    mine, theirs = (party.players[seat].get("/api/tables", show="mine")[0] for seat in (2, 1))
    assert (mine["waits_for_me"], theirs["waits_for_me"]) == (False, True)


def test_a_card_is_shown_at_once_and_the_others_are_asked_again(timed: Timed) -> None:
    party = seated(timed)
    party.settle(2, "pass")
    party.act(0, ATTACK)
    skip(party, 5)

    assert answer(party, 1, BLOCK)["closed"]

    assert party.update()["view"]["counts"] == [1, 1, 1]
    assert party.update()["to_act"] == [2]
    assert clock(party.players[0], party.table)["deadline"] == timed.time.millis + 20_000
    skip(party, 21)
    assert party.update()["asked"]["kind"] == "turn"
    assert (party.update()["view"]["points"], party.on(2)) == ([0, 0, 0], ["pass"])


def test_a_card_that_was_settled_is_shown_when_the_count_ends(timed: Timed) -> None:
    party = seated(timed)
    party.settle(1, "block")
    party.act(0, ATTACK)
    answer(party, 2, PASS)
    skip(party, 19)
    assert party.update()["view"]["counts"] == [1, 2, 1]

    skip(party, 2)

    assert party.update()["view"]["counts"] == [1, 1, 1]
    assert party.on(1) == []


def test_nothing_is_played_by_silence(timed: Timed) -> None:
    party = seated(timed)
    party.act(0, ATTACK)
    answer(party, 1, BLOCK, ready=False)
    skip(party, 21)

    assert party.update()["view"]["points"] == [0, -1, 0]
    assert party.rows(drafts) == []


def test_bots_answer_a_window_at_a_whole_tick_whatever_they_thought(
    timed: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever holds nothing that fits thinks for no time at all."""
    monkeypatch.setattr(drive, "TICK", 1.5)
    player = timed.player()
    table = str(player.table("me", "random", "random", game=SHOWN.key, pace={"window": 20})["id"])

    player.act(table, 0, ATTACK)
    time.sleep(0.6)
    open_still = player.snapshot(table)["update"]
    assert (open_still["asked"]["kind"], open_still["to_act"]) == ("reaction", [1, 2])

    wait_for(lambda: player.snapshot(table)["update"]["step"] > open_still["step"])


def test_a_single_person_among_bots_is_waited_for_no_longer_than_they_think(timed: Timed) -> None:
    player = timed.player()
    table = str(player.table("me", "random", "random", game=SHOWN.key, pace={"window": 20})["id"])
    player.act(table, 0, PASS)
    at = timed.time.at

    def step() -> bool:
        update = player.wait_turn(table, 0)
        if update["outcome"]:
            return True
        if update["asked"]["secret"]:
            wish = {"seat": 0, "step": update["asked"]["step"], "revision": 1, "action": PASS, "ready": True}
            assert player.put(f"/api/tables/{table}/draft", wish)["closed"]
        else:
            player.act(table, 0, ATTACK)
        return False

    wait_for(step)
    assert timed.time.at == at


def test_a_bots_reason_to_pass_comes_out_no_sooner_than_its_hand(timed: Timed) -> None:
    player = timed.player()
    table = str(player.table("me", "random", "random", game=SHOWN.key, pace={"window": 20})["id"])
    player.act(table, 0, ATTACK)
    player.wait_turn(table, 0)
    known = timed.services.hub.known(table)
    assert known is not None
    steps = range(1, known.step + 1)
    reacted = [step for step in steps if known.stamps[step - 1].bot and known.was_secret(step)]
    assert reacted
    for step in reacted:
        got = player.http.get(f"/api/tables/{table}/why/{step}")
        assert (got.status_code, got.json()["code"]) == (409, "why.secret")


def test_the_time_of_a_turn_stands_still_while_others_answer(timed: Timed) -> None:
    party = seated(timed, pace={"seconds": 300, "window": 20})
    skip(party, 100)
    party.act(0, ATTACK)
    assert clock(party.players[0], party.table)["granted"] == 20
    stopped = Party(timed, party.players, TwiceShown.key, pace={"seconds": 300, "window": 20})
    skip(stopped, 100)
    stopped.act(0, ATTACK)
    skip(stopped, 21)

    assert stopped.update()["to_act"] == [0]
    assert clock(stopped.players[0], stopped.table)["deadline"] == timed.time.millis + 200_000


# --- by correspondence, at one screen, of those who are away


def test_by_correspondence_nobody_is_waited_for_who_has_settled_it(timed: Timed) -> None:
    party = seated(timed, pace={"seconds": 3 * DAY, "short": DAY})
    party.settle(2, "pass")
    party.act(0, ATTACK)
    assert clock(party.players[0], party.table)["granted"] == DAY

    answer(party, 1, PASS)

    assert party.update()["asked"]["kind"] == "turn"
    assert party.update()["view"]["points"] == [0, -1, 0]


def test_at_one_screen_nobody_is_asked_in_the_middle_of_anothers_turn(timed: Timed) -> None:
    player = timed.player()
    seen = []
    for settled in (False, True):
        table = str(player.table("me", "local", "local", game=SHOWN.key)["id"])
        if settled:
            player.put(f"/api/tables/{table}/standing", {"seat": 1, "key": "block"})
        update = player.act(table, 0, ATTACK)
        seen.append((update["asked"]["kind"], update["to_act"], update["view"]["points"]))

    assert seen == [("turn", [1], [0, -1, 0]), ("turn", [1], [0, 0, 0])]


def test_at_one_screen_all_are_asked_where_the_table_says_so(timed: Timed) -> None:
    player = timed.player()
    table = str(player.table("me", "local", "local", game=SHOWN.key, pace={"curtain": True})["id"])
    assert player.act(table, 0, ATTACK)["to_act"] == [1, 2]
    for seat in (1, 2):
        wish = {"seat": seat, "step": player.snapshot(table)["update"]["asked"]["step"], "revision": 1}
        player.put(f"/api/tables/{table}/draft", {**wish, "action": PASS, "ready": True})

    assert player.snapshot(table)["update"]["asked"]["kind"] == "turn"


def test_who_is_away_passes_or_has_settled_it(timed: Timed) -> None:
    for settled, points in ((False, [0, -1, 0]), (True, [0, 0, 0])):
        party = seated(timed, HUSHED.key, pace={"seconds": DAY, "misses": 1, "window": 20})
        party.act(0, PASS)
        skip(party, DAY + 1)
        assert away(party.players[0], party.table) == [1]
        if settled:
            party.settle(1, "block")
        party.act(2, PASS)
        party.act(0, ATTACK)
        assert party.update()["to_act"] == [2]
        skip(party, 21)

        assert party.update()["view"]["points"] == points


# --- pauses, undo, and people who come late


def test_a_pause_holds_a_window_open_and_its_count_goes_on_afterwards(timed: Timed) -> None:
    party = seated(timed)
    party.act(0, ATTACK)
    for player in party.players:
        player.post(f"/api/tables/{party.table}/pause", {"paused": True})
    answer(party, 1, PASS)
    answer(party, 2, PASS)
    skip(party, 1000)
    assert party.update()["to_act"] == [1, 2]
    for player in party.players:
        player.post(f"/api/tables/{party.table}/pause", {"paused": False})
    skip(party, 21)

    assert party.update()["asked"]["kind"] == "turn"


def test_nothing_is_taken_back_while_a_window_is_open_or_because_of_how_it_was_answered(timed: Timed) -> None:
    for settled in (False, True):
        party = seated(timed)
        if settled:
            party.settle(1, "pass")
        party.act(0, ATTACK)
        assert party.players[0].undo(party.table, 0, 409)["code"] == "undo.passed"
        assert party.players[1].undo(party.table, 1, 409)["code"] == "undo.other"
        skip(party, 21)
        assert party.players[0].undo(party.table, 0, 409)["code"] == "undo.passed"


def test_an_answer_after_the_window_has_closed_is_refused_and_counts_nowhere(timed: Timed) -> None:
    party = seated(timed)
    party.act(0, ATTACK)
    late = wish_of(party, 1, BLOCK)
    path = f"/api/tables/{party.table}/draft"
    skip(party, 21)

    assert party.players[1].put(path, late, 409)["code"] in ("draft.turn", "draft.none")
    assert party.update()["view"]["points"] == [0, -1, 0]
    assert party.rows(drafts) == []


def test_the_same_answer_twice_is_one_and_an_older_one_is_refused(timed: Timed) -> None:
    party = seated(timed)
    party.act(0, ATTACK)
    path, wish = f"/api/tables/{party.table}/draft", wish_of(party, 2, PASS)

    assert party.players[2].put(path, wish) == party.players[2].put(path, wish)
    other = {**wish, "ready": False}
    assert party.players[2].put(path, other, 409)["code"] == "draft.stale"
    assert [row["ready"] for row in party.rows(drafts)] == [True]


def test_an_answer_that_would_show_at_once_is_refused(timed: Timed) -> None:
    party = seated(timed)
    party.act(0, ATTACK)
    before = party.rows(entries)

    refused = party.players[1].act(party.table, 1, PASS, 409)

    assert refused["code"] == "draft.wanted"
    assert party.rows(entries) == before


def test_strangers_and_others_at_the_table_answer_for_nobody(timed: Timed) -> None:
    party = seated(timed)
    party.act(0, ATTACK)
    wish, stranger = wish_of(party, 1, BLOCK), timed.player()
    stranger.me()
    for player in (stranger, party.players[0], party.players[2]):
        for path, body in (("draft", wish), ("standing", {"seat": 1, "key": "pass"})):
            assert player.http.put(f"/api/tables/{party.table}/{path}", json=body).status_code in (401, 403)
        assert player.http.get(f"/api/tables/{party.table}/draft", params={"as": 1}).status_code in (401, 403)
    not_asked = {**wish, "seat": 0}
    assert party.players[0].put(f"/api/tables/{party.table}/draft", not_asked, 409)["code"] == "draft.not_asked"
    assert (party.rows(drafts), party.rows(standing)) == ([], [])


def test_an_answer_for_a_card_that_is_not_held_does_nothing_and_tells_nothing(timed: Timed) -> None:
    party = seated(timed)
    assert party.settle(2, "block")["offered"] == party.settle(2, "block")["offered"]
    party.act(0, ATTACK)
    skip(party, 21)

    assert party.update()["view"]["counts"] == [1, 2, 1]
    assert party.on(2) == ["block"]
    party.act(1, PASS)
    party.act(2, {"type": "attack", "target": 1})
    assert answer(party, 1, {"type": "play", "card": "nothing"}, 409)["code"]


def test_only_so_many_answers_are_kept_for_a_seat(timed: Timed, monkeypatch: pytest.MonkeyPatch) -> None:
    party = seated(timed)
    monkeypatch.setattr(settling, "MOST", 1)
    party.settle(1, "pass")

    assert party.settle(1, "block", 409)["code"] == "standing.many"
    party.settle(1, "pass")
    party.settle(1, "pass", on=False)
    party.settle(1, "block")


# --- several at once, other processes, and servers that die


def test_cards_played_at_the_same_moment_are_shown_one_after_the_other(timed: Timed) -> None:
    for _ in range(4):
        party = seated(timed)
        party.act(0, ATTACK)
        wishes = [(seat, wish_of(party, seat, action)) for seat, action in ((1, BLOCK), (2, PASS))]
        path = f"/api/tables/{party.table}/draft"
        with ThreadPoolExecutor(3) as pool:
            sent = [pool.submit(party.players[seat].http.put, path, json=wish) for seat, wish in wishes]
            settled = pool.submit(party.settle, 2, "pass")
            assert {one.result().status_code for one in sent} <= {200, 409}
            settled.result()

        assert party.update()["view"]["counts"] == [1, 1, 1]
        skip(party, 21)
        assert party.update()["asked"]["kind"] == "turn"
        assert party.update()["view"]["points"] == [0, 0, 0]


def test_an_answer_at_another_server_in_the_last_moment_counts_or_is_refused(timed: Timed) -> None:
    second = Timed(timed.services.settings.database, timed.time)
    try:
        party = seated(timed)
        with party.elsewhere(second.url) as there:
            party.act(0, ATTACK)
            wish = wish_of(there, 1, BLOCK)
            path = f"/api/tables/{party.table}/draft"
            timed.time.at += 21
            told: list[int] = []
            with party.just_before_commit(lambda: told.append(there.players[1].http.put(path, json=wish).status_code)):
                timed.tick()
            second.tick()

        counted = told == [200]
        assert counted or told[0] in {409, 503}
        assert party.update()["view"]["counts"] == [1, 1 if counted else 2, 1]
    finally:
        second.stop()


@contextmanager
def process(url: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    port = free_port()
    server = subprocess.Popen([sys.executable, "-c", SERVER, url, str(port)], cwd=ROOT)
    try:
        wait_for(lambda: answers(port) or server.poll() is not None)
        assert server.poll() is None, "the server did not start"
        yield server, f"http://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


@pytest.mark.server
@pytest.mark.slow
def test_a_window_outlives_a_server_that_is_killed_in_the_middle_of_it(
    storage: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    database = fresh_database(storage, tmp_path, request)
    live = object.__new__(Live)
    with process(database) as (server, url):
        players = [Player(url) for _ in range(3)]
        party = Party(live, players, SHOWN.key, pace={"window": 4})
        party.settle(1, "block")
        party.act(0, ATTACK)
        answer(party, 2, PASS)
        before = party.update()
        server.kill()
    with process(database) as (_, url), party.elsewhere(url) as there:
        assert there.players[2].get(f"/api/tables/{party.table}/draft", **{"as": 2})["ready"] in (True, False)
        update = wait_for(lambda: (got := there.update())["view"]["counts"] == [1, 1, 1] and got)
        assert before["view"]["counts"] == [1, 2, 1]
        assert update["view"]["points"] == [0, 0, 0]
    for player in players:
        player.close()


def test_a_restart_in_the_middle_of_a_window_changes_nothing(
    storage: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    database, time = fresh_database(storage, tmp_path, request), Time()
    first = Timed(database, time)
    party = seated(first)
    party.settle(1, "block")
    party.act(0, ATTACK)
    answer(party, 2, PASS)
    first.stop()
    second = Timed(database, time)
    try:
        with party.elsewhere(second.url) as there:
            assert there.players[2].get(f"/api/tables/{party.table}/draft", **{"as": 2})["ready"]
            second.skip(19)
            assert there.update()["to_act"] == [1, 2]
            second.skip(2)
            assert there.update()["view"]["counts"] == [1, 1, 1]
    finally:
        second.stop()


def test_the_deadline_of_a_window_stays_where_all_have_answered(timed: Timed) -> None:
    party = seated(timed)
    party.act(0, ATTACK)
    answer(party, 1, PASS)
    answer(party, 2, PASS)
    party.players[0].post(f"/api/tables/{party.table}/chat", {"text": "Well?", "key": "k"}, 201)

    (row,) = [one for one in all_rows(timed) if one["id"] == party.table]
    assert row["deadline"] == timed.time.at + 20


def all_rows(live: Live) -> list[Any]:
    with live.services.store.read_engine.connect() as connection:
        return list(connection.execute(tables.select()).mappings())
