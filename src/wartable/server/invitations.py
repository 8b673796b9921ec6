"""What the link of a table says of it where it is posted: title, text and picture, as tags in the page's head.

Whoever has the link may know all of it: the table's title, its game, how many seats are free, and the position as
spectators see it. The link of a private table says it only with the invitation in it.
"""

from __future__ import annotations

from html import escape

import msgspec

from wartable.board.png import installed
from wartable.engine import registry
from wartable.server import catalogue
from wartable.server.playable import why_retired
from wartable.server.rows import SeatRow, TableRow
from wartable.server.store import Loaded

WIDTH, HEIGHT = 1200, 630
"""Pixels of the picture: what the sites that show it ask for."""
_SITE = "Wartable"


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """What is said of a table: its `title` under a `lead`, a `text` of sentences, and who made it, if seated there."""

    title: str
    lead: str
    text: str
    host: str = ""


def invitation_to(loaded: Loaded) -> Invitation:
    """Return what everybody who has the link of a table may be told of it."""
    row, seats = loaded.row, loaded.seats
    makers = (chair for chair in seats if chair.player_id == row.creator and chair.kind == "human")
    host = next((chair.name for chair in makers if not chair.behind), "")
    if why_retired(row):
        return Invitation(
            title=row.title, lead="A game to look at", text="Its rules are no longer installed.", host=host
        )
    game = registry.get(row.game)
    preset = next(iter(game.presets), row.preset) != row.preset
    rules = f" Rules: {catalogue.preset_title(game, row.preset)}." if preset else ""
    lead = f"You are invited to {game.title}" if row.status == "open" else game.title
    return Invitation(title=row.title, lead=lead, text=_standing(row, seats) + rules, host=host)


def _standing(row: TableRow, seats: tuple[SeatRow, ...]) -> str:
    """Say how far a table is."""
    if row.status == "running":
        return f"Turn {row.turn + 1}, {len(seats)} players."
    if row.status == "finished":
        return f"The game is over, after turn {row.turn + 1}."
    free = sum(is_free(chair) for chair in seats)
    if not free:
        return "No seat is free."
    return f"{free} of {len(seats)} {'seat is' if free == 1 else 'seats are'} free."


def is_free(chair: SeatRow) -> bool:
    """Whether anybody may take a seat before the game: it is neither taken nor kept for somebody."""
    return chair.kind == "open" and not chair.player_id


def link_of(row: TableRow, base: str) -> str:
    """Return the address of a table for those who shall see it; `base` is that of the server, without a slash."""
    return f"{base}/table/{row.id}{_invited(row)}"


def picture_of(row: TableRow, base: str) -> str:
    """Return the address of the picture; empty where the server cannot draw one."""
    return f"{base}/api/tables/{row.id}/invitation.png{_invited(row)}" if installed() else ""


def _invited(row: TableRow) -> str:
    return f"?invite={row.invite}" if row.private else ""


def tags(loaded: Loaded, base: str) -> str:
    """Return the tags that tell other sites of a table, as Open Graph and Twitter name them."""
    told, picture = invitation_to(loaded), picture_of(loaded.row, base)
    pairs = [
        ("og:site_name", _SITE),
        ("og:type", "website"),
        ("og:title", told.title),
        ("og:description", f"{told.lead}. {told.text}"),
        ("og:url", link_of(loaded.row, base)),
        ("twitter:card", "summary_large_image" if picture else "summary"),
    ]
    if picture:
        pairs += [
            ("og:image", picture),
            ("og:image:type", "image/png"),
            ("og:image:width", str(WIDTH)),
            ("og:image:height", str(HEIGHT)),
            ("og:image:alt", f"{told.title}: the board"),
        ]
    return "".join(f'<meta {_named(name)}="{name}" content="{escape(content)}" />' for name, content in pairs)


def _named(name: str) -> str:
    return "name" if name.startswith("twitter:") else "property"


def with_tags(page: bytes, told: str) -> bytes:
    """Return a page with tags before its title."""
    before, title, after = page.partition(b"<title>")
    return before + told.encode() + title + after
