"""Letters that the rules of a game forbid just now: refused with the reason, told to the writer, and to nobody else."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.live import Json, Live, Player
from tests.server.test_press import ENGLAND, FRANCE, RUSSIA, Press
from wartable.engine.values import Seat

WHY = "France is silent."


@pytest.fixture
def press(live: Live, monkeypatch: pytest.MonkeyPatch) -> Press:
    made = Press(live)
    table = live.services.hub.known(made.table)
    assert table is not None

    def silenced(_game: Any, _state: Any, seat: Seat, to: Seat | None) -> str:
        return WHY if seat == FRANCE and to != RUSSIA else ""

    monkeypatch.setattr(type(table.game), "silenced", silenced)
    return made


def test_who_may_not_write_is_told_why_beforehand_and_when_it_does(press: Press, live: Live) -> None:
    for to in ((), (ENGLAND,), (RUSSIA, ENGLAND)):
        refused = press.write(FRANCE, *to, status=409)
        assert (refused["code"], refused["message"]) == ("press.silenced", WHY)

    assert press.write(FRANCE, RUSSIA)["conversation"] == "2.3"
    assert press.cards(ENGLAND) == {}
    assert press.write(ENGLAND, FRANCE)["conversation"] == "1.2", "it is the writer alone that is forbidden to"

    def seen(player: Player, **query: int) -> Json:
        return player.get(press.path, **query)["barred"]

    assert seen(press.players[FRANCE], **{"as": FRANCE}) == {"all": WHY, "0": WHY, "1": WHY, "4": WHY}
    assert seen(press.players[RUSSIA], **{"as": RUSSIA}) == {}
    assert seen(live.player()) == {}


def test_an_excommunicated_power_exchanges_no_letters_until_the_orders_are_in(live: Live) -> None:
    milan, pope = live.player(), live.player()
    options = {"scenario": "balance_of_power_1454_two_of_five", "excommunication": "campaign"}
    wish: Json = {"game": "machiavelli", "start": False, "options": options}
    table = milan.table("me", "open", **wish)["id"]
    pope.post(f"/api/tables/{table}/seats/1", {"kind": "me"})
    for seat, player in enumerate((milan, pope)):
        player.act(table, seat, {"type": "year"})
    pope.act(table, 1, {"type": "excommunicate", "power": "milan"})
    milan.act(table, 0, {"type": "heed"})

    def write(player: Player, seat: int, *to: int, status: int = 201) -> Json:
        wish = {"seat": seat, "to": list(to), "text": "Peace?", "key": player.key()}
        return player.post(f"/api/tables/{table}/press/letters", wish, status)

    assert write(milan, 0, status=409)["message"].startswith("Milan is excommunicated: until the orders are in")
    assert write(pope, 1, 0, status=409)["code"] == "press.silenced"
    assert write(pope, 1)["conversation"] == "all"
    for seat, player in enumerate((milan, pope)):
        player.act(table, seat, {"type": "campaign"})
    assert write(milan, 0, 1)["conversation"] == "0.1"
