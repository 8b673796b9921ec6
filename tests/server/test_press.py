"""Letters: who may write to whom, who reads, what is kept, and what nobody else may learn from any byte or waking."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from random import Random
from urllib.parse import quote

import msgspec
import pytest
from sqlalchemy import Connection

from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Json, Live, Player, wait_for
from tests.server.party import Ear
from wartable.engine.values import Outcome
from wartable.server import press_rules
from wartable.server.writer import Conflict

pytestmark = pytest.mark.storage

AUSTRIA, ENGLAND, FRANCE, RUSSIA, TURKEY = range(5)


class Press:
    """A table of five at which people sit, each with a browser of his own; the rule of its press as wished."""

    def __init__(self, live: Live, **rule: object) -> None:
        self.players = [live.player() for _ in range(5)]
        wish: Json = {"press": rule} if rule else {}
        self.table = self.players[0].table("me", *["open"] * 4, game="diplomacy", start=False, **wish)["id"]
        for seat, player in enumerate(self.players[1:], 1):
            player.post(f"/api/tables/{self.table}/seats/{seat}", {"kind": "me"})
        self.players[0].post(f"/api/tables/{self.table}/start")
        self.path = f"/api/tables/{self.table}/press"

    def write(self, seat: int, *to: int, text: str = "Peace?", status: int = 201, **more: object) -> Json:
        wish = {"seat": seat, "to": list(to), "text": text, "key": self.players[seat].key(), **more}
        return self.players[seat].post(f"{self.path}/letters", wish, status)

    def cards(self, seat: int) -> dict[str, Json]:
        found = self.players[seat].get(self.path, **{"as": seat})["conversations"]
        return {card["conversation"]: card for card in found}

    def page(self, seat: int, conversation: str, status: int = 200, **more: str) -> Json:
        return self.players[seat].get(f"{self.path}/{conversation}", status, **{"as": seat, **more})

    def texts(self, seat: int, conversation: str) -> list[str]:
        return [letter["text"] for letter in self.page(seat, conversation)["letters"]]


@pytest.fixture
def press(live: Live) -> Press:
    return Press(live)


def test_a_letter_reaches_those_it_is_written_to(press: Press) -> None:
    sent = press.write(FRANCE, ENGLAND, text="Shall we leave the Channel empty?")

    assert sent["conversation"] == "1.2"
    assert (sent["seat"], sent["mine"]) == (FRANCE, True)
    got = press.page(ENGLAND, "1.2")["letters"]
    assert got == [{**sent, "mine": False}]
    card = press.cards(ENGLAND)["1.2"]
    assert (card["seats"], card["unread"], card["last"]) == ([ENGLAND, FRANCE], 1, got[0])
    assert press.cards(FRANCE)["1.2"]["unread"] == 0


def test_a_letter_to_several_is_one_conversation_of_them_all(press: Press) -> None:
    press.write(RUSSIA, TURKEY, AUSTRIA, text="A juggernaut for three.")
    press.write(TURKEY, AUSTRIA, RUSSIA, text="Gladly.")

    assert press.texts(AUSTRIA, "0.3.4") == ["A juggernaut for three.", "Gladly."]
    assert press.cards(AUSTRIA)["0.3.4"]["unread"] == 2


def test_a_letter_to_nobody_by_name_is_read_by_all_and_by_who_looks_on(press: Press, live: Live) -> None:
    press.write(ENGLAND, text="Good morning.")

    stranger = live.player()
    found = stranger.get(press.path)
    assert [card["conversation"] for card in found["conversations"]] == ["all"]
    assert found["closed"] == "Only players write letters."
    assert [one["text"] for one in stranger.get(f"{press.path}/all")["letters"]] == ["Good morning."]
    assert press.texts(TURKEY, "all") == ["Good morning."]


def test_nobody_else_gets_a_letter_by_any_address(press: Press, live: Live) -> None:
    letter = press.write(FRANCE, ENGLAND, text="xyzzy only for England")

    stranger = live.player()
    assert press.page(RUSSIA, "1.2", 403)["code"] == "press.not_yours"
    assert stranger.get(f"{press.path}/1.2", 403)["code"] == "press.not_yours"
    assert press.page(RUSSIA, "1.2", 403) == press.page(RUSSIA, "0.1", 403), "there being one tells nothing"
    wish = {"seat": RUSSIA, "conversation": "1.2", "letter": letter["id"]}
    assert press.players[RUSSIA].put(f"{press.path}/read", wish, 403)["code"] == "press.not_yours"
    assert press.players[RUSSIA].get(press.path, 403, **{"as": ENGLAND})["code"] == "seat.not_yours"
    table = f"/api/tables/{press.table}"
    for player in (press.players[RUSSIA], stranger):
        for path in (f"{table}/game", table, press.path, f"{table}/record", "/api/tables"):
            said = player.http.get(path).text
            assert "xyzzy" not in said
            assert letter["id"] not in said


def test_a_letter_wakes_its_readers_alone_and_counts_nowhere(press: Press, live: Live) -> None:
    table = live.services.hub.known(press.table)
    assert table is not None
    ears = [Ear() for _ in range(3)]
    for ear, seat in zip(ears, (ENGLAND, RUSSIA, None), strict=True):
        ear.player = None if seat is None else table.seats[seat].player_id
        table.listeners.add(ear)
    russia = press.players[RUSSIA]
    before = [russia.snapshot(press.table), russia.get("/api/tables", show="mine")]

    press.write(FRANCE, ENGLAND)
    press.players[FRANCE].put(f"{press.path}/draft", {"seat": FRANCE, "conversation": "1.2", "text": "And"})

    assert [ear.woken > 0 for ear in ears] == [True, False, False]
    assert [russia.snapshot(press.table), russia.get("/api/tables", show="mine")] == before
    press.write(FRANCE)
    assert [ear.woken > 0 for ear in ears] == [True, True, True], "a letter to all is everybody's"


def test_the_stream_tells_of_new_letters_and_nothing_of_them(press: Press) -> None:
    with press.players[ENGLAND].stream(press.table) as mine, press.players[RUSSIA].stream(press.table) as other:
        wait_for(lambda: mine.raw and other.raw)
        press.write(FRANCE, ENGLAND, text="xyzzy")
        mine.wait(lambda events: events.of("letters"))
        assert mine.of("letters") == [{"conversations": ["1.2"]}]
        press.write(FRANCE, RUSSIA)
        other.wait(lambda events: events.of("letters"))
        assert other.of("letters") == [{"conversations": ["2.3"]}]
        assert not any("xyzzy" in line or "1.2" in line for line in other.raw)


def test_what_is_read_is_read_on_all_devices_and_stays_so(press: Press) -> None:
    first, second = press.write(FRANCE, ENGLAND), press.write(FRANCE, ENGLAND, text="Well?")
    england = press.players[ENGLAND]
    assert england.get("/api/tables", show="mine")[0]["letters"] == 2

    read = {"seat": ENGLAND, "conversation": "1.2", "letter": second["id"]}
    england.put(f"{press.path}/read", read)
    england.put(f"{press.path}/read", {**read, "letter": first["id"]})

    assert press.cards(ENGLAND)["1.2"]["unread"] == 0
    assert england.get("/api/tables", show="mine")[0]["letters"] == 0
    press.write(FRANCE, ENGLAND)
    assert press.cards(ENGLAND)["1.2"]["unread"] == 1
    assert press.players[FRANCE].get("/api/tables", show="mine")[0]["letters"] == 0, "one's own are no news"


def test_the_list_counts_for_ones_own_seat_alone(player: Player, other: Player) -> None:
    table = player.table("me", "local", "open", "easy", "easy", game="diplomacy", start=False)["id"]
    path = f"/api/tables/{table}"
    other.post(f"{path}/seats/2", {"kind": "me"})
    player.post(f"{path}/start")

    def write(who: Player, seat: int, *to: int) -> None:
        wish = {"seat": seat, "to": list(to), "text": "Peace?", "key": who.key()}
        who.post(f"{path}/press/letters", wish, 201)

    def listed(who: Player) -> int:
        return next(int(card["letters"]) for card in who.get("/api/tables", show="mine") if card["id"] == table)

    write(other, 2, 1)
    assert listed(player) == 0, "it is for the other seat at this screen"
    write(player, 1, 0)
    assert listed(player) == 1
    write(other, 2)
    assert (listed(player), listed(other)) == (2, 0)


def test_what_is_begun_is_kept_until_it_is_sent(press: Press) -> None:
    draft = {"seat": ENGLAND, "conversation": "1.4", "text": "Dear Sultan, "}
    press.players[ENGLAND].put(f"{press.path}/draft", draft)

    assert press.cards(ENGLAND)["1.4"]["draft"] == "Dear Sultan,"
    assert press.cards(TURKEY) == {}
    press.write(ENGLAND, TURKEY)
    assert press.cards(ENGLAND)["1.4"]["draft"] == ""
    press.players[ENGLAND].put(f"{press.path}/draft", draft)
    press.players[ENGLAND].put(f"{press.path}/draft", {**draft, "text": ""})
    assert press.cards(ENGLAND)["1.4"]["draft"] == ""


def test_two_processes_may_keep_a_draft_and_a_mark_at_once(press: Press, live: Live) -> None:
    letter = press.write(FRANCE, ENGLAND)["id"]
    store, england = live.services.store, {"seat": ENGLAND, "conversation": "1.2"}
    do, failed = store.do, list[object]()

    async def first_time(work: Callable[[Connection], None]) -> None:
        if len(failed) % 2 == 0:
            failed.append(work)
            raise Conflict("duplicate key")
        failed.append(work)
        await do(work)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "do", first_time)
        press.players[ENGLAND].put(f"{press.path}/draft", {**england, "text": "Dear Paris,"})
        press.players[ENGLAND].put(f"{press.path}/read", {**england, "letter": letter})
    card = press.cards(ENGLAND)["1.2"]
    assert (card["draft"], card["unread"], len(failed)) == ("Dear Paris,", 0, 4)


def test_a_key_sends_one_letter_however_often_it_comes(press: Press) -> None:
    wish = {"seat": FRANCE, "to": [ENGLAND], "text": "Once.", "key": "once"}

    def post(_: int) -> Json:
        return press.players[FRANCE].post(f"{press.path}/letters", wish, 201)

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(post, range(6)))
    assert len({answer["id"] for answer in answers}) == 1
    assert press.texts(ENGLAND, "1.2") == ["Once."]
    changes: list[Json] = [{"text": "Twice."}, {"to": [RUSSIA]}, {"to": []}, {"unsigned": True}]
    for change in changes:
        refused = press.players[FRANCE].post(f"{press.path}/letters", {**wish, **change}, 409)
        assert refused["code"] == "key.reused"


def test_many_who_write_at_once_lose_nothing(press: Press) -> None:
    def post(number: int) -> Json:
        return press.write(number % 5, text=f"Letter {number}")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(post, range(40)))
    assert sorted(press.texts(AUSTRIA, "all")) == sorted(f"Letter {number}" for number in range(40))


def test_a_long_conversation_comes_page_by_page(press: Press) -> None:
    for number in range(63):
        press.write(FRANCE, ENGLAND, text=str(number))

    last = press.page(ENGLAND, "1.2")
    first = press.page(ENGLAND, "1.2", before=last["letters"][0]["id"])

    assert (last["more"], first["more"]) == (True, False)
    both = [letter["text"] for letter in [*first["letters"], *last["letters"]]]
    assert both == [str(number) for number in range(63)]
    assert press.page(ENGLAND, "1.2", 404, before="nosuchletter")["code"] == "letter.unknown"


@pytest.mark.parametrize("conversation", ["all\n", "0.2\n", "00.2", "2.0", "0.2.2", "2.63"])
def test_a_conversation_has_one_name(press: Press, conversation: str) -> None:
    france = press.players[FRANCE]
    wish = {"seat": FRANCE, "conversation": conversation}

    assert press.page(FRANCE, quote(conversation), 403)["code"] == "press.not_yours"
    assert france.put(f"{press.path}/read", {**wish, "letter": "x"}, 403)["code"] == "press.not_yours"
    assert france.put(f"{press.path}/draft", {**wish, "text": "Hm"}, 403)["code"] == "press.not_yours"
    assert press.cards(FRANCE) == {}


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"seat": 0}, 403, "seat.not_yours"),
        ({"to": [2]}, 409, "press.self"),
        ({"to": [9]}, 404, "seat.unknown"),
        ({"text": "  "}, 400, "text.empty"),
        ({"text": "x" * 2001}, 400, "text.long"),
        ({"unsigned": True}, 409, "press.unsigned"),
        ({"quotes": [{"seat": 2, "text": "F BRE - MUN"}]}, 409, None),
        ({"quotes": [{"seat": 7, "text": "F BRE - ENG"}]}, 404, "seat.unknown"),
    ],
)
def test_nonsense_is_refused_with_what_would_be_right(
    press: Press, change: dict[str, object], status: int, code: str | None
) -> None:
    wish = {"seat": FRANCE, "to": [ENGLAND], "text": "Peace?", "key": "k", **change}

    refused = press.players[FRANCE].post(f"{press.path}/letters", wish, status)

    assert len(refused["message"]) >= 20
    assert code is None or refused["code"] == code
    assert press.cards(FRANCE) == {}


def test_quotes_are_read_as_orders_of_their_power(press: Press) -> None:
    quotes = [{"seat": ENGLAND, "text": "f lon-eng"}, {"seat": FRANCE, "text": "A PAR - BUR"}]

    letter = press.write(FRANCE, ENGLAND, quotes=quotes)

    assert [quote["text"] for quote in letter["quotes"]] == ["F LON - ENG", "A PAR - BUR"]
    assert letter["quotes"][0]["action"]["orders"][0]["to"] == "ENG"


def test_nothing_is_quoted_before_the_game_has_begun(player: Player) -> None:
    table = player.table("me", "open", game="diplomacy", start=False)["id"]
    quote = {"seat": 0, "quote": {"seat": 0, "text": "A par - bur"}}

    refused = player.post(f"/api/tables/{table}/press/quotes", quote, 409)

    assert refused["message"] == "The game has not started, so there is no order to quote."


def test_what_a_quote_draws_anew_rests_on_the_secret_seed(press: Press, live: Live) -> None:
    table = live.services.hub.known(press.table)
    assert table is not None
    game, row, drawn = table.game, table.row, list[float]()

    def resample(_: object, state: object, seat: object, rng: Random) -> object:  # noqa: ARG001 - as games have it
        drawn.append(rng.random())
        return state

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(game), "resample", resample)
        for seed in (row.seed, bytes(32), row.seed):
            table.row = msgspec.structs.replace(row, seed=seed)
            press.write(FRANCE, quotes=[{"seat": ENGLAND, "text": "F LON - ENG"}])
    assert drawn[0] == drawn[2] != drawn[1]


def test_public_press_and_gunboat(live: Live) -> None:
    public, none = Press(live, mode="public"), Press(live, mode="none")

    assert public.write(FRANCE, ENGLAND, status=409)["code"] == "press.public"
    assert public.write(FRANCE)["conversation"] == "all"
    for to in ((), (ENGLAND,)):
        assert none.write(FRANCE, *to, status=409)["code"] == "press.closed"
    assert none.players[FRANCE].get(none.path)["closed"].startswith("There are no letters at this table")


def test_in_retreats_nobody_writes_where_the_table_says_so(live: Live) -> None:
    press = Press(live, brief=False)
    table = live.services.hub.known(press.table)
    assert table is not None
    assert press_rules.closed(table, FRANCE) == ""

    assert table.asked is not None
    asked = msgspec.structs.replace(table.asked, brief=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(table), "asked", asked)
        assert press_rules.closed(table, FRANCE).startswith("Nobody can write in retreats and builds")


def test_press_follows_the_game_where_a_table_does_not_say(live: Live, player: Player) -> None:
    bargained = player.table("me", "open", game="diplomacy", start=False)
    fought = player.table("me", "open", game="risk", start=False)

    assert (bargained["press"]["mode"], fought["press"]["mode"]) == ("full", "public")
    changed = player.put(f"/api/tables/{fought['id']}/press/rule", {"mode": "full"})
    assert changed["press"]["mode"] == "full"
    stranger = live.player()
    assert stranger.put(f"/api/tables/{fought['id']}/press/rule", {"mode": "none"}, 403)["code"] == "table.not_yours"


def test_bots_read_no_letters(player: Player) -> None:
    table = player.table("me", *["easy"] * 6, game="diplomacy")["id"]

    wish = {"seat": 0, "to": [1], "text": "Hello", "key": "k"}
    refused = player.post(f"/api/tables/{table}/press/letters", wish, 409)

    assert refused["code"] == "press.reader"
    assert "bot" in refused["message"]
    assert player.get(f"/api/tables/{table}/press")["to"] == []


def test_unsigned_letters_hide_who_wrote_them_and_when(opens: Opens, database: str) -> None:
    clock = [1_000_000_123.0]
    press = Press(opens(msgspec.structs.replace(SETTINGS, database=database), lambda: clock[0]), unsigned=True)

    press.write(ENGLAND, TURKEY, text="Who knows?")
    assert press.texts(TURKEY, "1.4") == ["Who knows?"], "letters go by the time of the server"
    mine = press.write(RUSSIA, unsigned=True, text="Turkey lies.")

    assert (mine["seat"], mine["mine"]) == (None, True)
    assert mine["at"].endswith(":00:00Z")
    assert mine["step"] is None, "the step would tell when it was written"
    assert list(press.cards(TURKEY)) == ["1.4"]
    clock[0] = datetime.fromisoformat(mine["at"]).timestamp() + 1
    got = press.page(TURKEY, "all")["letters"][0]
    assert (got["seat"], got["mine"], got["text"]) == (None, False, "Turkey lies.")
    assert press.write(RUSSIA, TURKEY, unsigned=True, status=409)["code"] == "press.unsigned"


def test_those_at_one_screen_do_not_learn_what_the_other_seat_wrote(opens: Opens, database: str) -> None:
    clock = [1_000_000_123.0]
    player = opens(msgspec.structs.replace(SETTINGS, database=database), lambda: clock[0]).player()
    seats = ["me", *["local"] * 4]
    table = player.table(*seats, game="diplomacy", press={"mode": "full", "unsigned": True})["id"]
    path = f"/api/tables/{table}/press"

    unsigned = {"seat": 1, "text": "Seat 1 lies.", "unsigned": True, "key": "a"}
    due = player.post(f"{path}/letters", unsigned, 201)["at"]
    player.post(f"{path}/letters", {"seat": 1, "to": [0], "text": "Peace?", "key": "b"}, 201)
    clock[0] = datetime.fromisoformat(due).timestamp() + 1

    def mine(seat: int, conversation: str) -> list[bool]:
        return [one["mine"] for one in player.get(f"{path}/{conversation}", **{"as": seat})["letters"]]

    assert (mine(0, "all"), mine(1, "all")) == ([False], [True])
    assert (mine(0, "0.1"), mine(1, "0.1")) == ([False], [True])
    assert player.get(f"{path}/0.1", 403, **{"as": 2})["code"] == "press.not_yours"


@pytest.mark.parametrize("archive", [True, False])
def test_after_the_game_letters_are_open_where_the_table_says_so(live: Live, archive: bool) -> None:  # noqa: FBT001
    press = Press(live, archive=archive)
    press.write(FRANCE, ENGLAND, text="Between us.")
    table = live.services.hub.known(press.table)
    assert table is not None
    table.running().end(Outcome(ranks=(1, 2, 2, 2, 2), scores=(1.0, 0.0, 0.0, 0.0, 0.0), reason="Seat 1 has won."))
    table.row = msgspec.structs.replace(table.row, status="finished")

    stranger = live.player()
    found = stranger.get(press.path)
    assert found["opened"] is archive
    assert [card["conversation"] for card in found["conversations"]] == (["1.2"] if archive else [])
    stranger.get(f"{press.path}/1.2", 200 if archive else 403)
    draft = {"seat": RUSSIA, "conversation": "1.2", "text": "Not mine."}
    assert press.players[RUSSIA].put(f"{press.path}/draft", draft, 403)["code"] == "press.not_yours"
    assert press.write(FRANCE, status=409)["code"] == "press.closed"


def test_letters_stand_in_for_the_chat_of_those_who_play(live: Live) -> None:
    full, none, public = Press(live), Press(live, mode="none"), Press(live, mode="public")

    def say(press: Press, player: Player, status: int) -> Json:
        return player.post(f"/api/tables/{press.table}/chat", {"text": "Hello", "key": player.key()}, status)

    assert say(full, full.players[FRANCE], 409)["code"] == "press.instead"
    assert "no letters" in say(none, none.players[FRANCE], 409)["message"]
    assert say(public, public.players[FRANCE], 201)["text"] == "Hello"
    for press in (full, none, public):
        assert say(press, live.player(), 409)["code"] == "press.apart"
