"""Pictures, long calculations and the description of the API hold nobody up, and nobody may have them without end."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Json, Live, Player, alone
from wartable.odds import OddsError
from wartable.odds.battle import Battle, BattleOdds, battle_odds
from wartable.server.limits import RATES, Limits, Rate
from wartable.server.offload import Offload
from wartable.server.problems import Refused
from wartable.server.settings import Settings

PICTURE = {"orders": "France: A PAR - BUR", "kind": "png"}


class Wish(msgspec.Struct, frozen=True):
    """What the jobs of these tests are asked."""

    text: str


def process_id(_: Wish) -> bytes:
    return str(os.getpid()).encode()


def counted(wish: Wish) -> bytes:
    """Add a line to a file with every call."""
    with Path(wish.text).open("a", encoding="utf-8") as file:
        file.write("once\n")
    time.sleep(0.05)
    return b"made"


def refuses(_: Wish) -> bytes:
    raise Refused(400, "some.code", "Some words.", rule="1.2", fix=("a", "b"))


def fails(_: Wish) -> bytes:
    raise OddsError("No sense.")


def dies_once(wish: Wish) -> bytes:
    file = Path(wish.text)
    if not file.exists():
        file.write_text("died", encoding="utf-8")
        os.kill(os.getpid(), signal.SIGKILL)
    return b"alive"


def hangs(_: Wish) -> bytes:
    time.sleep(600)
    return b""


GO_ON = threading.Event()
AT_WORK: list[str] = []


def waits(wish: Wish) -> bytes:
    """Wait until somebody says to go on; return what was at work meanwhile."""
    AT_WORK.append(wish.text)
    try:
        assert GO_ON.wait(60)
        return "".join(AT_WORK).encode()
    finally:
        AT_WORK.remove(wish.text)


def offload(**changes: Any) -> Offload:
    settings = msgspec.structs.replace(SETTINGS, **{"bot_workers": 1, "limits": True, **changes})
    return Offload(settings, Limits(on=settings.limits))


def asked(one: Offload, *questions: tuple[str, Any, Wish]) -> list[Any]:
    """Ask all at once, each from an address; return answers and errors."""

    async def run() -> list[Any]:
        try:
            asking = (one.answer(address, job, wish) for address, job, wish in questions)
            return await asyncio.gather(*asking, return_exceptions=True)
        finally:
            one.close()

    return alone(run())


@pytest.mark.server
def test_work_is_done_in_another_process() -> None:
    (found,) = asked(offload(), ("a", process_id, Wish("")))

    assert int(found) != os.getpid()


def test_without_processes_it_is_done_in_a_thread() -> None:
    (found,) = asked(offload(bot_workers=0), ("a", process_id, Wish("")))

    assert int(found) == os.getpid()


def test_the_same_question_is_worked_out_once(tmp_path: Path) -> None:
    wish, one = Wish(str(tmp_path / "calls")), offload(bot_workers=0)

    async def run() -> list[bytes]:
        first = await asyncio.gather(*(one.answer(address, counted, wish) for address in ("a", "b", "c")))
        return [*first, await one.answer("d", counted, wish)]

    assert alone(run()) == [b"made"] * 4
    assert Path(wish.text).read_text(encoding="utf-8") == "once\n"
    one.close()


@pytest.mark.server
def test_refusals_come_over_as_they_were_made() -> None:
    refused, failed = asked(offload(), ("a", refuses, Wish("")), ("a", fails, Wish("")))

    assert isinstance(refused, Refused)
    assert (refused.status, refused.problem) == (
        400,
        Refused(400, "some.code", "Some words.", rule="1.2", fix=("a", "b")).problem,
    )
    assert isinstance(failed, OddsError)
    assert str(failed) == "No sense."


@pytest.mark.server
def test_a_process_that_dies_is_replaced(tmp_path: Path) -> None:
    (found,) = asked(offload(), ("a", dies_once, Wish(str(tmp_path / "died"))))

    assert found == b"alive"


@pytest.mark.server
def test_what_takes_too_long_is_given_up_and_the_next_one_is_answered() -> None:
    async def run() -> bytes:
        one = offload(long_sum=0.5)
        try:
            with pytest.raises(Refused) as refusal:
                await one.answer("a", hangs, Wish(""))
            assert refusal.value.problem.code == "answer.long"
            one._settings = msgspec.structs.replace(one._settings, long_sum=600.0)
            return await one.answer("b", process_id, Wish(""))
        finally:
            one.close()

    assert alone(run()).isdigit()


def test_one_address_has_few_questions_waiting_and_others_are_answered(tmp_path: Path) -> None:
    many = [("crowd", counted, Wish(str(tmp_path / str(number)))) for number in range(30)]

    *found, other = asked(offload(bot_workers=0), *many, ("other", process_id, Wish("")))

    assert sum(one == b"made" for one in found) <= 6
    assert {one.status for one in found if isinstance(one, Refused)} == {429}
    assert other.isdigit()


def test_what_takes_long_holds_up_nobody_else() -> None:
    """One process took all questions, so that somebody waited 20 seconds for a stranger's."""
    one = offload(bot_workers=0)

    async def run() -> tuple[bytes, list[bytes]]:
        GO_ON.clear()
        long = [asyncio.create_task(one.answer("a", waits, Wish(text))) for text in "xy"]
        try:
            other = await asyncio.wait_for(one.answer("b", process_id, Wish("")), 60)
        finally:
            GO_ON.set()
        return other, [await task for task in long]

    other, long = alone(run())
    one.close()
    assert other.isdigit()
    assert long == [b"x", b"y"], "an address has one place only"


def test_an_address_pays_with_the_time_its_questions_take() -> None:
    limits = Limits(on=True)
    limits.require("seconds", "a")
    limits.spend("seconds", "a", RATES["seconds"].burst + 5.0)

    with pytest.raises(Refused, match="Too many attempts"):
        limits.require("seconds", "a")
    limits.require("seconds", "b")


@pytest.mark.server
def test_a_process_nobody_has_used_for_a_while_ends() -> None:
    async def run() -> tuple[int, int]:
        one = offload(idle=0.0)
        try:
            first = int(await one.answer("a", process_id, Wish("first")))
            one.rest()
            return first, int(await one.answer("a", process_id, Wish("second")))
        finally:
            one.close()

    first, second = alone(run())
    assert first != second


@pytest.fixture
def in_processes(opens: Opens, tmp_path: Path) -> Live:
    return opens(msgspec.structs.replace(SETTINGS, database=f"{tmp_path}/games.sqlite3", bot_workers=1))


@pytest.mark.server
def test_a_png_is_drawn_beside_the_server_and_kept(in_processes: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> bytes:
        raise AssertionError("drawn in the server itself")

    monkeypatch.setattr("wartable.tools.diplomacy.workbench.to_png", never)
    player = in_processes.player()

    first, second = (player.http.post("/api/adjudicate/picture", json=PICTURE) for _ in range(2))

    assert first.status_code == 200, first.text
    assert first.headers["content-type"] == "image/png"
    assert first.content[:4] == b"\x89PNG"
    assert second.content == first.content
    assert len(in_processes.services.offload._kept) == 1


@pytest.mark.server
def test_a_bad_wish_for_a_png_is_refused_in_words(in_processes: Live) -> None:
    wish = {**PICTURE, "variant": "no-such-map"}

    refusal = in_processes.player().post("/api/adjudicate/picture", wish, 404)

    assert refusal["code"] == "variant.unknown"
    assert "standard" in refusal["fix"]


@pytest.mark.server
def test_large_odds_are_worked_out_beside_the_server(in_processes: Live) -> None:
    player = in_processes.player()
    eight: dict[str, Any] = {"attackers": 900, "defenders": 1000, "attack_dice": 8, "defence_dice": 8}

    found = player.get("/api/odds", **eight)
    known = len(in_processes.services.offload._kept)
    small = player.get("/api/odds", attackers=11, defenders=7)

    rules = msgspec.structs.replace(Battle(1, 1).rules, attack_dice=8, defence_dice=8)
    assert msgspec.convert(found, BattleOdds) == battle_odds(Battle(900, 1000, rules=rules))
    assert msgspec.convert(small, BattleOdds) == battle_odds(Battle(11, 7))
    assert known == len(in_processes.services.offload._kept) == 1


@pytest.mark.parametrize(("text", "status"), [("A PAR - BUR", 200), ("", 400)])
def test_who_keeps_the_threads_of_the_server_busy_is_answered_beside_it(
    opens: Opens, tmp_path: Path, text: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Short questions, ten in a second, of what is slow to refuse made everybody wait for seconds."""
    monkeypatch.setitem(RATES, "moments", Rate(3, 0.0))
    live = opens(Settings(database=f"{tmp_path}/games.sqlite3", bot_workers=0, limits=True))
    player, limits, told = live.player(), live.services.limits, "spring 1901" if text else "no phase"
    wish = {"position": f"{told} movement\nFrance\nA PAR", "text": text}

    player.post("/api/adjudicate/readings", wish, status)
    (address,) = {who for what, who in limits._levels if what == "moments"}
    assert limits._level("moments", address) < RATES["moments"].burst
    assert not live.services.offload._open
    limits.spend("seconds", address, RATES["seconds"].burst)
    player.post("/api/adjudicate/readings", wish, status)
    limits.spend("moments", address, RATES["moments"].burst)
    refused = player.post("/api/adjudicate/readings", wish, 429)

    assert refused["code"] == "rate.limit", "it is asked beside the server, where this address has used up its time"


def test_ten_thousand_against_ten_thousand_is_answered_and_more_is_refused(player: Player) -> None:
    found = player.get("/api/odds", attackers=10_000, defenders=10_000)

    assert found["battle"]["attackers"] == 10_000
    assert player.get("/api/odds", 400, attackers=10_001, defenders=1)["code"] == "request.invalid"


def test_odds_of_rings_are_worked_out_by_the_same_way(player: Player) -> None:
    found = player.post("/api/ring-of-power/odds", {"attackers": "3 uruk_hai", "defenders": "2 rohan_foot"})
    refused = player.post("/api/ring-of-power/odds", {"attackers": "3 balrogs", "defenders": "2 rohan_foot"}, 400)

    assert found["rounds"]
    assert refused["code"] == "odds.invalid"


def test_others_are_answered_while_the_description_of_the_api_is_made(
    opens: Opens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = opens(Settings(database=f"{tmp_path}/games.sqlite3", bot_workers=0, limits=False))
    begun, go_on = threading.Event(), threading.Event()
    plugin: Any = next(one for one in live.app.plugins if hasattr(one, "provide_openapi_schema"))
    made = plugin._build_openapi

    def slowly(self: object) -> Json:  # noqa: ARG001
        begun.set()
        assert go_on.wait(60), "nobody else was answered"
        return made()

    monkeypatch.setattr(type(plugin), "_build_openapi", slowly)
    with ThreadPoolExecutor(1) as thread:
        document = thread.submit(live.player().get, "/api/schema/openapi.json")
        assert begun.wait(60)
        other = live.player()
        other.http.timeout = 20
        assert other.get("/api/health")
        go_on.set()
        assert "/api/odds" in document.result(60)["paths"]
    assert "/api/odds" in live.player().get("/api/schema/openapi.json")["paths"]
