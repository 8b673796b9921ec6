"""What a test does at a table of figures: lay one out, press points in inches or figures, read what is told."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.site import comes_true
from tests.browser.tables import CREATE, Desk
from tests.server.live import wait_for

_POST = """async ([table, what, body]) => {
  const answer = await fetch(`/api/tables/${table}/${what}`, {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)});
  return await answer.json();
}"""
_WHERE = "id => document.querySelector('[data-table]').whereIs(id)"
_AT = "([x, y]) => document.querySelector('[data-table]').whereAt(Math.round(x * 1000), Math.round(y * 1000))"
_STILL = """() => new Promise(done => {
  let before = '', same = 0;
  const look = () => {
    const table = document.querySelector('[data-table]');
    const now = JSON.stringify([table.whereAt(0, 0), table.whereAt(9999, 9999)]);
    same = now === before ? same + 1 : 0;
    before = now;
    if (same === 20) done(); else requestAnimationFrame(look);
  };
  look();
})"""
"""Waits until the table lies as it did twenty frames ago: it moves when the dock comes, and a phone looks nearer."""
PASSES: dict[str, dict[str, Any]] = {
    "movement": {"type": "done"},
    "declare": {"type": "declare"},
    "consent": {"type": "consent", "use": False},
    "combat": {"type": "resolve"},
    "retreat": {"type": "fall_back", "paths": []},
}
"""How each question is passed by."""
Place = tuple[float, float]
"""A point of the window in pixels, or of the table in inches."""


class FigureTable:
    """A table of Ring of Power in one browser page."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.page = desk, desk.page
        self._acts = 0

    def lay(
        self,
        scenario: str = "helms-deep",
        *seats: str,
        settings: dict[str, Any] | None = None,
        seed: str = "browser",
        **options: Any,
    ) -> FigureTable:
        """Start a table of a scenario with these seats (`me`, `local`, or a bot's level; two of one's own if none)."""
        self.desk.settle(**(settings or {}))
        kinds = [
            {"kind": one} if one in {"me", "local", "open"} else {"kind": "bot", "level": one}
            for one in seats or ("me", "local")
        ]
        wish = {"game": "ring-of-power", "preset": "default", "options": {"scenario": scenario, **options}}
        self.desk.table = self.page.evaluate(CREATE, {**wish, "seed": seed, "start": True, "seats": kinds})
        assert "id" in self.desk.table, self.desk.table
        return self

    def open(self) -> FigureTable:
        """Open the page of the table, or open it anew, and wait until its ground is drawn."""
        self.desk.visit(f"/table/{self.id}")
        expect(self.board.locator("img")).to_have_js_property("complete", value=True)
        return self

    def sit(self, scenario: str = "helms-deep", *seats: str, **more: Any) -> FigureTable:
        """Start a table and open it."""
        return self.lay(scenario, *seats, **more).open()

    # What is decided without the board.

    def act(self, seat: int, **action: Any) -> dict[str, Any]:
        """Let a seat of this browser decide something."""
        self._acts += 1
        body = {"seat": seat, "action": action, "key": f"{self.id}-{self._acts}"}
        answer: dict[str, Any] = self.page.evaluate(_POST, [self.id, "actions", body])
        assert "view" in answer, answer
        return answer

    def march(self, seat: int, number: int, x: float, y: float) -> None:
        """Let a figure go to a point by the way the server knows."""
        inquiry = {"ask": "way", "figures": [number], "to": [round(x * 1000), round(y * 1000)]}
        way = self.page.evaluate(_POST, [self.id, "inquiries", {"seat": seat, "inquiry": inquiry}])
        assert way.get("move"), way
        self.act(seat, **way["move"])

    def done_until(self, player: str) -> None:
        """Let everybody pass until a player of the scenario moves, and open the table anew."""
        while (question := self.question)["kind"] != "movement" or self.asked != player:
            passes = PASSES.get(question["kind"]) or {"type": "land", "at": question["arriving"]["at"][0]}
            self.act(self.update["to_act"][0], **passes)
        self.open()

    # What the server tells.

    @property
    def id(self) -> str:
        return str(self.desk.table["id"])

    @property
    def update(self) -> dict[str, Any]:
        found: dict[str, Any] = self.desk.api(f"/tables/{self.id}/game")["update"]
        return found

    @property
    def view(self) -> dict[str, Any]:
        return self.desk.view

    @property
    def question(self) -> dict[str, Any]:
        found: dict[str, Any] = self.view["question"]
        return found

    @property
    def asked(self) -> str:
        """The player of the scenario who is asked."""
        view = self.view
        name: str = view["players"][view["question"]["player"]]["name"]
        return name

    def moves_on(self, step: int) -> None:
        """Wait until more has been decided than this step."""
        wait_for(lambda: self.update["step"] > step)

    def figure(self, number: int) -> dict[str, Any]:
        found: dict[str, Any] = next(f["figure"] for f in self.view["figures"] if f["figure"]["id"] == number)
        return found

    def named(self, name: str) -> list[dict[str, Any]]:
        """The figures that are called so."""
        return [one["figure"] for one in self.view["figures"] if one["name"] == name]

    def field(self) -> list[dict[str, Any]]:
        """The figures that stand on the table itself, with what is told of them."""
        shown = self.view["figures"]
        return [one for one in shown if not (one["figure"].get("inside") or one["figure"].get("aboard"))]

    def figures(self, name: str) -> list[int]:
        """The figures in the field that are called so."""
        return [one["figure"]["id"] for one in self.field() if one["name"] == name]

    def spot(self, number: int) -> Place:
        """Where a figure stands, in inches."""
        one = self.figure(number)
        return one["x"] / 1000, one["y"] / 1000

    # What is on the page.

    @property
    def board(self) -> Locator:
        return self.page.locator("[data-table]")

    @property
    def rail(self) -> Locator:
        return self.page.get_by_role("complementary", name="Force, players and log")

    @property
    def force(self) -> Locator:
        """The card of what is chosen."""
        return self.page.get_by_role("region", name="Chosen force")

    @property
    def way(self) -> Locator:
        """What the rail tells of the way that is planned."""
        return self.page.get_by_role("region", name=re.compile("^(The way there|Ashore)$"))

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    @property
    def scale(self) -> float:
        """Pixels to an inch."""
        return self.at(1, 0)[0] - self.at(0, 0)[0]

    def still(self) -> None:
        """Wait until the table lies still."""
        self.page.evaluate(_STILL)

    def where(self, number: int) -> Place:
        """Where a figure, or the shield of its force, is drawn in the window."""
        found = self.page.evaluate(_WHERE, number)
        assert found is not None, f"figure {number} is not drawn"
        return found["x"], found["y"]

    def at(self, x: float, y: float) -> Place:
        """Where a point of the table is in the window."""
        found = self.page.evaluate(_AT, [x, y])
        return found["x"], found["y"]

    def drawn(self, number: int, place: Place, near: float = 2.0) -> None:
        """Wait until a figure is drawn at a place of the window."""
        x, y = place
        comes_true(
            self.page,
            f"(() => {{ const at = ({_WHERE})({number}); "
            f"return at !== null && Math.hypot(at.x - {x}, at.y - {y}) < {near}; }})()",
        )

    # What a hand does.

    def pick(self, number: int) -> None:
        """Click a figure."""
        self.page.mouse.click(*self.where(number))

    def take(self, number: int) -> None:
        """Choose a figure with its force."""
        self.page.mouse.dblclick(*self.where(number))

    def near(self, x: float, y: float, turns: int = 4) -> None:
        """Look nearer at a point by turns of the wheel."""
        self.point(x, y)
        for _ in range(turns):
            self.page.mouse.wheel(0, -300)
        self.still()

    def point(self, x: float, y: float) -> None:
        self.page.mouse.move(*self.at(x, y))

    def click(self, x: float, y: float) -> None:
        self.page.mouse.click(*self.at(x, y))

    def tap(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(*self.at(x, y))

    def drag(self, start: Place, end: Place) -> None:
        """Drag from one point of the table to another, in steps as a hand does."""
        self.haul(self.at(*start), self.at(*end))

    def haul(self, start: Place, end: Place) -> None:
        """Drag from one place of the window to another."""
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=8)
        self.page.mouse.up()
