"""What a test does at a table of figures: lay one out, find where a figure is drawn, click there."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.site import comes_true
from tests.browser.tables import CREATE, Desk

_WHERE = "id => document.querySelector('[data-table]').whereIs(id)"
_AT = "([x, y]) => document.querySelector('[data-table]').whereAt(x, y)"
_SCALE = """() => {
  const table = document.querySelector('[data-table]');
  return table.whereAt(1000, 0).x - table.whereAt(0, 0).x;
}"""
Place = tuple[float, float]


class FigureTable:
    """A table of Ring of Power in one browser page."""

    def __init__(
        self, desk: Desk, scenario: str = "helms-deep", seats: tuple[str, ...] = ("me", "local"), **wish: Any
    ) -> None:
        self.desk, self.page = desk, desk.page
        desk.settle(**wish.pop("settings", {}))
        kinds = [{"kind": one} if one in {"me", "local"} else {"kind": "bot", "level": one} for one in seats]
        body = {
            "game": "ring-of-power", "preset": "default", "private": True, "start": True, "seed": "browser",
            "options": {"scenario": scenario, **wish.pop("options", {})}, "seats": kinds, **wish,
        }  # fmt: skip
        desk.table = self.page.evaluate(CREATE, body)
        assert "id" in desk.table, desk.table
        self.open()

    def open(self) -> None:
        """Open the page of the table and wait until its ground is drawn."""
        self.desk.visit(f"/table/{self.desk.table['id']}")
        expect(self.board.locator("img")).to_have_js_property("complete", value=True)

    @property
    def board(self) -> Locator:
        return self.page.locator("[data-table]")

    @property
    def view(self) -> dict[str, Any]:
        return self.desk.view

    @property
    def scale(self) -> float:
        """Pixels to an inch."""
        scale: float = self.page.evaluate(_SCALE)
        return scale

    def figures(self, name: str) -> list[int]:
        """The figures in the field that are called so."""
        shown = self.view["figures"]
        return [one["figure"]["id"] for one in shown if one["name"] == name and not one["figure"].get("inside")]

    def where(self, figure: int) -> Place:
        """Where a figure (or the shield that it is in) is drawn, in pixels of the window."""
        found = self.page.evaluate(_WHERE, figure)
        assert found is not None, f"figure {figure} is not drawn"
        return found["x"], found["y"]

    def at(self, x: float, y: float) -> Place:
        """Where a point of the table, in inches, is in the window."""
        found = self.page.evaluate(_AT, [x * 1000, y * 1000])
        return found["x"], found["y"]

    def click(self, figure: int, **more: Any) -> None:
        self.page.mouse.click(*self.where(figure), **more)

    def drag(self, start: Place, end: Place) -> None:
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=6)
        self.page.mouse.up()

    def drawn(self, figure: int, place: Place, near: float = 2.0) -> None:
        """Wait until a figure is drawn at a place of the window."""
        x, y = place
        comes_true(
            self.page,
            f"(() => {{ const at = ({_WHERE})({figure}); "
            f"return at !== null && Math.hypot(at.x - {x}, at.y - {y}) < {near}; }})()",
        )


def force(page: Page) -> Locator:
    """The card of what is chosen."""
    return page.get_by_role("region", name="Chosen force")
