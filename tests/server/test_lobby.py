from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.server.live import Live, Player
from wartable.server.store import PAGE

pytestmark = pytest.mark.storage


def test_a_newcomer_is_a_guest_who_may_change_his_name(player: Player) -> None:
    me = player.me()
    assert me["name"].startswith("Guest ")

    changed = player.put("/api/me", {"name": "  Mira   of\u00a0Ur ", "colour": 3, "avatar": "owl"})

    assert changed == {"id": me["id"], "name": "Mira of Ur", "colour": 3, "avatar": "owl"}
    assert player.me() == changed


def test_an_open_table_is_listed_joined_and_started(player: Player, other: Player) -> None:
    table = player.table("me", "open", "easy", start=False, title="Friday")
    assert table["status"] == "open"
    assert table["can_start"]
    listed = next(card for card in other.get("/api/tables", show="open") if card["id"] == table["id"])
    assert (listed["title"], listed["free"]) == ("Friday", 1)

    joined = other.post(f"/api/tables/{table['id']}/seats/1", {"kind": "me"})

    assert joined["my_seats"] == [1]
    assert not joined["creator"]
    assert player.post(f"/api/tables/{table['id']}/start")["status"] == "running"
    mine = other.get("/api/tables", show="mine")
    assert [card["id"] for card in mine] == [table["id"]]
    assert len(mine[0]["owners"]) == 42


def test_open_seats_drop_out_at_the_start(player: Player) -> None:
    table = player.table("open", "me", "open", "easy", start=False)

    started = player.post(f"/api/tables/{table['id']}/start")

    assert [seat["kind"] for seat in started["seats"]] == ["human", "bot"]
    assert started["my_seats"] == [0]


def test_six_people_start_by_themselves(live: Live, player: Player) -> None:
    table = player.table("me", *["open"] * 5, start=False)["id"]
    for seat in range(1, 6):
        guest = live.player()
        joined = guest.post(f"/api/tables/{table}/seats/{seat}", {"kind": "me"})
        guest.close()

    assert joined["status"] == "running"


def test_what_is_missing_for_a_start_is_said(player: Player) -> None:
    table = player.table("me", "open", start=False)

    assert not table["can_start"]
    assert "1 more player or bot is needed" in table["missing"]
    refused = player.post(f"/api/tables/{table['id']}/start", status=409)
    assert refused["message"] == table["missing"]


def test_options_that_do_not_fit_the_seats_are_said_before_the_start(live: Live, player: Player) -> None:
    table = player.table("me", *["open"] * 5, options={"starting_armies": 6}, start=False)
    for seat in range(1, 6):
        joined = live.player().post(f"/api/tables/{table['id']}/seats/{seat}", {"kind": "me"})

    assert joined["status"] == "open", "the sixth may sit down, though the game cannot start"
    assert joined["missing"].endswith("so starting_armies must be at least 7.")
    mended = player.put(f"/api/tables/{table['id']}/options", {"preset": "engine", "options": {}})
    assert (mended["missing"], mended["can_start"]) == ("", True)


def test_a_seat_can_be_added_where_an_option_goes_by_their_number(player: Player) -> None:
    """With four powers Eriador is not played; five were never offered at a table that had been laid for four."""
    table = player.table("me", "open", "open", "open", game="ring-diplomacy", preset="basic", start=False)
    assert (table["counts"], len(table["roles"])) == ([2, 4, 5], 4)

    laid = player.post(f"/api/tables/{table['id']}/seats/4", {"kind": "open"})

    assert laid["roles"] == ["Eriador", "Rohan", "Gondor", "Mordor", "Saruman"]
    assert _plays(laid) == {"Rohan": player.me()["name"]}, "whoever sat as Rohan, the first of four, was Eriador"
    fewer = player.post(f"/api/tables/{table['id']}/seats/0", {"kind": "none"})
    assert _plays(fewer) == {"Rohan": player.me()["name"]}


def test_an_option_that_adds_a_seat_leaves_people_what_they_sat_down_for(player: Player) -> None:
    table = player.table("me", "open", "open", "open", game="ring-diplomacy", preset="basic", start=False)

    played = {"preset": "basic", "options": {"eriador": "played"}}
    more = player.put(f"/api/tables/{table['id']}/options", played)

    assert len(more["seats"]) == 5
    assert _plays(more) == {"Rohan": player.me()["name"]}


def test_a_seat_left_open_takes_nobodys_side_away(player: Player) -> None:
    """Without the fifth player Eriador is not played: who sat as Gondor was Mordor then."""
    table = player.table("easy", "easy", "me", "easy", "open", game="ring-diplomacy", preset="basic", start=False)

    begun = player.post(f"/api/tables/{table['id']}/start")

    assert _plays(begun)["Gondor"] == player.me()["name"]


def _plays(table: dict[str, Any]) -> dict[str, str]:
    """Return who sits where, by what is played there."""
    return {table["roles"][one["seat"]]: one["name"] for one in table["seats"] if one["kind"] != "open"}


def test_the_creator_arranges_the_seats(player: Player) -> None:
    path = f"/api/tables/{player.table('me', start=False)['id']}/seats"

    player.post(f"{path}/1", {"kind": "bot", "level": "medium"})
    player.post(f"{path}/2", {"kind": "local", "name": "Jonas"})
    table = player.post(f"{path}/3", {"kind": "open"})
    assert [seat["kind"] for seat in table["seats"]] == ["human", "bot", "local", "open"]
    assert table["my_seats"] == [0, 2]
    assert len({seat["colour"] for seat in table["seats"]}) == 4

    table = player.post(f"{path}/1", {"kind": "none"})
    assert [seat["kind"] for seat in table["seats"]] == ["human", "local", "open"]
    assert player.post(f"{path}/9", {"kind": "open"}, 404)["code"] == "seat.unknown"


def test_others_only_sit_down_and_get_up(player: Player, other: Player) -> None:
    path = f"/api/tables/{player.table('me', 'open', 'open', start=False)['id']}/seats"

    assert other.post(f"{path}/0", {"kind": "me"}, 409)["code"] == "seat.taken"
    assert other.post(f"{path}/1", {"kind": "bot"}, 403)["code"] == "table.not_yours"
    other.post(f"{path}/1", {"kind": "me"})
    assert other.post(f"{path}/2", {"kind": "me"}, 409)["code"] == "seat.already"
    assert other.post(f"{path}/0", {"kind": "open"}, 403)["code"] == "table.not_yours"
    assert other.post(f"{path}/1", {"kind": "open"})["my_seats"] == []


def test_options_are_checked_in_words(player: Player) -> None:
    table = player.table("me", "easy", start=False)["id"]
    path = f"/api/tables/{table}/options"

    changed = player.put(path, {"preset": "classic", "options": {"fortify": "none"}})
    assert changed["changes"] == 1
    assert changed["options"]["fortify"] == "none"
    for options, code in (({"fortfy": "none"}, "option.unknown"), ({"fortify": 7}, "option.value")):
        assert player.put(path, {"preset": "", "options": options}, 400)["code"] == code
    unknown = player.put(path, {"preset": "nonsense", "options": {}}, 400)
    assert "classic" in unknown["fix"]


def test_a_private_table_needs_its_invitation(player: Player, other: Player) -> None:
    table = player.table("me", "open", start=False, private=True)
    path = f"/api/tables/{table['id']}"
    invite = table["invite"].partition("invite=")[2]

    assert other.get(path, 404)["code"] == "table.private"
    assert other.get(f"{path}/game", 404)["code"] == "table.private"
    assert other.get("/api/tables", show="open") == [
        card for card in other.get("/api/tables", show="open") if card["id"] != table["id"]
    ]
    assert other.get(path, invite=invite)["id"] == table["id"]
    assert other.post(f"{path}/seats/1", {"kind": "me", "invite": "wrong"}, 404)["code"] == "table.private"
    assert other.post(f"{path}/seats/1", {"kind": "me", "invite": invite})["my_seats"] == [1]
    assert other.get(path)["invite"] == table["invite"]


def test_the_private_link_brings_a_seat_to_another_browser(player: Player, other: Player) -> None:
    table = player.table("me", "easy")

    moved = other.http.get(table["seat_link"], follow_redirects=False)

    assert moved.status_code == 303
    assert moved.headers["location"] == f"/table/{table['id']}"
    assert other.me() == player.me()
    assert other.get(f"/api/tables/{table['id']}")["my_seats"] == [0]


@pytest.mark.parametrize("change", [lambda link: link[:-3] + "AAA", lambda _: "/seat/nonsense", lambda link: link[:-9]])
def test_a_forged_link_leads_home(player: Player, other: Player, change: object) -> None:
    link = player.table("me", "easy")["seat_link"]

    moved = other.http.get(change(link), follow_redirects=False)  # type: ignore[operator]

    assert moved.headers["location"] == "/?problem=seat"
    assert "set-cookie" not in moved.headers


def test_hot_seat_players_look_through_their_own_seats(player: Player) -> None:
    table = player.table("me", "local")
    update = player.snapshot(table["id"])["update"]
    first = update["to_act"][0]

    assert table["my_seats"] == [0, 1]
    assert update["look"] == first
    assert player.snapshot(table["id"], **{"as": 1 - first})["update"]["look"] == 1 - first
    assert set(update["offers"]) == {str(first)}


def test_a_table_is_dissolved_while_it_is_open(player: Player, other: Player) -> None:
    table = player.table("me", "open", start=False)["id"]
    with other.stream(table) as events:
        events.wait(lambda got: got.of("table"))
        assert other.http.delete(f"/api/tables/{table}").status_code == 403
        assert player.http.delete(f"/api/tables/{table}").status_code == 204
        events.wait(lambda got: got.of("gone"))

    assert player.get(f"/api/tables/{table}", 404)["code"] == "table.unknown"
    running = player.table("me", "easy")["id"]
    assert player.http.delete(f"/api/tables/{running}").status_code == 409


def test_anybody_who_sits_there_may_start_and_nobody_else(live: Live, player: Player, other: Player) -> None:
    path = f"/api/tables/{player.table('me', 'open', 'open', start=False)['id']}"
    assert not other.get(path)["can_start"]
    assert other.post(f"{path}/start", status=403)["code"] == "table.not_yours"
    seated = other.post(f"{path}/seats/1", {"kind": "me"})

    assert seated["can_start"]
    assert not live.player().get(path)["can_start"]
    assert other.post(f"{path}/start")["status"] == "running"
    assert len(player.get(path)["seats"]) == 2, "free seats are left out"


def test_whoever_has_left_the_table_may_not_start_it(player: Player, other: Player) -> None:
    path = f"/api/tables/{player.table('me', 'open', 'easy', start=False)['id']}"
    other.post(f"{path}/seats/1", {"kind": "me"})
    other.post(f"{path}/seats/1", {"kind": "open"})

    assert other.post(f"{path}/start", status=403)["code"] == "table.not_yours"


def test_of_two_who_start_at_once_one_does_and_the_other_is_told(player: Player, other: Player) -> None:
    path = f"/api/tables/{player.table('me', 'open', 'easy', start=False)['id']}"
    other.post(f"{path}/seats/1", {"kind": "me"})
    with ThreadPoolExecutor(2) as threads:
        codes = sorted(threads.map(lambda one: one.http.post(f"{path}/start", json={}).status_code, (player, other)))

    assert codes == [200, 409]


def test_a_list_of_tables_comes_by_pages_back_to_the_first(live: Live) -> None:
    player = live.player()
    made = [player.table("me", "open", start=False, private=True)["id"] for _ in range(PAGE + 5)]
    found, address, sizes = list[str](), "/api/tables?show=mine", list[int]()
    while address:
        answer = player.http.get(address)
        sizes.append(len(answer.json()))
        found += [card["id"] for card in answer.json()]
        address = answer.links.get("next", {}).get("url", "")

    assert sizes == [PAGE, 5]
    assert sorted(found) == sorted(made)


def test_a_new_name_comes_to_every_table_however_many_there_are(live: Live) -> None:
    player = live.player()
    made = [player.table("me", "open", start=False, private=True)["id"] for _ in range(PAGE + 1)]
    player.put("/api/me", {"name": "Leontine", "colour": 1, "avatar": ""})

    assert {player.get(f"/api/tables/{one}")["seats"][0]["name"] for one in (made[0], made[-1])} == {"Leontine"}


def test_games_are_described_for_the_lobby(player: Player) -> None:
    risk = next(game for game in player.get("/api/games") if game["key"] == "risk")

    assert risk["seats"] == [2, 6]
    assert {"engine", "classic", "missions"} <= {preset["key"] for preset in risk["presets"]}
    assert {"random", "easy", "medium"} <= {bot["key"] for bot in risk["bots"]}
    assert all(option["label"] and option["sentence"] for option in risk["options"])
    rules = player.get("/api/games/risk/rules")
    assert rules["sections"]
    assert all("<script" not in section["html"] for section in rules["sections"])
    pictures = player.get("/api/games/risk/guide")
    assert pictures["page"][0]["title"] == "The goal"
    assert player.http.get("/api/games/chess/guide").status_code == 404


def test_boards_come_with_a_tag_and_as_a_picture(player: Player) -> None:
    first = player.http.get("/api/boards/classic")
    again = player.http.get("/api/boards/classic", headers={"If-None-Match": first.headers["etag"]})
    picture = player.http.get("/api/boards/classic.svg")

    assert len(first.json()["spaces"]) == 42
    assert again.status_code == 304
    assert picture.headers["content-type"] == "image/svg+xml"
    assert player.get("/api/boards/nowhere", 404)["code"] == "board.unknown"


def test_a_game_without_a_board_has_a_picture_by_light_and_in_the_dark(player: Player) -> None:
    listed = {game["key"]: game["pictured"] for game in player.get("/api/games")}
    assert listed["ring-of-power"]
    assert not listed["risk"]
    light, dark = (player.http.get("/api/games/ring-of-power/picture", params={"theme": t}) for t in ("light", "dark"))
    assert light.headers["content-type"] == "image/svg+xml"
    assert light.text.startswith("<svg")
    assert "Minas Tirith" in light.text
    assert light.text != dark.text
    assert player.get("/api/games/risk/picture", 404)["code"] == "picture.none"
    player.get("/api/games/chess/picture", 404)


def test_a_ground_is_as_large_as_its_canvas_and_has_nothing_on_it(player: Player) -> None:
    http = player.http
    for key, size in (("diplomacy", "1600 1500"), ("middle-earth-viii", "1000 1000")):
        light, dark = (http.get(f"/api/boards/{key}.ground{theme}.svg").text for theme in ("", ".dark"))
        assert f'viewBox="0 0 {size}"' in light
        assert "<text" not in light
        assert 'class="site' not in light
        assert light != dark
        assert http.get(f"/api/boards/{key}.dark.svg").text not in {dark, http.get(f"/api/boards/{key}.svg").text}
    assert http.get("/api/boards/diplomacy.grund.svg").status_code == 400


def test_odds_are_exact(player: Player) -> None:
    odds = player.get("/api/odds", attackers=10, defenders=10)

    assert round(odds["conquered"] + odds["repelled"], 9) == 1
    rough = player.get("/api/odds", attackers=1, defenders=1, attack_dice=2, defence_least=2)
    assert round(rough["conquered"], 6) == 0.254630  # one army on rough terrain rolls two dice
    third = [player.get("/api/odds", attackers=6, defenders=6, defence_extra=1, **more) for more in ({}, {"pairs": 2})]
    assert third[0]["expected_rolls"] < third[1]["expected_rolls"]  # a third pair, where it is compared, kills faster
    assert player.get("/api/odds", 400, attackers=0, defenders=1)["code"] == "request.invalid"
    assert player.get("/api/odds", 400, attackers=2, defenders=1, stop=5)["code"] == "odds.invalid"


def test_seats_of_the_ring_wear_before_the_game_what_they_play_in(player: Player) -> None:
    table = player.table("me", *["open"] * 3, game="lotr-risk", start=False)

    assert [seat["colour"] for seat in table["seats"]] == [3, 1, 4, 5]
    assert table["roles"] == ["Green", "Red", "Yellow", "Black"]
