"""Standing answers: given at once and in one piece with the question, seen by nobody but their own player."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.games.flow.allied import ALLIED
from tests.server.live import Json, Live, installed
from tests.server.party import ATTACK, DEALT, PASS, Party
from tests.server.test_leaks import tapped
from wartable.server.schema import entries, standing

pytestmark = pytest.mark.storage


@pytest.fixture
def dealt() -> Iterator[str]:
    with installed(DEALT):
        yield DEALT.key


@pytest.fixture
def party(live: Live, dealt: str) -> Party:  # noqa: ARG001 - it is installed
    return Party(live, [live.player() for _ in range(3)])


def test_what_is_settled_in_advance_is_answered_in_one_piece_with_the_question(party: Party) -> None:
    party.settle(1, "pass")
    party.settle(2, "pass")
    with party.players[2].stream(party.table) as events:
        party.act(0, ATTACK)
        told = events.wait(lambda got: next((one for one in got.of("update") if one["step"]), None))

    assert (told["from_step"], told["step"], told["to_act"]) == (0, 3, [0])
    assert [one["seat"] for one in party.rows(entries) if one["kind"] == "act"] == [0, 1, 2]
    assert party.act(0, PASS)["to_act"] == [1]
    assert party.update()["view"]["points"] == [0, -1, 0]


def test_an_answer_for_one_question_is_used_once(party: Party) -> None:
    party.settle(1, "block")
    party.act(0, ATTACK)

    assert party.on(1) == []
    assert party.update()["view"]["counts"] == [1, 1, 1]
    assert party.update()["to_act"] == [2]


def test_an_answer_up_to_ones_turn_runs_out_when_it_comes(party: Party) -> None:
    party.settle(1, "pass")
    party.act(0, ATTACK)
    assert party.on(1) == ["pass"]
    party.act(2, PASS)
    assert party.update()["to_act"] == [0]
    party.act(0, PASS)

    assert party.update()["to_act"] == [1]
    assert party.on(1) == []


def test_an_answer_made_in_ones_own_turn_lasts_until_the_next(party: Party) -> None:
    party.settle(0, "pass")
    party.act(0, ATTACK)
    assert party.on(0) == ["pass"]
    party.act(1, PASS)
    party.act(2, PASS)

    assert party.on(0) == ["pass"]
    assert party.update()["to_act"] == [1]


def test_what_is_settled_while_one_is_asked_is_answered_at_once(party: Party) -> None:
    party.act(0, ATTACK)
    assert party.update()["to_act"] == [1]

    party.settle(1, "pass")

    assert party.update()["to_act"] == [2]


def test_what_is_withdrawn_is_not_answered(party: Party) -> None:
    party.settle(1, "pass")
    party.settle(1, "pass", on=False)
    party.act(0, ATTACK)

    assert party.update()["to_act"] == [1]


def test_nothing_is_told_of_it_before_it_is_used(live: Live, dealt: str) -> None:  # noqa: ARG001
    (other, heard), players = tapped(live), [live.player() for _ in range(2)]
    party = Party(live, [other, *players])
    record = party.players[2].http.get(f"/api/tables/{party.table}/record").content
    with other.stream(party.table) as events:
        events.wait(lambda got: got.of("table"))
        before = (party.update(), party.rows(entries), other.get("/api/tables", show="mine"))
        heard.new()
        party.settle(1, "block")
        party.settle(1, "pass")
        party.settle(1, "pass", on=False)
        assert (party.update(), party.rows(entries), other.get("/api/tables", show="mine")) == before

    assert b"block" not in heard.new()
    assert party.players[2].http.get(f"/api/tables/{party.table}/record").content == record


def test_nobody_but_their_player_sees_or_makes_standing_answers(live: Live, party: Party) -> None:
    party.settle(1, "block")
    stranger = live.player()

    for player in (party.players[0], stranger):
        for answer in (
            player.http.get(party.path, params={"as": 1}),
            player.http.put(party.path, json={"seat": 1, "key": "block", "on": False}),
        ):
            assert answer.status_code in (403, 404)
            assert "block" not in answer.text
    assert party.on(1) == ["block"]


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"seat": 1, "key": "nothing-like-it"}, 404),
        ({"seat": 1, "key": ""}, 400),
        ({"seat": 1, "key": 7}, 400),
        ({"seat": 1}, 400),
        ({"seat": 99, "key": "pass"}, 400),
        ({"seat": 2, "key": "pass"}, 403),
        ({"seat": 1, "key": "pass", "on": "perhaps"}, 400),
        ({"seat": 1, "key": "pass", "more": 1}, 400),
        ([], 400),
    ],
)
def test_broken_wishes_are_refused_and_change_nothing(party: Party, wish: Json, status: int) -> None:
    party.players[1].put(party.path, wish, status)

    assert party.rows(standing) == []


def test_nothing_is_settled_before_a_game_or_after_it(live: Live, dealt: str) -> None:
    player = live.player()
    table = player.table("me", "open", "open", game=dealt, start=False)["id"]

    assert player.put(f"/api/tables/{table}/standing", {"seat": 0, "key": "pass"}, 409)["code"] == "table.open"
    party = Party(live, [live.player() for _ in range(3)])
    party.settle(1, "block")
    for number in range(6):
        party.act(number % 3, PASS)
    assert party.settle(1, "pass", 409)["code"] == "game.over"
    assert party.rows(standing) == []


def test_settling_at_the_moment_of_the_question_is_never_lost(live: Live, dealt: str) -> None:  # noqa: ARG001
    for _ in range(8):
        party = Party(live, [live.player() for _ in range(3)])
        with ThreadPoolExecutor(3) as pool:
            settled = [pool.submit(party.settle, seat, "pass") for seat in (1, 2)]
            attacked = pool.submit(party.act, 0, ATTACK)
            for one in (*settled, attacked):
                one.result()

        assert party.update()["to_act"] == [0]


def test_a_page_is_told_who_is_allied(live: Live) -> None:
    with installed(ALLIED):
        party = Party(live, [live.player() for _ in range(4)], ALLIED.key)

        assert party.update()["sides"] == [0, 1, 0, 1]
