"""What a page is sent: heard at the server's door, so that nothing is lost when the page moves on."""

from __future__ import annotations

import uuid

from playwright.sync_api import Page

from tests.server.live import Live
from tests.server.tap import MARK


class Ear:
    """Every byte that is sent to a page from now on: answers, and what the event stream brings."""

    def __init__(self, page: Page, server: Live) -> None:
        self._tap, self._name = server.tap, uuid.uuid4().hex
        page.set_extra_http_headers({MARK: self._name})
        page.add_init_script("delete window.SharedWorker;")  # its requests do not wear what a page's requests wear

    def new(self) -> str:
        """What has come since this was last asked."""
        said = self._tap.new(self._name)
        assert "event: " in said, "the event stream was not heard"
        return said
