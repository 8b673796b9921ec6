"""How far the dice of a table are made: who adds to them, what they have sealed and opened, as its entries tell.

The phases: `lobby` (browsers may say that they will add), `sealing` and `opening` after the start, `set` once the seed
of the dice is fixed. Nothing is rolled before that. `wartable.engine.mixing` says what is proven by it.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from wartable.engine.mixing import MixedDice, Part, Round
from wartable.server.rows import EntryRow

Phase = Literal["lobby", "sealing", "opening", "set"]


class Mixing:
    """The dice of a table on their way. `until` is when the present phase ends without those who do not come.

    `joined` are the players whose browsers will add; `asked` the seats whose seals are waited for.
    """

    def __init__(self) -> None:
        self.phase: Phase = "lobby"
        self.fixed = False
        self.joined: list[str] = []
        self.asked: tuple[int, ...] = ()
        self.until: float | None = None
        self.seals: dict[int, str] = {}
        self.secrets: dict[int, str] = {}
        self.past: list[Round] = []

    @property
    def pending(self) -> bool:
        """Whether the game has started and its dice wait for those who add to them."""
        return self.phase in ("sealing", "opening")

    @property
    def number(self) -> int:
        """The number of the present round, from 1."""
        return len(self.past) + 1

    @property
    def barred(self) -> frozenset[int]:
        """The seats that sealed in an earlier round and did not open."""
        return frozenset(seat for one in self.past for seat in one.unopened)

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that the present phase waits for."""
        if self.phase == "sealing":
            return tuple(seat for seat in self.asked if seat not in self.seals)
        return tuple(seat for seat in self.seals if seat not in self.secrets)

    def round(self) -> Round:
        """Return the present round as it goes into the record."""
        parts = (Part(seat=s, seal=seal, secret=self.secrets.get(s, "")) for s, seal in sorted(self.seals.items()))
        return Round(parts=tuple(parts))

    def part(self, number: int, seat: int) -> Part | None:
        """Return what a seat has added to a round, the present one or one before."""
        one = self.past[number - 1] if number < self.number else self.round()
        return next((part for part in one.parts if part.seat == seat), None) if number <= self.number else None

    def dice(self, seed: bytes) -> MixedDice:
        """Return the dice made of the host's seed and of what has been added."""
        return MixedDice(seed, self.past)

    def enter(self, entry: EntryRow) -> None:
        """Take in what an entry tells."""
        said: dict[str, Any] = msgspec.json.decode(entry.body)
        what = said["what"]
        if what == "fixed":
            self.fixed = True
        elif what == "join":
            self.joined.append(entry.player_id or "")
        elif what == "sealing":
            self._ask(said["seats"], said["until"])
        elif what == "seal" and entry.seat is not None:
            self.seals[entry.seat] = said["seal"]
        elif what == "opening":
            self.phase, self.until = "opening", said["until"]
        elif what == "open" and entry.seat is not None:
            self.secrets[entry.seat] = said["secret"]
        elif what == "again":
            self.past.append(self.round())
            self._ask(said["seats"], said["until"])
        elif what == "set":
            self.past.append(self.round())
            self.phase, self.until, self.seals, self.secrets = "set", None, {}, {}

    def _ask(self, seats: list[int], until: float) -> None:
        self.phase, self.asked, self.until = "sealing", tuple(seats), until
        self.seals, self.secrets = {}, {}
