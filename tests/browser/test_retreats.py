"""A dislodged unit that has nowhere to go: its player is not asked, and is told why."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.orders import OrderDesk
from tests.server.live import Live
from tests.server.party import Party

pytestmark = pytest.mark.browser

POWERS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")
SPRING_1901 = {
    "austria": "A BUD - SER; A VIE H; F TRI H",
    "italy": "A VEN - TYR; A ROM - VEN; F NAP - ION",
    "turkey": "F ANK - BLA; A CON - BUL; A SMY - ARM",
}
AUTUMN_1901 = {"austria": "A SER - ALB; A VIE H; F TRI H", "italy": "F ION - ADR; A VEN H; A TYR H"}
SPRING_1902 = {"italy": "A TYR - TRI; A VEN S A TYR - TRI; F ADR H", "turkey": "A ARM - SEV; F BLA S A ARM - SEV"}


def test_a_player_whose_fleet_has_nowhere_to_go_is_told_so_and_does_not_decide(open_desk: Open, server: Live) -> None:
    people = [server.player() for _ in POWERS]
    table = Party(server, people, game="diplomacy", preset="2023")

    def send(orders: dict[str, str]) -> None:
        for seat in table.update()["to_act"]:
            wish = {"seat": seat, "text": orders.get(POWERS[seat], "no orders")}
            table.act(seat, people[seat].post(f"/api/tables/{table.table}/readings", wish)["action"])

    assert [power["id"] for power in table.update()["view"]["powers"]] == list(POWERS)
    send(SPRING_1901)
    send(AUTUMN_1901)
    send({})  # one build for Turkey
    send(SPRING_1902)

    desk = open_desk()
    desk.page.context.add_cookies(
        [{"name": "wartable", "value": people[0].http.cookies["wartable"], "url": server.url}]
    )
    desk.visit(f"/table/{table.table}")
    panel = OrderDesk(desk).panel

    expect(panel).to_contain_text("Fleet Trieste has nowhere to go and is lost. You have nothing to decide")
    expect(panel).to_contain_text("Waiting for Russia")
    send({"russia": "F SEV R RUM"})
    told = desk.page.get_by_role("region", name="What happened")
    expect(told).to_contain_text("The fleet in Trieste has nowhere to go and is lost")
    expect(panel).to_contain_text("Vienna")
    for one in people:
        one.close()
