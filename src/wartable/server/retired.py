"""Tables whose rules are not here any more, read only: from their row, their entries and what was kept of them."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from msgspec.json import decode, encode

from wartable.board.palette import Theme
from wartable.engine import registry
from wartable.engine.record import FORMAT, End, Ending, Header, Line, SeatInfo
from wartable.engine.values import Outcome
from wartable.server import kept
from wartable.server.cards import chat_line, invite_path, is_member, seat_cards, seat_link
from wartable.server.kept import Kept
from wartable.server.mixing import Mixing
from wartable.server.playable import why_retired
from wartable.server.problems import Refused
from wartable.server.remembered import Chat
from wartable.server.rows import EntryRow, iso
from wartable.server.store import Loaded, Store
from wartable.server.table import CHAT_KEPT
from wartable.server.timing import pace_of
from wartable.server.updates import LOG_SENT, outcome_info
from wartable.server.wire import PressRule, Retired, SidesRule, Table
from wartable.server.wire_dice import TableDice
from wartable.server.wire_play import ChatLine, Clock, LogLine, LogPage, Series, Snapshot, UndoInfo, Update


class Relic:
    """A table that nobody can go on with. `kept` is None where nothing was kept, else `at` is the last change in it."""

    def __init__(self, loaded: Loaded, at: float = 0.0, kept: Kept | None = None) -> None:
        self.row, self.seats, self.entries = loaded.row, loaded.seats, loaded.entries
        self.kept, self._at = kept, at
        self._moves = _in_force(loaded.entries)
        self._mixing = Mixing()
        for entry in loaded.entries:
            if entry.kind == "dice":
                self._mixing.enter(entry)

    @property
    def id(self) -> str:
        """The table's id."""
        return self.row.id

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [chair.name for chair in self.seats]

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it did."""
        return decode(self.row.outcome, type=Outcome | None)

    @property
    def _missing(self) -> int:
        """How many decisions came after what was kept."""
        since = self.kept.seq if self.kept else 0
        return sum(move.kind == "act" and move.seq > since for move in self._moves)

    def table(self, player: str | None, key: bytes) -> Table:
        """Return the table as a player sees it, with what is known of it without its rules."""
        row, places = self.row, self.kept.seats if self.kept else ()
        own = [chair for chair in self.seats if player is not None and chair.player_id == player]
        dice = self._mixing.dice(row.seed)
        return Table(
            id=row.id,
            game=row.game,
            title=row.title,
            preset=row.preset,
            options=decode(row.options),
            board=None,
            changes=len(self.kept.changes) if self.kept else 0,
            status=row.status,  # type: ignore[arg-type]
            private=row.private,
            creator=row.creator == player,
            invite=invite_path(row) if is_member(row, self.seats, player) or not row.private else "",
            seats=seat_cards(self.seats, player, frozenset(), [place.colour for place in places]),
            roles=tuple(place.role for place in places) if any(place.role for place in places) else (),
            counts=(),
            my_seats=(),
            seat_link=seat_link(key, row.id, own[0]) if own else None,
            can_start=False,
            missing="",
            pace=pace_of(row.pace),
            press=PressRule(),
            sides=SidesRule(),
            wishes={},
            master=None,
            dice=TableDice(
                seal=dice.commitment,
                phase="set",
                round=len(self._mixing.past),
                joined=False,
                mixes=False,
                parts=(),
                unopened=(),
            ),
            again=None,
            retired=self._retired(),
        )

    def _retired(self) -> Retired:
        known, kept = self.row.game in registry.keys(), self.kept  # noqa: SIM118 - no mapping
        return Retired(
            why=why_retired(self.row),
            game=kept.game if kept else registry.get(self.row.game).title if known else self.row.game,
            version=self.row.rules_version,
            here=known,
            preset=kept.preset if kept else "",
            changes=kept.changes if kept else (),
            at=iso(self._at) if kept else "",
            moves=self._missing,
            pictured=bool(kept and kept.pictures),
        )

    def snapshot(self, player: str | None, key: bytes) -> Snapshot:
        """Return everything a browser needs to show the table."""
        page = self.log_page(len(self._moves))
        return Snapshot(
            table=self.table(player, key),
            seq=self.entries[-1].seq,
            step=self.kept.step if self.kept else 0,
            update=self._update(self.kept) if self.kept else None,
            log=page.lines,
            log_start=page.start,
            series=Series(names=(), turns=(), steps=(), values={}),
            chat=self._chat(),
            commitment=self._mixing.dice(self.row.seed).commitment,
            marks=(),
        )

    def _update(self, kept: Kept) -> Update:
        why = why_retired(self.row)
        return Update(
            seq=kept.seq,
            step=kept.step,
            from_step=kept.step,
            turn=kept.turn,
            seat=kept.whose,
            status="finished" if self.outcome else "running",
            look=None,
            view=kept.view,
            events=(),
            log=(),
            to_act=kept.asked,
            asked=None,
            ready=(),
            sides=(),
            prompts={},
            offers={},
            undo=UndoInfo(allowed=False, seat=None, label="Undo", reason=why, earliest=kept.step),
            outcome=outcome_info(self.outcome, self.names),
            points=(),
            marks=(),
            clock=Clock(deadline=None, granted=0, paused=False, left=None, votes=()),
        )

    def _chat(self) -> tuple[ChatLine, ...]:
        said = [entry for entry in self.entries if entry.kind == "chat"]
        lines = ((entry, decode(entry.body)) for entry in said[-CHAT_KEPT:])
        return tuple(chat_line(Chat(e.seq, one["name"], one["colour"], one["text"], e.at)) for e, one in lines)

    def log_page(self, before: int) -> LogPage:
        """Return the lines of the moves up to a step, as many as one page holds; a move is told whole or not at all."""
        lines = [line for line in (self.kept.log if self.kept else ()) if line.step <= before]
        first = lines[-LOG_SENT].step if len(lines) > LOG_SENT else 0
        return LogPage(lines=tuple(_line(line) for line in lines if line.step >= first), start=max(0, first - 1))

    def result(self) -> bytes:
        """Return the result as it was told when the game was over; raises `Refused` where there is none."""
        if self.outcome is None:
            raise Refused(409, "game.running", "This game did not come to its end, so it has no result.")
        if self.kept is None or self.kept.result == kept.NULL:
            message = "The result of this game was not kept. Its record holds every decision and all dice."
            raise Refused(404, "result.none", message)
        return bytes(self.kept.result)

    def picture(self, theme: Theme) -> bytes:
        """Return the picture of the position as SVG; raises `Refused` where there is none."""
        found = self.kept.pictures.get(theme) if self.kept else None
        if found is None:
            raise Refused(404, "picture.none", "There is no picture of this table.")
        return found.encode()

    def record(self) -> bytes:
        """Return the record made of the entries as they are; nothing is replayed, so it holds no digests.

        Nobody can go on, so it is there for a game that was not over, too; the seed of its dice is not.
        """
        row, dice, outcome = self.row, self._mixing.dice(self.row.seed), self.outcome
        seats = (SeatInfo(name=chair.name, bot=chair.level if chair.kind == "bot" else "") for chair in self.seats)
        header = Header(
            record=FORMAT,
            game=row.game,
            rules_version=row.rules_version,
            options=decode(row.options),
            seats=tuple(seats),
            commitment=dice.commitment,
        )
        ending = Ending(
            entries=len(self._moves),
            digest="",
            outcome=outcome,
            seed=row.seed.hex() if outcome else "",
            rounds=dice.rounds if outcome else (),
            given_up=any(entry.kind == "resign" and "outcome" in decode(entry.body) for entry in self.entries),
        )
        lines = [encode(header), *(_recorded(n, one) for n, one in enumerate(self._moves)), encode(End(end=ending))]
        return b"\n".join(lines) + b"\n"


async def relic_of(store: Store, loaded: Loaded) -> Relic:
    """Return a retired table with what was kept of it, if anything was."""
    found = await kept.kept_of(store, loaded.row.id)
    if found is None:
        return Relic(loaded)
    return Relic(loaded, found[0], await asyncio.to_thread(kept.read, found[1]))


def _in_force(entries: tuple[EntryRow, ...]) -> list[EntryRow]:
    """Return the moves that were not taken back."""
    moves: list[EntryRow] = []
    for entry in entries:
        if entry.kind in ("act", "chance"):
            moves.append(entry)
        elif entry.kind == "undo":
            to: dict[str, Any] = decode(entry.body)
            del moves[to["to"] :]
    return moves


def _recorded(n: int, entry: EntryRow) -> bytes:
    seat = entry.seat if entry.seat is not None else -1
    return encode(Line(n=n, seat=seat, action=msgspec.Raw(entry.body.encode()), why=entry.why))


def _line(line: kept.Line) -> LogLine:
    return LogLine(
        step=line.step,
        decision=-1,
        turn=line.turn,
        seat=line.seat,
        against=None,
        text=line.text,
        kind=line.kind,
        spaces=(),
        dice=None,
        chance=None,
        mine=False,
        bot=False,
    )
