"""Seats whose player misses deadlines are offered: taken once, with all but the letters; and who keeps deadlines."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.server.clockwork import DAY, Timed, away, clock, draft, missed, orders
from tests.server.conftest import fresh_database
from tests.server.live import Json, Player, wait_for

pytestmark = pytest.mark.storage

AUSTRIA, ENGLAND, FRANCE, RUSSIA, TURKEY = range(5)
NOTHING = {"type": "orders"}
HOLDS = ("A VIE H", "F LON H", "A PAR H", "A MOS H", "A CON H")


@pytest.fixture(scope="module")
def timed(storage: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    server = Timed(fresh_database(storage, tmp_path_factory.mktemp("timed"), request))
    yield server
    server.stop()


class Game:
    """A game of five in its first spring, with letters; Turkey's seat is offered after its first missed deadline."""

    def __init__(self, timed: Timed, pace: Json | None = None, **wish: object) -> None:
        self.timed = timed
        self.players = [timed.player() for _ in range(5)]
        rule: Json = {"seconds": DAY, "offer": 1}
        rule.update(pace or {})
        made: Json = {"game": "diplomacy", "press": {"mode": "full"}, **wish}
        table = self.players[0].table("me", *["open"] * 4, start=False, pace=rule, **made)
        self.id, self.path = table["id"], f"/api/tables/{table['id']}"
        self.invite = table["invite"].partition("invite=")[2]
        for seat, player in enumerate(self.players[1:], 1):
            player.post(f"{self.path}/seats/{seat}", {"kind": "me", "invite": self.invite})
        if self.players[0].get(self.path)["status"] == "open":
            self.players[0].post(f"{self.path}/start")

    def go_on(self, *late: int) -> None:
        """Let the phase run out, missed by some."""
        for seat in range(5):
            if seat not in late and not self.seat(seat)["away"]:
                draft(self.players[seat], self.id, seat, orders(self.players[seat], self.id, seat, HOLDS[seat]))
        self.timed.skip(DAY)

    def take(self, who: Player, seat: int = TURKEY, status: int = 200, **more: object) -> Json:
        return who.post(f"{self.path}/take", {"seat": seat, **more}, status)

    def write(self, seat: int, *to: int, text: str, who: Player | None = None) -> Json:
        player = who or self.players[seat]
        wish = {"seat": seat, "to": list(to), "text": text, "key": player.key()}
        return player.post(f"{self.path}/press/letters", wish, 201)

    def notes(self, who: Player | None = None) -> list[str]:
        log = (who or self.players[0]).snapshot(self.id)["log"]
        return [line["text"] for line in log if line["kind"] == "seat"]

    def seat(self, number: int) -> Json:
        found: Json = self.players[0].get(self.path)["seats"][number]
        return found


def free(who: Player) -> list[str]:
    return [card["id"] for card in who.get("/api/tables", show="free")]


def test_a_seat_is_offered_taken_and_told_in_the_log(timed: Timed) -> None:
    game, newcomer = Game(timed), timed.player()
    turkey = game.players[TURKEY]
    assert game.take(newcomer, status=409)["code"] == "seat.gone"

    game.go_on(TURKEY)

    assert (game.seat(TURKEY)["offered"], game.seat(FRANCE)["offered"]) == (True, False)
    assert away(newcomer, game.id) == [TURKEY]
    assert game.id in free(newcomer)
    name = game.seat(TURKEY)["name"]
    assert game.id not in free(game.players[FRANCE])
    assert game.id not in free(turkey)
    card = next(one for one in newcomer.get("/api/tables", show="free") if one["id"] == game.id)
    assert (card["free"], card["seats"][TURKEY]["offered"]) == (1, True)
    assert game.take(game.players[FRANCE], status=409)["code"] == "seat.already"
    assert game.take(turkey, status=409)["code"] == "seat.yours"
    assert game.take(newcomer, seat=40, status=404)["code"] == "seat.unknown"

    update = game.take(newcomer)

    assert update["look"] == TURKEY
    assert newcomer.get(game.path)["my_seats"] == [TURKEY]
    assert TURKEY in update["to_act"]
    assert (game.seat(TURKEY)["offered"], away(newcomer, game.id), missed(newcomer, game.id)[TURKEY]) == (False, [], 0)
    assert game.id not in free(timed.player())
    assert game.notes() == [
        f"{name} has missed 1 deadline: others may take this seat until its player comes back.",
        "Turkey has a player again.",
    ]
    assert (turkey.get(game.path)["my_seats"], turkey.get(game.path)["lost"]) == ([], [TURKEY])
    assert turkey.act(game.id, TURKEY, NOTHING, 403)["code"] == "seat.not_yours"
    draft(newcomer, game.id, TURKEY, NOTHING, ready=True)


def test_who_comes_back_before_somebody_took_the_seat_keeps_it(timed: Timed) -> None:
    game, newcomer = Game(timed), timed.player()
    game.go_on(TURKEY)

    game.players[TURKEY].post(f"{game.path}/back")

    assert (game.seat(TURKEY)["offered"], away(newcomer, game.id)) == (False, [])
    assert game.take(newcomer, status=409)["code"] == "seat.gone"
    assert game.notes()[-1].endswith("is back, so this seat is no longer free.")


def test_of_two_who_take_a_seat_at_once_one_gets_it_and_the_other_a_refusal(timed: Timed) -> None:
    game = Game(timed)
    game.go_on(TURKEY)
    several = [timed.player() for _ in range(6)]

    def taken(who: Player) -> str:
        answer = who.http.post(f"{game.path}/take", json={"seat": TURKEY})
        return "" if answer.status_code == 200 else str(answer.json()["code"])

    with ThreadPoolExecutor(6) as pool:
        answers = sorted(pool.map(taken, several))

    assert answers == ["", *["seat.gone"] * 5]
    assert sum(who.get(game.path)["my_seats"] == [TURKEY] for who in several) == 1


def test_letters_belong_to_whoever_wrote_and_received_them(timed: Timed) -> None:
    game, newcomer = Game(timed), timed.player()
    turkey, austria = game.players[TURKEY], game.players[AUSTRIA]
    game.write(AUSTRIA, TURKEY, text="Old plot against Russia.")
    timed.time.at += 1
    old = game.write(TURKEY, AUSTRIA, text="Old answer of the sultan.")
    game.write(TURKEY, text="Old word to all.")
    begun = {"seat": TURKEY, "conversation": "2.4", "text": "Begun and not sent."}
    turkey.put(f"{game.path}/press/draft", begun)
    turkey.put(f"{game.path}/press/muted", {"seat": TURKEY, "muted": [ENGLAND]})
    game.go_on(TURKEY)
    timed.time.at += 60
    game.take(newcomer)

    def all_bytes(who: Player) -> str:
        paths = ["", "/press", "/press/all", "/letters", "/letters/text", "/game", "/press/0.4", "/letters?find=Old"]
        answers = [who.http.get(f"{game.path}{path}").text for path in paths]
        return "\n".join(answers)

    told = all_bytes(newcomer)
    assert "Old word to all." in told
    for secret in ("Old plot", "Old answer", "Begun and not sent", '"0.4"'):
        assert secret not in told
    first = newcomer.get(f"{game.path}/press", **{"as": TURKEY})
    assert (first["muted"], [card["conversation"] for card in first["conversations"]]) == ([], ["all"])
    assert first["conversations"][0]["unread"] == 0, "what was written before is no news"
    assert not first["conversations"][0]["last"]["mine"]
    report = {"seat": TURKEY, "conversation": "0.4", "letter": old["id"], "why": "Let me see."}
    assert newcomer.post(f"{game.path}/press/reports", report, 404)["code"] == "letter.unknown"
    read = {"seat": TURKEY, "conversation": "0.4", "letter": old["id"]}
    assert newcomer.put(f"{game.path}/press/read", read, 404)["code"] == "letter.unknown"
    assert newcomer.get(f"{game.path}/press/0.4", 404, before=old["id"])["code"] == "letter.unknown"

    timed.time.at += 60
    new = game.write(AUSTRIA, TURKEY, text="New proposal.")

    page = newcomer.get(f"{game.path}/press/0.4")["letters"]
    assert [(one["text"], one["mine"]) for one in page] == [("New proposal.", False)]
    card = {one["conversation"]: one for one in newcomer.get(f"{game.path}/press")["conversations"]}["0.4"]
    assert card["unread"] == 1
    mine = [one for one in newcomer.get("/api/tables", show="mine") if one["id"] == game.id]
    assert mine[0]["letters"] == 1
    assert "Old" not in newcomer.http.get(f"{game.path}/press/0.4?before={new['id']}").text
    assert [one["text"] for one in turkey.get(f"{game.path}/press/0.4")["letters"]] == [
        "Old plot against Russia.",
        "Old answer of the sultan.",
    ]
    assert "New proposal" not in all_bytes(turkey)
    assert "Old answer of the sultan." in all_bytes(turkey)
    assert len(austria.get(f"{game.path}/press/0.4")["letters"]) == 3, "the other side keeps all"


def test_a_stream_does_not_name_the_conversations_of_the_player_before(timed: Timed) -> None:
    game, newcomer = Game(timed), timed.player()
    newcomer.put("/api/me", {"name": "Person N", "colour": 2, "avatar": "fox"})
    with newcomer.stream(game.id) as watching:
        game.write(AUSTRIA, TURKEY, text="Old plot.")
        game.go_on(TURKEY)
        timed.time.at += 60
        game.take(newcomer)
        with newcomer.stream(game.id) as playing:
            game.write(FRANCE, TURKEY, text="New plot.")
            for stream in (watching, playing):
                stream.wait(lambda got: any("2.4" in one["conversations"] for one in got.of("letters")))
                assert not [one for one in stream.of("letters") if "0.4" in one["conversations"]]


def test_a_table_may_hand_letters_over_with_the_seat(timed: Timed) -> None:
    game, newcomer = Game(timed, press={"mode": "full", "inherited": True}), timed.player()
    game.write(AUSTRIA, TURKEY, text="Old plot.")
    game.go_on(TURKEY)
    game.take(newcomer)

    assert [one["text"] for one in newcomer.get(f"{game.path}/press/0.4")["letters"]] == ["Old plot."]


def test_a_former_player_of_a_private_table_keeps_what_they_may_see_and_takes_no_other_seat(timed: Timed) -> None:
    game, newcomer = Game(timed, private=True), timed.player()
    game.write(AUSTRIA, TURKEY, text="Old plot.")
    game.go_on(TURKEY)
    assert game.take(newcomer, status=404)["code"] == "table.private"
    assert game.id not in free(newcomer)
    timed.time.at += 60
    game.take(newcomer, invite=game.invite)
    turkey = game.players[TURKEY]

    assert turkey.snapshot(game.id)["update"]["look"] is None
    assert "Old plot." in turkey.http.get(f"{game.path}/letters").text
    timed.player().get(game.path, 404)
    game.players[TURKEY] = newcomer
    game.go_on(FRANCE, TURKEY)
    assert game.take(turkey, FRANCE, 409)["code"] == "seat.former"
    game.take(turkey, TURKEY)
    assert [one["text"] for one in turkey.get(f"{game.path}/press/0.4")["letters"]] == ["Old plot."]


def test_an_anonymous_table_tells_nobody_who_came_and_who_went(timed: Timed) -> None:
    game, newcomer = Game(timed, sides={"give": "lot", "anonymous": True}), timed.player()
    newcomer.put("/api/me", {"name": "Person N", "colour": 2, "avatar": "fox"})
    seats = [one.get(game.path)["my_seats"][0] for one in game.players]
    game.players = [game.players[seats.index(seat)] for seat in range(5)]
    lost = game.players[TURKEY].me()["name"]
    game.go_on(TURKEY)
    game.take(newcomer)

    for who in (game.players[0], timed.player()):
        told = "".join(who.http.get(f"{game.path}{path}").text for path in ("", "/game", "/reliability", "/press"))
        assert "Person N" not in told
        assert lost not in told
    assert game.players[0].get(f"{game.path}/reliability") == []
    assert game.notes()[-1] == "Turkey has a player again."


def test_excused_misses_do_not_count(timed: Timed) -> None:
    game = Game(timed, {"excused": 1})

    game.go_on(TURKEY)

    assert (missed(game.players[0], game.id)[TURKEY], game.seat(TURKEY)["offered"]) == (0, False)
    assert "It does not count for" in game.players[0].snapshot(game.id)["chat"][-1]["text"]
    game.go_on(TURKEY)
    assert (missed(game.players[0], game.id)[TURKEY], game.seat(TURKEY)["offered"]) == (1, True)


def test_tables_without_the_rule_offer_nothing(timed: Timed) -> None:
    game = Game(timed, {"offer": 0, "misses": 1})
    game.go_on(TURKEY)

    assert (away(game.players[0], game.id), game.seat(TURKEY)["offered"], game.notes()) == ([TURKEY], False, [])
    wish = {"game": "diplomacy", "seats": [{"kind": "me"}], "pace": {"seconds": DAY, "misses": 1, "offer": 2}}
    assert game.players[0].post("/api/tables", wish, 400)["code"] == "clock.offer"


def test_civil_disorder_ends_with_a_player_who_takes_the_seat(timed: Timed) -> None:
    game, newcomer = Game(timed, options={"disorder_after": 1}), timed.player()
    game.go_on(TURKEY)
    before = newcomer.snapshot(game.id)["update"]["view"]
    assert TURKEY not in game.players[0].snapshot(game.id)["update"]["to_act"]

    game.take(newcomer)

    assert TURKEY in newcomer.snapshot(game.id)["update"]["to_act"]
    draft(newcomer, game.id, TURKEY, NOTHING, ready=True)
    assert before["units"]["turkey"], "its units stood meanwhile"


def test_whoever_takes_a_seat_late_gets_time_for_a_first_decision(timed: Timed) -> None:
    game, newcomer, second = Game(timed), timed.player(), timed.player()
    game.go_on(FRANCE, TURKEY)
    timed.skip(DAY - 3600)
    offered = newcomer.get(f"{game.path}/take/{TURKEY}")
    assert offered == {"problem": "", "first": DAY // 2, "met": 0, "of": 0}

    update = game.take(newcomer)

    assert update["clock"]["deadline"] == timed.time.millis + DAY * 500
    assert game.notes()[-1] == (
        "Turkey has a player again. This turn stays open for 12 hours, so that they can decide."
    )
    game.take(second, FRANCE)
    assert clock(second, game.id)["deadline"] == timed.time.millis + DAY * 500, "two who come do not take twice as long"
    timed.skip(DAY / 2)
    assert game.players[0].snapshot(game.id)["update"]["turn"] == 2


def test_a_free_seat_says_why_somebody_may_not_take_it(timed: Timed) -> None:
    game, newcomer = Game(timed), timed.player()
    taken = newcomer.get(f"{game.path}/take/{TURKEY}")["problem"]
    game.go_on(TURKEY)

    assert taken == "Turkey has a player. You can watch, or see other free seats."
    problems = [who.get(f"{game.path}/take/{TURKEY}")["problem"] for who in (newcomer, game.players[FRANCE])]
    assert problems == ["", "You play at this table already."]
    assert newcomer.get(f"{game.path}/take/40")["problem"] == "There is no such seat at this table."
    early = timed.player().table("me", "open", start=False)["id"]
    refused = {"problem": "The game has not started yet.", "first": 0, "met": 0, "of": 0}
    assert newcomer.get(f"/api/tables/{early}/take/1") == refused


def test_a_turn_that_a_game_master_closes_is_no_deadline_met(timed: Timed) -> None:
    game, master = Game.__new__(Game), timed.player()
    players = [timed.player() for _ in range(5)]
    made: Json = {"game": "diplomacy", "pace": {"seconds": DAY}}
    table = players[0].table("me", *["open"] * 4, start=False, **made)["id"]
    game.timed, game.id, game.path, game.players = timed, table, f"/api/tables/{table}", players
    players[0].put(f"{game.path}/master", {"seat": "free"})
    for seat, player in enumerate(players[1:], 1):
        player.post(f"{game.path}/seats/{seat}", {"kind": "me"})
    master.put(f"{game.path}/master", {"seat": "mine"})
    players[0].post(f"{game.path}/start")
    draft(players[FRANCE], table, FRANCE, orders(players[FRANCE], table, FRANCE, HOLDS[FRANCE]))

    step = master.snapshot(table)["update"]["asked"]["step"]
    master.post(f"{game.path}/close", {"step": step})

    known = {one["seat"]: one for one in players[0].get(f"{game.path}/reliability")}
    assert [(known[seat]["met"], known[seat]["of"]) for seat in (FRANCE, TURKEY)] == [(1, 1), (0, 0)]


def test_reliability_counts_deadlines_and_a_table_may_ask_for_it(timed: Timed) -> None:
    game, newcomer = Game(timed, {"misses": 0, "offer": 0}), timed.player()
    for _ in range(6):
        game.go_on(TURKEY)
    known = {one["seat"]: one for one in game.players[0].get(f"{game.path}/reliability")}
    assert known[FRANCE] == {"seat": FRANCE, "met": 6, "of": 6, "lost": 0, "new": False}
    assert known[TURKEY]["met"] == 0
    assert known[TURKEY]["of"] >= 5

    maker = timed.player()
    pace = {"seconds": DAY, "reliable": 90, "newcomers": False}
    other = maker.table("me", *["open"] * 4, game="diplomacy", start=False, pace=pace)["id"]
    sit_down = f"/api/tables/{other}/seats/1"
    assert game.players[TURKEY].post(sit_down, {"kind": "me"}, 403)["code"] == "seat.reliable"
    assert newcomer.post(sit_down, {"kind": "me"}, 403)["code"] == "seat.newcomer"
    game.players[FRANCE].post(sit_down, {"kind": "me"})


def test_two_servers_see_the_same_people_and_give_a_seat_once(timed: Timed) -> None:
    game, newcomer, late = Game(timed), timed.player(), timed.player()
    for who in (newcomer, late):
        who.put("/api/me", {"name": "Person N", "colour": 2, "avatar": "fox"})
    game.go_on(TURKEY)
    other = Timed(timed.services.settings.database, timed.time)
    there = Player(other.url)
    there.http.cookies = game.players[FRANCE].http.cookies
    elsewhere = Player(other.url)
    elsewhere.http.cookies = newcomer.http.cookies

    def here(who: Player) -> bool:
        found: bool = who.get(game.path)["seats"][FRANCE]["present"]
        return found

    with there.stream(game.id):
        wait_for(lambda: here(game.players[0]))
    wait_for(lambda: not here(game.players[0]))
    game.take(elsewhere)
    assert game.take(late, status=409)["code"] == "seat.gone"
    there.close()
    elsewhere.close()
    other.stop()
