"""Dice that several parties make together, so that none of them, the host included, can choose what is rolled.

The host's seed is sealed before anybody else has added anything. Then a *round* is held: everybody who takes part sends
the seal (SHA-256) of 32 random bytes of their own; when the list of seals is closed, they open them. A round in which
somebody does not open is void: all that was opened in it is thrown away, that seat takes part no more, and the others
begin anew. The seed of the dice is the hash of the host's seed and of all parts of the round that was opened in full.

Why this shape: with a part that could be left out, whoever knows the host's seed would choose between two games after
having seen both. In a void round nobody has that choice, and everybody sees who made it void.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Annotated

import msgspec

from wartable.engine.chance import SealedDice, commitment_of
from wartable.engine.errors import BadRecord

Hex32 = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes as 64 hexadecimal digits in lower case."""


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat added to a round: its seal, and what was sealed (empty: never opened)."""

    seat: int
    seal: Hex32
    secret: str = ""


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt to mix the dice, its parts by seat. It counts where every part was opened."""

    parts: tuple[Part, ...]

    @property
    def whole(self) -> bool:
        """Whether everybody who sealed also opened."""
        return all(part.secret for part in self.parts)

    @property
    def unopened(self) -> tuple[int, ...]:
        """The seats that sealed and did not open."""
        return tuple(part.seat for part in self.parts if not part.secret)


class NotedRound(msgspec.Struct, frozen=True, kw_only=True):
    """What a browser noted of a round before it opened its part: the seals of all, and its own secret."""

    parts: tuple[Part, ...]
    secret: str


class Notes(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What one browser noted of a table's dice while they were made, kept where the host cannot change it."""

    seal: Hex32
    rounds: tuple[NotedRound, ...] = ()


class MixedDice(SealedDice):
    """Sealed dice to which others may have added: `host` is the sealed seed, `seed` what the dice are rolled from."""

    def __init__(self, host: bytes, rounds: Sequence[Round] = ()) -> None:
        super().__init__(mix(host, rounds))
        self.host = host
        self.rounds = tuple(rounds)

    @property
    def commitment(self) -> str:
        """The published hash of the host's seed, 64 hexadecimal digits."""
        return commitment_of(self.host)


def mix(seed: bytes, rounds: Sequence[Round]) -> bytes:
    """Return the seed of the dice: the host's own where nobody added to it, else the hash of all parts together.

    Hashed is plain text, so that it can be worked out anywhere: `wartable dice`, the host's seed in hexadecimal, and a
    line `SEAT SECRET` for each part by seat (counted from 0), all lines ended by a newline.
    """
    if not rounds or not rounds[-1].parts:
        return seed
    parts = sorted(rounds[-1].parts, key=lambda part: part.seat)
    lines = ["wartable dice", seed.hex(), *(f"{part.seat} {part.secret}" for part in parts)]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).digest()


def check_rounds(rounds: Sequence[Round]) -> None:
    """Raise `BadRecord` unless every secret fits its seal, and the last round, and no other, was opened in full."""
    barred = set[int]()
    for number, one in enumerate(rounds, 1):
        seats = [part.seat for part in one.parts]
        if len(set(seats)) < len(seats) or barred & set(seats):
            raise BadRecord(f"Round {number} of the dice has a seat twice, or one that had not opened before.")
        for part in one.parts:
            if part.secret and not fits(part.secret, part.seal):
                raise BadRecord(f"Round {number} of the dice: what seat {part.seat + 1} opened is not what it sealed.")
        if one.whole != (number == len(rounds)):
            wrong = "was not opened in full, and yet it is the last" if number == len(rounds) else "was not the last"
            raise BadRecord(f"Round {number} of the dice {wrong}.")
        barred |= set(one.unopened)


def fits(secret: str, seal: str) -> bool:
    """Whether a secret, in hexadecimal, is the one behind a seal."""
    try:
        return commitment_of(bytes.fromhex(secret)) == seal
    except ValueError:
        return False


def check_notes(notes: Notes, seal: str, rounds: Sequence[Round]) -> bool:
    """Compare a record with what a browser noted when its dice were made; say whether its part is in the dice.

    Raises `BadRecord` where the record tells something else.
    """
    if notes.seal != seal:
        raise BadRecord(
            "The seal of this record is not the one that was shown at the start: the host changed the seed."
        )
    told = [{part.seat: part.seal for part in one.parts} for one in rounds]
    counts = False
    for noted in notes.rounds:
        seals = {part.seat: part.seal for part in noted.parts}
        if seals not in told:
            raise BadRecord("The seals in the record differ from the list that was shown before they were opened.")
        number = told.index(seals)
        if noted.secret not in {part.secret for part in rounds[number].parts}:
            raise BadRecord("What this browser added to the dice is not in the record.")
        counts = counts or number == len(rounds) - 1
    return counts
