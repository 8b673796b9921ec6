"""The sandbox of Machiavelli: positions with units, garrisons, marks and money in, steps judged and drawn out."""

from __future__ import annotations

from tests.server.live import Json, Player

POSITION = """spring 1455 campaign
sieges: ferrara
famine: pisa

Venice
A ferrara
controls: venice, padua
treasury: 30

Milan
A milan, A cremona
controls: milan, cremona
treasury: 12

Autonomous: G ferrara
"""
ORDERS = "Venice\nA ferrara B\nE1: 3 F milan A milan\nMilan\nA cremona - mantua"


def judge(player: Player, status: int = 200, **wish: object) -> Json:
    return player.post("/api/adjudicate/machiavelli", {"position": POSITION, "orders": ORDERS, **wish}, status)


def test_a_step_is_judged_with_money_and_the_next_position_goes_back_in(player: Player) -> None:
    found = judge(player)
    again = judge(player, position=found["next"], orders={"milan": ["A mantua H"]}, picture=True)

    assert "takes" in found["text"]
    assert found["next_text"].startswith("summer 1455 campaign")
    assert found["next"]["position"]["accounts"]["venice"]["treasury"] == 27
    assert again["next_text"].startswith("fall 1455 campaign")
    assert again["svg"].startswith("<svg")


def test_every_power_is_told_what_it_may_write(player: Player) -> None:
    found = player.post("/api/adjudicate/machiavelli/orders", {"position": POSITION})
    kinds = {offer["kind"] for offer in found["offers"]["milan"]}

    assert found["step"] == "campaign"
    assert {"hold", "advance", "expense"} <= kinds
    assert player.post("/api/adjudicate/machiavelli/orders", {})["offers"] == {}


def test_what_cannot_be_read_is_named(player: Player) -> None:
    assert "'Milano'" in judge(player, 400, position="spring 1455 campaign\nMilan: A Milano")["message"]
    assert judge(player, 400, rules="mach59")["code"] == "adjudicate.unreadable"
    assert "dice" in judge(player, 400, orders="Milan\nE1: 12 E venice")["message"]
