"""What goes over the wire about notices: where a player is told, what, and when not."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Hour = Annotated[str, Meta(pattern=r"^(([01]\d|2[0-3]):[0-5]\d)?$")]


Way = Literal["mail", "push", "hook"]
"""How a player is told: by mail, in browsers whose pages are closed, by webhooks."""
Ways = tuple[Way, ...]
ALL_WAYS: Ways = ("mail", "push", "hook")


ToldOfTable = Literal["usual", "turns", "everything", "nothing"]
"""What a player is told of a table: what they are told of all, their turns and the end alone, everything in every way
and letters at once, or nothing."""


class NoticeRule(Struct, frozen=True, kw_only=True):
    """What a player wants to be told, in which ways, and when.

    That may be that it is their `turn`, that `hours` are left and they are not ready (`deadline`), that letters are
    unread (`letters`), that others vote on the clock (`votes`), that a game is `over`, that a seat is kept for them
    (`invited`), and that one is free in a game that is on (`seats`). `letter` is how much of a letter is shown by mail
    and in browsers: that there is one, who wrote it, or how it begins; webhooks, which others may read, tell only that
    there is one. Nothing is sent from `quiet_from` to `quiet_to` in `zone`; with a `digest` everything comes at that
    time of day, but for what says that hours are left.
    """

    turn: Ways = ALL_WAYS
    deadline: Ways = ALL_WAYS
    hours: Annotated[int, Meta(ge=1, le=168)] = 6
    letters: Ways = ALL_WAYS
    letter: Literal["nothing", "sender", "text"] = "sender"
    votes: Ways = ALL_WAYS
    over: Ways = ALL_WAYS
    invited: Ways = ALL_WAYS
    seats: Ways = ()
    zone: Annotated[str, Meta(max_length=64)] = "UTC"
    quiet_from: Hour = ""
    quiet_to: Hour = ""
    digest: Hour = ""


class Address(Struct, frozen=True, kw_only=True):
    """Where a player is told; a mail address counts once it is `confirmed`. Of a webhook its service alone is shown."""

    id: str
    kind: Literal["mail", "hook"]
    shown: str
    confirmed: bool


class Notices(Struct, frozen=True, kw_only=True):
    """How a player is told; `mail`, `hooks` and `push` say what this server offers.

    `tables` are those of which the player is told otherwise than of all. `push` is the key that a browser needs to be
    told although its pages are closed (empty: this server cannot), `here` whether the one that asks is, and `browsers`
    how many of the player's are.
    """

    mail: bool
    hooks: tuple[str, ...]
    push: str
    here: bool
    browsers: int
    rule: NoticeRule
    addresses: tuple[Address, ...]
    tables: dict[str, ToldOfTable]


class AddressWish(Struct, frozen=True, kw_only=True):
    """A mail address, or the address of a webhook."""

    target: Annotated[str, Meta(min_length=3, max_length=500)]


class PushWish(Struct, frozen=True, kw_only=True):
    """Where a browser is told by Web Push: what its `PushSubscription` says, the keys in base64url."""

    endpoint: Annotated[str, Meta(max_length=1000)]
    p256dh: Annotated[str, Meta(max_length=100)]
    auth: Annotated[str, Meta(max_length=40)]


class Tested(Struct, frozen=True, kw_only=True):
    """In how many ways a player is told, and how many of them took a test."""

    taken: int
    ways: int


class MailSignIn(Struct, frozen=True, kw_only=True):
    """The mail address to which a link to sign in is sent, if a player here has it."""

    address: Annotated[str, Meta(max_length=254)]


class OwnCalendar(Struct, frozen=True, kw_only=True):
    """Where other programs read a player's deadlines: empty until asked for. `offered` is whether this server can."""

    offered: bool
    address: str


class TableNotices(Struct, frozen=True, kw_only=True):
    """What a player is told of one table, in place of what they are told of all."""

    told: ToldOfTable
