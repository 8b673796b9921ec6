"""A table in memory: its row, seats, running match and chat, kept equal to its entries."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any, TypeVar

import msgspec

from wartable.engine import registry
from wartable.engine.driver import Match
from wartable.engine.game import AnyGame
from wartable.engine.mixing import MixedDice
from wartable.engine.record import decode_action
from wartable.engine.values import CHANCE, Asked, Outcome, Seat
from wartable.server import absence
from wartable.server.catalogue import options_of
from wartable.server.chart import Chart
from wartable.server.mixing import Mixing
from wartable.server.press_rows import NO_SEAT, WATCHERS, readers_of, with_master
from wartable.server.remembered import Chat, Drafted, Ear, Followed, Former, Noted, Resigned, Stamp
from wartable.server.rows import EntryRow, SeatRow, TableRow, now
from wartable.server.store import Loaded
from wartable.server.wire_pace import Pace

T = TypeVar("T")

CHAT_KEPT = 200
KEPT = 32
"""So many answers are kept ready at a table: two for each seat, and some for those who come back."""

_NEVER = -2
"""The step of no question: a ready flag that was taken down."""

_OWN = "lock listeners touched gone driven broken now drafted letters letter_marks elsewhere"
_HERE = frozenset(_OWN.split())
"""What belongs to a table in this process, and is in no entry."""


class Table:
    """One table. Callers hold `lock` while they read or change it; `seq` is the last entry taken in.

    `gone` says that it was dissolved, `broken` that it must be read anew before anybody looks at it; `told` keeps the
    result of a finished game, which nothing changes any more. `now` tells the time its deadlines go by.
    `drafted` is the newest draft known here for each seat. `letters` says of each conversation when its last letter
    appeared, and `letter_marks` counts what else has changed in those of a seat: what it has read, what it has begun.
    """

    def __init__(self, loaded: Loaded) -> None:
        self.lock = asyncio.Lock()
        self.listeners: set[Ear] = set()
        self.touched = time.monotonic()
        self.elsewhere: frozenset[str] = frozenset()
        self.gone = False
        self.driven = False
        self.broken = False
        self.now = now
        self.drafted: dict[int, Drafted] = {}
        self.letters: dict[str, float] = {}
        self.letter_marks: Counter[int] = Counter()
        self._read(loaded)

    def become(self, other: Table) -> None:
        """Take over all that another reading of this table holds; those who listen and wait here stay."""
        self.broken = False
        self.__dict__.update({name: value for name, value in vars(other).items() if name not in _HERE})

    def _read(self, loaded: Loaded) -> None:
        self.row: TableRow = loaded.row
        self.seats: list[SeatRow] = list(loaded.seats)
        self.seq = 0
        self.lobby_seq = 0
        self.game_seq = 0
        self.undo_seq = 0
        self._ready: dict[int, int] = {}
        self.mixing = Mixing()
        self.match: Match | None = None
        self.stamps: list[Stamp] = []
        self.chat: list[Chat] = []
        self.resigned: list[Resigned] = []
        self.notes: list[Noted] = []
        self.masters: set[str] = set()
        self.former: list[Former] = []
        self.followed: Followed | None = None
        self.chart = Chart()
        self._kept: dict[Any, Any] = {}
        self.told: bytes | None = None
        self.take_in(loaded)

    @property
    def id(self) -> str:
        """The table's id."""
        return self.row.id

    @property
    def pace(self) -> Pace:
        """How long turns may take."""
        return msgspec.json.decode(self.row.pace, type=Pace)

    @property
    def game(self) -> AnyGame:
        """The rules played."""
        return registry.get(self.row.game)

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [chair.name for chair in self.seats]

    @property
    def dice(self) -> MixedDice:
        """The sealed dice of this table, made of the host's seed and what players have added."""
        return self.mixing.dice(self.row.seed)

    @property
    def step(self) -> int:
        """How many moves are in force."""
        return len(self.match.moves) if self.match else 0

    def seats_of(self, player: str | None) -> tuple[int, ...]:
        """Return the seats a player decides for."""
        if player is None:
            return ()
        return tuple(chair.seat for chair in self.seats if chair.player_id == player and chair.by_person)

    def bots_asked(self) -> list[Seat]:
        """Return the seats that are asked and decided by code now; none while the dice are being made."""
        if self.match is None or self.row.status != "running" or self.mixing.pending:
            return []
        given_up = [seat for seat in self.match.to_act if seat != CHANCE and self.seats[seat].given_up]
        return [*given_up, *absence.due(self)]

    @property
    def people(self) -> list[SeatRow]:
        """The seats that people play, those who are away among them."""
        return [chair for chair in self.seats if chair.kind != "open" and not chair.given_up]

    @property
    def deserted(self) -> bool:
        """Whether people play here, and all of them are away."""
        people = self.people
        return bool(people) and all(chair.away for chair in people)

    @property
    def people_asked(self) -> list[Seat]:
        """The seats asked that people play who are not away."""
        if self.match is None:
            return []
        return [seat for seat in self.match.to_act if seat != CHANCE and not self.seats[seat].by_code]

    @property
    def waited(self) -> list[Seat]:
        """The seats of people asked that have not said that their drafts may count."""
        ready = self.ready
        return [seat for seat in self.people_asked if seat not in ready]

    @property
    def asked(self) -> Asked | None:
        """Who is asked and why; None while the dice roll, and when the game is over."""
        match = self.running()
        return None if match.outcome is not None else self.game.asked(match.state)

    @property
    def secret(self) -> bool:
        """Whether those asked decide in secret, so that the server keeps a draft for each."""
        asked = self.asked
        return asked is not None and asked.secret

    @property
    def hushed(self) -> bool:
        """Whether those asked react in secret: until all is revealed nobody else may learn who has answered."""
        asked = self.asked
        return asked is not None and asked.secret and asked.kind == "reaction"

    @property
    def question(self) -> int:
        """The step of the question that is on, by which drafts and ready flags go; -1 where nobody is asked."""
        asked = self.asked
        return -1 if asked is None else asked.step

    def answered(self, step: int) -> Asked | None:
        """Return the question that the decision behind a step answered; None before the first decision."""
        decision = self.stamps[step - 1].decision
        return self.game.asked(self.running().state_at(decision - 1)) if decision else None

    def was_secret(self, step: int) -> bool:
        """Whether the decision behind a step was made in secret."""
        answered = self.answered(step)
        return answered is not None and answered.secret

    @property
    def ready(self) -> tuple[int, ...]:
        """The seats that are asked and have said that their drafts may count."""
        if self.match is None or not (self._ready or self.drafted):
            return ()
        if self.hushed:
            return self._ready_quietly()
        step, asked = self.question, self.match.to_act
        return tuple(seat for seat in asked if self._ready.get(seat) == step and not self.seats[seat].by_code)

    def _ready_quietly(self) -> tuple[int, ...]:
        """Return the seats known here to have answered a reaction: no entry tells of it, only their drafts."""
        step, known = self.question, self.drafted
        return tuple(
            seat
            for seat in self.running().to_act
            if seat in known and known[seat].step == step and known[seat].ready and not self.seats[seat].by_code
        )

    def ready_to(self, seats: Collection[int]) -> tuple[int, ...]:
        """Return those of the ready seats that somebody who plays some seats may know of.

        Who answers a reaction by hand is nobody's business: who has settled an answer in advance would be told by it.
        """
        return tuple(seat for seat in self.ready if seat in seats or not self.hushed)

    def _note_ready(self, entry: EntryRow) -> None:
        said = msgspec.json.decode(entry.body)
        if entry.seat is not None:
            self._ready[entry.seat] = said["turn"] if said["ready"] else _NEVER  # an older word for the step

    def _note(self, entry: EntryRow) -> None:
        """Take in what is no part of the game but told with it: who gave up, where it is played again."""
        said = msgspec.json.decode(entry.body)
        if entry.kind == "resign" and entry.seat is not None:
            self.resigned.append(Resigned(entry.seat, self.step))
            if "outcome" in said:
                self.running().end(msgspec.convert(said["outcome"], Outcome))
        elif entry.kind == "note":
            self.notes.append(Noted(self.step, said["kind"], said["text"]))
        elif entry.kind == "lobby" and said.get("what") == "master" and self.match is not None:
            self.masters.add(entry.player_id or "")
        elif entry.kind == "lobby" and "former" in said:
            self.former.append(msgspec.convert(said["former"], Former))
        elif entry.kind == "lobby" and said.get("what") == "again":
            self.followed = Followed(said["table"], entry.player_id)

    def steps_at(self, seq: int) -> int:
        """How many of the moves in force were entered up to an entry number."""
        return bisect_right(self.stamps, seq, key=lambda stamp: stamp.seq)

    def take_in(self, loaded: Loaded) -> None:
        """Bring the table up to what is stored; entries known already are passed over."""
        self.row, self.seats = loaded.row, list(loaded.seats)
        self.begin()
        for entry in loaded.entries:
            if entry.seq > self.seq:
                self.enter(entry)
        self._kept.clear()

    def begin(self) -> None:
        """Set up the match of a table that has started."""
        if self.match is None and self.row.status != "open":
            self.match = Match(self.game, options_of(self.row), len(self.seats), self.dice)
            self.chart.begin(self.match)

    def enter(self, entry: EntryRow) -> None:
        """Take in the next entry."""
        if entry.kind in ("act", "chance"):
            seat = Seat(entry.seat if entry.seat is not None else CHANCE)
            self.running().act(seat, decode_action(self.game, entry.body), entry.why)
            self.stamp(entry)
        elif entry.kind == "undo":
            self.undo(msgspec.json.decode(entry.body)["to"])
            self.undo_seq = entry.seq
        elif entry.kind == "chat":
            self.hear(entry)
        elif entry.kind == "ready":
            self._note_ready(entry)
        elif entry.kind == "dice":
            self._mix(entry)
        else:
            self._note(entry)
            self.lobby_seq = entry.seq
        if entry.kind != "chat":
            self.game_seq = entry.seq
        self.seq = entry.seq

    def _mix(self, entry: EntryRow) -> None:
        """Take in a step on the way to the dice."""
        self.mixing.enter(entry)
        self.lobby_seq = entry.seq
        if self.match is not None:
            self.match.source = self.dice

    def stamp(self, entry: EntryRow) -> None:
        """Remember what came with the move that the match has just made."""
        self.seq = self.game_seq = entry.seq
        match = self.running()
        step = len(match.moves)
        if entry.kind == "act":
            seat = entry.seat if entry.seat is not None else CHANCE
            made = Stamp(entry.seq, step, seat, entry.odds, entry.player_id is None, entry.player_id)
        elif self.stamps:
            last = self.stamps[-1]
            made = msgspec.structs.replace(last, seq=entry.seq)
        else:
            made = Stamp(entry.seq, 0, CHANCE, None, bot=False, player=None)
        self.stamps.append(made)
        self.chart.extend(match)

    def undo(self, step: int) -> None:
        """Take the moves after a step back."""
        self.running().take_back(step)
        self.resigned = [Resigned(one.seat, min(one.step, step)) for one in self.resigned]
        self.notes = [msgspec.structs.replace(one, step=min(one.step, step)) for one in self.notes]
        del self.stamps[step:]
        self.chart.cut(step)

    def running(self) -> Match:
        """Return the match of a table that has begun."""
        if self.match is None:
            message = f"Table {self.id} has not begun."
            raise RuntimeError(message)
        return self.match

    def hear(self, entry: EntryRow) -> None:
        """Add a line of chat."""
        said = msgspec.json.decode(entry.body)
        self.chat.append(Chat(entry.seq, said["name"], said["colour"], said["text"], entry.at))
        del self.chat[:-CHAT_KEPT]

    def kept(self, key: Any, make: Callable[[], T]) -> T:  # noqa: ANN401 - anything hashable
        """Return something that stays the same until the table changes, made when it is first asked for.

        Only the last few are kept: there are as many as viewers and moments that one may ask about.
        """
        if key in self._kept:
            found: T = self._kept[key]
            return found
        made = make()
        while len(self._kept) >= KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = made
        return made

    def note_draft(self, seat: int, draft: Drafted) -> None:
        """Take note of the newest draft of a seat, and tell those who are its player; nobody else learns of it."""
        known = self.drafted.get(seat)
        if known is not None and known.step == draft.step and known.revision >= draft.revision:
            return
        self.drafted[seat] = draft
        if self.hushed:
            self._kept.clear()  # what was made for its player does not tell yet that they have answered
        self._wake_players({self.seats[seat].player_id})

    def note_letter(self, conversation: str, due: float) -> None:
        """Take note of the newest letter of a conversation, and tell those who read it; nobody else learns of it."""
        if self.letters.get(conversation, 0.0) >= due:
            return
        self.letters[conversation] = due
        if conversation == WATCHERS:
            plays = {chair.player_id for chair in self.seats} - {None}
            for listener in self.listeners:
                if listener.player not in plays:
                    listener.wake()
            return
        readers = {self.seats[seat].player_id for seat in readers_of(conversation)}
        readers |= {self.row.master} if with_master(conversation) else set()
        self._wake_players(readers or None)

    def note_elsewhere(self, players: frozenset[str]) -> None:
        """Take note of who has the table open at other server processes."""
        if players != self.elsewhere:
            self.elsewhere = players
            self._wake_players(None)

    def note_letter_of(self, seat: int) -> None:
        """Take note that a seat, or a game master, has read letters or begun one, and tell their other windows."""
        self.letter_marks[seat] += 1
        self._wake_players({self.row.master if seat == NO_SEAT else self.seats[seat].player_id})

    def _wake_players(self, players: Collection[str | None] | None) -> None:
        for listener in self.listeners:
            if players is None or (listener.player is not None and listener.player in players):
                listener.wake()

    def wake(self) -> None:
        """Tell everybody who listens that something is new."""
        self._kept.clear()
        self._wake_players(None)


def occupied(seats: Sequence[SeatRow]) -> list[SeatRow]:
    """Return the seats somebody sits on, renumbered without gaps."""
    taken = [chair for chair in seats if chair.kind != "open"]
    return [msgspec.structs.replace(chair, seat=number) for number, chair in enumerate(taken)]
