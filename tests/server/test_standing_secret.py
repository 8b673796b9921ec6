"""Standing answers to what is asked in secret: given with all others, so nobody learns who had settled something."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.games.flow.hushed import HUSHED
from tests.server.clockwork import MINUTE, Timed, missed
from tests.server.conftest import fresh_database
from tests.server.live import Json, Live, installed
from tests.server.party import ATTACK, PASS, Party
from wartable.server.schema import drafts, entries

pytestmark = pytest.mark.storage
BLOCK = {"type": "play", "card": "block"}


@pytest.fixture
def party(live: Live) -> Iterator[Party]:
    with installed(HUSHED):
        yield Party(live, [live.player() for _ in range(3)], HUSHED.key)


@pytest.fixture(scope="module")
def timed(storage: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    server = Timed(fresh_database(storage, tmp_path_factory.mktemp("timed"), request))
    yield server
    server.stop()


def answer(party: Party, seat: int, action: Json, *, ready: bool = True) -> Json:
    step = party.update(seat)["asked"]["step"]
    wish = {"seat": seat, "step": step, "revision": 1, "action": action, "ready": ready}
    return party.players[seat].put(f"/api/tables/{party.table}/draft", wish)


def test_all_who_are_asked_have_settled_it(party: Party) -> None:
    party.settle(1, "block")
    party.settle(2, "pass")

    party.act(0, ATTACK)

    assert party.update()["to_act"] == [1]
    assert party.update()["asked"]["kind"] == "turn"
    assert [one["seat"] for one in party.rows(entries) if one["kind"] == "act"] == [0, 1, 2]
    assert (party.on(1), party.on(2)) == ([], ["pass"])


def test_who_has_settled_it_looks_like_one_who_thinks_until_all_are_in(party: Party) -> None:
    seen: list[Any] = []
    for settled in (False, True):
        party = Party(party.live, [party.live.player() for _ in range(3)], HUSHED.key)
        if settled:
            party.settle(1, "block")
        party.act(0, ATTACK)
        seen.append([_public(party.update(seat)) for seat in (0, 2)])

    assert seen[0] == seen[1]
    assert seen[1][0]["to_act"] == [1, 2]


def _public(update: Json) -> Json:
    return {key: update[key] for key in ("seq", "step", "to_act", "ready", "view", "log", "asked", "points")}


def test_a_standing_answer_is_given_with_the_last_that_is_made_by_hand(party: Party) -> None:
    party.settle(1, "block")
    party.act(0, ATTACK)

    assert answer(party, 2, PASS)["closed"]

    made = [one for one in party.rows(entries) if one["kind"] == "act"]
    assert [one["seat"] for one in made] == [0, 1, 2]
    assert made[2]["seq"] == made[1]["seq"] + 1
    assert party.update()["view"]["points"] == [0, 0, 0]
    assert party.on(1) == []
    assert party.rows(drafts) == []


def test_what_is_settled_last_closes_the_window(party: Party) -> None:
    party.act(0, ATTACK)
    assert not answer(party, 2, PASS)["closed"]

    party.settle(1, "pass")

    assert party.update()["asked"]["kind"] == "turn"
    assert party.update()["view"]["points"] == [0, -1, 0]


def test_a_draft_that_is_ready_comes_before_what_was_settled(party: Party) -> None:
    party.settle(1, "pass")
    party.act(0, ATTACK)
    answer(party, 1, BLOCK)
    assert party.update()["to_act"] == [1, 2]

    answer(party, 2, PASS)

    assert party.update()["view"]["points"] == [0, 0, 0]


def test_nobody_sees_who_has_answered_a_reaction_by_hand(party: Party) -> None:
    party.act(0, ATTACK)
    answer(party, 2, PASS)

    assert (party.update(0)["ready"], party.update(1)["ready"], party.update(2)["ready"]) == ([], [], [2])


def test_a_seat_is_offered_what_its_hand_allows_and_keeps_what_it_has_settled(party: Party) -> None:
    def keys(seat: int) -> list[str]:
        return [one["key"] for one in party.players[seat].get(party.path, **{"as": seat})["offered"]]

    assert (keys(1), keys(2)) == (["pass", "block"], ["pass"])
    party.settle(2, "block")
    assert keys(2) == ["pass", "block"]


def test_a_reaction_stays_open_for_its_time_whoever_has_answered(timed: Timed) -> None:
    with installed(HUSHED):
        seen: list[Any] = []
        for settled in (False, True):
            party = Party(timed, [timed.player() for _ in range(3)], HUSHED.key, pace={"window": 5})
            if settled:
                party.settle(1, "block")
                party.settle(2, "pass")
            party.act(0, ATTACK)
            if not settled:
                answer(party, 2, PASS)
            seen.append((party.update()["to_act"], party.update()["clock"]["granted"]))
            timed.skip(4)
            assert party.update()["to_act"] == [1, 2]
            timed.skip(2)
            seen.append(party.update()["view"]["points"])

        assert seen == [([1, 2], 5), [0, -1, 0], ([1, 2], 5), [0, 0, 0]]
        assert (party.on(1), missed(party.players[0], party.table)) == ([], [0, 0, 0])


def test_what_was_settled_counts_at_a_deadline_and_is_not_missed(timed: Timed) -> None:
    with installed(HUSHED):
        party = Party(timed, [timed.player() for _ in range(3)], HUSHED.key, pace={"seconds": MINUTE, "window": 0})
        party.settle(1, "block")
        party.act(0, ATTACK)
        timed.skip(MINUTE + 1)

        assert party.update()["view"]["points"] == [0, 0, 0]
        assert missed(party.players[0], party.table) == [0, 0, 1]


def test_too_short_a_time_for_reactions_is_refused(live: Live) -> None:
    player = live.player()

    assert player.table("me", "open", start=False, pace={"window": 1}, status=400)["code"] == "clock.short"
