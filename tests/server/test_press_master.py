"""Letters between a side and the game master: by every rule of press, and in no byte for anybody else, ever."""

from __future__ import annotations

from contextlib import ExitStack

import msgspec
import pytest

from tests.server.live import Json, Live, Player, wait_for
from tests.server.party import Ear
from tests.server.test_masters import FRANCE, RUSSIA, TURKEY, Led
from wartable.engine.values import Outcome

pytestmark = pytest.mark.storage


class Mailed(Led):
    """A table that has begun, whose game master and players write to each other."""

    def __init__(self, live: Live, **wish: object) -> None:
        super().__init__(live, **wish)
        self.start()
        self.press = f"{self.path}/press"

    def ask(self, seat: int, text: str, status: int = 201, **more: object) -> Json:
        wish = {"seat": seat, "master": True, "text": text, "key": self.players[seat].key(), **more}
        return self.players[seat].post(f"{self.press}/letters", wish, status)

    def answer(self, seat: int | None, text: str, status: int = 201, who: Player | None = None, key: str = "") -> Json:
        wish = {"to": seat, "text": text, "key": key or self.master.key()}
        return (who or self.master).post(f"{self.path}/master/word", wish, status)

    def cards(self, who: Player) -> dict[str, Json]:
        return {card["conversation"]: card for card in who.get(self.press)["conversations"]}

    def texts(self, who: Player, conversation: str) -> list[str]:
        return [letter["text"] for letter in who.get(f"{self.press}/{conversation}")["letters"]]


def test_a_side_and_the_game_master_write_to_each_other_at_a_table_without_letters(live: Live) -> None:
    led = Mailed(live, press={"mode": "none"})
    turkey = led.players[TURKEY]
    assert turkey.get(led.press)["closed"].startswith("There are no letters")
    assert turkey.get(led.press)["master"] == ""

    asked = led.ask(TURKEY, "May I have a day more?")
    answered = led.answer(TURKEY, "You may.")

    assert (asked["conversation"], asked["seat"], asked["mine"]) == ("master.4", TURKEY, True)
    assert (answered["seat"], answered["name"], answered["mine"]) == (None, "Game master", True)
    for who in (turkey, led.master):
        assert led.texts(who, "master.4") == ["May I have a day more?", "You may."]
    assert led.cards(led.master)["master.4"]["seats"] == [TURKEY]
    assert turkey.post(f"{led.press}/letters", {"seat": 4, "to": [0], "text": "Hm", "key": "a"}, 409)["code"] == (
        "press.closed"
    )
    assert not any("You may" in line for line in led.gavel()), "what goes to one side is in no log"


def test_letters_with_the_game_master_are_counted_and_read_like_others(live: Live) -> None:
    led = Mailed(live, press={"mode": "full"})
    turkey = led.players[TURKEY]

    def listed(who: Player) -> int:
        return next(int(card["letters"]) for card in who.get("/api/tables", show="mine") if card["id"] == led.id)

    first, last = led.ask(TURKEY, "One."), led.ask(TURKEY, "Two.")
    led.ask(FRANCE, "Three.")
    answer = led.answer(TURKEY, "Four.")
    assert (led.cards(led.master)["master.4"]["unread"], led.cards(turkey)["master.4"]["unread"]) == (2, 1)
    assert (listed(led.master), listed(turkey), listed(led.players[FRANCE])) == (3, 1, 0)

    read = {"conversation": "master.4"}
    led.master.put(f"{led.press}/read", {**read, "seat": None, "letter": last["id"]})
    turkey.put(f"{led.press}/read", {**read, "seat": TURKEY, "letter": answer["id"]})

    assert (led.cards(led.master)["master.4"]["unread"], led.cards(turkey)["master.4"]["unread"]) == (0, 0)
    assert (listed(led.master), listed(turkey)) == (1, 0)
    wish = {**read, "seat": None, "letter": first["id"]}
    assert led.players[FRANCE].put(f"{led.press}/read", wish, 403)["code"] == "master.not_you"
    begun = {"seat": None, "conversation": "master.2", "text": "Dear Paris,"}
    led.master.put(f"{led.press}/draft", begun)
    assert led.cards(led.master)["master.2"]["draft"] == "Dear Paris,"
    assert led.cards(led.players[FRANCE])["master.2"]["draft"] == ""
    assert led.players[FRANCE].put(f"{led.press}/draft", begun, 403)["code"] == "master.not_you"


def test_a_letter_with_the_game_master_is_in_no_byte_for_anybody_else(live: Live) -> None:
    led = Mailed(live, press={"mode": "full", "master": True}, sides={"give": "lot", "anonymous": True})
    seats = {player.get(led.path)["my_seats"][0]: player for player in led.players}
    others = {"russia": seats[RUSSIA], "stranger": live.player(), "watcher": live.player()}
    turkey = seats[TURKEY]
    with ExitStack() as stack:
        streams = {name: stack.enter_context(one.stream(led.id)) for name, one in others.items()}
        mine = stack.enter_context(led.master.stream(led.id))
        wait_for(lambda: all(stream.raw for stream in (*streams.values(), mine)))
        wish: Json = {"seat": TURKEY, "master": True, "text": "xyzzy", "key": "x"}
        sent = turkey.post(f"{led.press}/letters", wish, 201)
        led.answer(TURKEY, "plugh")
        led.master.put(f"{led.press}/draft", {"seat": None, "conversation": "master.4", "text": "frotz"})
        led.answer(None, "For all to read.")
        wait_for(lambda: all(stream.of("letters") for stream in streams.values()))
        mine.wait(lambda events: any("master.4" in one["conversations"] for one in events.of("letters")))
    name = turkey.me()["name"]
    assert name not in led.master.http.get(f"{led.press}/master.4").text, "a letter is from its side"
    addresses = [
        f"{led.path}{part}" for part in ("", "/game", "/record", "/letters", "/letters/text", "/log?before=99")
    ]
    addresses += [led.press, f"{led.press}/master.4", f"{led.press}/all", "/api/tables?show=mine"]
    for who, player in others.items():
        said = "".join([*streams[who].raw, *(player.http.get(one).text for one in addresses)])
        assert "For all to read." in said
        for word in ("xyzzy", "plugh", "frotz", "master.4", str(sent["id"])):
            assert word not in said, (who, word)
        assert player.get(f"{led.press}/master.4", 403)["code"] == "press.not_yours"
        assert player.get(f"{led.press}/master.4", 403) == player.get(f"{led.press}/master.0", 403)
    text = led.master.http.get(f"{led.path}/letters/text").text
    assert "Turkey to the game master:\nxyzzy" in text
    assert "Game master to Turkey:\nplugh" in text


def test_they_stay_closed_when_all_other_letters_are_opened(live: Live) -> None:
    led = Mailed(live, press={"mode": "full"})
    led.ask(TURKEY, "xyzzy")
    led.players[FRANCE].post(f"{led.press}/letters", {"seat": FRANCE, "to": [0], "text": "plover", "key": "p"}, 201)
    table = live.services.hub.known(led.id)
    assert table is not None
    table.running().end(Outcome(ranks=(1, 2, 2, 2, 2), scores=(1.0, 0.0, 0.0, 0.0, 0.0), reason="Seat 1 has won."))
    table.row = msgspec.structs.replace(table.row, status="finished")

    for who in (led.players[RUSSIA], live.player()):
        said = who.http.get(f"{led.path}/letters").text + who.http.get(led.press).text
        assert "plover" in said
        assert "xyzzy" not in said
        assert "master.4" not in said
        assert who.get(f"{led.press}/master.4", 403)["code"] == "press.not_yours"
    for who in (led.players[TURKEY], led.master):
        assert led.texts(who, "master.4") == ["xyzzy"]
    assert led.ask(TURKEY, "Thanks.", 409)["code"] == "press.closed"


def test_whoever_is_game_master_later_reads_nothing_of_before(live: Live) -> None:
    led = Mailed(live, press={"mode": "none"})
    led.ask(TURKEY, "xyzzy")
    led.master.put(f"{led.press}/draft", {"seat": None, "conversation": "master.4", "text": "frotz"})
    led.master.put(f"{led.path}/master", {"seat": "none"})
    assert led.ask(TURKEY, "Anybody?", 409)["message"] == "This table has no game master to write to."
    table = live.services.hub.known(led.id)
    assert table is not None
    later = live.player()
    later.put("/api/me", {"name": "Person N", "colour": 2, "avatar": "fox"})
    table.row = msgspec.structs.replace(table.row, creator=later.me()["id"])
    later.put(f"{led.path}/master", {"seat": "mine"})

    assert led.cards(later) == {}
    assert led.texts(later, "master.4") == []
    led.ask(TURKEY, "And you?")
    assert led.texts(later, "master.4") == ["And you?"]
    assert led.texts(led.players[TURKEY], "master.4") == ["xyzzy", "And you?"]
    assert led.master.get(f"{led.press}/master.4", 403)["code"] == "press.not_yours"


def test_what_cannot_be_sent_is_refused_and_one_key_sends_once(live: Live) -> None:
    led = Mailed(live, press={"mode": "full", "unsigned": True})
    assert led.ask(TURKEY, "Both?", 409, to=[0])["code"] == "press.master"
    assert led.ask(TURKEY, "Guess who.", 409, unsigned=True)["code"] == "press.unsigned"
    assert led.answer(9, "Hello?", 404)["code"] == "seat.unknown"
    assert led.answer(TURKEY, "  ", 400)["code"] == "text.empty"
    assert led.answer(TURKEY, "I am it.", 403, who=led.players[0])["code"] == "master.not_you"
    led.do("replace", {"seat": FRANCE, "note": "Gone.", "level": "easy"})
    assert led.answer(FRANCE, "Hello?", 409)["message"] == "France is played by a bot, which reads no letters."
    assert led.cards(led.master) == {}

    for seat, key in ((TURKEY, "one"), (None, "two")):
        assert len({led.answer(seat, "Once.", key=key)["id"] for _ in range(2)}) == 1
        assert led.answer(seat, "Twice.", 409, key=key)["code"] == "key.reused"
    assert led.texts(led.players[TURKEY], "master.4") == led.texts(led.players[0], "all") == ["Once."]
    ears = [Ear(), Ear()]
    table = live.services.hub.known(led.id)
    assert table is not None
    for ear, player in zip(ears, (led.players[TURKEY], led.players[0]), strict=True):
        ear.player = player.me()["id"]
        table.listeners.add(ear)
    led.answer(TURKEY, "Psst.")
    assert [ear.woken > 0 for ear in ears] == [True, False]


def test_orders_sent_in_another_way_are_entered_as_the_players_draft_and_all_are_told_so(live: Live) -> None:
    led = Mailed(live, press={"mode": "none"}, pace={"seconds": 86_400})
    turkey, step = led.players[TURKEY], led.master.snapshot(led.id)["update"]["asked"]["step"]
    led.text(TURKEY, "F ANK - CON", ready=True)
    wish: Json = {"seat": TURKEY, "step": step, "text": "F ANK - BLA; A CON - BUL; A SMY H", "note": "Sent by mail."}

    read = led.do("orders", {**wish, "text": f"Dear master,\n{wish['text']}\nYours, Turkey"}, 201)

    assert (read["text"], read["problem"]) == ("F ANK - BLA; A CON - BUL; A SMY H", "")
    draft = turkey.get(f"{led.path}/draft", **{"as": TURKEY})
    assert "BLA" in msgspec.json.encode(draft["action"]).decode()
    assert (draft["ready"], draft["problem"]) == (False, None)
    for who in (turkey, led.players[0], live.player()):
        assert led.gavel(who) == ["The game master enters orders of Turkey, as they were sent. Sent by mail."]
    for who in (led.players[0], live.player()):
        said = "".join(who.http.get(f"{led.path}{part}").text for part in ("", "/game", "/record", "/log?before=99"))
        assert "ANK - BLA" not in said
        assert "A CON - BUL" not in said
    led.text(TURKEY, "F ANK - CON", revision=draft["revision"] + 1)
    led.do("orders", {**wish, "ready": True}, 201)
    assert led.look()["seats"][TURKEY]["ready"] is True
    led.close()
    assert "BLA" in msgspec.json.encode(led.players[0].snapshot(led.id)["update"]["view"]["units"]).decode()


def test_orders_that_cannot_be_entered_are_refused_and_change_nothing(live: Live) -> None:
    led = Mailed(live, press={"mode": "none"})
    step = led.master.snapshot(led.id)["update"]["asked"]["step"]
    wish: Json = {"seat": TURKEY, "step": step, "text": "F ANK - BLA", "note": "Sent by mail."}

    for change, status, code in (
        ({"note": " "}, 400, "master.note"),
        ({"seat": 9}, 404, "seat.unknown"),
        ({"step": 7}, 409, "master.late"),
        ({"text": "F ANK - MUN", "ready": True}, 409, None),
    ):
        refused = led.do("orders", {**wish, **change}, status)
        assert code in (None, refused["code"])
        assert len(refused["message"]) > 15
    assert led.do("orders", wish, 403, led.players[0])["code"] == "master.not_you"
    led.do("replace", {"seat": FRANCE, "note": "Gone.", "level": "easy"})
    assert led.do("orders", {**wish, "seat": FRANCE}, 409)["message"] == "France is played by a bot."
    assert led.look()["seats"][TURKEY]["text"] == ""
    assert len(led.gavel()) == 1
