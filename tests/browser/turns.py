"""How tests play whole turns of Classic Risk: with the mouse, with keys alone, or with a thumb.

Each way reads what is said (the list of places, the headings of the dock) and acts as a person would; the API is asked
for the shape of the board only, which people see. What they have in common is the plan: everything onto the strongest
border, then attack where the chance is good.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

from playwright.sync_api import expect

from tests.browser.tables import Desk, Space

ASKED = re.compile(
    r"to place|All armies placed|Trade a set|attack from|No attack|Choose a target|→|is yours|One move|won$"
)
GOOD_BET = 50
MOST_TURNS = 30


def heading(desk: Desk, questions: re.Pattern[str] = ASKED) -> str:
    """What the dock asks, once it asks something."""
    asked = desk.dock.get_by_role("heading", name=questions)
    expect(asked).to_be_visible()
    return asked.inner_text()


def asks(desk: Desk, title: str | re.Pattern[str]) -> None:
    """Wait until the dock asks this."""
    expect(desk.dock.get_by_role("heading", name=title)).to_be_visible()


def take_the_screen(desk: Desk) -> None:
    """Sit down at a shared screen: draw the curtain aside."""
    curtain = desk.page.get_by_role("dialog", name=re.compile("^Hand the screen to"))
    curtain.get_by_role("button", name=re.compile("show my board$")).click()
    expect(curtain).to_be_hidden()


class Player(ABC):
    """The plan; how a place is chosen and a button pressed is for the ways of playing to say.

    `attacks` bounds those of one turn, so that a game on a large map does not take long.
    """

    def __init__(self, desk: Desk, *, attacks: int = 99) -> None:
        self.desk, self.attacks = desk, attacks

    @abstractmethod
    def choose(self, key: str) -> None:
        """Choose a place on the board."""

    def choose_target(self, key: str) -> None:
        """Choose a place to attack, once its source is chosen."""
        self.choose(key)

    @abstractmethod
    def place_all(self) -> None:
        """Put every army on the strongest border and go on to the attacks."""

    @abstractmethod
    def attack(self) -> None:
        """Attack to the end where source and target are chosen."""

    @abstractmethod
    def move_in(self) -> None:
        """Let as many follow as may."""

    @abstractmethod
    def step_back(self) -> None:
        """Leave target and source."""

    @abstractmethod
    def end(self) -> None:
        """End the attacks, or the turn."""

    def to_place(self) -> int:
        """How many armies wait to be placed, once the dock asks for that."""
        asks(self.desk, re.compile(r"^\d+ to place$"))
        return int(heading(self.desk).split()[0])

    def turn(self) -> None:
        """Play one turn, to its end or that of the game."""
        self.place_all()
        self.conquer()
        for _ in range(2):
            asked = heading(self.desk)
            if asked.endswith("won") or "to place" in asked:
                return
            self.end()
            self.gone(asked)

    def conquer(self) -> None:
        """Attack wherever the chance is good."""
        tried: set[str] = set()
        attacks = 0
        while True:
            asked = heading(self.desk)
            if "is yours" in asked:
                self.move_in()
                self.gone(asked)
            elif asked.endswith("won") or "to place" in asked or "One move" in asked or "No attack" in asked:
                return
            elif "attack from" not in asked:
                self.step_back()
            elif attacks == self.attacks or not self.attack_from(tried):
                return
            else:
                attacks += 1

    def attack_from(self, tried: set[str]) -> bool:
        """Attack the best target of the strongest place not tried yet; false when none is left."""
        able = [s for s in self.desk.spaces() if s.mine and s.foes and s.armies > 1 and s.key not in tried]
        if not able:
            return False
        source = max(able, key=lambda space: (space.armies, space.key))
        self.choose(source.key)
        target = self.best_target(source)
        if target is None:
            tried.add(source.key)
            return True
        self.choose_target(target)
        asks(self.desk, re.compile(f"^{re.escape(source.name)} → "))
        asked = heading(self.desk)
        self.attack()
        self.gone(asked)
        return True

    def best_target(self, source: Space) -> str | None:
        """The target with the best chance as it is read out, if that is good."""
        said = self.desk.page.locator(f'[data-place="{source.key}"]')
        expect(said).to_contain_text("per cent")  # the chances of all targets come together
        chances = re.findall(
            r"([^:;]+?) \d+, [^;,]+?, chance (\d+) per cent", said.inner_text().partition("neighbours:")[2]
        )
        name, chance = max(chances, key=lambda pair: int(pair[1]))
        if int(chance) < GOOD_BET:
            return None
        return next(space.key for space in self.desk.spaces() if space.name == name.strip())

    def conquer_one(self) -> None:
        """Attack until one territory has fallen, and move in."""
        tried: set[str] = set()
        while "is yours" not in (asked := heading(self.desk)):
            if "attack from" in asked:
                assert self.attack_from(tried), "there is nothing left to attack"
            else:
                self.step_back()
        self.move_in()
        self.gone(asked)

    def gone(self, asked: str) -> None:
        expect(self.desk.dock.get_by_role("heading", name=asked, exact=True)).to_be_hidden()

    def leave(self) -> None:
        """End the attacks and the turn, and hand the screen over."""
        for button in ("End attacks", "End turn"):
            self.desk.button(button, exact=True).click()
        take_the_screen(self.desk)

    def whole_game(self) -> None:
        """Play turn after turn until somebody has won."""
        for _ in range(MOST_TURNS):
            if heading(self.desk).endswith("won"):
                return
            self.turn()
        message = f"nobody has won after {MOST_TURNS} turns"
        raise AssertionError(message)


class Mouse(Player):
    """Clicks on tokens and buttons."""

    def choose(self, key: str) -> None:
        self.desk.click(key)

    def place_all(self) -> None:
        left = self.to_place()
        self.choose(self.desk.strongest().key)
        if left > 1:
            self.desk.button(re.compile("^All to")).click()
        asks(self.desk, "All armies placed")
        self.desk.button("Done, on to attacks").click()
        self.gone("All armies placed")

    def attack(self) -> None:
        self.desk.button("Attack to the end").click()

    def move_in(self) -> None:
        self.desk.button(re.compile(r"^Move \d+$")).click()

    def step_back(self) -> None:
        self.desk.button("Cancel").click()

    def end(self) -> None:
        self.desk.button(re.compile("^(End attacks|End turn)$")).click()


class Keys(Player):
    """Keys and nothing else: `m` and arrows to a place, Enter, Tab through targets, the order line, letters."""

    def __init__(self, desk: Desk, *, attacks: int = 99) -> None:
        super().__init__(desk, attacks=attacks)
        board = desk.api(f"/boards/{desk.table['board']}")
        self.tokens: dict[str, tuple[float, float]] = {space["id"]: tuple(space["token"]) for space in board["spaces"]}

    def focused(self) -> str | None:
        key: str | None = self.desk.page.evaluate("document.activeElement?.dataset.place ?? null")
        return key

    def walk(self, key: str) -> None:
        """Go to a place by arrow keys, from the place where `m` begins."""
        self.desk.press("m")
        tried: set[tuple[str, str]] = set()
        while (here := self.focused()) != key:
            assert here is not None, "the focus has left the board"
            arrow = next(one for one in self.arrows(here, key) if (here, one) not in tried)
            tried.add((here, arrow))
            self.desk.press(arrow)

    def arrows(self, here: str, wanted: str) -> list[str]:
        """The arrow keys, that which leads nearest to the wanted place first."""
        (x, y), (to_x, to_y) = self.tokens[here], self.tokens[wanted]
        ways = {"ArrowRight": to_x - x, "ArrowLeft": x - to_x, "ArrowDown": to_y - y, "ArrowUp": y - to_y}
        return sorted(ways, key=lambda arrow: -ways[arrow])

    def choose(self, key: str) -> None:
        self.walk(key)
        self.desk.press("Enter")

    def choose_target(self, key: str) -> None:
        asks(self.desk, "Choose a target")
        places = self.desk.page.locator("[data-place]")
        expect(places.and_(self.desk.page.locator(":focus"))).to_contain_text("held by")
        expect(places.filter(has_text="per cent").first).to_be_attached()  # targets are in order of their chances
        for _ in self.tokens:  # Enter on the source has put the focus on a target; Tab goes through the others
            if self.focused() == key:
                break
            self.desk.press("Tab")
        assert self.focused() == key
        self.desk.press("Enter")

    def place_all(self) -> None:
        left = self.to_place()
        space = max((s for s in self.desk.spaces() if s.mine and s.foes), key=lambda s: (s.armies, s.key))
        self.walk(space.key)
        self.desk.press("Enter")
        if left > 1:
            asks(self.desk, f"{left - 1} to place")
            self.desk.press("/")
            expect(self.desk.page.get_by_role("textbox", name="Order", exact=True)).to_be_focused()
            self.desk.page.keyboard.type(f"{space.name} {left - 1}")
            self.desk.press("Enter")
        asks(self.desk, "All armies placed")
        self.desk.press("e")
        self.gone("All armies placed")

    def attack(self) -> None:
        self.desk.press("a")

    def move_in(self) -> None:
        self.desk.press("]", "Enter")

    def step_back(self) -> None:
        self.desk.press("Escape", "Escape")

    def end(self) -> None:
        self.desk.press("e")


class Thumb(Player):
    """Taps; the board is moved by the small overview where a place lies under the sheet or beyond the edge."""

    def choose(self, key: str) -> None:
        if not self.desk.free(key):
            self.look_at(key)
        self.desk.tap(key)

    def look_at(self, key: str) -> None:
        """Tap the overview where the place is."""
        board = self.desk.api(f"/boards/{self.desk.table['board']}")
        token = next(space["token"] for space in board["spaces"] if space["id"] == key)
        overview = self.desk.button(re.compile("^Overview of the board"))
        box = overview.bounding_box()
        assert box
        share = (token[0] / board["width"], token[1] / board["height"])
        overview.tap(position={"x": box["width"] * share[0], "y": box["height"] * share[1]})

    def place_all(self) -> None:
        left = self.to_place()
        space = max((s for s in self.desk.spaces() if s.mine and s.foes), key=lambda s: (s.armies, s.key))
        self.choose(space.key)
        if left > 1:
            self.desk.button(re.compile("^All to")).tap()
        asks(self.desk, "All armies placed")
        self.desk.button("Done, on to attacks").tap()
        self.gone("All armies placed")

    def attack(self) -> None:
        self.desk.button("Attack to the end").tap()

    def move_in(self) -> None:
        self.desk.button(re.compile(r"^Move \d+$")).tap()

    def step_back(self) -> None:
        self.desk.button("Cancel").tap()

    def end(self) -> None:
        self.desk.button(re.compile("^(End attacks|Skip, end turn)$")).tap()
