"""Questions about a position, and the ground that figures stand on: answered, told why not, and harmless."""

from __future__ import annotations

import asyncio
import threading
from typing import cast

import msgspec
import pytest

from tests.server.live import Json, Live, Player, alone
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.server.inquiries import AT_ONCE, Asked, Desk
from wartable.server.limits import RATES
from wartable.server.problems import Refused


def raid(player: Player, **options: object) -> str:
    """Make a table of the raid on Edoras where one person plays both sides."""
    table: str = player.table("me", "local", game=RING_OF_POWER.key, options=options)["id"]
    return table


def asked(player: Player, table: str, seat: int | None, **inquiry: object) -> Json:
    """Ask and return the answer."""
    return player.post(f"/api/tables/{table}/inquiries", {"seat": seat, "inquiry": inquiry})


def test_a_move_that_was_asked_about_can_be_made(player: Player) -> None:
    table = raid(player)
    update = player.snapshot(table)["update"]
    seat = update["to_act"][0]
    owner = update["view"]["question"]["player"]
    mine = [one["figure"] for one in update["view"]["figures"] if one["figure"]["owner"] == owner]
    lead = next(one for one in mine if not one.get("inside"))

    reach = asked(player, table, seat, ask="reach", figures=[lead["id"]])
    way = asked(player, table, seat, ask="way", figures=[lead["id"]], to=[lead["x"] + 300, lead["y"] + 4000])

    assert reach["areas"]
    assert reach["reason"] is None
    assert reach["allowance"] == way["allowance"]
    assert way["fault"] is None
    after = player.act(table, seat, way["move"])
    moved = {one["figure"]["id"]: one["figure"] for one in after["view"]["figures"]}[lead["id"]]
    assert [moved["x"], moved["y"]] == way["paths"][0][1][-1]


def test_asking_changes_nothing_and_needs_no_turn(player: Player, live: Live) -> None:
    other = live.player()
    table = player.table("me", "open", game=RING_OF_POWER.key, start=False)["id"]
    other.post(f"/api/tables/{table}/seats/1", {"kind": "me"})
    before = player.snapshot(table)
    waits = next(one for one, seat in ((player, 0), (other, 1)) if seat not in before["update"]["to_act"])
    figure = before["update"]["view"]["figures"][0]["figure"]["id"]

    answer = asked(waits, table, None, ask="reach", figures=[figure])

    assert answer["areas"] or answer["reason"]
    assert player.snapshot(table)["seq"] == before["seq"]


def test_a_stranger_who_asks_is_told_that_only_the_table_may(player: Player, live: Live) -> None:
    table = raid(player)
    body = {"seat": None, "inquiry": {"ask": "reach", "figures": [1]}}
    known, unknown = live.player(), live.player()
    known.me()

    answers = [one.http.post(f"/api/tables/{table}/inquiries", json=body) for one in (known, unknown)]

    assert [(one.status_code, one.json()["code"]) for one in answers] == [(403, "inquiry.not_yours")] * 2
    assert "You are watching this game" in answers[0].json()["message"]


def test_who_made_a_table_of_bots_may_ask(player: Player) -> None:
    table = player.table("easy", "easy", game=RING_OF_POWER.key)["id"]

    assert asked(player, table, None, ask="reach", figures=[1])


BEYOND = [[-1, 9_000], [9_000, -400], [10**7, 9_000], [9_000, 2**40], [2**63, 2**63], [-(10**30), 10**30]]


@pytest.mark.parametrize("end", ["to", "through"])
@pytest.mark.parametrize("point", BEYOND)
def test_a_way_beyond_the_table_is_a_fault_that_is_told(player: Player, point: list[int], end: str) -> None:
    table = raid(player)
    update = player.snapshot(table)["update"]
    owner = update["view"]["question"]["player"]
    lead = next(f["figure"] for f in update["view"]["figures"] if f["figure"]["owner"] == owner)
    there = [lead["x"] + 300, lead["y"] + 4000]
    aim = {"to": there, "through": [point]} if end == "through" else {"to": point}

    way = asked(player, table, update["to_act"][0], ask="way", figures=[lead["id"]], **aim)

    assert (way["fault"]["code"], way["fault"]["rule"]) == ("ring.off_table", "ring-of-power C13")
    assert way["move"] is None


NONSENSE: dict[str, tuple[Json, int, str]] = {
    "a question that there is not": ({"ask": "weather"}, 400, "inquiry.malformed"),
    "no question": ({}, 400, "inquiry.malformed"),
    "a field too many": ({"ask": "reach", "figures": [1], "fast": True}, 400, "inquiry.malformed"),
    "nobody": ({"ask": "reach", "figures": []}, 400, "inquiry.malformed"),
    "half a point": ({"ask": "way", "figures": [1], "to": [1]}, 400, "inquiry.malformed"),
    "a figure that is not there": ({"ask": "reach", "figures": [4711]}, 409, "ring.no_figure"),
    "figures of two players": ({"ask": "reach", "figures": [1, 7]}, 409, "ring.not_yours"),
    "a figure twice": ({"ask": "way", "figures": [1, 1], "to": [1, 1]}, 409, "ring.twice"),
    "a retreat while nobody retreats": ({"ask": "retreat", "paths": [[1, [[1, 1]]]]}, 409, "ring.not_now"),
    "odds of a move that is none": (
        {"ask": "battle", "move": {"type": "move", "paths": [[1, [[1, 1], [2, 2]]]]}},
        409,
        "ring.start",
    ),
}


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_is_refused_with_a_reason(player: Player, name: str) -> None:
    inquiry, status, code = NONSENSE[name]
    table = raid(player)

    answer = player.http.post(f"/api/tables/{table}/inquiries", json={"seat": None, "inquiry": inquiry})

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert len(answer.json()["message"]) > 10


def test_others_seats_past_steps_and_games_without_questions(player: Player, live: Live) -> None:
    table = raid(player)
    figure = player.snapshot(table)["update"]["view"]["figures"][0]["figure"]["id"]
    body = {"seat": 0, "inquiry": {"ask": "reach", "figures": [figure]}}
    at = f"/api/tables/{table}/inquiries"

    assert live.player().http.post(at, json=body).json()["code"] == "inquiry.not_yours"
    assert player.http.post(at, json={**body, "seat": 5}).json()["code"] == "seat.not_yours"
    assert player.http.post(at, json={**body, "step": 0}).status_code == 200
    assert player.http.post(at, json={**body, "step": 999}).status_code == 404
    other = player.table("me", "local", game="balance-of-power")["id"]
    assert player.http.post(f"/api/tables/{other}/inquiries", json=body).json()["code"] == "inquiry.unknown"
    open_one = player.table("me", "open", game=RING_OF_POWER.key, start=False)["id"]
    assert player.http.post(f"/api/tables/{open_one}/inquiries", json=body).json()["code"] == "table.open"


def test_a_past_position_answers_as_it_stood(player: Player) -> None:
    table = raid(player)
    update = player.snapshot(table)["update"]
    seat, step = update["to_act"][0], update["step"]
    player_asked = update["view"]["question"]["player"]
    one = next(f["figure"] for f in update["view"]["figures"] if f["figure"]["owner"] == player_asked)
    question = {"ask": "reach", "figures": [one["id"]]}
    then = player.post(f"/api/tables/{table}/inquiries", {"seat": seat, "inquiry": question})
    player.act(table, seat, {"type": "done"})

    now = player.post(f"/api/tables/{table}/inquiries", {"seat": seat, "inquiry": question, "step": step})

    assert now == then


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_ground_is_sent_once(player: Player, theme: str) -> None:
    table = raid(player)
    at = f"/api/tables/{table}/ground?theme={theme}"

    first = player.http.get(at)
    ground = first.json()
    again = player.http.get(at, headers={"if-none-match": first.headers["etag"]})

    assert again.status_code == 304
    assert "no-cache" in first.headers["cache-control"], "a page of a newer version would read this one"
    assert ground["svg"].startswith("<svg")
    assert f'viewBox="0 0 {ground["width"]:g} {ground["height"]:g}"' in ground["svg"]
    assert ground["width"] == ground["table"][0] / 1000 * ground["scale"]
    assert {place["id"] for place in ground["places"]} == {
        place["id"] for place in player.snapshot(table)["update"]["view"]["places"]
    }


def test_a_game_with_a_board_has_no_ground(player: Player) -> None:
    table = player.table("me", "local", game="risk")["id"]

    assert player.http.get(f"/api/tables/{table}/ground").json()["code"] == "ground.none"


def test_who_watches_a_private_table_brings_its_invitation(player: Player, live: Live) -> None:
    table = player.table("me", "local", game=RING_OF_POWER.key, private=True)
    at, guest = f"/api/tables/{table['id']}", live.player()
    invite = table["invite"].partition("=")[2]
    figure = player.snapshot(table["id"])["update"]["view"]["figures"][0]["figure"]["id"]
    body = {"seat": None, "inquiry": {"ask": "reach", "figures": [figure]}}

    assert guest.http.get(f"{at}/ground").status_code == 404
    assert guest.http.post(f"{at}/inquiries", json=body).status_code == 404
    assert guest.http.get(f"{at}/ground", params={"invite": invite}).status_code == 200
    assert guest.http.post(f"{at}/inquiries", params={"invite": invite}, json=body).status_code == 403


def test_a_pointer_may_be_dragged() -> None:
    assert RATES["inquiry"].per_second >= 15
    assert RATES["inquiry"].burst >= 4 * 15


class Slow(msgspec.Struct, frozen=True):
    """A question that takes until it is let go, and notes how many were under way with it."""

    noted: list[str]
    let_go: threading.Event
    name: str

    def answer(self) -> None:
        self.noted.append(f"{self.name} begins")
        self.let_go.wait(30)
        self.noted.append(f"{self.name} ends")


def test_one_question_of_each_person_is_answered_at_a_time_and_others_do_not_wait() -> None:
    noted: list[str] = []
    held, free = threading.Event(), threading.Event()
    free.set()

    async def ask() -> list[bytes]:
        desk = Desk()
        first = [asyncio.create_task(desk.answer("ann", cast("Asked", Slow(noted, held, f"a{k}")))) for k in (1, 2)]
        await asyncio.sleep(0)
        told = await desk.answer("bob", cast("Asked", Slow(noted, free, "b")))
        held.set()
        rest = await asyncio.gather(*first)
        desk.close()
        return [told, *rest]

    assert alone(ask()) == [b"null"] * 3
    assert noted.index("b ends") < noted.index("a1 ends")
    assert noted.index("a1 ends") < noted.index("a2 begins")


def test_a_person_with_many_open_questions_is_asked_to_wait() -> None:
    held = threading.Event()

    async def ask() -> None:
        desk = Desk()
        slow = cast("Asked", Slow([], held, "a"))
        opened = [asyncio.create_task(desk.answer("ann", slow)) for _ in range(AT_ONCE)]
        await asyncio.sleep(0)
        with pytest.raises(Refused, match="Please wait for an answer"):
            await desk.answer("ann", slow)
        held.set()
        await asyncio.gather(*opened)
        assert await desk.answer("ann", slow) == b"null"
        desk.close()

    alone(ask())


def test_the_way_of_a_leader_is_asked_over_http(player: Player) -> None:
    table = player.table("me", "local", "local", game=LOTR_RISK.key)["id"]
    seat = player.snapshot(table)["update"]["view"]["seat"]
    way = asked(player, table, seat, ask="way", space="the_shire")
    assert (way["space"], way["chance"], way["steps"]) == ("the_shire", 0.0, [])
    assert way["reason"]["code"] in {"way.not_now", "way.not_your_turn"}
    refused = player.post(
        f"/api/tables/{table}/inquiries", {"seat": seat, "inquiry": {"ask": "way", "mission": "gollum"}}, status=409
    )
    assert refused["code"] == "mission.not_held"
