"""Links to tables where they are posted: tags in the page, a picture, a code; and not a byte of private tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import msgspec
import pytest

from tests.server.conftest import SETTINGS
from tests.server.live import Live, Player, wait_for
from wartable.board.lettering import text_width
from wartable.server.invitation_picture import Sheet, drawn
from wartable.server.invitations import Invitation

PAGE = "<!doctype html><html><head><title>Wartable</title></head><body></body></html>"
SEATS = ["me", "open", "open"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    folder = tmp_path_factory.mktemp("client")
    (folder / "index.html").write_text(PAGE)
    live = Live(msgspec.structs.replace(SETTINGS, database=f"{folder}/games.sqlite3", static=folder))
    yield live
    live.stop()


@pytest.fixture
def host(server: Live) -> Player:
    return server.player()


def told(player: Player, path: str) -> dict[str, str]:
    """The tags of a page by their names."""
    pairs = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)" />', player.http.get(path).text)
    return {name: unescape(content) for name, content in pairs}


def test_the_link_of_a_table_says_what_it_is_and_how_many_seats_are_free(server: Live, host: Player) -> None:
    table = host.table(*SEATS, title='Ann & "Bo" <b>', start=False)
    page = server.player().http.get(f"/table/{table['id']}")
    tags = told(server.player(), f"/table/{table['id']}")

    assert "<b>" not in page.text
    assert tags["og:title"] == 'Ann & "Bo" <b>'
    assert tags["og:description"] == "You are invited to Classic Risk. 2 of 3 seats are free."
    assert tags["og:url"] == f"{server.url}/table/{table['id']}"
    assert tags["twitter:card"] == "summary_large_image"
    assert tags["og:image"] == f"{server.url}/api/tables/{table['id']}/invitation.png"
    assert told(host, f"/table/{table['id']}/result")["og:title"] == tags["og:title"]

    picture = server.player().http.get(tags["og:image"])
    assert picture.headers["content-type"] == "image/png"
    assert picture.content[16:24] == (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")


def test_a_private_table_says_nothing_without_its_invitation(server: Live, host: Player) -> None:
    table = host.table(*SEATS, title="Secret", start=False, private=True)
    stranger, path = server.player(), f"/table/{table['id']}"

    for link in (path, f"{path}?invite=wrong", f"{path}/result"):
        assert stranger.http.get(link).text == PAGE
    api = f"/api{path.replace('table', 'tables')}"
    for kind in ("png", "svg"):
        assert stranger.get(f"{api}/invitation.{kind}?invite=wrong", 404)["code"] == "table.private"
    tags = told(stranger, table["invite"])
    assert (tags["og:title"], tags["og:url"]) == ("Secret", server.url + table["invite"])
    assert tags["og:image"].endswith(table["invite"].partition("?")[2])


def test_a_table_that_is_not_there_has_the_plain_page_and_no_picture(host: Player) -> None:
    assert host.http.get("/table/nothing").text == PAGE
    assert host.get("/api/tables/nothing/invitation.png", 404)["code"] == "table.unknown"
    assert host.get("/api/tables/nothing/invitation.svg", 404)["code"] == "table.unknown"


def test_a_game_under_way_tells_its_turn_and_no_seat(host: Player) -> None:
    table = host.table("me", "random", preset="engine", options={"first_player": "seat_order"})

    assert told(host, f"/table/{table['id']}")["og:description"].startswith("Classic Risk. Turn 1, 2 players.")


def test_a_game_that_is_over_shows_its_last_board_and_who_has_won(server: Live, host: Player) -> None:
    table = host.table("random", "random", preset="engine", options={"turn_limit": 1})["id"]
    wait_for(lambda: host.get(f"/api/tables/{table}")["status"] == "finished")
    running, stranger = host.table("me", "random", preset="engine")["id"], server.player()

    light, dark = (stranger.http.get(f"/api/tables/{table}/picture?theme={theme}") for theme in ("light", "dark"))
    assert light.headers["content-type"].startswith("image/svg+xml")
    assert light.text.startswith("<svg")
    assert light.text != dark.text
    assert host.get(f"/api/tables/{running}/picture", 409)["code"] == "game.running"
    assert host.get("/api/tables/nothing/picture", 404)["code"] == "table.unknown"
    assert host.http.get(f"/api/tables/{table}/invitation.png").headers["content-type"] == "image/png"
    hidden = host.table("random", "random", preset="engine", options={"turn_limit": 1}, private=True)["id"]
    assert stranger.get(f"/api/tables/{hidden}/picture", 404)["code"] == "table.private"


def test_the_picture_of_a_game_that_is_over_names_the_best_three() -> None:
    told = Invitation(title="Mira has won", lead="Classic Risk: Friday", text="")
    svg = drawn(Sheet(told=told, colours=(1, 2, 3, 4), places=((2, "Mira <b>"), (1, "Bo"), (3, "Al"), (4, "Eve"))))

    words = re.findall(r"<text [^>]*>([^<]*)</text>", svg)
    assert words == ["Classic Risk: Friday", "Mira has won", "Mira &lt;b&gt;", "Bo", "Al", "Wartable"]


def test_the_code_holds_the_link(host: Player) -> None:
    table = host.table(*SEATS, start=False, private=True)
    code = f"/api/tables/{table['id']}/invitation.svg"

    answer = host.http.get(code)
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    assert host.http.get(code).text == answer.text
    other = host.table(*SEATS, start=False, private=True)
    assert host.http.get(f"/api/tables/{other['id']}/invitation.svg").text != answer.text


@pytest.mark.parametrize(
    "title",
    [
        "Baltic Thursday",
        "A very long title of a table that is told in more than three lines of its picture " * 2,
        "W" * 90,
    ],
)
def test_no_word_of_a_picture_leaves_its_panel(title: str) -> None:
    told = Invitation(
        title=title,
        lead="You are invited to The Lord of the Rings Machiavelli",
        text="3 of 7 seats are free.",
        host="H" * 60,
    )
    svg = drawn(Sheet(told=told, colours=(1, 2, 0, 0, 5, 6, 7)))

    lines = re.findall(r'<text x="46"[^>]*font-size="([\d.]+)"[^>]*>([^<]*)</text>', svg)
    assert lines[0][1].startswith("You are invited")
    assert all(text_width(unescape(words), float(size)) <= 428 for size, words in lines)
    assert svg.count("stroke-dasharray") == 2
    assert "<b>" not in drawn(Sheet(told=msgspec.structs.replace(told, title="<b>"), colours=()))
