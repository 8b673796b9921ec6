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


def test_lines_of_a_step_come_one_by_one_with_the_orders_on_the_board(player: Player) -> None:
    found = judge(player)
    kinds = [line["kind"] for line in found["lines"]]
    orders = {(one["power"], one["order"]["type"]): one["result"] for one in found["view"]["last"]["judged"]}

    assert kinds.index("charged") < kinds.index("orders_revealed")
    assert orders["venice", "besiege"] == "takes"
    assert found["view"]["position"]["accounts"]["milan"]["treasury"] == 12
    assert {power["id"] for power in found["view"]["powers"]} >= {"venice", "milan"}


def test_what_powers_wrote_is_read_as_their_decisions(player: Player) -> None:
    text = "VEN:\nA ferrara B\nBORROW 5 FOR 1\nRETREAT A ferrara - padua\nMilan\nA cremona - nowhere"
    found = player.post("/api/adjudicate/machiavelli/readings", {"position": POSITION, "orders": text})

    assert [order["type"] for order in found["given"]["venice"]["orders"]] == ["besiege"]
    assert found["given"]["venice"]["retreats"][0]["to"] == "padua"
    assert "nowhere" in found["unread"][0]


def test_each_power_reckons_with_open_treasuries_and_some_good_power_leads_the_ring_bearer(player: Player) -> None:
    desks = player.post("/api/adjudicate/machiavelli/orders", {"position": POSITION})["desks"]
    ring = player.post(
        "/api/adjudicate/machiavelli/orders", {"game": "lotr-machiavelli", "position": "spring 3000 campaign"}
    )
    led = [power for power, offers in ring["offers"].items() if any(one["source"].startswith("RB") for one in offers)]

    rivals = [one for those in desks["venice"]["rivals"].values() for one in those]
    assert {one["treasury"] for one in rivals if one["power"] == "milan"} == {12}
    assert led == ["eriador"]


def test_faces_that_are_known_come_first_and_chance_gives_the_others(player: Player) -> None:
    wish: Json = {"position": None, "orders": "", "options": {"first_year_famine": True}, "seed": "x"}
    drawn = judge(player, **wish)["dice"]
    known = judge(player, **wish, dice=[6])["dice"]

    assert known[0]["faces"][0] == 6
    assert len(known[0]["faces"]) == len(drawn[0]["faces"])
