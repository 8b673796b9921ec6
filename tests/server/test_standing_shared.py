"""Standing answers of several people at once, over two servers, taken back, in pauses, and of seats that are left."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.games.flow.hands import Pass, Turn
from tests.games.flow.votes import VOTES, VoteGame
from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Live, answers, installed, wait_for
from tests.server.party import ATTACK, DEALT, PASS, DealtGame, Ear, Party
from tests.server.test_kill import free_port
from wartable.engine.values import Seat
from wartable.server import members, standing_answers
from wartable.server.engines import Busy
from wartable.server.schema import entries, standing
from wartable.server.writer import Job

pytestmark = pytest.mark.storage

ROOT = Path(__file__).parents[2]
YES, NO = {"type": "vote", "yes": True}, {"type": "vote", "yes": False}
SERVER = """
import sys
from tests.server.party import DEALT
from wartable.engine import registry
from wartable.server.run import serve
from wartable.server.settings import Settings
registry.register(DEALT)
serve(Settings(database=sys.argv[1], port=int(sys.argv[2]), limits=False, bot_workers=0, log_level="error"))
"""


def seated(live: Live, game: str = DEALT.key) -> Party:
    return Party(live, [live.player() for _ in range(3)], game)


@pytest.fixture
def party(live: Live) -> Iterator[Party]:
    with installed(DEALT):
        yield seated(live)


@pytest.fixture
def voters(live: Live) -> Iterator[Party]:
    with installed(VOTES):
        yield seated(live, VOTES.key)


@pytest.fixture
def there(live: Live, opens: Opens, party: Party) -> Iterator[Party]:
    """The people of the party at a second server over the same database."""
    second = opens(msgspec.structs.replace(SETTINGS, database=live.services.settings.database))
    with party.elsewhere(second.url) as there:
        yield there


@contextmanager
def second_process(live: Live) -> Iterator[str]:
    """The address of a server in a process of its own over the same database."""
    port = free_port()
    server = subprocess.Popen([sys.executable, "-c", SERVER, live.services.settings.database, str(port)], cwd=ROOT)
    try:
        wait_for(lambda: answers(port) or server.poll() is not None)
        assert server.poll() is None, "the server did not start"
        yield f"http://127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


def test_whoever_takes_back_an_answer_that_was_given_for_them_decides_for_themselves(voters: Party) -> None:
    voters.settle(1, "yes")
    assert voters.update()["to_act"] == [0, 2]

    voters.players[1].undo(voters.table, 1)

    assert voters.update()["to_act"] == [0, 1, 2]
    assert voters.on(1) == []
    voters.act(1, NO)
    assert [one["kind"] for one in voters.rows(entries)[-3:]] == ["act", "undo", "act"]


def test_taking_back_a_vote_of_ones_own_leaves_the_others_answers_alone(voters: Party) -> None:
    voters.settle(1, "yes")
    voters.act(2, NO)
    voters.players[2].undo(voters.table, 2)

    assert voters.update()["to_act"] == [0, 2]
    assert voters.on(1) == ["yes"]


def test_an_answer_that_the_game_does_not_know_any_more_is_dropped(
    party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    party.settle(1, "block")
    party.settle(1, "pass")

    known = [one for one in DEALT.standing(None) if one.key == "pass"]
    monkeypatch.setattr(DEALT, "standing", lambda options: known)  # noqa: ARG005
    monkeypatch.setattr(DEALT, "settled", lambda state, seat, key: {"pass": Pass()}[key])  # noqa: ARG005
    party.act(0, ATTACK)

    assert party.update()["to_act"] == [2]
    assert [row["key"] for row in party.rows(standing)] == ["pass"]


def test_an_answer_withdrawn_at_another_server_in_the_last_moment_is_not_given(party: Party, there: Party) -> None:
    party.settle(1, "pass")
    with party.just_before_commit(lambda: there.settle(1, "pass", on=False)):
        party.act(0, ATTACK)

    assert party.update()["to_act"] == [1]
    assert there.on(1) == []


def test_an_answer_made_at_another_server_in_the_last_moment_is_given(party: Party, there: Party) -> None:
    with party.just_before_commit(lambda: there.settle(1, "pass")):
        party.act(0, ATTACK)

    assert party.update()["to_act"] == [2]


def test_a_question_asked_at_another_server_in_the_last_moment_is_answered(party: Party, there: Party) -> None:
    with party.just_before_commit(lambda: there.act(0, ATTACK)):
        party.settle(1, "pass")

    assert there.update()["to_act"] == [2]


def test_settling_at_one_server_knows_what_was_decided_at_another(party: Party, there: Party) -> None:
    party.act(0, ATTACK)
    there.settle(1, "pass")

    assert there.update()["to_act"] == [2]


def test_an_answer_and_what_it_says_are_committed_together(
    live: Live, party: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    party.act(0, ATTACK)
    commit = live.services.store.writer.commit

    async def locked(job: Job) -> None:
        if job.entries:
            raise Busy
        await commit(job)

    monkeypatch.setattr(live.services.store.writer, "commit", locked)
    party.settle(1, "pass", 503)

    assert party.rows(standing) == []


class TwiceGame(DealtGame):
    """The first player is asked twice in a turn."""

    key = "tiny-twice"
    order = (0, 0, 1, 2, 0)

    def clock(self, state: Any) -> tuple[int, Seat | None]:
        begun = state.turn - (not isinstance(state.agenda[0], Turn))
        return (0, 0, 1, 2, 3)[begun], Seat(self.order[begun])


def test_an_answer_made_in_ones_own_turn_while_another_reacts_lasts_to_the_next_turn(live: Live) -> None:
    with installed(TwiceGame()) as game:
        party = seated(live, game)
        party.act(0, ATTACK)
        assert party.update()["to_act"] == [1]
        party.settle(0, "pass")
        party.act(1, PASS)
        party.act(2, PASS)

        assert party.update()["to_act"] == [0]
        assert party.on(0) == ["pass"]
        for seat in (0, 1, 2):
            party.act(seat, PASS)
        assert party.on(0) == []


def test_nobody_is_woken_by_what_somebody_settles_or_withdraws(live: Live, party: Party) -> None:
    table, ear = live.services.hub.known(party.table), Ear()
    assert table is not None
    table.listeners.add(ear)
    party.settle(1, "pass")
    party.settle(1, "block")
    party.settle(1, "pass", on=False)

    assert ear.woken == 0
    party.act(0, ATTACK)
    assert ear.woken == 1


def test_the_answers_of_a_seat_that_was_given_up_or_handed_over_are_dropped(live: Live, party: Party) -> None:
    for seat in (0, 1, 2):
        party.settle(seat, "pass")
    party.players[1].post(f"/api/tables/{party.table}/resign", {"seat": 1})
    assert [row["seat"] for row in party.rows(standing)] == [0, 2]

    other = live.player()
    mine, theirs = (live.run(live.services.store.player(one.me()["id"])) for one in (party.players[2], other))
    assert mine is not None
    assert theirs is not None
    link = members.Link(party.table, public=True, player=mine.id, name=mine.name)
    live.run(members.hand_over(live.services.hub, link, theirs))
    assert [row["seat"] for row in party.rows(standing)] == [0]


def test_answers_that_answer_each_other_for_ever_are_dropped(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(VoteGame):
        key = "tiny-endless"
        rounds = 10**6

    monkeypatch.setattr(standing_answers, "MOST_ANSWERS", 30)
    with installed(Endless()) as game:
        party = seated(live, game)
        for seat in range(3):
            party.settle(seat, "yes")

        assert party.update()["step"] == 2 + 30
        assert party.rows(standing) == []
        assert party.update()["to_act"] == [2]


def test_answers_are_given_while_the_clock_is_paused(live: Live, party: Party) -> None:
    party = Party(live, party.players, pace={"seconds": 86400})
    for player in party.players:
        player.post(f"/api/tables/{party.table}/pause", {"paused": True})
    party.settle(1, "pass")
    party.act(0, ATTACK)
    party.settle(2, "pass")

    assert party.update()["to_act"] == [0]
    assert party.update()["clock"]["deadline"] is None


@pytest.mark.server
def test_two_processes_at_once_lose_no_answer_and_give_none_twice(live: Live) -> None:
    with installed(DEALT), second_process(live) as url:
        for _ in range(6):
            party = seated(live)
            with party.elsewhere(url) as there, ThreadPoolExecutor(4) as pool:
                work = [
                    pool.submit(there.settle, 1, "pass"),
                    pool.submit(party.settle, 2, "pass"),
                    pool.submit(party.settle, 1, "block"),
                    pool.submit(there.act, 0, ATTACK),
                ]
                for one in work:
                    one.result()
            assert party.update()["to_act"] == [0]
            assert [one["seat"] for one in party.rows(entries) if one["kind"] == "act"] == [0, 1, 2]
