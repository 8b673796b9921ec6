"""The tables of the database. `entries` is the truth; everything else is who, where, or a cache of it."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

metadata = MetaData()

secrets = Table(
    "secrets",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""Keys of this installation, made on first start; seat links are signed with them."""

players = Table(
    "players",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("colour", Integer, nullable=False),
    Column("avatar", String(24), nullable=False),
    Column("created", Float, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("player_id", String(24), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("created", Float, nullable=False),
    Column("device", String(60), nullable=False, server_default=""),
    Column("seen", Float, nullable=True),
)
"""Browsers that are a player; only the hash of the cookie is kept. `device` says in words which browser it is, and
`seen` when it was last here, to the hour."""

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(1400), primary_key=True),
    Column("player_id", String(24), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("uses", Integer, nullable=False),
    Column("name", String(60), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float, nullable=True),
    Index("passkeys_by_player", "player_id"),
)
"""Passkeys by which players sign in: their public halves. `uses` is the count that an authenticator keeps, 0 of one
that keeps none."""

challenges = Table(
    "challenges",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("player_id", String(24), nullable=False),
    Column("until", Float, nullable=False),
)
"""Hashes of secrets that are good once and were not shown yet. Their owner is the player who adds a passkey, nobody
where one is to sign in by, and what `challenges.mailed` says where a link was mailed."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("rules_version", String(40), nullable=False),
    Column("preset", String(60), nullable=False),
    Column("options", Text, nullable=False),
    Column("title", String(80), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("invite", String(24), nullable=False),
    Column("creator", String(24), ForeignKey("players.id"), nullable=False),
    Column("status", String(12), nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("asked", Text, nullable=False),
    Column("bots_due", Boolean, nullable=False),
    Column("owners", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("pace", Text, nullable=False, server_default="{}"),
    Column("timing", Text, nullable=False, server_default="{}"),
    Column("deadline", Float, nullable=True),
    Column("press", Text, nullable=False, server_default="{}"),
    Column("sides", Text, nullable=False, server_default="{}"),
    Column("master", String(24), nullable=True),
    Index("tables_by_status", "status", "updated"),
    Index("tables_by_deadline", "deadline"),
)
"""One row per table. `seed` is secret until the end; `asked` (JSON: seat to prompt), `turn`, `owners`, `bots_due` and
`outcome` repeat what the entries say, for lists. `pace` (JSON) is how much time turns have, `timing` (JSON) where the
clock stands, and `deadline` when it has to be looked at, as it runs out, somebody is reminded or a holiday ends; they
change with an entry only. `press` (JSON) is who may write to whom, `sides` (JSON) who plays which side and whether
names are told. `master` is the player who is game master, empty where somebody may still take that seat, null where
there is none."""

seats = Table(
    "seats",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("player_id", String(24), ForeignKey("players.id"), nullable=True),
    Column("level", String(40), nullable=False),
    Column("name", String(60), nullable=False),
    Column("colour", Integer, nullable=False),
    Column("avatar", String(24), nullable=False),
    Column("resigned", Boolean, nullable=False),
    Column("link", String(24), nullable=False, server_default=""),
    Column("missed", Integer, nullable=False, server_default="0"),
    Column("away", Boolean, nullable=False, server_default=false()),
    Column("prefers", Text, nullable=False, server_default="[]"),
    Column("behind", Text, nullable=False, server_default=""),
    Column("offered", Boolean, nullable=False, server_default=false()),
    Column("since", Float, nullable=False, server_default="0"),
    Index("seats_by_player", "player_id"),
)
"""Who sits where. `prefers` (JSON) are the sides its player would like to play, the dearest first; `behind` (JSON) is
who is hidden behind the name shown, until the end of an anonymous game: see `anonymity.py`. `offered` seats may be
taken over by anybody; `since` says from when on its player reads the letters of a seat: see `takeover.py`."""

reliability = Table(
    "reliability",
    metadata,
    Column("player_id", String(24), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("recent", String(60), nullable=False),
    Column("lost", Integer, nullable=False),
)
"""How players keep their deadlines: `recent` has a 1 for each that was met and a 0 for each missed, the newest last,
and `lost` counts seats that others took over from them. See `reliability.py`."""

presence = Table(
    "presence",
    metadata,
    Column("server", String(24), primary_key=True),
    Column("table_id", String(24), primary_key=True),
    Column("player_id", String(24), primary_key=True),
    Column("at", Float, nullable=False),
    Index("presence_by_table", "table_id"),
)
"""Who has a table open at which server process, as of when that process last said so. See `presence.py`."""

drafts = Table(
    "drafts",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("step", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("ready", Boolean, nullable=False),
    Column("player_id", String(24), nullable=False),
)
"""What seats mean to decide at a step of the game and nobody else may see; gone when it is over."""

standing = Table(
    "standing",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("key", String(80), primary_key=True),
    Column("turn", Integer, nullable=False),
    Column("player_id", String(24), nullable=False),
)
"""What seats have settled in advance, which nobody else may see: see `standing_answers.py`."""

_SAID = text("kind = 'chat'")

entries = Table(
    "entries",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("body", Text, nullable=False),
    Column("player_id", String(24), nullable=True),
    Column("key", String(64), nullable=True),
    Column("why", Text, nullable=False),
    Column("odds", Float, nullable=True),
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "player_id", "key", name="one_entry_per_key"),
    Index("entries_of_chat", "table_id", "seq", sqlite_where=_SAID, postgresql_where=_SAID),
    sqlite_with_rowid=False,
)
"""Everything that happened at a table, appended only, numbered from 1 without gaps.

`kind` is `act` (a seat's decision), `chance` (the dice's answer), `undo` (back to a step), `lobby` (seats, options or
start changed), `ready` (a seat says that its draft may count, or not), `dice` (a step on the way to
the seed of the dice: see `mixing.py`), `clock` (time ran out, was extended, paused or
resumed, or somebody came back), `note` (told in the log), `resign` or `chat`. `body` is JSON.
"""

chat_read = Table(
    "chat_read",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("player_id", String(24), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, nullable=False),
)
"""Up to which line of the chat of a table, by its number among the entries, a player has read it."""

letters = Table(
    "letters",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("conversation", String(200), nullable=False),
    Column("readers", String(200), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("unsigned", Boolean, nullable=False),
    Column("text", Text, nullable=False),
    Column("quotes", Text, nullable=False),
    Column("step", Integer, nullable=False),
    Column("at", Float, nullable=False),
    Column("due", Float, nullable=False),
    Column("player_id", String(24), nullable=False),
    Column("key", String(64), nullable=False),
    Column("name", String(60), nullable=False, server_default=""),
    UniqueConstraint("table_id", "player_id", "key", name="one_letter_per_key"),
    Index("letters_by_conversation", "table_id", "conversation", "due"),
)
"""What seats write to each other. They are no entries: from the numbers of those everybody would learn of letters.

`conversation` is `all`, or the seats that read it (`0.3.5`), which `readers` repeats for searches (`.0.3.5.`), or
`watchers`, of the spectators: their letters have a `name` in place of a seat, which is -1. So
have those of a game master; a seat's conversation with them is `master.3`, and its `readers` name the player who is
game master by then (`.3.@id.`), as no later one reads it. Nobody gets a letter before it is `due`; by that they are in
order."""

letters_read = Table(
    "letters_read",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("conversation", String(200), primary_key=True),
    Column("due", Float, nullable=False),
)
"""Up to which letter of a conversation a seat has read it."""

letter_drafts = Table(
    "letter_drafts",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("conversation", String(200), primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("player_id", String(24), nullable=False),
)
"""What a seat has begun to write in a conversation and not sent; it is the same on all devices of its player."""

letters_muted = Table(
    "letters_muted",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("muted", Integer, primary_key=True, autoincrement=False),
)
"""Seats whose letters another seat does not want to see; nobody else learns of it."""

letters_reported = Table(
    "letters_reported",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("letter", String(24), nullable=False),
    Column("player_id", String(24), nullable=False),
    Column("why", Text, nullable=False),
    Column("letters", Text, nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("table_id", "letter", "player_id", name="one_report_per_letter"),
)
"""Letters that a reader of theirs has reported to the host, each with those before it (JSON) as they were read."""

kept = Table(
    "kept",
    metadata,
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("updated", Float, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""How tables stood when they had last changed at `updated`, told without their rules: see `kept.py`."""

pulse = Table(
    "pulse",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("at", Float, nullable=False),
)
"""When a server of this database was last known to be awake, so that no clock runs out while all of them slept."""

addresses = Table(
    "addresses",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("player_id", String(24), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(8), nullable=False),
    Column("target", String(500), nullable=False),
    Column("confirmed", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    UniqueConstraint("player_id", "target", name="one_address_per_target"),
    Index("addresses_by_target", "target"),
)
"""Where players want to be told: a mail address (`mail`), which counts once it is confirmed, or a webhook (`hook`)."""

pushes = Table(
    "pushes",
    metadata,
    Column("token_hash", String(64), ForeignKey("sessions.token_hash", ondelete="CASCADE"), primary_key=True),
    Column("endpoint", String(1000), nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Index("pushes_by_endpoint", "endpoint"),
)
"""Browsers that are told by Web Push: their address at a push service, and the keys by which they read what comes."""

notice_rules = Table(
    "notice_rules",
    metadata,
    Column("player_id", String(24), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("body", Text, nullable=False),
)
"""What players want to be told, and when not (JSON); who has no row has the usual rule."""

calendars = Table(
    "calendars",
    metadata,
    Column("player_id", String(24), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("word", String(40), nullable=False, unique=True),
)
"""Players whose deadlines other programs read, by the secret part of the address."""

notices_off = Table(
    "notices_off",
    metadata,
    Column("player_id", String(24), ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("told", String(10), nullable=False, server_default="nothing"),
)
"""Tables of which players want to be told otherwise than of all others, as `told` says: at first it was nothing."""

notices = Table(
    "notices",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("player_id", String(24), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("table_id", String(24), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("key", String(80), nullable=False),
    Column("at", Float, nullable=False),
    Column("due", Float, nullable=False),
    Column("state", String(8), nullable=False),
    Column("tries", Integer, nullable=False),
    Column("taken", Text, nullable=False, server_default=""),
    UniqueConstraint("player_id", "table_id", "key", name="one_notice_per_key"),
    Index("notices_by_state", "state", "due"),
)
"""What is to be told to whom, each once by its `key`: `waiting` until it is `due`, `sending` from just before it is
sent, then `sent`, or `dropped` where it was too late. One that is `sending` when a process dies is not sent again.
`taken` names the ways that took it, while others are tried again."""
