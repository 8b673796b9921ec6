"""Deadlines as a calendar that other programs read, at a private address that a player may take and change."""

from __future__ import annotations

import re
import secrets
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from wartable.server.notices import Sitting, ready_at, sittings
from wartable.server.problems import Refused
from wartable.server.schema import calendars, tables
from wartable.server.store import Store

HOURLY = timedelta(hours=1)
"""How often programs are asked to read a calendar again (RFC 7986)."""
_WORD = re.compile(r"[A-Za-z0-9_\-]{32}")


def offered() -> bool:
    """Whether the package that writes calendars is there."""
    return find_spec("icalendar") is not None


async def word_of(store: Store, player_id: str) -> str:
    """Return the secret part of a player's address; empty where they have taken none."""
    query = select(calendars.c.word).where(calendars.c.player_id == player_id)
    return await store.read(lambda connection: connection.execute(query).scalar()) or ""


async def renew(store: Store, player_id: str) -> str:
    """Give a player a new address, and return its secret part; the old one shows nothing any more.

    Raises `Refused` where this server writes no calendars.
    """
    if not offered():
        raise Refused(409, "calendar.none", "This server writes no calendars.")
    word = secrets.token_urlsafe(24)

    def work(connection: Connection) -> None:
        connection.execute(delete(calendars).where(calendars.c.player_id == player_id))
        connection.execute(insert(calendars), {"player_id": player_id, "word": word})

    await store.do(work)
    return word


async def drop(store: Store, player_id: str) -> None:
    """Let a player's address show nothing any more."""
    await store.execute(delete(calendars).where(calendars.c.player_id == player_id))


async def written(store: Store, word: str, base: str, at: float) -> bytes | None:
    """Return the calendar of an address, as text in UTF-8; None where nobody has that address.

    It has an event at the end of each turn that waits for the player.
    """

    def work(connection: Connection) -> list[tuple[Sitting, str]] | None:
        player = connection.execute(select(calendars.c.player_id).where(calendars.c.word == word)).scalar()
        if player is None:
            return None
        ready = ready_at(connection)
        due = [one for one in sittings(connection, [player], at) if one.status == "running" and one.asked and one.ends]
        named = select(tables.c.id, tables.c.title).where(tables.c.id.in_([one.table for one in due]))
        titles = {row.id: row.title for row in connection.execute(named)}
        return [(one, titles[one.table]) for one in due if (one.table, one.seat) not in ready and one.table in titles]

    found = await store.read(work) if offered() and _WORD.fullmatch(word) else None
    return _text(found, base, at) if found is not None else None


def _text(due: list[tuple[Sitting, str]], base: str, at: float) -> bytes:
    from icalendar import Calendar, Event  # noqa: PLC0415 - optional

    made: Any = Calendar()  # its types are but partly known
    for name, value in (("prodid", "-//Wartable//EN"), ("version", "2.0"), ("name", "Wartable")):
        made.add(name, value)
    made.add("x-wr-calname", "Wartable")
    made.add("refresh-interval", HOURLY, parameters={"value": "DURATION"})
    for one, title in due:
        event: Any = Event()
        event.add("uid", f"{one.table}.{one.seat}.{one.question}@wartable")
        event.add("dtstamp", datetime.fromtimestamp(at, UTC))
        event.add("dtstart", datetime.fromtimestamp(one.ends or at, UTC).replace(microsecond=0))
        event.add("summary", f"{title}: your decision is due")
        event.add("url", f"{base}/table/{one.table}")
        event.add("description", f"{base}/table/{one.table}")
        made.add_component(event)
    text: bytes = made.to_ical()
    return text
