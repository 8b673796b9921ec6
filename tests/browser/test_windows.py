"""Secret orders of one player in two windows: both follow the server, and the later change wins with a word."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Open
from tests.browser.orders import OrderDesk
from tests.browser.site import let_page_run_until
from tests.browser.tables import Desk

pytestmark = pytest.mark.browser

DRAFT = re.compile("/draft")
CHANGED = "Your orders were changed in another window."


class Gate:
    """Holds what a window saves, in order, until it is let through, or loses the answers."""

    def __init__(self, page: Page) -> None:
        self.held: list[Route] = []
        self.page = page
        self.shut = True
        page.route(DRAFT, self._hold)

    def _hold(self, route: Route) -> None:
        if self.shut and route.request.method == "PUT":
            self.held.append(route)
        else:
            route.continue_()

    def wait(self) -> Route:
        let_page_run_until(self.page, lambda: self.held)
        return self.held.pop(0)

    def open(self) -> None:
        self.shut = False


def two_windows(open_desk: Open) -> tuple[OrderDesk, OrderDesk]:
    """One player's table, open twice in one browser; the others are bots."""
    first = OrderDesk(open_desk())
    table = first.sit("diplomacy", "me", *["random"] * 6)
    page = first.page.context.new_page()
    second = OrderDesk(Desk(page, []))
    second.desk.visit(f"/table/{table}")
    for window in (first, second):
        expect(window.page.locator("[data-unit]").first).to_be_attached()
        expect(window.listed("BUD")).to_contain_text("no order yet")
    return first, second


def says(window: OrderDesk, words: str) -> None:
    expect(window.panel.get_by_role("status")).to_contain_text(words)


def silent(window: OrderDesk) -> None:
    expect(window.panel.get_by_role("status")).to_have_count(0)


def test_orders_and_the_flag_appear_in_the_other_window_and_can_be_changed_there(open_desk: Open) -> None:
    first, second = two_windows(open_desk)
    first.move("BUD", "SER")
    expect(second.listed("BUD")).to_contain_text("moves to Serbia")
    says(second, CHANGED)
    second.move("VIE", "GAL")
    silent(second)
    expect(first.listed("VIE")).to_contain_text("moves to Galicia")
    expect(first.listed("BUD")).to_contain_text("moves to Serbia")


def test_ready_and_change_orders_are_seen_in_both_windows(open_desk: Open) -> None:
    first = OrderDesk(open_desk())
    table = first.sit("diplomacy", "me", "open", *["random"] * 5, start=False)
    other = OrderDesk(open_desk())
    other.join(table, 1)
    first.start()  # the other player writes for ever, so nothing is revealed
    second = OrderDesk(Desk(first.page.context.new_page(), []))
    second.desk.visit(f"/table/{table}")
    for window in (first, second):
        expect(window.button("I am ready")).to_be_visible()
    first.ready()
    expect(second.panel).to_contain_text("You are ready.")
    says(second, "You declared yourself ready in another window.")
    second.button("Change orders").click()
    expect(first.button("I am ready")).to_be_visible()
    says(first, "In another window you said that you are not ready")
    unit = first.panel.get_by_role("listitem").first
    unit.get_by_role("button").first.click()
    first.button(re.compile("^Hold")).first.click()
    expect(second.panel.get_by_role("listitem").first).to_contain_text("holds")


@pytest.mark.parametrize("late", [0, 1], ids=["the first is late", "the second is late"])
def test_a_change_made_meanwhile_is_added_to_the_other_windows(open_desk: Open, late: int) -> None:
    windows = two_windows(open_desk)
    slow, quick = windows[late], windows[1 - late]
    gate = Gate(slow.page)
    slow.move("BUD", "SER")
    slow.move("TRI", "ALB")
    held = gate.wait()
    quick.move("VIE", "GAL")
    quick.move("TRI", "VEN")
    expect(quick.panel).to_contain_text("Saved at")
    gate.open()
    held.continue_()
    says(slow, "what you changed here was added to them")
    says(quick, CHANGED)
    for window in windows:
        expect(window.listed("BUD")).to_contain_text("moves to Serbia")
        expect(window.listed("VIE")).to_contain_text("moves to Galicia")
        expect(window.listed("TRI")).to_contain_text("moves to Albania")


def test_a_lost_answer_is_no_other_window(open_desk: Open) -> None:
    first, second = two_windows(open_desk)
    gate = Gate(first.page)
    first.move("BUD", "SER")
    held = gate.wait()
    held.fetch()  # it arrives, and its answer does not
    first.move("VIE", "GAL")
    held.abort()
    expect(first.panel.get_by_role("alert")).to_contain_text("Not saved yet.")
    gate.open()
    expect(first.panel).to_contain_text("Saved at")
    silent(first)
    for window in (first, second):
        expect(window.listed("BUD")).to_contain_text("moves to Serbia")
        expect(window.listed("VIE")).to_contain_text("moves to Galicia")
    first.desk.said.clear()  # Chromium reports the lost answer, as it should


def test_nobody_is_ready_with_orders_that_their_window_has_not_shown(open_desk: Open) -> None:
    first, second = two_windows(open_desk)
    gate = Gate(first.page)
    first.ready()
    held = gate.wait()
    second.move("BUD", "SER")
    expect(second.panel).to_contain_text("Saved at")
    gate.open()
    held.continue_()
    says(first, "Check them, then say again that you are ready.")
    expect(first.listed("BUD")).to_contain_text("moves to Serbia")
    first.ready()
    expect(first.bar).to_contain_text(re.compile("(Fall|Autumn) 1901"))
    expect(second.bar).to_contain_text(re.compile("(Fall|Autumn) 1901"))
