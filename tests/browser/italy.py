"""What a test does at a table of Machiavelli: order by clicks on fields and cities, write money, be ready."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.orders import OrderDesk
from tests.server.live import wait_for


class ItalyDesk(OrderDesk):
    """One browser page on a game of Machiavelli."""

    def order(self, unit: str, kind: str) -> None:
        """Click a unit by its spot, `pavia` or `pavia/CITY`, and choose a kind of order that needs no target."""
        self.pick(unit)
        self.choice.get_by_role("button", name=kind).first.click()
        expect(self.choice).to_have_count(0)

    def pick(self, unit: str) -> None:
        """Click a unit until it is chosen: a screen that was handed over takes no click before it knows what may be."""

        def chosen() -> bool:
            if not self.choice.count():
                self.click(unit)
                self.page.wait_for_timeout(100)
            return bool(self.choice.count())

        wait_for(chosen)

    def go(self, unit: str, to: str) -> None:
        """Unit, then where; where help would be possible as well, the move is what is meant."""
        self.pick(unit)
        self.place(to)
        asked = self.choice.get_by_role("button", name=re.compile("^Moves to"))
        wait_for(lambda: not self.choice.count() or asked.count() > 0)
        if asked.count():
            asked.click()
        expect(self.choice).to_have_count(0)

    def order_of(self, unit: str) -> Locator:
        """The line of a unit in one's own list, by its name such as `Army Pavia`."""
        return self.panel.get_by_role("button", name=re.compile(f"^{unit}"))

    @property
    def choice(self) -> Locator:
        """The choice beside the unit that was clicked."""
        return self.page.get_by_role("region", name=re.compile("^Order for "))

    @property
    def treasury(self) -> Locator:
        return self.page.get_by_role("region", name="Treasury")

    def open_treasury(self) -> None:
        self.panel.get_by_role("button", name=re.compile("^Treasury")).click()
        expect(self.treasury).to_be_visible()

    def spend(self, what: str, target: str, more: int = 0) -> None:
        """Add an expense by its kind, click its target on the board, and raise it by so many steps of three."""
        self.treasury.get_by_role("button", name="Add an expense").click()
        self.treasury.get_by_role("button", name=re.compile(f"^{what}")).click()
        if what == "Murder" and target:
            self.treasury.get_by_role("button", name=re.compile(f"^{target}")).click()
        elif self.page.get_by_text("Click a lit place").count():
            self.place(target)
        slot = self.treasury.get_by_role("listitem").filter(has=self.page.get_by_role("button", pressed=True)).first
        for _ in range(more):
            slot.get_by_role("button", name=re.compile("^More")).click()

    def bank(self, label: str, ducats: int) -> None:
        """Press plus so many times at an amount of the bank."""
        button = self.treasury.get_by_role("button", name=f"More: {label}")
        for _ in range(ducats):
            button.click()

    def enter(self, label: str, ducats: int) -> None:
        """Write an amount of the bank."""
        field = self.treasury.get_by_label(f"Ducats: {label}")
        field.fill(str(ducats))
        field.press("Enter")
        expect(field).to_have_value(str(ducats))

    def type(self, text: str) -> None:
        """Enter a line of notation."""
        line = self.panel.get_by_label("Order in notation")
        line.fill(text)
        line.press("Enter")
        expect(line).to_have_value("")

    def end_verdict(self) -> None:
        """Leave the verdict, if one is told."""
        if self.verdict.count():
            self.button("To the end").click()
            expect(self.verdict).to_have_count(0)

    def be_ready(self) -> None:
        """Read the verdict to its end, say so, and once more where orders or money are missing."""
        self.end_verdict()
        button = self.panel.get_by_role("button", name=re.compile("^(I am ready|Pay [0-9])"))
        expect(button).to_be_visible()
        missing = "missing" in self.bar.inner_text() + self.panel.inner_text()
        button.click()
        if missing:
            self.button("I am ready anyway").click()

    @property
    def verdict(self) -> Locator:
        return self.page.get_by_role("region", name=re.compile("^The verdict"))
