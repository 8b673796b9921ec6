"""Bad days: whatever is sent, the answer is a clear 4xx and the state is unchanged."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator

import httpx
import pytest
from structlog.testing import capture_logs

from tests.server.live import NO_CERTIFICATES, Json, Live, Player
from tests.server.test_play import place
from wartable.server import members
from wartable.server.guard import MOST_BYTES

BIG = b'{"name":"' + b"x" * 10_000_000 + b'","colour":1}'


@pytest.fixture
def table(player: Player) -> Iterator[str]:
    table = player.table("me", "random")["id"]
    before = player.wait_turn(table, 0)
    yield table
    after = player.snapshot(table)["update"]
    assert (after["step"], after["seq"], after["view"]) == (before["step"], before["seq"], before["view"])


def refused(response: httpx.Response, status: int) -> Json:
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/json"
    problem = response.json()
    assert set(problem) == {"code", "message", "rule", "fix"}
    assert problem["message"].endswith((".", "?", "!")) or problem["code"] == "request.invalid"
    return problem


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"null", b"[]", b"7", b'"x"', b"\xff\xfe", b'{"seat":0}', b'{"seat":"0","action":{},"key":"a"}',
        b'{"seat":0,"action":[],"key":"a"}', b'{"seat":0,"action":{"type":"place"},"key":""}',
        b'{"seat":0,"action":{"type":"place"},"key":"' + b"k" * 65 + b'"}', b'{"seat":-1,"action":{},"key":"a"}',
        b'{"seat":1e400,"action":{},"key":"a"}', b"[" * 40_000, b'{"seat":0,"action":{},"key":"\\u0000"}',
        b'{"seat":0,"action":{},"key":"a b"}', b'{"seat":99999999999999999999,"action":{},"key":"a"}',
    ],
)  # fmt: skip
def test_malformed_bodies(player: Player, table: str, body: bytes) -> None:
    path, headers = f"/api/tables/{table}/actions", {"Content-Type": "application/json"}

    refused(player.http.post(path, content=body, headers=headers), 400)


@pytest.mark.parametrize("place", ["actions", "undo", "chat", "forecasts", "inquiries", "readings", "resign"])
def test_a_byte_that_is_no_text_is_named(player: Player, table: str, place: str) -> None:
    body, headers = b'{"seat":0,"text":"\xe4"}', {"Content-Type": "application/json"}

    problem = refused(player.http.post(f"/api/tables/{table}/{place}", content=body, headers=headers), 400)

    assert problem["code"] == "body.encoding"
    assert "byte 19 (hexadecimal e4)" in problem["message"]


@pytest.mark.parametrize(
    "action",
    [
        {}, {"type": None}, {"type": "nonsense"}, {"type": "place"}, {"type": "place", "space": 7, "count": 1},
        {"type": "place", "space": "brazil", "count": "1"}, {"type": "place", "space": "brazil", "count": 1.5},
        {"type": "rolled", "faces": [6, 6, 6]}, {"type": "shuffled", "order": [0]}, {"type": "attack"},
        {"type": "trade", "cards": "c01", "bonus": None},
    ],
)  # fmt: skip
def test_what_is_no_decision(player: Player, table: str, action: Json) -> None:
    assert player.act(table, 0, action, 400)["code"] == "action.malformed"


@pytest.mark.parametrize(
    "action",
    [
        {"type": "place", "space": "atlantis", "count": 1}, {"type": "place", "space": "", "count": 1},
        {"type": "place", "space": "brazil", "count": 0}, {"type": "place", "space": "brazil", "count": -3},
        {"type": "place", "space": "brazil", "count": 10**15}, {"type": "occupy", "count": 1},
        {"type": "fortify", "source": "brazil", "target": "brazil", "count": 1},
        {"type": "attack", "source": "brazil", "target": "brazil", "dice": -1, "until": -5},
        {"type": "attack", "source": "x" * 999, "target": "\u202e", "dice": 3, "until": None},
        {"type": "trade", "cards": ["c01", "c01", "c01"], "bonus": "brazil"},
        {"type": "trade", "cards": [], "bonus": None},
    ],
)  # fmt: skip
def test_what_the_rules_forbid(player: Player, table: str, action: Json) -> None:
    problem = player.act(table, 0, action, 409)

    assert problem["code"]
    assert len(problem["message"]) > 10


def test_wrong_seat_and_wrong_player(player: Player, other: Player, table: str) -> None:
    other.me()
    legal = place(player.snapshot(table)["update"], 0)

    assert player.act(table, 1, legal, 403)["code"] == "seat.not_yours"
    assert player.act(table, 60, legal, 403)["code"] == "seat.not_yours"
    assert other.act(table, 0, legal, 403)["code"] == "seat.not_yours"
    assert other.undo(table, 0, 403)["code"] == "seat.not_yours"
    assert other.post(f"/api/tables/{table}/resign", {"seat": 0}, 403)["code"] == "seat.not_yours"
    assert other.get(f"/api/tables/{table}/game", 403, **{"as": 0})["code"] == "seat.not_yours"


def test_wrong_moment(player: Player) -> None:
    table = player.table("me", "open", start=False)["id"]

    assert player.act(table, 0, {"type": "end_turn"}, 409)["code"] == "table.open"
    assert player.undo(table, 0, 409)["code"] == "table.open"
    assert player.get(f"/api/tables/{table}/at/0", 409)["code"] == "table.open"
    over = player.table("random", "random", options={"turn_limit": 1})["id"]
    player.wait_over(over)
    assert player.act(over, 0, {"type": "end_turn"}, 403)["code"] == "seat.not_yours"


def test_a_seat_whose_turn_it_is_not(player: Player) -> None:
    table = player.table("me", "local")["id"]
    update = player.snapshot(table)["update"]
    seat = update["to_act"][0]

    problem = player.act(table, 1 - seat, place(update, seat), 409)

    assert problem["code"] == "turn.not_yours"
    names = [chair["name"] for chair in player.get(f"/api/tables/{table}")["seats"]]
    assert problem["message"] == f"It is {names[seat]}'s turn. You can look around and plan."


def test_ten_megabytes(player: Player) -> None:
    me = player.me()
    headers = {"Content-Type": "application/json"}

    refused(player.http.put("/api/me", content=BIG, headers=headers), 413)
    pieces = (BIG[start : start + 100_000] for start in range(0, len(BIG), 100_000))
    refused(player.http.put("/api/me", content=pieces, headers=headers), 413)
    assert player.me() == me


def test_a_body_just_small_enough_is_read(player: Player) -> None:
    text = json.dumps({"name": "Mira", "colour": 1, "avatar": ""})

    whole = player.http.put("/api/me", content=text.ljust(MOST_BYTES), headers={"Content-Type": "application/json"})

    assert whole.status_code == 200


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/json"]
)
def test_other_types_of_body(player: Player, kind: str) -> None:
    response = player.http.post("/api/tables", content=b'{"game":"risk"}', headers={"Content-Type": kind})

    assert refused(response, 415)["code"] == "body.type"


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}]
)
def test_other_sites_pages_cannot_write(player: Player, headers: dict[str, str]) -> None:
    response = player.http.post("/api/tables", json={"game": "risk"}, headers=headers)

    assert refused(response, 403)["code"] == "origin.foreign"


def test_a_page_of_our_own_may(player: Player) -> None:
    headers = {"Origin": str(player.http.base_url).rstrip("/"), "Sec-Fetch-Site": "same-origin"}

    assert player.http.post("/api/tables", json={"game": "risk"}, headers=headers).status_code == 201


@pytest.mark.parametrize("cookie", ["x", "A" * 43, "%00", "a=b; wartable=c", "'; DROP TABLE players; --", "é" * 40])
def test_a_forged_cookie(live: Live, cookie: str) -> None:
    headers = {b"Cookie": f"wartable={cookie}".encode(), b"Content-Type": b"application/json"}
    with httpx.Client(base_url=live.url, timeout=120, verify=NO_CERTIFICATES) as http:
        written = http.post("/api/tables", content=b'{"game":"risk"}', headers=headers)
        assert refused(written, 401)["code"] == "identity.unknown"
        assert http.get("/api/tables?show=mine", headers=headers).json() == []
        assert http.get("/api/me", headers=headers).json()["name"].startswith("Guest")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "text.empty"),
        ("   ", "text.empty"),
        ("a\x00b", "text.control"),
        ("a\u202eb", "text.control"),
        ("x" * 61, "text.long"),
        ("Fab\u200dius", "text.control"),
        ("\u200d", "text.control"),
        ("\u3164", "text.control"),
        ("\u2800\u2800", "text.control"),
        ("a\u034fb", "text.control"),
        ("\ufe0f", "text.empty"),
        ("\u0301", "text.empty"),
        ("a" + "\u0317" * 5, "text.marks"),
    ],
)
def test_names_that_do_not_do(player: Player, name: str, code: str) -> None:
    before = player.me()

    assert player.put("/api/me", {"name": name, "colour": 1}, 400)["code"] == code
    assert player.me() == before


@pytest.mark.parametrize(
    "name", ["👩\u200d🚀", "🏴\u200d☠\ufe0f", "❤\ufe0f\u200d🔥", "क्\u200dष", "Nguyễn Thị", "שָׁלוֹם", "กั้น"]
)
def test_names_in_all_scripts_and_emoji_do(player: Player, name: str) -> None:
    assert player.put("/api/me", {"name": name, "colour": 1})["name"] == unicodedata.normalize("NFC", name)


def test_markup_in_names_and_titles_stays_text(player: Player) -> None:
    name = '<img src=x onerror="alert(1)">'
    player.put("/api/me", {"name": name, "colour": 1})

    table = player.table("me", "easy", title="<script>alert(1)</script>")
    answer = player.http.get(f"/api/tables/{table['id']}")

    assert answer.json()["seats"][0]["name"] == name
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/nothing", "/api/tables/..%2f..%2fetc/game", "/api/tables/%00", "/api/tables/a'b", "/api/nothing",
        "/api/games/chess/rules", "/api/boards/..%2fx.yaml", "/api/boards/%2fetc%2fpasswd", "/api/tables/x/at/-1",
        "/api/tables/x/at/abc", "/api", "/assets/none.js", "/../pyproject.toml", "/%2e%2e/%2e%2e/etc/passwd.txt",
    ],
)  # fmt: skip
def test_addresses_where_nothing_is(player: Player, path: str) -> None:
    response = player.http.get(path)

    assert response.status_code in (400, 404)
    assert response.json()["code"]


def test_wrong_methods_say_which_are_right(player: Player) -> None:
    response = player.http.delete("/api/games")

    assert refused(response, 405)["code"] == "method.wrong"
    assert "GET" in response.headers["allow"]


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "chess"}, {"game": "risk", "seats": []}, {"game": "risk", "seats": [{"kind": "me"}] * 2},
        {"game": "risk", "seats": [{"kind": "bot", "level": "god"}]}, {"game": "risk", "seats": [{"kind": "king"}]},
        {"game": "risk", "seats": [{"kind": "open"}] * 7}, {"game": "risk", "preset": "none"},
        {"game": "risk", "options": {"attack_dice": 10**30}}, {"game": "risk", "options": {"x": {"y": []}}},
        {"game": "risk", "title": "x" * 300}, {"game": "risk", "title": "a\nb"}, {"game": "risk", "start": True},
    ],
)  # fmt: skip
def test_tables_that_cannot_be(player: Player, wish: Json) -> None:
    before = player.get("/api/tables", show="mine")

    response = player.http.post("/api/tables", json=wish)

    assert response.status_code in (400, 404)
    assert response.json()["message"]
    assert player.get("/api/tables", show="mine") == before


def test_every_answer_carries_the_security_headers(player: Player) -> None:
    for path in ("/", "/api/me", "/api/nothing", "/api/schema/openapi.json"):
        headers = player.http.get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "script-src 'self';" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_without_the_client_a_plain_page_says_what_to_do(player: Player) -> None:
    page = player.http.get("/table/whatever")

    assert page.headers["content-type"].startswith("text/html")
    assert "make web" in page.text
    assert "<script" not in page.text


def test_our_own_mistakes_are_owned_up_to_and_logged_without_secrets(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the shelf fell down")

    monkeypatch.setattr(members, "read_link", fail)
    with capture_logs() as logs:
        problem = refused(player.http.get("/seat/a-private-token"), 500)

    assert problem["code"] == "server.error"
    assert "shelf" not in str(problem)
    crash = next(line for line in logs if line["event"] == "crash")
    assert "seat" in crash["path"]
    assert "a-private-token" not in crash["path"]
