"""A browser that is told although its pages are closed: asked for on the page, shown by its service worker."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from playwright.sync_api import Browser, Playwright, expect

from tests.browser.conftest import Open, browser_of
from tests.browser.site import picture, serious_faults
from tests.browser.tables import CREATE
from tests.server.clockwork import DAY, Timed
from tests.server.live import wait_for
from tests.server.noticing import Receiver, receiving, telling, told
from tests.server.test_pushes import Browser as Subscriber
from wartable.server.messages import TEST
from wartable.server.notice_file import NoticeFile
from wartable.server.settings import STATIC

pytestmark = pytest.mark.browser

SUBSCRIBED = """(wish) => {
  const made = { options: {}, unsubscribe: async () => true, toJSON: () => ({ endpoint: wish.endpoint, keys: wish }) };
  PushManager.prototype.subscribe = async () => made;
}"""
"""The push service of this browser's maker is out of reach: what it would answer is put in its place."""


@pytest.fixture(scope="module")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """The whole browser: without the windows of a desktop it shows no notifications."""
    with browser_of(playwright, "chromium", "google-chrome") as browser:
        yield browser


@pytest.fixture(scope="module")
def service() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory, service: Receiver) -> Iterator[Timed]:
    database = f"sqlite:///{tmp_path_factory.mktemp('notices') / 'games.sqlite3'}"
    with telling(NoticeFile(base="http://localhost", push=(service.at,)), database, STATIC) as server:
        yield server


SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  return (await worker.getNotifications()).map((one) => [one.title, one.body]);
}"""
"""What the browser shows in place of pages: titles and texts."""


def test_a_browser_is_told_shows_it_and_clears_it_at_the_table(
    timed: Timed, service: Receiver, open_desk: Open
) -> None:
    home, browser = f"http://localhost:{timed.port}", Subscriber(service)
    page = open_desk(base_url=home, permissions=["notifications"]).page
    page.add_init_script(f"({SUBSCRIBED})({msgspec.json.encode(browser.wish()).decode()})")
    page.goto("/you")
    page.get_by_role("button", name="Tell me here").click()
    expect(page.get_by_text("This browser gets notifications")).to_be_visible()
    page.get_by_role("button", name="Send me a test").click()
    expect(page.get_by_text("A test is on its way")).to_be_visible()
    assert serious_faults(page) == []
    picture(page, "notices")
    message = wait_for(lambda: browser.got)[0]

    session = page.context.new_cdp_session(page)
    workers: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: workers.extend(
            one["registrationId"] for one in told["registrations"] if one["scopeURL"].startswith(home)
        ),
    )
    session.send("ServiceWorker.enable")
    while not workers:
        page.wait_for_timeout(50)

    def deliver(text: str) -> None:
        session.send("ServiceWorker.deliverPushMessage", {"origin": home, "registrationId": workers[0], "data": text})

    deliver(browser.read(message.body).decode())
    wait_for(
        lambda: page.evaluate(SHOWN) == [[TEST.subject.partition(",")[0], "And if you read it, notices come here"]]
    )

    bots = [{"kind": "bot", "level": "easy"}] * 2
    wish = {"game": "risk", "start": True, "title": "Evening", "seats": [{"kind": "me"}, *bots]}
    table = page.evaluate(CREATE, wish)["id"]
    timed.time.at += DAY
    wait_for(lambda: told(timed))  # bots move first
    deliver(browser.read(browser.got[-1].body).decode())
    wait_for(lambda: ["Evening: it is your turn", ""] in page.evaluate(SHOWN))
    page.goto(f"/table/{table}")
    wait_for(lambda: len(page.evaluate(SHOWN)) == 1)
    page.get_by_role("button", name="More").click()
    choice = page.get_by_label("While no page is open, tell me of it")
    choice.select_option("my turns and the end only")
    picture(page, "notices-of-a-table")
    page.reload()
    page.get_by_role("button", name="More").click()
    expect(choice).to_have_value("turns")
