"""Windows of Lord of the Rings Risk under attack: broken answers, answers for others, all at the same moment."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from tests.conquest.lotr.play import positions, started
from tests.server.clockwork import Timed
from tests.server.conftest import fresh_database
from tests.server.live import Json, installed
from tests.server.party import Party
from tests.server.test_windows_lotr import Begun
from wartable.engine.values import Seat
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.state import LotrState
from wartable.server.schema import drafts, entries, standing

pytestmark = pytest.mark.storage
GAME = Begun("lotr-hostile")
WINDOW = 20
LONG = "x" * 5_000
BROKEN: tuple[Any, ...] = (
    {"type": "play"},
    {"type": "play", "card": 7},
    {"type": "play", "card": None, "count": 1},
    {"type": "play", "card": "smeagol", "count": "two"},
    {"type": "play", "card": "smeagol", "cards": ["gollum"]},
    {"type": "play", "card": ["smeagol"]},
    {"type": "rolled", "faces": [6]},
    {"type": "drawn", "index": 0},
    {"type": "nothing"},
    {"type": None},
    {},
    [],
    "pass",
    None,
    {"type": "pass", "seat": 2},
)
"""No decisions of the game."""
NOT_NOW: tuple[Json, ...] = (
    {"type": "play", "card": ""},
    {"type": "play", "card": LONG},
    {"type": "play", "card": "\u0000"},
    {"type": "play", "card": "hobbiton"},
    {"type": "play", "card": "raiders"},
    {"type": "play", "card": "courage_alone", "source": "moria", "target": "umbar", "count": -5},
    {"type": "play", "card": "faramir_finds_ringbearer", "count": 2**60},
    {"type": "mission", "card": "hobbiton", "place": [["the_shire", 2]]},
    {"type": "attack", "source": "moria", "target": "lorien", "dice": 3},
    {"type": "discard", "cards": ["gollum"] * 50},
    {"type": "capital", "space": "moria"},
    {"type": "end_turn"},
)
"""Decisions that nobody can make in a window, whatever the hand."""
WRONG: tuple[Json, ...] = ({"seat": "x"}, {"seat": 63}, {"step": -1}, {"revision": 0}, {"ready": "yes"}, {"base": []})


@pytest.fixture(scope="module")
def timed(storage: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    with installed(GAME):
        server = Timed(fresh_database(storage, tmp_path_factory.mktemp("timed"), request))
        yield server
        server.stop()


def position(about: str, seats: int) -> LotrState:
    """Return a position in which so many seats are asked in a window."""
    for luck in range(40):
        for state, _, _ in positions(started("trilogy", 3), Random(luck)):
            asked = LOTR_RISK.asked(state)
            if asked and asked.about == about and len(asked.seats) == seats:
                return state
    raise AssertionError(about)


def seated(timed: Timed, about: str, seats: int) -> Party:
    GAME.first = position(about, seats)
    pace = {"seconds": 600, "window": WINDOW}
    return Party(timed, [timed.player() for _ in range(3)], GAME.key, preset="trilogy", pace=pace)


def wish(party: Party, seat: int, action: object, **more: object) -> Json:
    step = party.update(seat)["asked"]["step"]
    return {"seat": seat, "step": step, "revision": 1, "action": action, "ready": True, **more}


def sent(party: Party, player: int, body: object) -> int:
    return party.players[player].http.put(f"/api/tables/{party.table}/draft", json=body).status_code


def stored(party: Party) -> list[Any]:
    return [party.rows(table) for table in (drafts, standing, entries)]


def test_broken_answers_are_refused_and_change_nothing(timed: Timed) -> None:
    party = seated(timed, "attack.declared", 1)
    (seat,) = party.update()["to_act"]
    before, seen = stored(party), party.update(seat)

    for action in (*BROKEN, *NOT_NOW):
        status = sent(party, seat, wish(party, seat, action))
        assert 400 <= status < 500, action
    for more in WRONG:
        assert 400 <= sent(party, seat, {**wish(party, seat, {"type": "pass"}), **more}) < 500, more
    for key in (
        "pass everything",
        "card hobbiton attack.declared",
        f"card {LONG} attack.declared",
        "\u0000",
        "",
        "pass",
    ):
        answer = party.players[seat].http.put(party.path, json={"seat": seat, "key": key})
        assert 400 <= answer.status_code < 500, key

    assert stored(party) == before
    assert party.update(seat) == seen


def test_nobody_answers_for_another_or_reads_what_another_may_answer(timed: Timed) -> None:
    party = seated(timed, "attack.declared", 1)
    (asked,) = party.update()["to_act"]
    stranger = timed.player()
    stranger.me()
    own = GAME.first.adventure.hands[asked] if GAME.first else ()
    held = {LOTR_RISK.rules(GAME.first).deck[card].id for card in own} if GAME.first else set()
    before = stored(party)

    at = f"/api/tables/{party.table}"
    for player in (stranger, *(one for seat, one in enumerate(party.players) if seat != asked)):
        body = wish(party, asked, {"type": "pass"})
        assert player.http.put(f"{at}/draft", json=body).status_code in (401, 403)
        assert player.http.put(f"{at}/standing", json={"seat": asked, "key": "pass fellowship"}).status_code in (
            401,
            403,
        )
        assert player.http.post(
            f"{at}/actions", json={"seat": asked, "action": {"type": "pass"}, "key": "k-1"}
        ).status_code in (401, 403)
        for path in ("/draft", "/standing", "/game", f"/at/{party.update()['step']}"):
            answer = player.http.get(at + path, params={"as": asked})
            assert answer.status_code in (401, 403), path
            assert not [card for card in held if card in answer.text]
    assert stored(party) == before


@pytest.mark.parametrize("about", ["fellowship.leaves", "fellowship.rolled"])
def test_all_answer_at_the_same_moment_and_each_answer_counts_once(timed: Timed, about: str) -> None:
    """Cards that are played, passes, what is settled and what is withdrawn, by three people from nine windows."""
    for luck in range(3):
        party = seated(timed, about, 3)
        state = GAME.first
        assert state is not None
        seats = party.update()["to_act"]
        hands = [len(hand) for hand in state.adventure.hands]
        wishes: list[tuple[int, Json]] = []
        for seat in seats:
            own = [LOTR_RISK.format(action) for action in LOTR_RISK.legal(state, Seat(seat))]
            for revision, text in enumerate((*own, "pass", *own), 1):
                action = party.players[seat].post(f"/api/tables/{party.table}/readings", {"seat": seat, "text": text})
                wishes.append((seat, wish(party, seat, action["action"], revision=revision)))
        Random(luck).shuffle(wishes)
        with ThreadPoolExecutor(9) as pool:
            drafted = [pool.submit(sent, party, seat, body) for seat, body in wishes]
            settled = [pool.submit(party.settle, seat, "pass fellowship") for seat in seats]
            assert {one.result() for one in drafted} <= {200, 409}
            for one in settled:
                one.result()
        for _ in range(6):
            timed.skip(WINDOW + 1)

        made = [row for row in party.rows(entries) if row["kind"] == "act"][: len(seats)]
        assert sorted(row["seat"] for row in made) == sorted(seats)
        view = party.update()["view"]["adventure"]
        played = [len(pile) for pile in view["shown"]]
        before = [len(pile) for pile in state.shown]
        spent = [now - then for now, then in zip(played, before, strict=True)]
        assert all(count <= 2 for count in spent)
        assert [now + gone for now, gone in zip(view["counts"], spent, strict=True)] == hands
        assert party.rows(drafts) == []


def test_an_answer_after_the_end_of_a_window_plays_no_card(timed: Timed) -> None:
    party = seated(timed, "fellowship.leaves", 3)
    late = {seat: wish(party, seat, {"type": "pass"}) for seat in range(3)}
    timed.skip(WINDOW + 1)
    before = stored(party)

    assert {sent(party, seat, body) for seat, body in late.items()} == {409}
    assert stored(party) == before
