"""How tests play the Balance of Power variant: each phase is read from the dock and answered with the mouse."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.tables import FOE, Desk
from tests.browser.turns import GOOD_BET, Mouse, asks, heading

QUESTIONS = re.compile(
    r"to place|Place your capital|attacks? from$|No attack|Choose a target|→|is yours$|neutral army's$"
    r"|Buy actions|objective$|a card$|One move|Two moves|won$"
)
MOST_ANSWERS = 600


class Commander(Mouse):
    """Leaves the set-up to the page, uses the neutral army, buys what it wishes for, collects objectives.

    `wishes` are the titles of actions in the order they are bought, each once; `attacks` bounds those of one turn.
    `done` is what was done that a test may ask about: `bought Recon mission`, `raided`, `collected`, `gave`.
    """

    def __init__(self, desk: Desk, *, wishes: tuple[str, ...] = (), attacks: int = 99) -> None:
        super().__init__(desk, attacks=attacks)
        self.wishes, self.wished = list(wishes), len(wishes)
        self.done: list[str] = []
        self.tried: set[str] = set()
        self.fought = 0

    def asked(self) -> str:
        return heading(self.desk, QUESTIONS)

    def ready(self) -> list[str]:
        """The places with a brass ring that the pointer can meet."""
        keys: list[str] = self.desk.page.locator("[data-piece]:has(circle.ready)").evaluate_all(
            "all => all.map(one => one.dataset.piece)"
        )
        free = self.desk.all_free()
        return [key for key in keys if key in free]

    def press(self, name: str | re.Pattern[str]) -> None:
        """Press a button of the dock, and wait until something else is asked."""
        asked = self.asked()
        self.desk.dock.get_by_role("button", name=name).first.click()
        self.gone(asked)

    def set_up(self) -> None:
        """Leave claiming and then placing to the rules, then found the capital."""
        self.desk.button("Claim the rest for me").click()
        self.desk.button("Place the rest for me").click()
        asks(self.desk, "Place your capital")
        self.choose(self.ready()[0])
        self.gone("Place your capital")

    def whole_game(self) -> None:
        """Answer whatever is asked until somebody has won."""
        for _ in range(MOST_ANSWERS):
            if self.answer(self.asked()):
                return
        message = f"nobody has won after {MOST_ANSWERS} answers: {self.done}"
        raise AssertionError(message)

    def answer(self, asked: str) -> bool:
        """Answer one question; true when the game is over."""
        if asked.endswith("won"):
            return True
        answers: dict[str, Callable[[], object]] = {
            r"to place for the neutral army$": self.place_neutral,
            r"to place$": self.place_all,
            r"neutral army attacks from$": self.raid,
            r"attack from$": self.fight,
            r"No attack": lambda: self.press_end(asked),
            r"Choose a target|→": self.step_back,
            r"is yours$|neutral army's$": lambda: self.press(re.compile(r"^Move \d+$")),
            r"Buy actions": self.buy,
            r"objective$": self.collect,
            r"a card$": self.give,
            r"One move|Two moves": lambda: self.press("Skip, end turn"),
        }
        next(do for pattern, do in answers.items() if re.search(pattern, asked))()
        return False

    def press_end(self, asked: str) -> None:
        self.desk.page.get_by_role("button", name=re.compile("^End (attacks|neutral attack)$")).first.click()
        self.gone(asked)

    def place_all(self) -> None:
        super().place_all()
        self.tried, self.fought = set(), 0

    def place_neutral(self) -> None:
        asked = self.asked()
        expect(self.desk.page.locator("[data-piece]:has(circle.ready)").first).to_be_visible()
        self.choose(self.ready()[0])
        self.gone(asked)
        self.press(re.compile("^Done"))

    def raid(self) -> None:
        """Make the neutral army's one attack where it is likely to take something, or leave it."""
        if self.strike():
            self.done.append("raided")
        else:
            self.press_end(self.asked())

    def fight(self) -> None:
        if self.fought < self.attacks and self.strike():
            self.fought += 1
        else:
            self.press_end(self.asked())

    def strike(self) -> bool:
        """Attack from the strongest place that has a good target; false when there is none."""
        spaces = {space.key: space for space in self.desk.spaces()}
        for source in sorted(set(self.ready()) - self.tried, key=lambda key: (-spaces[key].armies, key)):
            self.choose(source)
            target = self.likely(source)
            if target is not None and self.desk.free(target):
                self.choose(target)
                asks(self.desk, re.compile(f"^{re.escape(spaces[source].name)} → "))
                chosen = self.asked()
                self.attack()
                self.gone(chosen)
                return True
            self.tried.add(source)
            self.step_back()
        return False

    def likely(self, source: str) -> str | None:
        """The key of the target with the best chance as it is read out, if that is good."""
        said = self.desk.page.locator(f'[data-place="{source}"]')
        expect(said).to_contain_text("per cent")
        near = FOE.findall(said.inner_text().partition("neighbours:")[2])
        name, chance = max(((name, int(chance)) for name, _, _, chance in near if chance), key=lambda one: one[1])
        if chance < GOOD_BET:
            return None
        return next(space.key for space in self.desk.spaces() if space.name == name.strip())

    def buy(self) -> None:
        """Buy what is wished for and can be had, then go on."""
        shop = self.desk.page.get_by_role("list", name="Special combat actions")
        for title in self.wishes:
            ware = shop.get_by_role("button", name=re.compile(f"^{title}"))
            if ware.get_attribute("aria-disabled") is None:
                ware.click()
                asks(self.desk, title)
                self.aim()
                self.wishes.remove(title)
                self.done.append(f"bought {title}")
                return
        self.press("On to the draft")

    def aim(self) -> None:
        """Choose the first target, where the action wants one, and buy."""
        button = self.desk.dock.get_by_role("button", name=re.compile(r"^Buy for \d+$"))
        while button.get_attribute("aria-disabled"):
            self.choose(self.ready()[0])
        button.click()
        expect(button).to_be_hidden()

    def collect(self) -> None:
        """Collect an objective, but none before the first wish has come true."""
        if self.wishes and len(self.wishes) == self.wished:
            self.press(re.compile("^Collect none"))
            self.done.append("waited")
            return
        self.press(re.compile("^Collect (?!none)"))
        self.done.append("collected")

    def give(self) -> None:
        self.desk.dock.get_by_role("group", name="Your cards").get_by_role("button").first.click()
        self.press(re.compile("^(Give|Discard) "))
        self.done.append("gave")
