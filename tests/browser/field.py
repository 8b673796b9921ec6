"""What a test does at a table of figures: sit down, press points given in inches, read what is told of a way."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.tables import CREATE, Desk

_ACT = """async ([table, seat, action]) => {
  const answer = await fetch(`/api/tables/${table}/actions`, {
    method: 'POST', headers: {'Content-Type': 'application/json'},
    body: JSON.stringify({seat, action, key: crypto.randomUUID().slice(0, 20)})});
  return await answer.json();
}"""
_ASK = """async ([table, seat, inquiry]) => {
  const answer = await fetch(`/api/tables/${table}/inquiries`, {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({seat, inquiry})});
  return await answer.json();
}"""
_PAGE = """([x, y]) => {
  const at = document.querySelector('[data-table]').whereAt(Math.round(x * 1000), Math.round(y * 1000));
  return [at.x, at.y];
}"""
_FIGURE = """number => {
  const at = document.querySelector('[data-table]').whereIs(number);
  return [at.x, at.y];
}"""


class FieldDesk:
    """One browser page on a table of Ring of Power."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.page = desk, desk.page

    def sit(self, scenario: str, *seats: str, **options: Any) -> str:
        """Start a table of a scenario with these seats (`me`, `local`, or a bot's level), and open it."""
        self.desk.settle()
        kinds = [{"kind": s} if s in {"me", "local", "open"} else {"kind": "bot", "level": s} for s in seats]
        body = {"game": "ring-of-power", "preset": "default", "options": {"scenario": scenario, **options}}
        self.desk.table = self.page.evaluate(CREATE, {**body, "seed": "browser", "start": True, "seats": kinds})
        self.open()
        return str(self.desk.table["id"])

    def open(self) -> None:
        """Open the table, or open it anew."""
        self.desk.visit(f"/table/{self.desk.table['id']}")
        expect(self.page.locator("[data-table]")).to_be_attached()

    def act(self, seat: int, **action: Any) -> dict[str, Any]:
        """Let a seat of this browser decide something, without the board."""
        answer: dict[str, Any] = self.page.evaluate(_ACT, [self.desk.table["id"], seat, action])
        assert "view" in answer, answer
        return answer

    def march(self, seat: int, number: int, x: float, y: float) -> None:
        """Let a figure go to a point by the way the server knows, without the board."""
        asked = {"ask": "way", "figures": [number], "to": [round(x * 1000), round(y * 1000)]}
        way = self.page.evaluate(_ASK, [self.desk.table["id"], seat, asked])
        assert way.get("move"), way
        self.act(seat, **way["move"])

    def done_until(self, player: str) -> None:
        """Let everybody end his movement until a player of the scenario moves, and open the table anew."""
        while True:
            view = self.view
            asked = view["players"][view["question"]["player"]]
            if asked["name"] == player:
                break
            self.act(asked["seat"], type="done")
        self.open()

    @property
    def view(self) -> dict[str, Any]:
        return self.desk.view

    @property
    def rail(self) -> Locator:
        return self.page.get_by_role("complementary", name="Force, players and log")

    @property
    def way(self) -> Locator:
        """What the rail tells of the way that is planned."""
        return self.page.get_by_role("region", name="The way there")

    def figure(self, number: int) -> dict[str, Any]:
        found: dict[str, Any] = next(f["figure"] for f in self.view["figures"] if f["figure"]["id"] == number)
        return found

    def named(self, name: str) -> list[dict[str, Any]]:
        """The figures that are called so."""
        return [one["figure"] for one in self.view["figures"] if one["name"] == name]

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Where a point of the table, in inches, is on the page."""
        found: list[float] = self.page.evaluate(_PAGE, [x, y])
        return found[0], found[1]

    def spot(self, number: int) -> tuple[float, float]:
        one = self.figure(number)
        return one["x"] / 1000, one["y"] / 1000

    def where(self, number: int) -> tuple[float, float]:
        """Where a figure, or the shield of its force, is drawn on the page."""
        found: list[float] = self.page.evaluate(_FIGURE, number)
        return found[0], found[1]

    def point(self, x: float, y: float) -> None:
        self.page.mouse.move(*self.at(x, y))

    def click(self, x: float, y: float, **more: Any) -> None:
        self.page.mouse.click(*self.at(x, y), **more)

    def take(self, number: int) -> None:
        """Choose a figure with its force."""
        self.page.mouse.dblclick(*self.where(number))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag from one point of the table to another, in steps as a hand does."""
        self.page.mouse.move(*self.at(*start))
        self.page.mouse.down()
        self.page.mouse.move(*self.at((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), steps=4)
        self.page.mouse.move(*self.at(*end), steps=4)
        self.page.mouse.up()

    def tap(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(*self.at(x, y))

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)
