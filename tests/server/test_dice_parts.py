"""The dice that all make together: sealed, opened, mixed; who is late, who does not open, and a host who cheats."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator

import msgspec
import pytest

from tests.server.clockwork import Time, Timed
from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Json, Live, Player, some_action
from wartable.engine.chance import SealedDice
from wartable.engine.errors import BadRecord
from wartable.engine.mixing import NotedRound, Notes, Part, mix
from wartable.engine.record import Record, load, verify
from wartable.server import dice_parts
from wartable.server.schema import tables

pytestmark = pytest.mark.storage


class Browser:
    """What the page of a player does with the dice: keep the first seal, seal, open, keep notes."""

    def __init__(self, player: Player, table: str) -> None:
        self.player, self.path = player, f"/api/tables/{table}"
        self.secret = secrets.token_hex(32)
        self.first = self.dice()["seal"]
        self.rounds: list[NotedRound] = []

    def dice(self) -> Json:
        return self.player.get(self.path)["dice"]

    def join(self) -> Json:
        return self.player.post(f"{self.path}/dice/join")["dice"]

    def seal(self, number: int = 1, status: int = 200) -> Json:
        wish = {"round": number, "seal": hashlib.sha256(bytes.fromhex(self.secret)).hexdigest()}
        return self.player.post(f"{self.path}/dice/seal", wish, status)

    def open(self, number: int = 1, status: int = 200) -> Json:
        parts = tuple(Part(seat=part["seat"], seal=part["seal"]) for part in self.dice()["parts"])
        found = self.player.post(f"{self.path}/dice/open", {"round": number, "secret": self.secret}, status)
        if status == 200:
            self.rounds.append(NotedRound(parts=parts, secret=self.secret))
        return found

    @property
    def notes(self) -> Notes:
        return Notes(seal=self.first, rounds=tuple(self.rounds))


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine gets all the time it wants to seal and open."""
    monkeypatch.setattr(dice_parts, "SEALING", 600.0)
    monkeypatch.setattr(dice_parts, "OPENING", 600.0)


@pytest.fixture
def timed(database: str) -> Iterator[Timed]:
    server = Timed(database, Time())
    yield server
    server.stop()


def two(player: Player, other: Player, **wish: Json) -> tuple[str, Browser, Browser]:
    """Return a table that two have sat down at and joined the dice of."""
    table = player.table("me", "open", "random", start=False, **wish)["id"]
    other.post(f"/api/tables/{table}/seats/1", {"kind": "me"})
    mira, otto = Browser(player, table), Browser(other, table)
    assert mira.join()["joined"]
    assert otto.join()["joined"]
    return table, mira, otto


def rolled(player: Player, table: str) -> int:
    return int(player.snapshot(table)["step"])


def finished(table: str, *players: Player) -> Record:
    """Play a table of Classic Risk to its end and return its record."""
    for _ in range(400):
        for player in players:
            update = player.snapshot(table)["update"]
            if update["outcome"]:
                return load(player.http.get(f"/api/tables/{table}/record").content)
            for seat in player.get(f"/api/tables/{table}")["my_seats"]:
                if seat in update["to_act"]:
                    player.act(table, seat, some_action(update, seat))
    raise AssertionError("the game did not end")


def test_a_table_whose_maker_joins_rolls_only_when_his_part_is_opened(player: Player) -> None:
    table = player.table("me", "random", "random", joins=True)["id"]
    mira = Browser(player, table)
    assert mira.dice()["phase"] == "sealing"
    assert rolled(player, table) == 0

    sealed = mira.seal()["dice"]

    assert (sealed["phase"], [part["seat"] for part in sealed["parts"]]) == ("opening", [0])
    assert rolled(player, table) == 0
    assert mira.open()["dice"]["phase"] == "set"
    assert player.wait_turn(table, 0)["step"] > 0


def test_what_all_added_is_in_the_record_and_verifies(player: Player, other: Player) -> None:
    table, mira, otto = two(player, other, options={"turn_limit": 1})
    player.post(f"/api/tables/{table}/start")
    assert mira.seal()["dice"]["phase"] == "sealing"
    assert rolled(player, table) == 0
    assert otto.seal()["dice"]["phase"] == "opening"
    mira.open()
    assert rolled(player, table) == 0
    otto.open()

    record = finished(table, player, other)

    verdict = verify(record, seal=mira.first, notes=otto.notes)
    assert verdict.dice_match
    assert (verdict.added, verdict.unopened, verdict.first_seal) == ((0, 1), (), True)
    assert {part.secret for part in record.ending.rounds[-1].parts} == {mira.secret, otto.secret}
    result = player.get(f"/api/tables/{table}/result")
    assert result["verified"]
    assert [part["secret"] for part in result["rounds"][0]["parts"]] == [mira.secret, otto.secret]


def test_nothing_opened_is_told_before_the_end(player: Player, other: Player) -> None:
    table, mira, otto = two(player, other)
    player.post(f"/api/tables/{table}/start")
    mira.seal()
    otto.seal()
    mira.open()
    otto.open()

    for path in (f"/api/tables/{table}", f"/api/tables/{table}/game"):
        text = other.http.get(path).text
        assert mira.secret not in text
    assert other.get(f"/api/tables/{table}/result", status=409)["code"] == "game.running"


def test_a_table_that_nobody_joined_begins_at_once(player: Player) -> None:
    table = player.table("me", "random", "random")

    assert table["dice"]["phase"] == "set"
    assert rolled(player, table["id"]) > 0


def test_known_dice_and_games_without_dice_are_not_mixed(player: Player) -> None:
    known = player.table("me", "random", "random", seed="known", joins=True)
    plain = player.table("me", *["random"] * 6, game="diplomacy", joins=True)

    assert (known["dice"]["phase"], known["dice"]["mixes"]) == ("set", False)
    assert (plain["dice"]["phase"], plain["dice"]["mixes"]) == ("set", False)


def test_each_step_may_be_sent_again_and_none_be_changed(player: Player) -> None:
    table = player.table("me", "random", "random", joins=True)["id"]
    mira = Browser(player, table)
    assert mira.open(status=409)["code"] == "dice.late"
    mira.seal()
    mira.seal()
    kept, mira.secret = mira.secret, secrets.token_hex(32)
    assert mira.seal(status=409)["code"] == "dice.late"
    assert mira.open(status=400)["code"] == "dice.secret"
    mira.secret = kept
    mira.open()

    assert mira.open()["dice"]["phase"] == "set"
    assert mira.seal(number=2, status=409)["code"] == "dice.late"


def test_strangers_add_nothing(player: Player, other: Player) -> None:
    table = player.table("me", "random", "random", joins=True)["id"]
    stranger = Browser(other, table)

    assert stranger.seal(status=403)["code"] == "seat.none"
    assert (
        player.post(f"/api/tables/{table}/dice/seal", {"round": 1, "seal": "short"}, 400)["code"] == "request.invalid"
    )


def test_hot_seat_adds_once_for_the_screen(player: Player) -> None:
    table = player.table("me", "local", "local", joins=True)["id"]
    mira = Browser(player, table)

    assert [part["seat"] for part in mira.seal()["dice"]["parts"]] == [0]
    assert mira.open()["dice"]["phase"] == "set"


def test_who_is_away_holds_up_the_start_only_for_a_moment(timed: Timed) -> None:
    player, other = timed.player(), timed.player()
    table, mira, otto = two(player, other)
    player.post(f"/api/tables/{table}/start")
    mira.seal()
    timed.tick()
    assert mira.dice()["phase"] == "sealing"

    timed.skip(dice_parts.SEALING)

    assert mira.dice()["phase"] == "opening"
    assert otto.seal(status=409)["code"] == "dice.late"
    assert mira.open()["dice"]["phase"] == "set"


def test_where_nobody_comes_the_host_s_dice_roll(timed: Timed) -> None:
    player = timed.player()
    table = player.table("me", "random", "random", joins=True, pace={"seconds": 60})["id"]
    assert player.snapshot(table)["update"]["clock"]["deadline"] is None
    listed = next(card for card in player.get("/api/tables", show="mine") if card["id"] == table)
    assert listed["deadline"] is None

    timed.skip(dice_parts.SEALING)

    assert player.get(f"/api/tables/{table}")["dice"]["phase"] == "set"
    assert player.wait_turn(table, 0)["clock"]["deadline"] is not None


def test_the_clock_is_not_stopped_before_it_runs(player: Player) -> None:
    table = player.table("me", "random", "random", joins=True, pace={"seconds": 60})["id"]
    path = f"/api/tables/{table}/pause"
    assert player.post(path, {"paused": True}, 409)["code"] == "dice.pending"
    mira = Browser(player, table)
    mira.seal()
    mira.open()

    assert player.post(path, {"paused": True})["clock"]["paused"]


def test_who_seals_and_does_not_open_makes_the_round_void_and_adds_no_more(timed: Timed) -> None:
    player, other = timed.player(), timed.player()
    table, mira, otto = two(player, other, options={"turn_limit": 1})
    player.post(f"/api/tables/{table}/start")
    mira.seal()
    otto.seal()
    mira.open()
    timed.skip(dice_parts.OPENING)

    again = mira.dice()
    assert (again["phase"], again["round"], again["unopened"]) == ("sealing", 2, [1])
    assert otto.seal(2, status=409)["code"] == "dice.unopened"
    first, mira.secret = mira.secret, secrets.token_hex(32)
    assert mira.seal(2)["dice"]["phase"] == "opening"
    mira.open(2)
    record = finished(table, player, other)

    verdict = verify(record, notes=mira.notes)
    assert (verdict.added, verdict.unopened) == ((0,), (1,))
    assert "sealed a part and did not open it" in verdict.sentence
    host = bytes.fromhex(record.ending.seed)
    assert mix(host, record.ending.rounds) != mix(host, record.ending.rounds[:1])
    assert first in {part.secret for part in record.ending.rounds[0].parts}


def test_what_was_added_survives_the_server(opens: Opens, database: str) -> None:
    first = opens(msgspec.structs.replace(SETTINGS, database=database))
    player = first.player()
    table = player.table("me", "random", "random", joins=True)["id"]
    mira = Browser(player, table)
    mira.seal()
    first.stop()
    second = opens(msgspec.structs.replace(SETTINGS, database=database))
    back = second.player()
    back.http.cookies.update(dict(player.http.cookies))
    mira.player = back

    assert mira.open()["dice"]["phase"] == "set"
    second.stop()
    third = opens(msgspec.structs.replace(SETTINGS, database=database))
    last = third.player()
    last.http.cookies.update(dict(player.http.cookies))
    steps = rolled(last, table)
    assert steps > 0
    last.wait_turn(table, 0)


def test_two_processes_agree_on_the_dice(opens: Opens, database: str) -> None:
    one, two_ = (opens(msgspec.structs.replace(SETTINGS, database=database)) for _ in range(2))
    player, other = one.player(), two_.player()
    table, mira, otto = two(player, other)
    player.post(f"/api/tables/{table}/start")
    mira.seal()
    otto.seal()
    mira.open()
    otto.open()

    assert mira.dice() == otto.dice()
    assert rolled(other, table) == rolled(player, table) > 0


def test_who_plays_again_adds_again(player: Player) -> None:
    table = player.table("me", "random", options={"turn_limit": 1}, joins=True)["id"]
    mira = Browser(player, table)
    mira.seal()
    mira.open()
    finished(table, player)

    fresh = player.post(f"/api/again/{table}", status=201)

    assert fresh["dice"]["phase"] == "sealing"
    assert fresh["dice"]["seal"] != mira.first


def swap_seed(server: Live, table: str, seed: bytes) -> None:
    """Do what a cheating host does: exchange the seed behind the seal."""
    with server.services.store.write_engine.begin() as connection:
        connection.execute(tables.update().where(tables.c.id == table).values(seed=seed))
    held = server.services.hub.known(table)
    if held is not None:
        held.row = msgspec.structs.replace(held.row, seed=seed)
        if held.match is not None:
            held.match.source = held.dice


def test_a_host_who_swaps_the_seed_after_seeing_the_parts_is_caught_by_what_was_noted(
    live: Live, player: Player
) -> None:
    table = player.table("me", "random", options={"turn_limit": 1}, joins=True)["id"]
    mira = Browser(player, table)
    mira.seal()
    swap_seed(live, table, SealedDice.of("the host likes this one").seed)
    mira.open()

    record = finished(table, player)

    assert verify(record).dice_match, "by itself the record is of one piece"
    assert player.get(f"/api/tables/{table}/result")["verified"]
    with pytest.raises(BadRecord, match="seed was changed"):
        verify(record, seal=mira.first)
    with pytest.raises(BadRecord, match="host changed the seed"):
        verify(record, notes=mira.notes)


def test_a_host_who_rolls_one_seed_and_shows_another_is_caught(live: Live, player: Player) -> None:
    table = player.table("me", "random", options={"turn_limit": 1}, joins=True)["id"]
    mira = Browser(player, table)
    mira.seal()
    mira.open()
    finished(table, player)
    swap_seed(live, table, SealedDice.of("another").seed)

    record = load(player.http.get(f"/api/tables/{table}/record").content)

    with pytest.raises(BadRecord, match="the seal gives"):
        verify(record)
    with pytest.raises(BadRecord, match="seed was changed"):
        verify(record, seal=mira.first)


def test_a_host_who_leaves_a_part_out_or_puts_another_in_is_caught(player: Player) -> None:
    table = player.table("me", "random", options={"turn_limit": 1}, joins=True)["id"]
    mira = Browser(player, table)
    mira.seal()
    mira.open()
    record = finished(table, player)
    other = secrets.token_hex(32)
    seal = hashlib.sha256(bytes.fromhex(other)).hexdigest()
    swapped = msgspec.structs.replace(record.ending.rounds[0].parts[0], seal=seal, secret=other)
    replace = msgspec.structs.replace
    for parts in ((), (swapped,)):
        rounds = (replace(record.ending.rounds[0], parts=parts),)
        fake = replace(record, ending=replace(record.ending, rounds=rounds))
        with pytest.raises(BadRecord, match="seals in the record differ from the list"):
            verify(fake, notes=mira.notes)
