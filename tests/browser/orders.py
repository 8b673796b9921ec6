"""What a test does at a table of secret orders: sit down, order by clicks, raise flags, pass the screen on."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.tables import BEGIN, CREATE, Desk

PRESETS = {
    "diplomacy": "2023",
    "middle-earth-viii": "1971",
    "ring-diplomacy": "advanced",
    "machiavelli": "classic",
    "lotr-machiavelli": "standard",
}


class OrderDesk:
    """One browser page on a game of Diplomacy."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.page = desk, desk.page

    def sit(self, game: str, *seats: str, **wish: Any) -> str:
        """Start a table with these seats, open it, and return its id."""
        more = {"settings": wish.pop("settings", {})}
        self.desk.settle(**more["settings"])
        kinds = [{"kind": s} if s in {"me", "local", "open"} else {"kind": "bot", "level": s} for s in seats]
        body = {"game": game, "preset": PRESETS[game], "options": {}, "seed": "browser", "start": True, **wish}
        table = self.page.evaluate(CREATE, {**body, "seats": kinds})
        self.desk.table = table
        self.desk.visit(f"/table/{table['id']}")
        if body["start"]:
            expect(self.page.locator("[data-unit]").first).to_be_attached()
        return str(table["id"])

    def join(self, table: str, seat: int) -> None:
        """Take an open seat at somebody's table."""
        self.desk.settle()
        self.desk.take(table, seat)

    def start(self) -> None:
        """Begin the game of a table that waited for players."""
        self.page.evaluate(BEGIN, self.desk.table["id"])
        self.desk.visit(f"/table/{self.desk.table['id']}")
        expect(self.page.locator("[data-unit]").first).to_be_attached()

    @property
    def bar(self) -> Locator:
        """The bar on top, with the phase and the pill."""
        return self.page.get_by_role("banner")

    @property
    def power(self) -> str:
        """The power whose orders are on the screen."""
        return self.page.locator("tr.mine b").inner_text()

    @property
    def panel(self) -> Locator:
        """Where one's own orders are listed."""
        return self.page.get_by_role("region", name="Your orders")

    @property
    def powers(self) -> Locator:
        return self.page.get_by_role("tabpanel")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def click(self, place: str) -> None:
        """Click a unit or, where none stands, the place."""
        self.desk.still()
        unit = self.page.locator(f'[data-piece="{place}"]')
        spot = unit.first if unit.count() else self.page.locator(f'g[data-space="{place}"] > use').first
        spot.click(force=True)

    def move(self, unit: str, to: str) -> None:
        """Unit, then where."""
        self.click(unit)
        self.place(to)
        asked = self.button(re.compile("^(Move to|Attack) "))
        ordered = self.listed(unit).filter(has_text="moves to")
        expect(asked.or_(ordered).first).to_be_visible()
        if asked.count():
            asked.first.click()
        expect(ordered).to_be_visible()

    def place(self, place: str) -> None:
        """Choose a place by its button, as the middle of a province may lie under another mark."""
        self.page.locator(f'[data-place="{place}"]').evaluate("one => one.click()")

    def support(self, unit: str, helped: str, option: str) -> None:
        """Unit, then another unit, then what it is helped to do."""
        self.click(unit)
        self.place(helped)
        self.button(option).click()
        expect(self.listed(unit)).to_contain_text("supports")

    def listed(self, unit: str) -> Locator:
        """The line of a unit in one's own list."""
        name = self.page.locator(f'[data-place="{unit}"]').inner_text().partition(",")[0]
        return self.panel.get_by_role("listitem").filter(has_text=name).first

    def ready(self) -> None:
        """Say so, and once more where something is missing."""
        asked = self.bar.get_by_text(re.compile(r"orders? missing|builds? open|units? to remove|Ready\?")).first
        expect(asked).to_be_visible()
        missing = "Ready?" not in asked.inner_text()
        self.button(re.compile("^I am ready")).click()
        if missing:
            self.button("I am ready anyway").click()

    def take_seat(self) -> str:
        """Lift the curtain; return whose seat it is."""
        dialog = self.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        name = dialog.locator("h1 .name").inner_text()
        dialog.get_by_role("button").click()
        expect(dialog).to_be_hidden()
        return name

    @property
    def view(self) -> dict[str, Any]:
        return self.desk.view
