"""How a guest comes back on another device by a passkey, and how they leave."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import CDPSession, Page, expect

from tests.browser.conftest import Open
from tests.browser.site import picture
from tests.server.live import Live

pytestmark = pytest.mark.browser

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def with_authenticator(page: Page) -> tuple[CDPSession, str]:
    """Give a page an authenticator; return the session of the browser that it is asked for by, and its id."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return session, made["authenticatorId"]


def test_a_guest_comes_back_by_a_passkey_and_leaves_for_good(server: Live, open_desk: Open) -> None:
    home = f"http://localhost:{server.port}"  # browsers allow no passkeys at addresses of numbers
    first = open_desk(base_url=home).page
    session, key = with_authenticator(first)
    first.goto("/you")
    first.get_by_label("Name").fill("Galadriel")
    first.get_by_role("button", name="Save name").click()
    first.get_by_role("button", name="Add a passkey").click()
    expect(first.get_by_text("The passkey is added")).to_be_visible()
    expect(first.get_by_role("heading", name="Passkeys")).to_be_visible()
    credential = session.send("WebAuthn.getCredentials", {"authenticatorId": key})["credentials"][0]

    second = open_desk(base_url=home, phone=True, dark=True).page
    session, key = with_authenticator(second)
    session.send("WebAuthn.addCredential", {"authenticatorId": key, "credential": credential})
    second.goto("/you")
    expect(second.get_by_label("Name")).not_to_have_value("Galadriel")
    second.get_by_role("button", name="Sign in with a passkey").click()
    second.wait_for_url(f"{home}/")
    second.goto("/you")
    expect(second.get_by_label("Name")).to_have_value("Galadriel")
    expect(second.get_by_role("button", name="Sign out")).to_have_count(2)

    second.get_by_role("button", name="Erase me").click()
    sure = second.get_by_role("dialog").get_by_role("button", name="Erase me")
    expect(sure).to_be_disabled()
    second.get_by_label("Type your name: Galadriel").fill("Galadriel")
    sure.click()
    second.wait_for_url(f"{home}/")
    second.goto("/you")
    expect(second.get_by_label("Name")).not_to_have_value("Galadriel")
    first.reload()
    expect(first.get_by_label("Name")).not_to_have_value("Galadriel")


def test_a_player_takes_a_private_address_for_a_calendar_and_gives_it_back(open_desk: Open) -> None:
    page = open_desk(phone=True).page
    page.goto("/you#calendar")
    page.get_by_role("button", name="Make an address").click()
    field = page.get_by_label("Private address of your calendar")
    expect(field).to_have_value(re.compile(r"^http.*/calendar/[\w-]{32}\.ics$"))
    expect(field).to_be_in_viewport()
    first = field.input_value()
    assert page.request.get(first).text().startswith("BEGIN:VCALENDAR")
    page.get_by_role("button", name="New address").click()
    expect(field).not_to_have_value(first)
    assert page.request.get(first).status == 404
    picture(page, "you-calendar")
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_role("button", name="Make an address")).to_be_visible()
