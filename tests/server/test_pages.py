"""The client's files: compressed, tagged, cached by their names; and small things of the server that stand alone."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Live, Player
from wartable.server import ids, names
from wartable.server import limits as limits_module
from wartable.server.limits import RATES, Limits
from wartable.server.problems import Refused
from wartable.server.routes.pages import PAGES
from wartable.server.static import Pages
from wartable.tools.registry import TOOLS

PAGE = "<!doctype html><title>Wartable</title>" + "<p>Hello</p>" * 200


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder = tmp_path_factory.mktemp("client")
    (folder / "static" / "assets").mkdir(parents=True)
    (folder / "static" / "index.html").write_text(PAGE)
    (folder / "static" / "assets" / "index-BbWkIvhl.js").write_text("let a = 1;\n" * 500)
    (folder / "secret.txt").write_text("not yours")
    server = Live(msgspec.structs.replace(SETTINGS, database=f"{folder}/games.sqlite3", static=folder / "static"))
    yield server
    server.stop()


@pytest.fixture
def browser(built: Live) -> Player:
    return built.player()


@pytest.mark.parametrize("path", ["/", "/games", "/table/abc", "/table/abc/result", "/you?x=1", "/games/risk/"])
def test_every_address_of_the_client_begins_with_its_first_page(browser: Player, path: str) -> None:
    page = browser.http.get(path)

    assert page.text == PAGE
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["content-encoding"] == "gzip"
    assert page.headers["cache-control"] == "no-cache"
    assert browser.http.get(path, headers={"If-None-Match": page.headers["etag"]}).status_code == 304


@pytest.mark.parametrize(
    "path", ["/nowhere", "/table", "/table/abc/other", "/games/risk/rules", "/odds/x", "/games/%ff"]
)
def test_an_address_without_a_page_is_not_found_and_the_client_says_so(browser: Player, path: str) -> None:
    page = browser.http.get(path)

    assert (page.status_code, page.text) == (404, PAGE)
    assert browser.http.get(path, headers={"If-None-Match": page.headers["etag"]}).status_code == 404
    assert browser.http.head(path).status_code == 404


def test_server_and_client_know_the_same_pages() -> None:
    routes = Path(__file__).parents[2] / "web" / "src" / "app" / "routes.ts"

    own = [page for tools in TOOLS.every() for page in tools.pages]
    assert "/sandbox" in own
    assert sorted(re.findall(r"^  \['([^']+)', \(\) =>", routes.read_text(), re.MULTILINE)) == sorted([*PAGES, *own])


def test_files_named_by_their_content_are_kept_for_ever(browser: Player) -> None:
    script = browser.http.get("/assets/index-BbWkIvhl.js")

    assert "javascript" in script.headers["content-type"]
    assert "immutable" in script.headers["cache-control"]
    assert script.text.startswith("let a")


def test_browsers_that_take_no_gzip_get_none(browser: Player) -> None:
    page = browser.http.get("/", headers={"Accept-Encoding": "identity"})

    assert "content-encoding" not in page.headers
    assert page.text == PAGE


def test_a_changed_file_is_read_again(built: Live, browser: Player) -> None:
    index = built.services.settings.static / "index.html"
    before = browser.http.get("/").text
    index.write_text("<p>new</p>")

    assert before == PAGE
    assert browser.http.get("/").text == "<p>new</p>"
    index.write_text(PAGE)


def test_a_file_is_kept_once_however_its_address_is_written(built: Live) -> None:
    pages = Pages(built.services.settings.static)

    found = [pages.find(f"/{number}/../index.html") for number in range(5)]

    assert found == [pages.index()] * 5
    assert len(pages._files) == 1


@pytest.mark.parametrize("path", ["/assets/../../secret.txt", "/..%2fsecret.txt", "/assets/%2e%2e/%2e%2e/secret.txt"])
def test_nothing_outside_the_folder_is_served(browser: Player, path: str) -> None:
    assert "not yours" not in browser.http.get(path).text


def test_heads_are_answered(browser: Player) -> None:
    head = browser.http.head("/")

    assert head.status_code == 200
    assert head.content == b""


def test_long_answers_are_compressed(browser: Player) -> None:
    games = browser.http.get("/api/games")
    board = browser.http.get("/api/boards/classic")

    assert games.headers["content-encoding"] == board.headers["content-encoding"] == "gzip"
    raw = browser.http.build_request("GET", "/api/boards/classic", headers={"Accept-Encoding": "gzip"})
    sent = browser.http.send(raw, stream=True)
    packed = b"".join(sent.iter_raw())
    assert gzip.decompress(packed) == board.content


def test_too_often_is_refused_and_time_heals() -> None:
    limits = Limits(on=True)
    for _ in range(RATES["chat"].burst):
        limits.take("chat", "me")

    with pytest.raises(Refused, match="Too many attempts"):
        limits.take("chat", "me")
    limits.take("chat", "somebody else")
    limits._levels["chat", "me"] = (0.0, -1000.0)
    limits.take("chat", "me")


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no bucket fill again, however long a test takes."""
    for what, rate in RATES.items():
        monkeypatch.setitem(RATES, what, msgspec.structs.replace(rate, per_second=1e-6))


@pytest.mark.usefixtures("still")
def test_limits_hold_on_the_wire(opens: Opens, tmp_path: Path) -> None:
    live = opens(msgspec.structs.replace(SETTINGS, database=f"{tmp_path}/games.sqlite3", limits=True))
    player = live.player()
    table = player.table("me", "easy")["id"]
    path = f"/api/tables/{table}/chat"

    answers = [player.http.post(path, json={"text": "spam"}) for _ in range(RATES["chat"].burst + 2)]

    assert answers[-1].status_code == 429
    assert answers[-1].json()["code"] == "rate.limit"


@pytest.mark.usefixtures("still")
def test_every_command_is_limited_and_the_reason_is_typed(opens: Opens, tmp_path: Path) -> None:
    live = opens(msgspec.structs.replace(SETTINGS, database=f"{tmp_path}/games.sqlite3", limits=True))
    player = live.player()
    table = player.table("me", "open", start=False)["id"]
    path = f"/api/tables/{table}"
    for _ in range(RATES["command"].burst):
        live.services.limits.take("command", player.me()["id"])
    calls = [
        ("PUT", "/api/me", {"name": "Mira", "colour": 1}),
        ("POST", f"{path}/seats/1", {"kind": "bot"}),
        ("PUT", f"{path}/options", {"preset": "", "options": {}}),
        ("POST", f"{path}/link", {}),
        ("POST", f"{path}/start", {}),
        ("POST", f"{path}/resign", {"seat": 0}),
        ("DELETE", path, None),
    ]

    answers = [player.http.request(method, at, json=body) for method, at, body in calls]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(429, "rate.limit")] * len(calls)


def test_a_server_with_a_name_answers_to_no_other(opens: Opens, tmp_path: Path) -> None:
    hosts = ("localhost", "127.0.0.1", "[::1]")
    live = opens(msgspec.structs.replace(SETTINGS, database=f"{tmp_path}/games.sqlite3", hosts=hosts))
    browser = live.player().http

    def status(host: str, path: str = "/api/me") -> int:
        return browser.get(path, headers={"Host": host}).status_code

    assert [status(host) for host in ("localhost", "LOCALHOST:8000", "127.0.0.1:99", "[::1]:8000", "[::1]")] == [
        200
    ] * 5
    strange = ("evil.example", "localhost.evil.example:8000", "127.0.0.1.nip.example", "", "[::2]:80")
    assert [status(host) for host in strange] == [421] * 5
    assert status("evil.example", "/") == 421
    refused = browser.put("/api/me", json={"name": "x", "colour": 1}, headers={"Host": "evil.example"})
    assert (refused.status_code, refused.json()["code"]) == (421, "host.unknown")


def test_buckets_that_nobody_uses_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "_MOST", 2)
    limits = Limits(on=True)
    for who in ("busy", "a", "busy", "b", "busy", "c"):
        limits.take("chat", who)

    assert list(limits._levels) == [("chat", "busy"), ("chat", "c")]
    assert limits._levels["chat", "busy"][0] < RATES["chat"].burst - 2


def test_words_are_cleaned() -> None:
    assert names.clean("  a \u00a0 b  ", "name") == "a b"
    assert names.clean("👩‍🚀 Mira", "name") == "👩‍🚀 Mira"
    assert names.clean("a\nb", "message", lines=True) == "a\nb"
    assert names.clean("e\u0301", "name") == "é"
    for text in ("a\nb", "a\x7fb", "\u202eabc", "\ufeffx", "x" * 61):
        with pytest.raises(Refused):
            names.clean(text, "name")


def test_bots_have_different_names() -> None:
    taken: set[str] = set()
    for _ in range(40):
        taken.add(names.general(taken))

    assert len(taken) == 40


def test_seat_links_are_signed() -> None:
    token = ids.seat_token(b"key", "table", 3, "player", "word")
    read = ids.read_seat_token(token)

    assert read is not None
    table, seat, signature = read
    assert (table, seat) == ("table", 3)
    assert ids.signed(b"key", signature, table, seat, "player", "word")
    assert not ids.signed(b"other", signature, table, seat, "player", "word")
    assert not ids.signed(b"key", signature, table, seat, "somebody else", "word")
    assert not ids.signed(b"key", signature, table, seat, "player", "renewed")
    assert not ids.signed(b"key", signature, table, seat, "player", "")
    assert ids.read_seat_token("table.x.y") is None
