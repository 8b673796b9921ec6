"""What a test does at a table: sit down, read the board as a screen reader would, click, wait."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, expect

QUIET = {"speed": "instant", "hintsDone": True, "sound": False, "leisure": 20}
"""Nothing is shown slowly or goes by itself, and a click that takes its time is no press and hold."""
SPACE = re.compile(r"^(?P<name>[^,]+), (?P<owner>yours|held by [^,]+|nobody holds it), (?P<armies>\d+) (?:arm|unit)")
FOE = re.compile(r"([^:;]+?) (\d+), ([^;,]+?)(?:, chance (\d+) per cent)?(?=[;.])")

CREATE = """async (wish) => {
  await fetch('/api/me');
  const answer = await fetch('/api/tables', {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(wish)});
  return await answer.json();
}"""

TAKE = """async ([table, seat]) => {
  await fetch('/api/me');
  await fetch(`/api/tables/${table}/seats/${seat}`, {
    method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({kind: 'me'})});
}"""
BEGIN = "async (table) => { await fetch(`/api/tables/${table}/start`, {method: 'POST'}); }"

_FREE = """(all, finger) => all.filter(one => {
  const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
  const near = [[-finger, 0], [finger, 0], [0, -finger], [0, finger]];
  const hit = document.elementFromPoint(x, y);
  const beside = near.map(([dx, dy]) => document.elementFromPoint(x + dx, y + dy)?.closest('button'));
  return hit !== null && one.contains(hit) && !beside.some(Boolean);
}).map(one => one.dataset.piece)"""
_FINGER = 24
"""Pixels within which a browser takes a touch for one of a button."""


_STILL = """one => new Promise(done => {
  let before = '', same = 0;
  const look = () => {
    const { x, y, width } = one.getBoundingClientRect(), now = [x, y, width].join();
    same = now === before ? same + 1 : 0;
    before = now;
    if (same === 3) done(); else requestAnimationFrame(look);
  };
  look();
})"""


class Space:
    """A place as the board's list of buttons reads it out."""

    def __init__(self, key: str, text: str) -> None:
        found = SPACE.match(text)
        assert found, text
        self.key, self.text, self.name = key, text, found["name"]
        self.mine, self.armies = found["owner"] == "yours", int(found["armies"])
        near = text.partition("Enemy neighbours: ")[2]
        self.foes = [(name.strip(), int(armies)) for name, armies, *_ in FOE.findall(near)]


class Desk:
    """One browser page and what is done with it."""

    def __init__(self, page: Page, said: list[str]) -> None:
        self.page, self.said = page, said
        self.table: dict[str, Any] = {}

    def settle(self, **more: Any) -> None:
        """Set what this browser remembers: quick, without hints."""
        text = json.dumps({**QUIET, **more})
        self.page.goto("/api/health")
        self.page.evaluate("text => localStorage.setItem('wartable.settings', text)", text)

    def sit(self, *seats: str, settings: dict[str, Any] | None = None, **wish: Any) -> str:
        """Start a table with these seats (`me`, `local`, or a bot's level), open it, and return its id.

        The dice are the same every time; another `seed` rolls others. One's own seat begins, unless the game is a
        `plain` one that knows no such option.
        """
        self.settle(**(settings or {}))
        self.lay(*seats, **wish)
        table: str = self.table["id"]
        self.visit(f"/table/{table}")
        curtain = self.page.get_by_role("dialog", name=re.compile("^Hand the screen to"))
        expect(self.dock.or_(curtain)).to_be_visible()
        return table

    def gather(self, *others: Desk, **wish: Any) -> None:
        """Start a table of one's own with others at theirs; nobody has opened it yet."""
        self.settle()
        self.lay("me", *("open" for _ in others), start=False, **wish)
        for seat, other in enumerate(others, start=1):
            other.settle()
            other.take(self.table["id"], seat)
            other.table = self.table
        self.page.evaluate(BEGIN, self.table["id"])

    def take(self, table: str, seat: int) -> None:
        """Take an open seat at somebody's table."""
        self.page.evaluate(TAKE, [table, seat])

    def lay(self, *seats: str, **wish: Any) -> None:
        """Make a table as `sit` does, without opening it."""
        kinds = ({"kind": s} if s in {"me", "local", "open"} else {"kind": "bot", "level": s} for s in seats)
        first = {} if wish.pop("plain", False) else {"first_player": "seat_order"}
        options = {**first, **wish.pop("options", {})}
        usual = {"game": "risk", "preset": "engine", "seed": "browser", "start": True}
        body = {**usual, **wish, "options": options, "seats": list(kinds)}
        self.table = self.page.evaluate(CREATE, body)

    def visit(self, path: str) -> None:
        # The event stream never ends, so the network is never idle.
        self.page.goto(path, wait_until="domcontentloaded")

    def api(self, path: str) -> Any:
        return self.page.evaluate("async path => await (await fetch(path)).json()", f"/api{path}")

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = self.api(f"/tables/{self.table['id']}/game")["update"]["view"]
        return view

    @property
    def dock(self) -> Locator:
        return self.page.get_by_role("region", name="What to do")

    @property
    def rail(self) -> Locator:
        return self.page.get_by_role("complementary", name="Players and log")

    def button(self, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def spaces(self) -> list[Space]:
        expect(self.page.locator("[data-place]").first).to_be_attached()
        script = "all => all.map(one => [one.dataset.place, one.textContent.trim()])"
        pairs = self.page.locator("[data-place]").evaluate_all(script)
        return [Space(key, text) for key, text in pairs]

    def space(self, key: str) -> Space:
        return next(space for space in self.spaces() if space.key == key)

    def free(self, key: str) -> bool:
        """Whether a token can be met by a finger where the board lies now."""
        return key in self.all_free()

    def all_free(self) -> set[str]:
        """The tokens that can be met by a finger where the board lies now."""
        self.still()
        return set(self.page.locator("[data-piece]").evaluate_all(_FREE, _FINGER))

    def strongest(self) -> Space:
        """The own place with most armies that has an enemy beside it, of those that can be clicked without panning."""
        self.still()
        free = set(self.page.locator("[data-piece]").evaluate_all(_FREE, 0))
        return max((s for s in self.spaces() if s.mine and s.foes and s.key in free), key=lambda s: (s.armies, s.key))

    def weakest_foe(self, key: str) -> str:
        """The key of the weakest enemy beside a place."""
        name = min(self.space(key).foes, key=lambda foe: foe[1])[0]
        return next(space.key for space in self.spaces() if space.name == name)

    def still(self) -> None:
        """Wait until the board lies still: it moves when the dock grows, as it does when odds come."""
        self.page.locator("[data-piece]").first.evaluate(_STILL)

    def click(self, key: str, **more: Any) -> None:
        """Click a token on the board, once it lies still and is what the pointer meets."""
        self.still()
        self.page.locator(f'[data-piece="{key}"]').first.click(**more)

    def tap(self, key: str) -> None:
        self.still()
        self.page.locator(f'[data-piece="{key}"]').first.tap()

    @contextmanager
    def held(self, key: str) -> Iterator[None]:
        """Hold a finger on a token."""
        self.still()
        box = self.page.locator(f'[data-piece="{key}"]').first.bounding_box()
        assert box
        finger = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        touch = self.page.context.new_cdp_session(self.page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
        yield
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def place_all(self) -> Space:
        """Put all armies on the strongest border and go on to the attacks."""
        expect(self.dock.get_by_role("heading", name=re.compile(r"^\d+ to place$"))).to_be_visible()
        chosen = self.strongest()
        self.click(chosen.key)
        self.button(re.compile("^All to")).click()
        expect(self.dock.get_by_role("heading", name="All armies placed")).to_be_visible()
        self.button("Done, on to attacks").click()
        expect(self.page.get_by_role("heading", name="Choose where to attack from")).to_be_visible()
        return self.space(chosen.key)
