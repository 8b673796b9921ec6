"""Clocks: turns are closed when their time has run out, once and by one server only; pauses, more time, absences."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from tests.server.clockwork import DAY, MINUTE, Time, Timed, away, clock, draft, kinds, missed, orders, sit
from tests.server.conftest import fresh_database
from tests.server.live import Json, Player, some_action, wait_for
from wartable.engine import registry
from wartable.server.absence import OUT_OF_TIME
from wartable.server.clock_controls import spoken
from wartable.server.schema import drafts, entries
from wartable.server.timing import Timing

pytestmark = pytest.mark.storage


@pytest.fixture(scope="module")
def timed(storage: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    server = Timed(fresh_database(storage, tmp_path_factory.mktemp("timed"), request))
    yield server
    server.stop()


NOTHING = {"type": "orders"}


def test_a_phase_ends_for_all_at_its_deadline_and_drafts_count(timed: Timed) -> None:
    players = [timed.player() for _ in range(5)]
    table = sit(players, game="diplomacy", pace={"seconds": DAY})
    begun = timed.time.millis
    assert clock(players[0], table)["deadline"] == begun + DAY * 1000
    draft(players[2], table, 2, orders(players[2], table, 2, "A PAR - GAS"))
    draft(players[3], table, 3, orders(players[3], table, 3, "A MOS - SPA"))  # cannot be done: it is too far
    draft(players[4], table, 4, orders(players[4], table, 4, "A CON - BUL"), ready=True)

    timed.skip(DAY - 1)
    assert players[0].snapshot(table)["update"]["turn"] == 0
    timed.skip(1)

    update = players[0].snapshot(table)["update"]
    units = {power: {unit["at"] for unit in found} for power, found in update["view"]["units"].items()}
    assert "GAS" in units["france"]
    assert units["russia"] == {"WAR", "MOS", "SEV", "STP/SC"}
    assert "BUL" in units["turkey"]
    assert update["turn"] == 1
    assert missed(players[0], table) == [1, 1, 0, 1, 0]
    assert update["clock"]["deadline"] == timed.time.millis + DAY * 1000
    names = [seat["name"] for seat in players[0].get(f"/api/tables/{table}")["seats"]]
    said = players[0].snapshot(table)["chat"][-1]
    assert (said["name"], said["colour"]) == ("Clock", 0)
    assert said["text"] == f"The time ran out. {names[0]}, {names[1]} and {names[3]} have missed it."
    with timed.services.store.read_engine.connect() as connection:
        assert not list(connection.execute(sa.select(drafts).where(drafts.c.table_id == table)))


def test_turns_end_at_the_table_s_hour_and_on_its_days_after_a_pause_too(timed: Timed) -> None:
    players = [timed.player() for _ in range(5)]
    pace = {"seconds": DAY, "closes_at": "18:00", "zone": "Europe/Berlin", "weekdays": [0, 1, 2, 3, 4]}
    table = sit(players, game="diplomacy", pace=pace)

    def ends() -> str:
        at = clock(players[0], table)["deadline"] / 1000
        return datetime.fromtimestamp(at, ZoneInfo("Europe/Berlin")).strftime("%a %H:%M")

    first = clock(players[0], table)
    assert ends().endswith(" 18:00")
    assert first["granted"] == first["deadline"] / 1000 - timed.time.at >= DAY
    for player in players:
        player.post(f"/api/tables/{table}/pause", {"paused": True})
    timed.skip(5 * DAY + MINUTE)
    for player in players:
        player.post(f"/api/tables/{table}/pause", {"paused": False})
    assert ends().endswith(" 18:00")
    assert ends()[:3] in {"Mon", "Tue", "Wed", "Thu", "Fri"}


def test_a_draft_that_is_not_ready_is_no_missed_deadline(timed: Timed) -> None:
    players = [timed.player() for _ in range(5)]
    table = sit(players, game="diplomacy", pace={"seconds": DAY, "misses": 3})
    timed.skip(DAY)
    assert missed(players[0], table) == [1] * 5

    draft(players[1], table, 1, NOTHING)
    assert missed(players[0], table) == [1] * 5, "nobody is told that a draft is on the way"
    timed.skip(DAY)

    assert missed(players[0], table) == [2, 0, 2, 2, 2]


def test_whoever_misses_too_many_deadlines_is_waited_for_no_more_until_he_is_back(timed: Timed) -> None:
    players = [timed.player() for _ in range(5)]
    table = sit(players, game="diplomacy", pace={"seconds": DAY, "misses": 1})
    for seat in range(4):
        draft(players[seat], table, seat, NOTHING)
    timed.skip(DAY)
    assert away(players[0], table) == [4]
    assert (
        players[0].snapshot(table)["chat"][-1]["text"].endswith("is away: the rules decide until the player is back.")
    )

    for seat in range(4):
        draft(players[seat], table, seat, NOTHING, ready=True)
    wait_for(lambda: players[0].snapshot(table)["update"]["turn"] == 2)

    back = draft(players[4], table, 4, NOTHING)
    assert not back["closed"]
    assert away(players[0], table) == []
    for seat in range(4):
        assert not draft(players[seat], table, seat, NOTHING, ready=True)["closed"]
    assert draft(players[4], table, 4, NOTHING, ready=True)["closed"]
    assert missed(players[0], table) == [0] * 5


def test_coming_back_ends_civil_disorder_too(timed: Timed) -> None:
    players = [timed.player() for _ in range(5)]
    table = sit(players, game="diplomacy", pace={"seconds": DAY, "misses": 1}, options={"disorder_after": 1})
    for seat, text in enumerate(("A VIE H", "F LON H", "A PAR H", "A MOS H")):
        draft(players[seat], table, seat, orders(players[seat], table, seat, text))
    timed.skip(DAY)
    assert players[0].snapshot(table)["update"]["to_act"] == [0, 1, 2, 3]

    back = players[4].post(f"/api/tables/{table}/back")

    assert back["to_act"] == [0, 1, 2, 3, 4]
    assert away(players[0], table) == []


def test_a_turn_ends_by_the_rules_and_cannot_be_taken_back(timed: Timed) -> None:
    players = [timed.player(), timed.player()]
    table = sit(players, pace={"seconds": MINUTE, "absent": "rules"}, options={"first_player": "seat_order"})
    first = players[0].snapshot(table)["update"]
    assert first["to_act"] == [0]

    timed.skip(MINUTE)

    after = players[0].snapshot(table)["update"]
    assert after["to_act"] == [1]
    assert after["clock"]["deadline"] == timed.time.millis + MINUTE * 1000
    assert missed(players[0], table) == [1, 0]
    players[0].undo(table, 0, 409)
    timed.skip(MINUTE)
    assert players[0].snapshot(table)["update"]["to_act"] == [0]
    assert missed(players[0], table) == [1, 1]


def test_a_move_resets_what_was_missed_and_the_time_of_a_turn_is_not_renewed_by_moves(timed: Timed) -> None:
    players = [timed.player(), timed.player()]
    table = sit(players, pace={"seconds": MINUTE, "misses": 3}, options={"first_player": "seat_order"})
    for _ in range(2):
        timed.skip(MINUTE)
    assert missed(players[0], table) == [1, 1]
    deadline = clock(players[0], table)["deadline"]
    timed.skip(20)

    update = players[0].snapshot(table)["update"]
    offer = next(iter(update["offers"]["0"]))
    assert offer["kind"] in {"claim", "place"}
    action = {"type": offer["kind"], "space": offer["targets"][0]}
    players[0].act(table, 0, action if offer["kind"] == "claim" else {**action, "count": 1})

    assert missed(players[0], table) == [0, 1]
    now = players[0].snapshot(table)["update"]
    if now["to_act"] == [0]:
        assert now["clock"]["deadline"] == deadline


def test_a_bot_plays_for_whoever_is_away_and_he_may_come_back(timed: Timed) -> None:
    players = [timed.player(), timed.player()]
    wish = {"seconds": MINUTE, "misses": 1, "absent": "bot"}
    table = sit(players, pace=wish, options={"first_player": "seat_order"})
    timed.skip(MINUTE)
    assert away(players[1], table) == [0]
    assert players[1].get(f"/api/tables/{table}")["seats"][0]["level"]

    wait_for(lambda: _acted(timed, table, players[1]))
    players[0].post(f"/api/tables/{table}/back")

    assert away(players[1], table) == []
    assert players[1].get(f"/api/tables/{table}")["seats"][0]["level"] == ""


def test_by_correspondence_a_turn_of_somebody_away_lasts_its_time_and_is_theirs_when_they_come(timed: Timed) -> None:
    players = [timed.player() for _ in range(3)]
    pace = {"seconds": DAY, "misses": 1, "absent": "bot"}
    table = sit(players, pace=pace, options={"first_player": "seat_order"})
    timed.skip(DAY)
    said = players[1].snapshot(table)["chat"][-1]["text"]
    assert said.endswith("is away: a bot decides when a turn is over until the player is back.")

    _on_until(0, table, players)
    assert clock(players[1], table)["deadline"] == timed.time.millis + DAY * 1000
    timed.skip(DAY - MINUTE)
    assert players[1].snapshot(table)["update"]["to_act"] == [0], "the player may still come"
    players[0].act(table, 0, some_action(players[0].snapshot(table)["update"], 0))
    assert away(players[1], table) == []

    _on_until(1, table, players)
    _on_until(0, table, players)
    timed.skip(DAY)
    _on_until(0, table, players)
    before = kinds(timed, table)
    timed.skip(DAY)
    wait_for(lambda: players[1].snapshot(table)["update"]["to_act"] == [1])
    entered = kinds(timed, table)[len(before) :]
    assert entered[:2] == ["clock over", "act"]
    assert not [kind for kind in entered[1:] if kind.startswith("clock")]
    assert (missed(players[1], table)[0], away(players[1], table)) == (1, [0])


def _on_until(seat: int, table: str, players: list[Player]) -> None:
    """Let everybody else move until a seat is asked."""
    while (on_turn := int(players[0].snapshot(table)["update"]["to_act"][0])) != seat:
        player = players[on_turn]
        player.act(table, on_turn, some_action(player.snapshot(table)["update"], on_turn))


def test_a_turn_of_somebody_away_begins_anew_for_who_takes_their_seat_and_comes_too_late_for_a_bot(
    timed: Timed,
) -> None:
    players = [timed.player() for _ in range(3)]
    pace = {"seconds": DAY, "misses": 1, "offer": 1, "absent": "rules"}
    table = sit(players, pace=pace, options={"first_player": "seat_order"})
    timed.skip(DAY)
    _on_until(0, table, players)
    timed.skip(DAY / 2)
    players[0].post(f"/api/tables/{table}/back")
    assert clock(players[0], table)["deadline"] == timed.time.millis + DAY * 500, "the turn goes on"
    timed.skip(DAY / 2)
    assert away(players[1], table) == [0]

    _on_until(0, table, players)
    timed.skip(DAY / 2)
    newcomer = timed.player()
    newcomer.post(f"/api/tables/{table}/take", {"seat": 0})
    assert clock(newcomer, table)["deadline"] == timed.time.millis + DAY * 1000


def test_a_game_master_need_not_wait_for_somebody_away(timed: Timed) -> None:
    players, master = [timed.player(), timed.player()], timed.player()
    table = master.table("open", "open", start=False, pace={"seconds": DAY, "misses": 1, "absent": "rules"})["id"]
    path = f"/api/tables/{table}"
    master.put(f"{path}/master", {"seat": "mine"})
    for seat, player in enumerate(players):
        player.post(f"{path}/seats/{seat}", {"kind": "me"})
    master.post(f"{path}/start")
    first = players[0].snapshot(table)["update"]["to_act"][0]
    timed.skip(DAY)
    _on_until(first, table, players)

    master.post(f"{path}/close", {"step": players[0].snapshot(table)["update"]["asked"]["step"]})

    assert away(master, table) == [first]
    wait_for(lambda: players[0].snapshot(table)["update"]["to_act"] == [1 - first])


def _acted(timed: Timed, table: str, other: Player) -> bool:
    """Let the other player move if he is asked; whether a bot has decided for the first one."""
    update = other.snapshot(table)["update"]
    if update["to_act"] == [1]:
        other.act(table, 1, some_action(update, 1))
    query = sa.select(entries.c.why).where(entries.c.table_id == table, entries.c.seat == 0, entries.c.kind == "act")
    with timed.services.store.read_engine.connect() as connection:
        return any(why != OUT_OF_TIME for why in connection.execute(query).scalars())


def test_where_everybody_is_away_the_game_sleeps_until_somebody_moves(timed: Timed) -> None:
    player = timed.player()
    table = player.table("me", *["random"] * 4, game="diplomacy", pace={"seconds": MINUTE, "misses": 1})["id"]
    wait_for(lambda: player.snapshot(table)["update"]["to_act"] == [0])
    timed.skip(MINUTE)
    update = wait_for(lambda: _sleeping(player, table))
    assert away(player, table) == [0]
    assert update["clock"]["deadline"] is None
    timed.skip(DAY)
    assert player.snapshot(table)["update"]["turn"] == update["turn"]

    player.post(f"/api/tables/{table}/back")

    assert clock(player, table)["deadline"] == timed.time.millis + MINUTE * 1000


def _sleeping(player: Player, table: str) -> Json:
    update = player.snapshot(table)["update"]
    return update if update["turn"] == 1 and update["to_act"] == [0] else None


def test_the_clock_rests_when_all_want_it_and_goes_on_likewise(timed: Timed) -> None:
    players = [timed.player() for _ in range(5)]
    table = sit(players, game="diplomacy", pace={"seconds": DAY})
    path = f"/api/tables/{table}/pause"
    timed.skip(DAY / 4)
    for player in players[:4]:
        player.post(path, {"paused": True})
    assert clock(players[0], table)["votes"] == [0, 1, 2, 3]
    assert clock(players[0], table)["needed"] == 5
    assert players[4].snapshot(table)["chat"] == [], "a vote is a question in the page"
    players[3].post(path, {"paused": False})
    assert clock(players[0], table)["votes"] == [0, 1, 2]
    for player in players[3:]:
        player.post(path, {"paused": True})

    resting = clock(players[0], table)
    assert resting["paused"]
    assert resting["deadline"] is None
    assert resting["left"] == DAY * 3 // 4
    assert resting["votes"] == []
    timed.skip(5 * DAY)
    assert players[0].snapshot(table)["update"]["turn"] == 0
    for player in players:
        player.post(path, {"paused": False})

    assert clock(players[0], table)["deadline"] == timed.time.millis + DAY * 3 // 4 * 1000
    assert timed.player().post(path, {"paused": True}, 403)["code"] == "seat.none"


def test_a_vote_counts_again_where_those_who_did_not_agree_have_gone(timed: Timed) -> None:
    players = [timed.player() for _ in range(5)]
    table = sit(players, game="diplomacy", pace={"seconds": DAY, "misses": 1})
    path = f"/api/tables/{table}/pause"
    players[0].post(path, {"paused": True})
    draft(players[0], table, 0, NOTHING)
    timed.skip(DAY)
    assert away(players[0], table) == [1, 2, 3, 4]
    assert not clock(players[0], table)["paused"]

    players[0].post(path, {"paused": True})

    assert clock(players[0], table)["paused"]


def test_the_maker_may_give_more_time(timed: Timed) -> None:
    players = [timed.player() for _ in range(5)]
    table = sit(players, game="diplomacy", pace={"seconds": DAY})
    path = f"/api/tables/{table}/extend"
    before = clock(players[0], table)["deadline"]

    assert players[1].post(path, {"seconds": 3600}, 403)["code"] == "table.not_yours"
    longer = players[0].post(path, {"seconds": 3600})["clock"]

    assert longer["deadline"] == before + 3_600_000
    assert longer["granted"] == DAY + 3600
    assert players[1].snapshot(table)["chat"][-1]["text"].endswith("extends this turn by 1 hour.")
    timed.skip(DAY)
    assert players[0].snapshot(table)["update"]["turn"] == 0
    timed.skip(3600)
    assert players[0].snapshot(table)["update"]["turn"] == 1


def test_a_table_without_a_clock_has_nothing_to_stop_and_its_maker_closes_turns(timed: Timed) -> None:
    players = [timed.player(), timed.player()]
    table = sit(players, options={"first_player": "seat_order"})
    nothing: Json = {"deadline": None, "granted": 0, "paused": False, "left": None, "votes": []}
    assert clock(players[0], table).items() >= nothing.items()
    assert players[0].post(f"/api/tables/{table}/pause", {"paused": True}, 409)["code"] == "clock.none"
    assert players[0].post(f"/api/tables/{table}/extend", {"seconds": 60}, 409)["code"] == "clock.none"
    turn = {"step": players[0].snapshot(table)["update"]["asked"]["step"]}

    assert players[1].post(f"/api/tables/{table}/close", turn, 403)["code"] == "table.not_yours"
    closed = players[0].post(f"/api/tables/{table}/close", turn)

    assert closed["to_act"] == [1]
    assert missed(players[0], table) == [0, 0]


def test_where_a_clock_runs_its_maker_waits_like_everybody(timed: Timed) -> None:
    players = [timed.player(), timed.player()]
    table = sit(players, pace={"seconds": MINUTE})
    turn = {"step": players[0].snapshot(table)["update"]["asked"]["step"]}
    assert players[0].post(f"/api/tables/{table}/close", turn, 409)["code"] == "clock.runs"

    for player in players:
        player.post(f"/api/tables/{table}/pause", {"paused": True})
    assert clock(players[0], table)["paused"]
    assert players[0].post(f"/api/tables/{table}/close", turn, 409)["code"] == "clock.paused"


def test_the_pace_is_settled_in_the_lobby(timed: Timed) -> None:
    player, other = timed.player(), timed.player()
    table = player.table("me", "open", start=False)
    path = f"/api/tables/{table['id']}/pace"
    usual = {"short": 0, "window": 0, "curtain": False, "absent": "bot"}
    usual |= {
        "zone": "UTC",
        "closes_at": "",
        "weekdays": [],
        "rest_days": False,
        "times": {},
        "early": True,
        "least": 0,
    }
    usual |= {
        "grace": 0,
        "holidays": 0,
        "holidays_at_once": 0,
        "pause": "all",
        "longest_pause": 14 * DAY,
        "reminders": [],
        "bank": 0,
        "increment": 0,
        "offer": 0,
        "excused": 0,
        "reliable": 0,
        "newcomers": True,
    }
    assert table["pace"] == {"seconds": 0, "misses": 2, **usual}

    assert player.put(path, {"seconds": 5}, 400)["code"] == "clock.short"
    assert other.put(path, {"seconds": 60}, 403)["code"] == "table.not_yours"
    assert player.put(path, {"seconds": DAY, "misses": 3})["pace"] == {"seconds": DAY, "misses": 3, **usual}
    assert player.put(path, {"seconds": 300})["pace"] == {"seconds": 300, "misses": 2, **usual, "window": 20}
    assert player.put(path, {"seconds": DAY, "misses": 3})["pace"]["window"] == 0
    assert other.get("/api/tables")[0]["pace"]["seconds"] == DAY
    player.post(f"/api/tables/{table['id']}/seats/1", {"kind": "bot", "level": "random"})
    player.post(f"/api/tables/{table['id']}/start")
    assert player.put(path, {"seconds": 60}, 409)["code"] == "table.started"


def test_my_tables_come_by_urgency_and_answers_tell_the_time(timed: Timed) -> None:
    player = timed.player()
    slow = player.table("me", "local", pace={"seconds": DAY})["id"]
    none = player.table("me", "local")["id"]
    quick = player.table("me", "local", pace={"seconds": 3600})["id"]

    answer = player.http.get("/api/tables", params={"show": "mine"})

    assert [card["id"] for card in answer.json()] == [quick, slow, none]
    assert answer.json()[0]["deadline"] == timed.time.millis + 3_600_000
    assert answer.json()[0]["granted"] == 3600
    assert answer.headers["wartable-time"] == str(timed.time.millis)


def test_brief_turns_are_those_without_movement() -> None:
    game = registry.get("diplomacy")
    state = game.start(game.presets[next(iter(game.presets))], 7)
    position = state.position
    retreats = replace(state, position=replace(position, phase=replace(position.phase, kind="retreats")))

    asked, later = game.asked(state), game.asked(retreats)
    assert asked is not None
    assert later is not None
    assert not asked.brief
    assert later.brief
    assert game.blurb.brief


def test_spans_of_time_in_words() -> None:
    assert [spoken(s) for s in (1, 90, 3600, 5400, 90_000, 86_400 * 3 + 5)] == [
        "1 second",
        "1 minute and 30 seconds",
        "1 hour",
        "1 hour and 30 minutes",
        "1 day and 1 hour",
        "3 days and 5 seconds",
    ]


def test_a_clock_keeps_what_is_left_while_it_rests() -> None:
    running = Timing(until=100.0, granted=60.0)

    assert running.rest(70.0) == 30.0
    assert Timing(left=12.0, paused=True).rest(70.0) == 12.0
    assert running.lasting(5.0, 70.0).until == 75.0
    assert Time()() == Time().at
