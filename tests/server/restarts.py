"""Servers in processes of their own, for tests that kill them and start them again.

Each is forked from a process that has loaded the package and the games once: a start then costs a fifth. What is read
of the database, listened to and locked is as after any other start; `test_first_requests` starts a bare process.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import ForkServerProcess

from tests.server.live import answers, wait_for
from wartable.server import dice_parts, notices, postman, services
from wartable.server.notice_file import NoticeFile
from wartable.server.run import serve
from wartable.server.settings import Settings

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.server.loaded"])


def serving(database: str, port: int, file: NoticeFile | None) -> None:
    """Serve until killed, or told to end; look all the time what there is to tell, and tell it one by one."""
    dice_parts.SEALING = dice_parts.OPENING = 3600  # a machine may take long to start a server
    services.TELL, notices.SETTLED, notices.LETTERS_EVERY, postman.MOST = 0.1, 0.0, 0.2, 1
    serve(Settings(database=database, port=port, limits=False, bot_workers=0, log_level="error", notices=file))


@contextmanager
def process(database: str, port: int, file: NoticeFile | None = None) -> Iterator[ForkServerProcess]:
    """A server process that answers; killed without warning at the end."""
    server = FORKS.Process(target=serving, args=(database, port, file))
    server.start()
    try:
        wait_for(lambda: answers(port) or not server.is_alive())
        assert server.is_alive(), "the server did not start"
        yield server
    finally:
        server.kill()
        server.join()
        server.close()
