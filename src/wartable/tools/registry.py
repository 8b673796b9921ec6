"""The tools that are installed: our own and those that other packages announce.

A package announces the tools of its games by an entry point of group `wartable.tools` that names a `Tools`::

    [project.entry-points."wartable.tools"]
    nim = "my_package.tools:TOOLS"

Server and command line know this module and no tool: a tool's own modules are loaded when somebody uses them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pkgutil import resolve_name
from typing import Any

import msgspec

from wartable.engine.errors import WartableError
from wartable.engine.plugins import Plugins

GROUP = "wartable.tools"
"""The entry-point group that tools are announced in."""


class Command(msgspec.Struct, frozen=True):
    """A command of the command line: its name, the place of its function, and what it does in one line."""

    name: str
    place: str
    line: str


class Tools(msgspec.Struct, frozen=True, kw_only=True):
    """What a family of games brings beside its games, each thing by its place, as in `my_package.tools.routes:ROUTES`.

    `routes` is the place of a list of Litestar handlers, loaded by servers only; addresses begin with `/api/`.
    `pages` are addresses that the client has pages for where these tools are. `commands` are functions as cyclopts
    reads them. `files` are places of `OwnFiles`: kinds of files that people write; `cases` those of
    `CaseFiles`, `adjudicators` those of `Adjudicator`.
    """

    key: str
    routes: str = ""
    pages: tuple[str, ...] = ()
    commands: tuple[Command, ...] = ()
    files: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    adjudicators: tuple[str, ...] = ()


def found_at(place: str) -> Any:  # noqa: ANN401 - whatever is there
    """Return what is at a place, `package.module:NAME`; raises `ImportError` or `AttributeError`."""
    return resolve_name(place)


def _read(given: object) -> Tools:
    if not isinstance(given, Tools):
        raise WartableError(f"gives {given!r}, which is no Tools.")
    return given


TOOLS = Plugins(GROUP, "set of tools", _read, lambda tools: tools.key)
"""The tools of this process."""


def installed(on_fault: Callable[[str, Exception], object]) -> Iterator[Tools]:
    """Yield all tools; those that cannot be loaded are left out, and `on_fault` is told which and why."""
    yield from TOOLS.working(on_fault)


def register(tools: Tools) -> Tools:
    """Add tools in this process, for tests; returns them. Raises `ValueError` for a key in use."""
    return TOOLS.add(tools)


def unregister(key: str) -> None:
    """Remove tools that `register` added."""
    TOOLS.remove(key)
