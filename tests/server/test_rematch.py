"""Playing again: one invitation for all who played, who come by accepting."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa

from tests.server.clockwork import sit
from tests.server.live import Json, Live, Player
from wartable.server.schema import tables

pytestmark = pytest.mark.storage


@pytest.fixture
def duel(live: Live) -> tuple[Player, Player, str]:
    """Two people and the game they have finished."""
    one, two = live.player(), live.player()
    made = one.table("me", "open", start=False, private=True)
    table = made["id"]
    two.post(f"/api/tables/{table}/seats/1", {"kind": "me", "invite": made["invite"].partition("invite=")[2]})
    one.post(f"/api/tables/{table}/start")
    two.post(f"/api/tables/{table}/resign", {"seat": 1})
    return one, two, table


def again(player: Player, table: str, status: int = 201) -> Json:
    return player.post(f"/api/again/{table}", status=status)


def count(live: Live) -> int:
    with live.services.store.read_engine.connect() as connection:
        return int(connection.execute(sa.select(sa.func.count()).select_from(tables)).scalar_one())


def test_nobody_sits_in_a_new_game_unasked(duel: tuple[Player, Player, str]) -> None:
    one, two, table = duel
    new = again(one, table)

    assert new["status"] == "open"
    assert [seat["kind"] for seat in new["seats"]] == ["human", "open"]
    assert two.get(f"/api/tables/{new['id']}")["my_seats"] == []
    seat = two.get(f"/api/tables/{new['id']}")["seats"][1]
    assert (seat["kind"], seat["you"]) == ("open", True)
    assert seat["name"] == new["seats"][1]["name"] != ""


def test_all_see_the_invitation_at_once_and_in_their_list(duel: tuple[Player, Player, str]) -> None:
    one, two, table = duel
    with two.stream(table) as events:
        events.wait(lambda got: got.of("table"))
        new = again(one, table)
        told = events.wait(lambda got: got.of("table")[-1]["again"] and got.of("table")[-1])
    name = new["seats"][0]["name"]

    assert told["again"] == {"table": new["id"], "by": name, "mine": False}
    assert one.get(f"/api/tables/{table}")["again"]["mine"]
    card = next(card for card in two.get("/api/tables", show="mine") if card["id"] == new["id"])
    assert (card["waits_for_me"], card["asked"]) == (True, f"{name} asks you to play again.")
    assert not next(card for card in one.get("/api/tables", show="mine") if card["id"] == new["id"])["waits_for_me"]


def test_the_game_begins_when_the_last_has_accepted(duel: tuple[Player, Player, str]) -> None:
    one, two, table = duel
    new = again(one, table)
    joined = again(two, table)

    assert joined["id"] == new["id"]
    assert joined["status"] == "running"
    assert joined["my_seats"] == [1]
    assert one.get(f"/api/tables/{new['id']}")["my_seats"] == [0]


def test_no_number_of_clicks_makes_a_second_table(live: Live, duel: tuple[Player, Player, str]) -> None:
    one, two, table = duel
    before = count(live)
    with ThreadPoolExecutor(6) as threads:
        found = list(threads.map(lambda who: again(who, table)["id"], [one, two, one, two, one, two]))

    assert len(set(found)) == 1
    assert count(live) == before + 1
    assert again(one, table)["id"] == found[0]
    assert one.get(f"/api/tables/{found[0]}")["status"] == "running"


def test_bots_sit_down_at_once_and_alone_with_them_it_begins(player: Player) -> None:
    old = player.table("random", "random", options={"turn_limit": 1})["id"]
    player.wait_over(old)
    new = again(player, old)

    assert new["id"] != old
    names = [seat["name"] for seat in player.get(f"/api/tables/{old}")["seats"]]
    assert [seat["name"] for seat in new["seats"]] == names
    assert new["status"] in ("running", "finished")


def test_people_at_one_screen_come_together(live: Live) -> None:
    host, guest = live.player(), live.player()
    table = host.table("me", "local", "open", "easy", start=False, options={"turn_limit": 1})["id"]
    guest.post(f"/api/tables/{table}/seats/2", {"kind": "me"})
    host.post(f"/api/tables/{table}/start")
    for who, seat in ((host, 0), (host, 1), (guest, 2)):
        who.post(f"/api/tables/{table}/resign", {"seat": seat})
    host.wait_over(table)

    asked = again(guest, table)
    assert [seat["kind"] for seat in asked["seats"]] == ["open", "open", "human", "bot"]
    joined = again(host, table)

    assert [seat["kind"] for seat in joined["seats"]] == ["human", "local", "human", "bot"]
    assert joined["my_seats"] == [0, 1]
    assert joined["status"] == "running"
    assert not any(seat["resigned"] for seat in joined["seats"])


def test_a_kept_seat_is_for_nobody_else_until_it_is_given_back(live: Live, duel: tuple[Player, Player, str]) -> None:
    one, two, table = duel
    new = again(one, table)
    stranger = live.player()
    path = f"/api/tables/{new['id']}/seats/1"
    wish = {"kind": "me", "invite": new["invite"].partition("invite=")[2]}

    assert stranger.post(path, wish, 409)["code"] == "seat.kept"
    two.post(path, {"kind": "open"})
    assert stranger.post(path, wish)["my_seats"] == [1]


def test_whoever_declined_may_think_again(duel: tuple[Player, Player, str]) -> None:
    one, two, table = duel
    new = again(one, table)
    two.post(f"/api/tables/{new['id']}/seats/1", {"kind": "open"})

    assert again(two, table, 404)["code"] == "table.private"
    two.post(f"/api/tables/{new['id']}/seats/1", {"kind": "me", "invite": new["invite"].partition("invite=")[2]})
    assert one.get(f"/api/tables/{new['id']}")["seats"][1]["kind"] == "human"


def test_a_new_invitation_comes_where_the_first_is_gone_or_has_begun_without_one(live: Live) -> None:
    players = [live.player() for _ in range(3)]
    table = sit(players)
    for seat in (2, 1):
        players[seat].post(f"/api/tables/{table}/resign", {"seat": seat})
    players[0].post(f"/api/tables/{table}/resign", {"seat": 0})
    players[0].wait_over(table)
    first = again(players[0], table)["id"]
    assert players[0].http.delete(f"/api/tables/{first}").status_code == 204

    second = again(players[0], table)["id"]
    again(players[1], table)
    players[1].post(f"/api/tables/{second}/start")
    third = again(players[2], table)["id"]

    assert len({first, second, third}) == 3
    assert again(players[2], table)["id"] == third
    assert again(players[0], table)["id"] == third


def test_strangers_see_no_invitation_and_cannot_accept_one(live: Live) -> None:
    one, two = live.player(), live.player()
    table = sit([one, two])
    two.post(f"/api/tables/{table}/resign", {"seat": 1})
    stranger = live.player()
    new = again(one, table)["id"]

    assert again(stranger, table, 403)["code"] == "table.not_yours"
    assert stranger.get(f"/api/tables/{table}")["again"] is None
    assert new not in {card["id"] for card in stranger.get("/api/tables", show="open")}


def test_a_game_that_goes_on_is_not_played_again(player: Player) -> None:
    table = player.table("me", "random")["id"]
    assert again(player, table, 409)["code"] == "game.running"
