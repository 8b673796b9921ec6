"""The sockets that the server listens on, and how many files it may have open."""

from __future__ import annotations

import errno
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

_USED_UP = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


class Listener(socket.socket):
    """A listening socket whose connections send at once, and that stays calm when the process can open no more files.

    Sockets made with protocol 0, as `socket.create_server` makes them, are not known to asyncio as TCP. It would leave
    Nagle's algorithm on, and answers on a kept connection would wait 40 ms for the client's acknowledgement.
    """

    _make_room: Callable[[], bool]
    _spare: int
    """A file kept open, to be closed for a connection that can only be hung up on."""

    @classmethod
    def of(cls, made: socket.socket, make_room: Callable[[], bool]) -> Listener:
        """Take over a socket that listens; `make_room` closes a connection that can be spared, if there is one."""
        internet = made.family in {socket.AF_INET, socket.AF_INET6}
        proto = socket.IPPROTO_TCP if internet else made.proto
        listener = cls(made.family, made.type, proto, fileno=made.detach())
        listener._make_room = make_room
        listener._spare = os.open(os.devnull, os.O_RDONLY)
        return listener

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection; where no more files can be opened, let one go for it.

        Asyncio would write an error to the log for each connection that waits, thousands of times a second. Told that
        none is there, it asks again as long as one is.
        """
        try:
            return super().accept()
        except OSError as error:
            if error.errno not in _USED_UP:
                raise
            if not self._make_room():
                self._turn_away()
            raise BlockingIOError from error

    def close(self) -> None:
        """Stop listening."""
        super().close()
        spare, self._spare = self._spare, -1
        if spare >= 0:
            os.close(spare)

    def _turn_away(self) -> None:
        """Hang up on who comes next, so that nobody waits for an answer that cannot come."""
        if self._spare >= 0:
            os.close(self._spare)
            self._spare = -1
        with suppress(OSError):
            super().accept()[0].close()
        with suppress(OSError):
            self._spare = os.open(os.devnull, os.O_RDONLY)


def listeners_on(host: str, port: int) -> list[socket.socket]:
    """Listen on every address of a name; raises `OSError` where that cannot be."""
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    places = dict.fromkeys((family, where) for family, _, _, _, where in found)
    return [made for family, where in places if (made := _listening(family, where, alone=len(places) == 1))]


def _listening(family: int, where: Any, *, alone: bool) -> socket.socket | None:  # noqa: ANN401 - as families write it
    """Listen on one address; None for one that this machine does not have, unless it is the only one."""
    try:
        return socket.create_server(where, family=family)
    except OSError as error:
        if alone or error.errno not in {errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT}:
            raise
        return None


def open_files(wanted: int) -> int:
    """Return how many files this process may have open, raised as far as it is wanted and the system lets it."""
    if sys.platform == "win32":
        return wanted
    import resource  # noqa: PLC0415 - there is none on Windows

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    with suppress(OSError, ValueError):  # some systems allow less than they say
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]
