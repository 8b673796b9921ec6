"""Secret simultaneous orders, with a tiny game: nobody's order is lost to another's, and none is seen early."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest

from tests.engine.tiny_orders import RING_GAME, SEALED_RING
from tests.server.live import Json, Live, Player
from wartable.engine import registry
from wartable.engine.values import Seat

pytestmark = pytest.mark.storage


@pytest.fixture
def ring() -> Iterator[str]:
    registry.register(RING_GAME)
    yield RING_GAME.key
    registry.unregister(RING_GAME.key)


def three(live: Live, ring: str) -> tuple[list[Player], str]:
    players = [live.player() for _ in range(3)]
    table = players[0].table("me", "open", "open", game=ring, start=False)["id"]
    for seat in (1, 2):
        # The last of three seats taken by people starts the game.
        players[seat].post(f"/api/tables/{table}/seats/{seat}", {"kind": "me"})
    return players, table


def order(player: Player, table: str, seat: int, moves: list[int], status: int = 200) -> Json:
    return player.act(table, seat, {"type": "order", "moves": moves}, status, key=f"{seat}.{sum(moves)}.{moves[0] % 3}")


def test_orders_sent_at_the_same_moment_all_count(live: Live, ring: str) -> None:
    players, table = three(live, ring)
    seq = players[0].snapshot(table)["seq"]

    def send(seat: int) -> Json:
        action = {"type": "order", "moves": [0, 0]}
        return players[seat].act(table, seat, action, key=f"o{seat}", seq=seq)

    with ThreadPoolExecutor(3) as pool:
        answers = list(pool.map(send, range(3)))

    assert sorted(answer["step"] for answer in answers) == [1, 2, 3]
    after = players[0].snapshot(table)["update"]
    assert after["step"] == 3
    assert after["view"]["phase"] != "orders"


def test_an_order_is_secret_until_all_are_in_and_may_be_taken_back(live: Live, ring: str) -> None:
    players, table = three(live, ring)

    mine = order(players[1], table, 1, [0, 1])

    seen = players[0].snapshot(table)["update"]
    assert mine["view"]["pending"] == [None, [0, 1], None]
    assert seen["view"]["pending"] == [None, [], None]
    assert seen["to_act"] == [0, 2]
    assert mine["undo"]["allowed"]
    taken = players[1].undo(table, 1)
    assert taken["view"]["pending"] == [None, None, None]
    order(players[0], table, 0, [0, 0])
    order(players[1], table, 1, [0, 0])
    assert order(players[1], table, 1, [-1, 0], 409)["code"] == "turn.not_yours"
    told = order(players[2], table, 2, [0, 0])
    assert [event["type"] for event in told["events"]] == ["revealed"]


def test_bots_do_not_wait_for_people_nor_people_for_bots(live: Live, ring: str, player: Player) -> None:
    table = player.table("me", "random", "random", game=ring)["id"]

    for number in range(4):
        update = player.wait_turn(table, 0)
        if update["outcome"]:
            break
        player.act(table, 0, registry_default(live, table), key=f"n{number}")

    assert player.snapshot(table)["step"] >= 4


def registry_default(live: Live, table: str) -> Json:
    known = live.services.hub.known(table)
    assert known is not None
    state = known.running().state
    return msgspec.to_builtins(RING_GAME.default(state, Seat(0)))


@pytest.fixture
def sealed() -> Iterator[str]:
    registry.register(SEALED_RING)
    yield SEALED_RING.key
    registry.unregister(SEALED_RING.key)


def draft(player: Player, table: str, seat: int, step: int, action: Json, status: int = 200) -> Json:
    wish = {"seat": seat, "step": step, "revision": 1, "action": action, "ready": True}
    answer = player.http.put(f"/api/tables/{table}/draft", json=wish)
    assert answer.status_code == status, answer.text
    told: Json = answer.json()
    return told


def test_a_second_secret_step_of_a_turn_begins_with_nobody_ready(live: Live, sealed: str) -> None:
    players, table = three(live, sealed)
    stay = {"type": "order", "moves": [0, 0]}
    none = {"type": "build", "space": None}

    for seat, player in enumerate(players):
        draft(player, table, seat, 0, stay)

    update = players[0].snapshot(table)["update"]
    assert (update["turn"], update["ready"], update["view"]["phase"]) == (0, [], "builds")
    assert {key: update["asked"][key] for key in ("kind", "secret", "step", "turn", "brief")} == {
        "kind": "orders",
        "secret": True,
        "step": 1,
        "turn": 0,
        "brief": True,
    }
    assert draft(players[0], table, 0, 0, none, 409)["code"] == "draft.turn"
    draft(players[0], table, 0, 1, none)
    update = players[1].snapshot(table)["update"]
    assert (update["ready"], update["view"]["pending"]) == ([0], [None, None, None])

    for seat in (1, 2):
        draft(players[seat], table, seat, 1, none)

    assert players[0].snapshot(table)["update"]["turn"] == 1


def test_what_is_asked_openly_in_such_a_game_is_decided_at_once(live: Live, sealed: str) -> None:
    players, table = three(live, sealed)
    for seat, moves in enumerate(([0, 1], [0, 0], [0, 0])):
        draft(players[seat], table, seat, 0, {"type": "order", "moves": moves})

    update = players[0].snapshot(table)["update"]
    asked = update["to_act"][0]
    assert (update["asked"]["kind"], update["asked"]["secret"]) == ("reaction", False)
    assert draft(players[asked], table, asked, 0, {"type": "retreat", "space": -1}, 409)["code"] == "draft.none"
    players[asked].act(table, asked, {"type": "retreat", "space": -1})
    assert players[asked].snapshot(table)["update"]["step"] == 4
