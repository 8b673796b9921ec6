"""Drafts of secret orders: saved with every change, seen by their own player only, revealed when all are ready."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial

import msgspec
import pytest
import sqlalchemy as sa

from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Json, Live, Player, wait_for
from tests.server.party import Ear
from tests.server.restarts import process
from tests.server.test_kill import free_port
from tests.server.test_leaks import Heard, tapped
from wartable.server.absence import CLOSED
from wartable.server.schema import drafts, entries
from wartable.server.settings import database_url

pytestmark = pytest.mark.storage

POWERS = ("austria", "england", "france", "russia", "turkey")
"""Who plays where five sit at the table."""
FIRST = {
    "austria": "A VIE - TYR; A BUD - SER; F TRI - ALB",
    "england": "F LON - ENG; F EDI - NTH; A LVP - YOR",
    "france": "A PAR - GAS; A MAR - BUR; F BRE - PIC",
    "russia": "A WAR - GAL; A MOS - UKR; F SEV - RUM; F STP/SC - BOT",
    "turkey": "A CON - BUL; A SMY - CON; F ANK - ARM",
}


class Party:
    """A table of five at which people sit, each with a browser of his own."""

    def __init__(self, players: list[Player]) -> None:
        self.players = players
        self.table = players[0].table("me", *["open"] * 4, game="diplomacy", start=False)["id"]
        for seat, player in enumerate(players[1:], 1):
            player.post(f"/api/tables/{self.table}/seats/{seat}", {"kind": "me"})
        players[0].post(f"/api/tables/{self.table}/start")
        self.path = f"/api/tables/{self.table}/draft"

    def read(self, seat: int, text: str) -> Json:
        wish = {"seat": seat, "text": text}
        return self.players[seat].post(f"/api/tables/{self.table}/readings", wish)["action"]

    def put(self, seat: int, revision: int, text: str = "", status: int = 200, **more: object) -> Json:
        action = self.read(seat, text or FIRST[POWERS[seat]])
        wish = {"seat": seat, "step": 0, "revision": revision, "action": action, **more}
        return self.players[seat].put(self.path, wish, status)

    def get(self, seat: int, status: int = 200, by: int | None = None) -> Json:
        return self.players[seat if by is None else by].get(self.path, status, **{"as": seat})

    def update(self, seat: int = 0) -> Json:
        return self.players[seat].snapshot(self.table)["update"]


@pytest.fixture
def party(live: Live) -> Party:
    return Party([live.player() for _ in range(5)])


def rows_of(live: Live, table: str) -> list[int]:
    with live.services.store.read_engine.connect() as connection:
        return sorted(connection.execute(sa.select(drafts.c.seat).where(drafts.c.table_id == table)).scalars())


def test_a_draft_is_kept_as_it_is_and_only_for_its_seat(party: Party) -> None:
    assert party.get(2)["revision"] == 0

    saved = party.put(2, 1, "A PAR - BUR")

    assert saved["action"]["orders"][0] == {"type": "move", "unit": {"kind": "A", "at": "PAR"}, "to": "BUR",
                                             "via": False, "path": []}  # fmt: skip
    assert saved["omissions"] == [
        "The fleet in Brest has no order and will hold.",
        "The army in Marseilles has no order and will hold.",
    ]
    assert party.get(2) == saved
    assert party.get(2, 403, by=1)["code"] == "seat.not_yours"
    assert party.update(1)["ready"] == []
    assert party.update(1)["to_act"] == [0, 1, 2, 3, 4]


def test_older_drafts_do_not_replace_newer_ones(party: Party) -> None:
    party.put(2, 5)

    assert party.put(2, 5)["revision"] == 5
    assert party.put(2, 5, "A PAR - BUR", 409)["code"] == "draft.stale"
    assert party.put(2, 4, "A PAR - BUR", 409)["code"] == "draft.stale"
    assert party.put(2, 6, "A PAR - BUR")["revision"] == 6


def test_a_draft_that_changes_tells_the_others_nothing(live: Live, party: Party) -> None:
    before = party.players[1].snapshot(party.table)
    table, ear = live.services.hub.known(party.table), Ear()
    assert table is not None
    table.listeners.add(ear)

    party.put(2, 1, "A PAR - BUR")
    party.put(2, 2, "A PAR - GAS")

    assert party.players[1].snapshot(party.table) == before
    assert ear.woken == 0, "the signs of life on a stream would come at another time"


def test_being_ready_can_be_taken_back_until_the_last_is(party: Party) -> None:
    party.put(2, 1, ready=True)
    assert party.update(0)["ready"] == [2]
    assert party.players[2].get("/api/tables", show="mine")[0]["waits_for_me"] is False

    party.put(2, 2, "A PAR - BUR")

    assert party.update(0)["ready"] == []
    assert party.players[2].get("/api/tables", show="mine")[0]["waits_for_me"] is True


def test_the_last_ready_flag_reveals_all_orders_at_once(live: Live, party: Party) -> None:
    with party.players[0].stream(party.table) as events:
        for seat in range(4):
            assert not party.put(seat, 1, ready=True)["closed"]
        assert party.update()["step"] == 0

        assert party.put(4, 1, ready=True)["closed"]

        update = events.wait(lambda got: next((one for one in got.of("update") if one["step"]), None))
    assert update["step"] == 5
    assert update["turn"] == 1
    assert update["ready"] == []
    told = [event for event in update["events"] if event["type"] == "orders_revealed"]
    assert [event["power"] for event in told] == [
        "austria",
        "england",
        "france",
        "germany",
        "italy",
        "russia",
        "turkey",
    ]
    assert "France orders: Paris to Gascony; Marseilles to Burgundy; Brest to Picardy." in [
        line["text"] for line in update["log"]
    ]
    assert rows_of(live, party.table) == []
    assert party.get(2)["revision"] == 0


def test_all_may_be_ready_at_the_same_moment(party: Party) -> None:
    actions = [party.read(seat, FIRST[power]) for seat, power in enumerate(POWERS)]

    def ready(seat: int) -> Json:
        wish = {"seat": seat, "step": 0, "revision": 1, "action": actions[seat], "ready": True}
        return party.players[seat].put(party.path, wish)

    with ThreadPoolExecutor(5) as pool:
        saved = list(pool.map(ready, range(5)))

    assert [one["closed"] for one in saved].count(True) == 1
    assert party.update()["step"] == 5


def test_a_draft_for_a_turn_that_is_over_is_refused(party: Party) -> None:
    for seat in range(5):
        party.put(seat, 1, ready=True)

    assert party.put(2, 2, "A GAS H", 409)["code"] == "draft.turn"


def test_a_draft_asked_for_too_late_is_no_fault(player: Player) -> None:
    """A page that opens a draft while the last one answers heard 409, where nothing was wrong."""
    table = player.table("me", "easy")["id"]

    late = player.get(f"/api/tables/{table}/draft", **{"as": 0, "step": 10_000})

    assert (late["action"], late["revision"]) == (None, 0)
    assert late["step"] != 10_000


def test_what_cannot_work_is_kept_as_a_draft_but_never_ready(party: Party) -> None:
    saved = party.put(2, 1, "A PAR - MOS")
    assert saved["problem"]["code"].startswith("order.")

    refused = party.put(2, 2, "A PAR - MOS", 409, ready=True)

    assert refused["code"] == saved["problem"]["code"]
    assert party.get(2)["revision"] == 1
    assert party.update()["ready"] == []


def test_an_order_sent_at_once_counts_beside_drafts(party: Party) -> None:
    for seat in range(4):
        party.put(seat, 1, ready=True)

    update = party.players[4].act(party.table, 4, party.read(4, FIRST["turkey"]))

    assert update["step"] == 5
    assert update["turn"] == 1


def test_bots_and_drafts_wait_for_each_other(live: Live, player: Player) -> None:
    table = player.table("me", *["random"] * 4, game="diplomacy")["id"]
    path = f"/api/tables/{table}"
    for turn in range(2):
        update = player.wait_turn(table, 0)
        number = update["turn"]
        wish = {"seat": 0, "step": number, "revision": 1, "action": {"type": "orders"}, "ready": True}
        player.put(f"{path}/draft", wish)
        wait_for(partial(later, player, table, number))
        assert rows_of(live, table) == []
        assert turn < 2


def later(player: Player, table: str, turn: int) -> bool:
    return bool(player.snapshot(table)["update"]["turn"] > turn)


def test_at_a_shared_screen_each_seat_has_its_own_draft(player: Player) -> None:
    table = player.table("me", *["local"] * 7, game="middle-earth-viii")["id"]
    path = f"/api/tables/{table}/draft"
    orders = {"type": "orders", "orders": [{"type": "hold", "unit": {"kind": "A", "at": "GHA"}}]}

    for seat in range(8):
        action = orders if seat == 0 else {"type": "orders"}
        wish = {"seat": seat, "step": 0, "revision": 1, "action": action, "ready": True}
        if seat < 7:
            player.put(path, wish)
            assert player.snapshot(table)["update"]["look"] == seat + 1
            look = player.snapshot(table, **{"as": seat + 1})["update"]
            assert list(look["offers"]) == [str(seat + 1)]
            assert player.get(path, **{"as": seat + 1})["action"] is None
        else:
            assert player.put(path, wish)["closed"]

    assert player.snapshot(table)["update"]["step"] == 8


def test_a_game_in_turns_has_no_drafts(player: Player) -> None:
    table = player.table("me", "easy")["id"]
    wish = {"seat": 0, "step": 0, "revision": 1, "action": {"type": "end_turn"}}

    assert player.put(f"/api/tables/{table}/draft", wish, 409)["code"] == "draft.none"
    assert player.get(f"/api/tables/{table}/draft", 409, **{"as": 0})["code"] == "draft.none"


SECRETS = ("GAS", "PIC", "BUR")
"""Where France goes in its first draft, and nobody else names."""


def test_no_byte_tells_of_a_draft_before_the_reveal(live: Live) -> None:
    seated = [tapped(live) for _ in range(5)]
    watcher, ear = tapped(live)
    party = Party([player for player, _ in seated])
    secrets = [f'"to":"{place}"'.encode() for place in SECRETS]

    with ExitStack() as streams:
        for who, _ in (*seated, (watcher, ear)):
            streams.enter_context(who.stream(party.table))
        for revision, ready in enumerate((False, True, False, True), 1):
            party.put(2, revision, ready=ready)
            look_everywhere(party.table, [*seated, (watcher, ear)])
        others = [heard for seat, (_, heard) in enumerate(seated) if seat != 2] + [ear]
        assert [secret for heard in others for secret in secrets if secret in heard.all] == []
        assert all(secret in seated[2][1].all for secret in secrets)
        for seat in (0, 1, 3, 4):
            party.put(seat, 1, ready=True)
        wait_for(lambda: all(secret in heard.all for heard in others for secret in secrets))


def look_everywhere(table: str, tappeds: list[tuple[Player, Heard]]) -> None:
    for player, _ in tappeds:
        for path in ("", "/game", "/game?as=2", "/at/0", "/at/0?as=2", "/draft?as=2", "/result", "/record", "/why/0"):
            player.http.get(f"/api/tables/{table}{path}")
        player.http.get("/api/tables?show=mine")
        player.http.get("/api/tables?show=open")


class Writer:
    """Somebody who changes a draft again and again, and remembers what was acknowledged."""

    def __init__(self, player: Player, table: str, seat: int) -> None:
        self.player, self.path, self.seat = player, f"/api/tables/{table}/draft", seat
        self.revision = 0

    def save(self, **more: object) -> None:
        place = ("GAS", "BUR", "PIC")[self.revision % 3]
        order = {"type": "move", "unit": {"kind": "A", "at": "PAR"}, "to": place}
        wish = {"seat": self.seat, "step": 0, "revision": self.revision + 1}
        action = {"type": "orders", "orders": [order]} if self.seat == 2 else {"type": "orders"}
        self.player.put(self.path, {**wish, "action": action, **more})
        self.revision += 1


@pytest.mark.server
def test_a_server_killed_keeps_every_draft_it_acknowledged(database: str) -> None:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    with process(database, port):
        player = Player(base)
        table = player.table("me", *["local"] * 4, game="diplomacy")["id"]
        writers = [Writer(player, table, seat) for seat in range(5)]
        for writer in writers:
            writer.save()
    for _ in range(2):
        with process(database, port):
            player = fresh = again(player, base)
            for writer in writers:
                writer.player = fresh
                assert fresh.get(writer.path, **{"as": writer.seat})["revision"] == writer.revision
                writer.save(ready=writer.seat < 4)
            assert fresh.snapshot(table)["update"]["ready"] == [0, 1, 2, 3]
    with process(database, port):
        fresh = again(player, base)
        writers[4].player = fresh
        writers[4].save(ready=True)
        assert fresh.snapshot(table)["update"]["turn"] == 1
        moved = fresh.snapshot(table)["update"]["view"]["units"]["france"]
        fresh.close()
    assert {unit["at"] for unit in moved} & {"GAS", "BUR", "PIC"}


def again(player: Player, base: str) -> Player:
    """Return the same player with new connections: the old ones went down with the server."""
    fresh = Player(base)
    fresh.http.cookies.update(player.http.cookies)
    player.close()
    return fresh


@pytest.mark.server
def test_drafts_left_ready_by_a_crash_are_revealed_after_the_restart(database: str) -> None:
    port = free_port()
    base = f"http://127.0.0.1:{port}"
    with process(database, port):
        player = Player(base)
        table = player.table("me", *["local"] * 4, game="diplomacy")["id"]
        writers = [Writer(player, table, seat) for seat in range(5)]
        for writer in writers:
            writer.save(ready=writer.seat < 4)
    leave_ready(database, table)
    with process(database, port):
        fresh = again(player, base)
        wait_for(lambda: fresh.snapshot(table)["update"]["turn"] == 1)
        fresh.close()


def leave_ready(database: str, table: str) -> None:
    """Write what the last ready flag writes, as if the server had died right after it."""
    engine = sa.create_engine(database_url(database))
    with engine.begin() as connection:
        last = connection.execute(sa.select(sa.func.max(entries.c.seq)).where(entries.c.table_id == table)).scalar_one()
        row = {"table_id": table, "seq": last + 1, "kind": "ready", "seat": 4, "body": '{"ready":true,"turn":0}'}
        connection.execute(sa.insert(entries), {**row, "why": "", "at": 0.0})
        connection.execute(sa.update(drafts).where(drafts.c.seat == 4).values(ready=True))
        connection.execute(sa.text("UPDATE tables SET asked = '{}', updated = 0.0"))
    engine.dispose()


def test_servers_that_share_a_database_share_ready_flags(opens: Opens, database: str) -> None:
    settings = msgspec.structs.replace(SETTINGS, database=database)
    one, two = opens(settings), opens(settings)
    player = one.player()
    table = player.table("me", *["local"] * 4, game="diplomacy")["id"]
    elsewhere = two.player()
    elsewhere.http.cookies.update(player.http.cookies)
    with elsewhere.stream(table) as events:
        events.wait(lambda got: got.of("table"))
        for seat in range(5):
            writer = Writer(player if seat % 2 else elsewhere, table, seat)
            writer.save()
            writer.save(ready=True)
        update = events.wait(lambda got: next((one for one in got.of("update") if one["turn"] == 1), None))
    assert update["step"] == 5
    assert player.snapshot(table)["step"] == 5


def test_a_draft_survives_the_table_in_memory(live: Live, party: Party) -> None:
    party.put(2, 1, ready=True)
    before = party.get(2), party.update(2)

    live.services.hub._tables.pop(party.table)

    assert (party.get(2), party.update(2)) == before


def test_whoever_resigns_is_not_waited_for(party: Party) -> None:
    for seat in range(4):
        party.put(seat, 1, ready=True)

    party.players[4].post(f"/api/tables/{party.table}/resign", {"seat": 4})

    wait_for(lambda: party.update()["turn"] == 1)


def test_drafts_of_private_and_of_open_tables_are_refused(live: Live, player: Player, other: Player) -> None:
    hidden = player.table("me", *["local"] * 4, game="diplomacy", private=True)["id"]
    waiting = player.table("me", *["open"] * 4, game="diplomacy", start=False)["id"]

    assert other.get(f"/api/tables/{hidden}/draft", 404, **{"as": 0})["code"] == "table.private"
    assert player.get(f"/api/tables/{waiting}/draft", 409, **{"as": 0})["code"] == "table.open"
    assert live.player().get("/api/tables/nowhere/draft", 404, **{"as": 0})["code"] == "table.unknown"


def test_whoever_made_the_table_may_close_a_turn(live: Live, party: Party) -> None:
    path = f"/api/tables/{party.table}/close"
    party.put(2, 1)
    party.put(3, 1, "A WAR - LVN; A MOS - SPA")  # cannot be done: Moscow is far from Spain
    party.put(4, 1, ready=True)

    assert party.players[1].post(path, {"step": 0}, 403)["code"] == "table.not_yours"
    update = party.players[0].post(path, {"step": 0})
    assert party.players[0].post(path, {"step": 0}, 409)["code"] == "draft.turn"

    units = update["view"]["units"]
    assert {unit["at"] for unit in units["france"]} == {"GAS", "BUR", "PIC"}
    assert {unit["at"] for unit in units["russia"]} == {"WAR", "MOS", "SEV", "STP/SC"}
    assert update["turn"] == 1
    assert rows_of(live, party.table) == []
    chat = party.players[1].snapshot(party.table)["chat"][-1]["text"]
    assert chat.startswith("I close this turn. Not ready: ")
    assert chat.count(" and ") == 1

    def orders() -> list[Json]:
        log = party.players[1].snapshot(party.table)["log"]
        return [one for one in log if one["kind"] == "orders_revealed" and one["seat"] is not None]

    by_hand, by_rules = (False, False), (True, True)
    decided = [by_rules, by_rules, by_hand, by_rules, by_hand]
    assert [(one["bot"], one["rules"]) for one in orders()] == decided
    party.players[2].post(f"/api/tables/{party.table}/resign", {"seat": 2})
    assert [(one["bot"], one["rules"]) for one in orders()] == decided, "a bot plays on, but did not decide this"
    why = f"/api/tables/{party.table}/why"
    austria, _, france, *_ = [f"{why}/{one['decision']}" for one in orders()]
    assert party.players[1].get(austria)["text"] == CLOSED
    assert party.players[1].get(france, 404)["code"] == "why.none"


def test_a_draft_written_upon_an_older_one_is_refused(party: Party) -> None:
    party.put(2, 1, base=0)
    assert party.put(2, 2, "A PAR - BUR", 409, base=0)["code"] == "draft.stale", "another window has gone on"
    assert party.put(2, 9, "A PAR - BUR", 409, base=8)["code"] == "draft.stale"
    assert party.put(2, 1, base=0)["revision"] == 1, "the same sent again, its answer was lost"
    assert party.put(2, 2, "A PAR - BUR", base=1)["revision"] == 2


def test_the_windows_of_a_player_hear_of_a_draft_and_nobody_else(party: Party) -> None:
    with ExitStack() as streams:
        first, second = (streams.enter_context(party.players[2].stream(party.table)) for _ in range(2))
        stranger = streams.enter_context(party.players[1].stream(party.table))
        party.put(2, 1, base=0)
        party.put(2, 2, "A PAR - BUR", base=1, ready=True)
        for events in (first, second):
            events.wait(lambda got: {"seat": 2, "step": 0, "revision": 2} in got.of("draft"))
        stranger.wait(lambda got: any(update["ready"] == [2] for update in got.of("update")))
    assert not stranger.of("draft")


def test_a_window_hears_of_a_draft_saved_through_another_server(opens: Opens, database: str) -> None:
    settings = msgspec.structs.replace(SETTINGS, database=database)
    here, there = opens(settings), opens(settings)
    party = Party([here.player() for _ in range(5)])
    cookie = party.players[2].http.cookies
    elsewhere = there.player()
    elsewhere.http.cookies.update(cookie)
    with elsewhere.stream(party.table) as events:
        events.wait(lambda got: got.of("table"))
        party.put(2, 1, base=0)
        events.wait(lambda got: {"seat": 2, "step": 0, "revision": 1} in got.of("draft"))
