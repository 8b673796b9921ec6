"""Boards of the user in the lobby, at the table and beside it; a board that is gone is named."""

from __future__ import annotations

import gzip
from pathlib import Path

import msgspec
import pytest

from tests.board.lake import install_lake, lake, use_folder
from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Json, Player
from wartable.board.library import install
from wartable.games.conquest.classic.rules import rules_of


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the user's boards."""
    return use_folder(tmp_path / "boards", monkeypatch)


def boards_offered(player: Player) -> Json:
    risk = next(game for game in player.get("/api/games") if game["key"] == "risk")
    return next(field for field in risk["options"] if field["name"] == "board")["choices"]


def test_the_lobby_lists_what_is_there_now(player: Player) -> None:
    assert len(boards_offered(player)) == 3
    install(lake())
    assert boards_offered(player)[3] == [lake().id, "Lake Country"]


def test_a_table_is_played_on_the_board_chosen(player: Player) -> None:
    install(lake())
    table = player.table("me", "easy", "easy", start=False)
    assert table["board"] == "classic"
    path = f"/api/tables/{table['id']}"
    for name in ("lake_country", lake().id):
        table = player.put(f"{path}/options", {"preset": "missions", "options": {"board": name}})
        assert (table["options"]["board"], table["board"], table["changes"]) == (lake().id, lake().id, 1)
    player.post(f"{path}/start")
    player.post(f"{path}/resign", {"seat": 0})
    table = player.wait_over(table["id"])

    snapshot = player.snapshot(table["id"])
    assert snapshot["update"]["view"]["board"] == lake().id
    assert len(snapshot["update"]["view"]["owners"]) == 12
    conquests = [line for line in snapshot["log"] if line["kind"] == "conquered"]
    assert {space for line in conquests for space in line["spaces"]} <= {space.id for space in lake().board.spaces}
    assert all(line["spaces"] for line in conquests)
    card = next(one for one in player.get("/api/tables", show="mine") if one["id"] == table["id"])
    assert (card["board"], len(card["owners"])) == (lake().id, 12)
    assert player.get(f"{path}/result")["verified"]


def test_the_shapes_are_served_by_key_and_by_id(player: Player) -> None:
    install(lake())
    for name in ("lake_country", lake().id):
        shape = player.get(f"/api/boards/{name}")
        assert (shape["key"], shape["title"], len(shape["spaces"])) == (name, "Lake Country", 12)
        assert all(space["d"] for space in shape["spaces"])
        assert len(shape["links"]) == 18
        assert player.http.get(f"/api/boards/{name}.svg").text.startswith("<svg")
    refused = player.get("/api/boards/atlantis", 404)
    assert (refused["code"], "lake_country" in refused["message"]) == ("board.unknown", True)


def test_small_pictures_of_a_board_take_a_fraction_of_its_bytes(player: Player) -> None:
    for name in ("classic", "diplomacy", "lotr-65"):
        whole, small = (player.http.get(f"/api/boards/{name}{kind}") for kind in ("", ".small"))
        assert len(gzip.compress(small.content)) < 18_000 < len(gzip.compress(whole.content)) / 1.8
        assert small.json()["key"] == f"{name}.small"
        for part in ("width", "height", "unit", "style"):
            assert small.json()[part] == whole.json()[part]
        ids = [[(one["id"], one["token"], one["region"]) for one in shape.json()["spaces"]] for shape in (small, whole)]
        assert ids[0] == ids[1]
        assert small.headers["etag"]
    assert player.get("/api/boards/atlantis.small", 404)["code"] == "board.unknown"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"board": "lake_contry"}, 'did you mean "lake_country"'),
        ({"board": "lake_country", "goal": "territories"}, "Lake Country has 12"),
        ({"board": 12}, "must be a word"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(player: Player, options: Json, said: str) -> None:
    install(lake())
    refused = player.table("me", "easy", "easy", options=options, status=400)
    assert said in refused["message"]


def test_a_game_whose_board_is_gone_says_so_and_keeps_no_other_from_going_on(
    opens: Opens, database: str, library: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_lake(library, monkeypatch)
    before = opens(msgspec.structs.replace(SETTINGS, database=database))
    player = before.player()
    gone = player.table("me", "easy", "easy", options={"board": "lake_country"})["id"]
    kept = player.table("me", "easy", "easy")["id"]
    before.stop()
    aside = library / "lake_country"
    aside.rename(library / "elsewhere")
    monkeypatch.setattr("wartable.board.library.OWN.known", {})  # as in a new process
    rules_of.cache_clear()

    after = opens(msgspec.structs.replace(SETTINGS, database=database))
    again = after.player()
    again.http.cookies = player.http.cookies
    for path in (f"/api/tables/{gone}", f"/api/tables/{gone}/game"):
        problem = again.get(path, 409)
        assert problem["code"] == "option.board"
        assert 'There is no board "lake_country" here' in problem["message"]
    assert again.snapshot(kept)["update"]
    assert {card["id"] for card in again.get("/api/tables", show="mine")} == {gone, kept}

    (library / "elsewhere").rename(aside)
    assert again.snapshot(gone)["update"]["view"]["board"] == lake().id
    player.close()
    again.close()


def test_an_edition_is_drawn_as_it_was_printed(player: Player) -> None:
    table = player.table("me", "easy", options={"board": "world_2008"})
    view = player.snapshot(table["id"])["update"]["view"]
    assert table["board"] == view["board"] == "classic@world_2008"

    shape = player.get(f"/api/boards/{table['board']}")
    names = {space["id"]: space["name"] for space in shape["spaces"]}
    assert shape["key"] == table["board"]
    assert (names["ukraine"], names["siam"]) == ("Russia", "Southeast Asia")
    assert "Russia" in player.http.get(f"/api/boards/{table['board']}.svg").text
    assert player.get("/api/boards/classic@world_2009", 404)["code"] == "board.unknown"
