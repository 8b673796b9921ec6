"""The game master: sees all orders, plays none, and tells everybody what they do; nobody else may do it."""

from __future__ import annotations

import msgspec
import pytest

from tests.server.live import Json, Live, Player
from tests.server.test_sides import Company

AUSTRIA, ENGLAND, FRANCE, RUSSIA, TURKEY = range(5)
NOTE = "I misread a mail."


class Led(Company):
    """A table of five in the first spring with a game master who made it, or has another role as wished."""

    def __init__(self, live: Live, **wish: object) -> None:
        self.master = live.player()
        self.master.put("/api/me", {"name": "Person M", "colour": 8, "avatar": "owl"})
        self.live = live
        self.players = [live.player() for _ in range(5)]
        made: Json = {"game": "diplomacy", "start": False, **wish}
        self.id = self.master.table(*["open"] * 5, **made)["id"]
        self.path = f"/api/tables/{self.id}"
        self.master.put(f"{self.path}/master", {"seat": "mine"})
        for seat, player in enumerate(self.players):
            player.put("/api/me", {"name": f"Person {'ABCDE'[seat]}", "colour": 1 + seat, "avatar": "owl"})
            player.post(f"{self.path}/seats/{seat}", {"kind": "me"})

    def draft(self, seat: int, *orders: Json, revision: int = 1, ready: bool = False) -> Json:
        asked = self.players[seat].snapshot(self.id)["update"]["asked"]
        action = {"type": "orders", "orders": orders}
        wish = {"seat": seat, "step": asked["step"], "revision": revision, "action": action, "ready": ready}
        return self.players[seat].put(f"{self.path}/draft", wish)

    def text(self, seat: int, text: str, *, revision: int = 1, ready: bool = False) -> Json:
        """Draft orders as their notation says them."""
        read = self.players[seat].post(f"{self.path}/readings", {"seat": seat, "text": text})
        asked = self.players[seat].snapshot(self.id)["update"]["asked"]
        wish = {"seat": seat, "step": asked["step"], "revision": revision, "action": read["action"], "ready": ready}
        return self.players[seat].put(f"{self.path}/draft", wish)

    def do(self, what: str, body: Json, status: int = 200, who: Player | None = None) -> Json:
        return (who or self.master).post(f"{self.path}/master/{what}", body, status)

    def look(self, status: int = 200, who: Player | None = None) -> Json:
        return (who or self.master).get(f"{self.path}/master", status)

    def close(self) -> Json:
        step = self.master.snapshot(self.id)["update"]["asked"]["step"]
        return self.master.post(f"{self.path}/close", {"step": step})

    def gavel(self, who: Player | None = None) -> list[str]:
        log = (who or self.players[0]).snapshot(self.id)["log"]
        return [line["text"] for line in log if line["kind"] in ("gavel", "seat")]


@pytest.fixture(scope="module")
def led(live: Live) -> Led:
    """A table that has begun; what tests do there does not disturb the others."""
    table = Led(live, press={"mode": "full"}, pace={"seconds": 86_400})
    table.start()
    return table


def test_all_orders_are_seen_by_the_game_master_alone(led: Led, live: Live) -> None:
    led.text(TURKEY, "F ANK - BLA")
    led.text(FRANCE, "A PAR - BUR", ready=True)

    seats = led.look()["seats"]

    assert "F ANK - BLA" in seats[TURKEY]["text"]
    assert [seat["ready"] for seat in seats] == [False, False, True, False, False]
    assert [seat["player"] for seat in seats] == [f"Person {letter}" for letter in "ABCDE"]
    for who in (led.players[FRANCE], live.player()):
        assert led.look(403, who)["code"] == "master.not_you"
        for path in ("game", "master", "press"):
            assert "ANK - BLA" not in who.http.get(f"{led.path}/{path}").text
    assert led.master.snapshot(led.id, **{"as": TURKEY})["update"]["look"] == TURKEY
    assert led.players[FRANCE].get(f"{led.path}/game", 403, **{"as": TURKEY})["code"] == "seat.not_yours"


def test_a_game_master_plays_no_side(led: Led) -> None:
    snapshot = led.master.snapshot(led.id, **{"as": TURKEY})

    assert (snapshot["table"]["my_seats"], snapshot["table"]["master"]) == ([], "mine")
    assert snapshot["update"]["offers"] == {}
    action = {"type": "orders", "orders": []}
    assert led.master.act(led.id, TURKEY, action, 403)["code"] == "seat.not_yours"
    wish = {"seat": TURKEY, "step": snapshot["update"]["asked"]["step"], "revision": 9, "action": action}
    assert led.master.put(f"{led.path}/draft", wish, 403)["code"] == "seat.not_yours"
    letter = {"seat": TURKEY, "to": [], "text": "I am Turkey.", "key": "t"}
    assert led.master.post(f"{led.path}/press/letters", letter, 403)["code"] == "seat.not_yours"


@pytest.mark.parametrize("who", ["player", "maker", "stranger", "former"])
def test_nobody_else_may_do_what_a_game_master_may(live: Live, who: str) -> None:
    led = Led(live)
    led.start()
    if who == "former":
        led.master.put(f"{led.path}/master", {"seat": "none"})
    other = {"player": led.players[0], "former": led.master, "stranger": live.player()}.get(who, led.players[1])
    if who == "maker":
        table = live.services.hub.known(led.id)
        assert table is not None
        table.row = msgspec.structs.replace(table.row, creator=other.me()["id"])
    correction = {"seat": 0, "step": 0, "text": "A VIE - GAL", "note": NOTE}

    for what, body in (
        ("preview", correction),
        ("correct", correction),
        ("word", {"text": "Hear, hear.", "key": "w"}),
        ("replace", {"seat": 1, "note": NOTE}),
    ):
        assert led.do(what, body, 403, other)["code"] == "master.not_you"
    assert led.look(403, other)["code"] == "master.not_you"
    if who != "former":
        step = other.snapshot(led.id)["update"]["asked"]["step"]
        assert other.post(f"{led.path}/close", {"step": step}, 403)["code"] == "table.not_yours"
        refused = other.put(f"{led.path}/master", {"seat": "mine"}, 409)
        assert refused["code"] == "master.taken"
    else:
        assert other.get(f"{led.path}/game", 403, **{"as": 1})["code"] == "seat.not_yours"
    assert led.gavel()[1:] == []


def test_letters_stay_closed_unless_the_table_opened_them(led: Led, live: Live) -> None:
    opened = Led(live, press={"mode": "full", "master": True})
    opened.start()
    for table in (led, opened):
        letter = {"seat": 0, "to": [1], "text": "Between us.", "key": "b"}
        table.players[0].post(f"{table.path}/press/letters", letter, 201)

    assert led.master.get(f"{led.path}/press/0.1", 403)["code"] == "press.not_yours"
    assert "Between us" not in led.master.http.get(f"{led.path}/letters").text
    assert [one["text"] for one in opened.master.get(f"{opened.path}/press/0.1")["letters"]] == ["Between us."]
    assert opened.players[2].get(f"{opened.path}/press")["rule"]["master"] is True
    assert opened.players[2].get(f"{opened.path}/press/0.1", 403)["code"] == "press.not_yours"


def test_a_word_to_all_is_a_letter_and_a_line_of_the_log(led: Led) -> None:
    led.do("word", {"text": "Please be on time.", "key": "w"}, 201)

    for seat in (0, 3):
        page = led.players[seat].get(f"{led.path}/press/all", **{"as": seat})["letters"]
        assert [(one["name"], one["text"], one["mine"]) for one in page] == [
            ("Game master", "Please be on time.", False)
        ]
    assert "The game master to all: Please be on time." in led.gavel()


def test_clock_and_turn_are_led_and_told(live: Live) -> None:
    led = Led(live, pace={"seconds": 86_400})
    led.start()
    before = led.master.snapshot(led.id)["update"]["clock"]["deadline"]

    more = led.master.post(f"{led.path}/extend", {"seconds": 3600})["clock"]["deadline"]
    led.master.post(f"{led.path}/pause", {"paused": True})
    led.master.post(f"{led.path}/pause", {"paused": False})
    led.text(FRANCE, "A PAR - BUR")
    closed = led.close()

    assert abs(more - before - 3_600_000) < 60_000
    assert closed["step"] > 0
    told = led.gavel()
    assert told[:3] == [
        "The game master extends this turn by 1 hour.",
        "The game master pauses the clock, for 14 days at most.",
        "The game master resumes the clock.",
    ]
    assert told[3].startswith("The game master closes the turn. Not ready: Person A, ")


def test_a_correction_is_shown_before_it_is_done_and_then_told(live: Live) -> None:
    led = Led(live, pace={"seconds": 86_400})
    led.start()
    led.text(TURKEY, "F ANK - BLA")
    led.close()
    led.text(TURKEY, "F BLA - RUM", ready=True)
    last = led.look()["correctable"]
    assert [*map(int, last["texts"])] == [AUSTRIA, ENGLAND, FRANCE, RUSSIA, TURKEY], "not only who decided last"
    wish = {"seat": TURKEY, "step": last["step"], "text": last["texts"][str(TURKEY)].replace("- BLA", "- CON")}
    before = led.players[0].snapshot(led.id)
    other = led.do("preview", {**wish, "seat": FRANCE, "text": "A PAR - BUR"})
    assert (other["old"], any("Burgundy" in line for line in other["come"])) == ("no orders", True)

    shown = led.do("preview", wish)

    assert "F ANK - BLA" in shown["old"]
    assert "F ANK - CON" in shown["new"]
    assert any("CON" in line or "Constantinople" in line for line in shown["come"])
    assert [(one["seat"], "BLA - RUM" in one["text"]) for one in shown["lost"]] == [(TURKEY, True)]
    assert led.players[0].snapshot(led.id)["update"] == before["update"], "a preview changes nothing"
    assert led.do("correct", wish, 400)["code"] == "master.note"

    assert led.do("correct", {**wish, "note": NOTE}) == shown

    after = led.players[0].snapshot(led.id)["update"]
    assert after["ready"] == []
    there = msgspec.json.encode(after["view"]["units"]).decode()
    assert "BLA" not in there
    assert after["clock"]["granted"] == 86_400
    assert led.gavel()[-1].startswith("The game master corrects what Turkey decided: not ")
    assert led.gavel()[-1].endswith(NOTE)
    assert led.do("preview", {**wish, "step": 99}, 409)["code"] == "master.late"
    assert led.do("preview", wish, 409)["code"] == "master.same"
    assert led.do("preview", {**wish, "text": "F ANK - MUN"}, 409)["code"] not in {"", "server.error"}


def test_where_seats_decide_openly_nothing_is_corrected(live: Live) -> None:
    maker, players = live.player(), [live.player() for _ in range(2)]
    table = maker.table("open", "open", game="risk", start=False)["id"]
    maker.put(f"/api/tables/{table}/master", {"seat": "mine"})
    for seat, player in enumerate(players):
        player.post(f"/api/tables/{table}/seats/{seat}", {"kind": "me"})
    maker.post(f"/api/tables/{table}/start")

    found = maker.get(f"/api/tables/{table}/master")

    assert found["correctable"] is None
    assert "nothing to correct" in found["why"] or "openly" in found["why"]


def test_a_player_is_replaced_by_whoever_comes_with_the_link(live: Live) -> None:
    led = Led(live, pace={"seconds": 86_400}, press={"mode": "full"})
    led.start()
    turkey, newcomer = led.players[TURKEY], live.player()
    newcomer.put("/api/me", {"name": "Person N", "colour": 2, "avatar": "fox"})
    led.text(TURKEY, "F ANK - BLA", ready=True)

    link = led.do("replace", {"seat": TURKEY, "note": NOTE})["link"]
    code = link.partition("take=")[2]

    assert turkey.get(led.path)["my_seats"] == []
    assert turkey.get(f"{led.path}/draft", 403, **{"as": TURKEY})["code"] == "seat.not_yours"
    assert led.look()["seats"][TURKEY]["text"] == ""
    for body, who, expected in (
        ({"code": "4.wrong"}, newcomer, "seat.gone"),
        ({"code": code}, led.players[0], "seat.already"),
        ({"code": code}, led.master, "master.plays"),
    ):
        assert who.post(f"{led.path}/take", body, 409 if expected != "seat.gone" else 404)["code"] == expected
    newcomer.post(f"{led.path}/take", {"code": code})
    assert newcomer.get(led.path)["my_seats"] == [TURKEY]
    assert newcomer.get(led.path)["seats"][TURKEY]["name"] == "Person N"
    assert newcomer.snapshot(led.id)["update"]["ready"] == []
    assert live.player().post(f"{led.path}/take", {"code": code}, 404)["code"] == "seat.gone"
    assert [text.split(":")[0] for text in led.gavel()] == [
        "The game master replaces the player of Turkey",
        "Turkey has a player again.",
    ]
    led.do("replace", {"seat": FRANCE, "note": NOTE, "level": "easy"})
    assert led.look()["seats"][FRANCE]["kind"] == "bot"


def test_an_anonymous_table_stays_so_when_a_player_is_replaced(live: Live) -> None:
    led = Led(live, sides={"give": "lot", "anonymous": True})
    seat = led.start()[2]
    assert led.look()["seats"][seat]["player"] == "Person C", "the game master knows"

    link = led.do("replace", {"seat": seat, "note": NOTE})["link"]
    newcomer = live.player()
    newcomer.post(f"{led.path}/take", {"code": link.partition("take=")[2]})

    names = [one["name"] for one in live.player().get(led.path)["seats"]]
    assert names == ["Austria", "England", "France", "Russia", "Turkey"]
    assert led.look()["seats"][seat]["player"] == newcomer.me()["name"]


def test_who_is_erased_from_behind_a_side_takes_no_word_of_that_side(live: Live) -> None:
    led = Led(live, sides={"give": "lot", "anonymous": True})
    led.master.post(f"{led.path}/start")
    leaves, reads = led.players[:2]
    text = f"{leaves.snapshot(led.id)['table']['seats'][leaves.get(led.path)['my_seats'][0]]['name']} may be late."
    led.do("word", {"text": text, "key": "w"}, 201)

    leaves.post("/api/me/erase", {"name": "Person A"}, 204)

    assert f"The game master to all: {text}" in led.gavel(reads)


def test_the_seat_is_taken_and_left_before_the_game(live: Live) -> None:
    company = Company(live, 3)
    maker, other = company.players[:2]

    def seat(who: Player, wish: str, status: int = 200) -> Json:
        return who.put(f"{company.path}/master", {"seat": wish}, status)

    assert seat(maker, "mine", 409)["code"] == "master.plays"
    assert seat(other, "mine", 409)["code"] == "master.plays"
    assert seat(other, "free", 403)["code"] == "table.not_yours"
    assert seat(maker, "free")["master"] == "free"
    third = live.player()
    assert seat(third, "mine")["master"] == "mine"
    assert maker.get(company.path)["master"] == "taken"
    assert third.post(f"{company.path}/seats/2", {"kind": "me"}, 409)["code"] in {"seat.taken", "master.plays"}
    assert seat(third, "free")["master"] == "free"
    assert live.player().get(company.path)["master"] == "free"
