"""One stream for several tables: each goes on where it was, under its own rights, and none holds another up."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

import pytest

from tests.server.live import Events, Player
from tests.server.test_play import place

pytestmark = pytest.mark.storage


@contextlib.contextmanager
def following(player: Player, *channels: str) -> Iterator[Events]:
    with player.http.stream("GET", "/api/stream", params={"follow": list(channels)}) as response:
        assert response.status_code == 200, response.read()
        events = Events(response)
        try:
            yield events
        finally:
            events.closed = True


def test_one_stream_tells_of_every_table_by_its_number(player: Player) -> None:
    tables = [player.table("me", "random")["id"] for _ in range(3)]
    starts = [player.wait_turn(table, 0) for table in tables]

    with following(player, *(f"{table},{start['seq']}" for table, start in zip(tables, starts, strict=True))) as events:
        events.wait(lambda got: all(got.of(f"{number}.table") for number in range(3)))
        after = player.act(tables[2], 0, place(starts[2], 0))
        player.act(tables[0], 0, place(starts[0], 0))
        events.wait(lambda got: got.of("2.update") and got.of("0.update"))

    assert events.of("2.update")[0]["view"] == after["view"]
    assert not events.of("1.update")
    last = [line for line in events.raw if line.startswith("id: 2.")][-1]
    assert last == f"id: 2.{after['seq']}", "a page knows from where to go on, table by table"


def test_what_was_missed_comes_first(player: Player) -> None:
    table = player.table("me", "random")["id"]
    start = player.wait_turn(table, 0)
    player.act(table, 0, place(start, 0))

    with following(player, f"{table},{start['seq']},0") as events:
        seen = events.wait(lambda got: got.of("0.update"))[0]

    assert (seen["from_step"], seen["step"]) == (start["step"], start["step"] + 1)


def test_a_table_that_may_not_be_followed_is_refused_and_the_others_go_on(player: Player, other: Player) -> None:
    own = player.table("me", "random")["id"]
    start = player.wait_turn(own, 0)
    private = other.table("me", "open", start=False, private=True)
    invite = private["invite"].rpartition("=")[2]

    channels = [f"{private['id']}", f"{own},{start['seq']},1", f"{own},{start['seq']},0", f"{private['id']},,,{invite}"]
    with following(player, *channels, "nowhere") as events:
        events.wait(lambda got: got.of("0.refused") and got.of("1.refused") and got.of("4.refused"))
        player.act(own, 0, place(start, 0))
        events.wait(lambda got: got.of("2.update") and got.of("3.table"))

    codes = [events.of(f"{number}.refused")[0]["code"] for number in (0, 1, 4)]
    assert codes == ["table.private", "seat.not_yours", "table.unknown"]
    assert not events.of("0.table")
    assert not events.of("1.update")


def test_a_page_of_another_identity_is_told_so_and_gets_nothing(player: Player) -> None:
    table = player.table("me", "random")["id"]
    start = player.wait_turn(table, 0)
    me = player.me()["id"]

    with following(player, f"{table},{start['seq']},,,{me}", f"{table},{start['seq']},,,somebody") as events:
        events.wait(lambda got: got.of("1.refused"))
        player.act(table, 0, place(start, 0))
        events.wait(lambda got: got.of("0.update"))

    assert events.of("1.refused")[0]["code"] == "identity.changed"
    assert not events.of("1.update")


def test_a_page_of_a_browser_that_was_signed_out_is_told_so(player: Player) -> None:
    table, me = player.table("me", "random")["id"], player.me()["id"]
    own = next(one["id"] for one in player.get("/api/me/account")["devices"] if one["here"])
    cookies = dict(player.http.cookies)
    player.http.delete(f"/api/me/devices/{own}")
    player.http.cookies.update(cookies)

    with following(player, f"{table},0,,,{me}") as events:
        told = events.wait(lambda got: got.of("0.refused"))[0]

    assert told["code"] == "identity.unknown"
    assert "signed out" in told["message"]


def test_a_dissolved_table_leaves_the_stream_and_the_others_stay(player: Player) -> None:
    gone = player.table("me", "open", start=False)["id"]
    table = player.table("me", "random")["id"]
    start = player.wait_turn(table, 0)

    with following(player, gone, f"{table},{start['seq']}") as events:
        events.wait(lambda got: got.of("0.table"))
        assert player.http.delete(f"/api/tables/{gone}").status_code == 204
        events.wait(lambda got: got.of("0.gone"))
        player.act(table, 0, place(start, 0))
        events.wait(lambda got: got.of("1.update"))


def test_who_has_left_is_away_at_every_table(player: Player) -> None:
    tables = [player.table("me", "open", start=False)["id"] for _ in range(2)]

    def here() -> list[bool]:
        return [player.get(f"/api/tables/{table}")["seats"][0]["present"] for table in tables]

    with following(player, *tables) as events:
        events.wait(lambda _: here() == [True, True])
    events.wait(lambda _: here() == [False, False])


def test_signs_of_life_are_events_that_a_script_sees(player: Player) -> None:
    with following(player, "nowhere") as events:
        events.wait(lambda got: len(got.of("beat")) >= 2)


def test_what_cannot_be_read_is_refused_in_words(player: Player) -> None:
    for wrong in ("a,b", "a,1,x", "a,1,2,3,4,5", "a,-1", "a,²"):
        problem = player.get("/api/stream", 400, follow=wrong)
        assert "table,after,seat,invite,player" in problem["message"]
    player.get("/api/stream", 400)
    player.get("/api/stream", 400, follow=["a"] * 101)
