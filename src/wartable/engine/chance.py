"""Chance as a seat: what the rules ask of dice and shuffles, and who answers.

The rules never draw a random number. Where they need one the state waits for `CHANCE` with a *request*; the
driver puts it to a *source*: fair sealed dice, a script, a person at a real table, or every outcome in turn.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import permutations, product
from math import factorial, prod
from operator import mod
from struct import Struct
from typing import TYPE_CHECKING, Protocol, TypeAlias

import msgspec

from wartable.engine.actions import Offer
from wartable.engine.errors import BadRecord, NotListable, Reason, demand
from wartable.engine.values import Action

if TYPE_CHECKING:
    from _hashlib import HASH

LISTABLE = 50_000
"""Outcomes of a request beyond this number are sampled, not listed."""


class Roll(msgspec.Struct, frozen=True, tag="roll"):
    """Dice wanted: `dice` holds the number of faces of each; faces count from 1. `purpose` is public."""

    purpose: str
    dice: tuple[int, ...]


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """One thing of `among` wanted, answered by its index. The answer is known to `audience` only (None: all)."""

    purpose: str
    among: int
    audience: tuple[int, ...] | None = None


class Shuffle(msgspec.Struct, frozen=True, tag="shuffle"):
    """An order of `count` things wanted, answered by a permutation of their indices."""

    purpose: str
    count: int
    audience: tuple[int, ...] | None = None


Request: TypeAlias = Roll | Draw | Shuffle
"""What a state may want of chance."""


class Rolled(Action, frozen=True, tag="rolled"):
    """The answer to a `Roll`: one face per die, in the order asked."""

    faces: tuple[int, ...]


class Drawn(Action, frozen=True, tag="drawn"):
    """The answer to a `Draw`: the index of the thing drawn, from 0."""

    index: int


class Shuffled(Action, frozen=True, tag="shuffled"):
    """The answer to a `Shuffle`: the indices in their new order."""

    order: tuple[int, ...]


Answer: TypeAlias = Rolled | Drawn | Shuffled
"""What chance may answer."""


def fits(request: Request, answer: object) -> bool:
    """Whether an answer is of the kind and range a request asks for."""
    if isinstance(request, Roll):
        return isinstance(answer, Rolled) and _shown(request.dice, answer.faces)
    if isinstance(request, Draw):
        return isinstance(answer, Drawn) and 0 <= answer.index < request.among
    return isinstance(answer, Shuffled) and sorted(answer.order) == list(range(request.count))


def _shown(dice: tuple[int, ...], faces: tuple[int, ...]) -> bool:
    """Whether these dice can show these faces."""
    if len(faces) != len(dice):
        return False
    for face, most in zip(faces, dice):  # noqa: B905, SIM110 - half as long as `all` of a generator, for a few dice
        if not 1 <= face <= most:
            return False
    return True


def mismatch(request: Request, answer: object) -> Reason | None:
    """Say why an answer does not fit the request; None where it does."""
    if fits(request, answer):
        return None
    message = f"Chance was asked for {describe(request)}, and {answer!r} does not answer that."
    return Reason(code="chance.mismatch", message=message)


def check(request: Request, answer: object) -> None:
    """Raise `IllegalAction` unless the answer fits the request."""
    demand(mismatch(request, answer))


def describe(request: Request) -> str:
    """Say a request in words: `3 dice of 6 faces`."""
    if isinstance(request, Roll):
        faces = ", ".join(str(sides) for sides in sorted(set(request.dice)))
        return f"{len(request.dice)} dice of {faces} faces"
    if isinstance(request, Draw):
        return f"one of {request.among}"
    return f"an order of {request.count}"


class Randomness(Protocol):
    """The two calls needed of a generator; `random.Random` and `SealedDice` both have them."""

    def randrange(self, stop: int, /) -> int:
        """Give a uniform integer from 0 to stop - 1."""
        ...


def answer_with(request: Request, rng: Randomness) -> Answer:
    """Answer a request with a generator."""
    if isinstance(request, Roll):
        randrange = rng.randrange
        return Rolled(tuple([randrange(sides) + 1 for sides in request.dice]))
    if isinstance(request, Draw):
        return Drawn(rng.randrange(request.among))
    order = list(range(request.count))
    for last in range(request.count - 1, 0, -1):
        pick = rng.randrange(last + 1)
        order[last], order[pick] = order[pick], order[last]
    return Shuffled(tuple(order))


class Outcomes:
    """The possible answers to a request, as a set of legal actions; all are equally likely."""

    def __init__(self, request: Request) -> None:
        self.request = request

    def __contains__(self, action: object) -> bool:
        return fits(self.request, action)

    @property
    def listable(self) -> bool:
        """Whether there are few enough to list."""
        return self.count() <= LISTABLE

    def count(self) -> int:
        """Return the number of equally likely answers."""
        if isinstance(self.request, Roll):
            return prod(self.request.dice)
        if isinstance(self.request, Draw):
            return self.request.among
        return factorial(self.request.count)

    def __iter__(self) -> Iterator[Action]:
        if not self.listable:
            message = f"There are {self.count()} answers to {describe(self.request)}: sample them."
            raise NotListable(message)
        if isinstance(self.request, Roll):
            return (Rolled(faces) for faces in product(*(range(1, d + 1) for d in self.request.dice)))
        if isinstance(self.request, Draw):
            return (Drawn(index) for index in range(self.request.among))
        return (Shuffled(order) for order in permutations(range(self.request.count)))

    def sample(self, rng: Randomness) -> Action:
        """Answer with a generator."""
        return answer_with(self.request, rng)

    def structure(self) -> tuple[Offer, ...]:
        """Offer one entry that names the purpose; the answer is free."""
        return (Offer(kind="chance", source=self.request.purpose),)


class ChanceSource(Protocol):
    """Who answers chance. `n` counts the requests of a game from 0."""

    def answer(self, n: int, request: Request) -> Answer:
        """Answer the n-th request of the game."""
        ...


class SealedDice:
    """Fair dice that can be checked afterwards: every answer is a function of (secret seed, n, purpose).

    The SHA-256 of the seed is published before the game and the seed after it; `verify` in
    `wartable.engine.record` then recomputes every draw. Numbers are HMAC-SHA-256 blocks in counter mode, mapped to
    ranges by rejection, so no face is favoured.
    """

    def __init__(self, seed: bytes) -> None:
        self.seed = seed

    @classmethod
    def fresh(cls) -> SealedDice:
        """Make dice from 32 bytes of the system's secret randomness."""
        return cls(secrets.token_bytes(32))

    @classmethod
    def of(cls, *parts: object) -> SealedDice:
        """Make repeatable dice for simulations from any values, such as (seed, game number)."""
        return cls(hashlib.sha256(repr(parts).encode()).digest())

    @property
    def commitment(self) -> str:
        """The published hash of the seed, 64 hexadecimal digits."""
        return commitment_of(self.seed)

    def answer(self, n: int, request: Request) -> Answer:
        """Answer the n-th request of the game."""
        if isinstance(request, Roll):
            rolled = self._rolled(n, request)
            if rolled is not None:
                return rolled
        return answer_with(request, _Stream(self.seed, n, request.purpose))

    def _rolled(self, n: int, request: Roll) -> Rolled | None:
        """Roll a few ordinary dice from the words of one block, as `answer_with` would; None where that will not do.

        Games roll thousands of times, and nearly every roll needs one block and rejects no word of it.
        """
        dice = request.dice
        if not _few_ordinary(dice):
            return None
        words = _WORDS(_block(self.seed, f"{n}|{request.purpose}|0"))
        if max(words) >= _NEVER_REJECTED:
            return None
        return Rolled(tuple([left + 1 for left in map(mod, words, dice)]))


_WORDS = Struct(">8I").unpack
_IN_BLOCK = 8
"""Words of a block."""
_ORDINARY = 1000
"""Faces of a die up to which a word below the limit is rejected for no die."""
_NEVER_REJECTED = (1 << 32) - _ORDINARY


@lru_cache(maxsize=256)
def _few_ordinary(dice: tuple[int, ...]) -> bool:
    """Whether the words of one block are enough for these dice, and none of them has too many faces."""
    return len(dice) <= _IN_BLOCK and max(dice, default=0) <= _ORDINARY


def _block(seed: bytes, label: str) -> bytes:
    """Return HMAC-SHA-256(seed, label), of its two hashes: an object of `hmac` takes thrice the time to copy."""
    inner, outer = _begun(seed)
    inner, outer = inner.copy(), outer.copy()
    inner.update(label.encode())
    outer.update(inner.digest())
    return outer.digest()


@lru_cache(maxsize=64)
def _begun(seed: bytes) -> tuple[HASH, HASH]:
    """Return the inner and the outer hash of an HMAC (RFC 2104) that have taken in the key, the same at every roll."""
    key = (seed if len(seed) <= 64 else hashlib.sha256(seed).digest()).ljust(64, b"\0")
    return hashlib.sha256(bytes(byte ^ 0x36 for byte in key)), hashlib.sha256(bytes(byte ^ 0x5C for byte in key))


def commitment_of(seed: bytes) -> str:
    """Return the hash that is published before a game for its dice seed."""
    return hashlib.sha256(seed).hexdigest()


class _Stream:
    """Uniform integers for one request, from 32-bit words of HMAC-SHA-256(seed, n | purpose | block)."""

    __slots__ = ("_label", "_seed", "_words")

    def __init__(self, seed: bytes, n: int, purpose: str) -> None:
        self._seed = seed
        self._label = f"{n}|{purpose}|"
        self._words = self._blocks()

    def _blocks(self) -> Iterator[int]:
        block = 0
        while True:
            digest = _block(self._seed, f"{self._label}{block}")
            for start in range(0, 32, 4):
                yield int.from_bytes(digest[start : start + 4], "big")
            block += 1

    def randrange(self, stop: int, /) -> int:
        limit = 0x1_0000_0000 - 0x1_0000_0000 % stop
        for word in self._words:
            if word < limit:
                return word % stop
        raise AssertionError  # pragma: no cover - the stream has no end


class ScriptedDice:
    """Chance from a list, for tests and for dice rolled at a real table.

    Integers are handed out as faces or indices in the order asked; an `Answer` answers one request whole.
    Raises `BadRecord` when the script runs out, `IllegalAction` when an answer does not fit.
    """

    def __init__(self, script: Iterable[int | Answer]) -> None:
        self._script = list(script)
        self._next = 0

    @property
    def spent(self) -> bool:
        """Whether everything in the script has been used."""
        return self._next == len(self._script)

    def answer(self, n: int, request: Request) -> Answer:
        """Answer the n-th request of the game from the script."""
        item = self._take(n, request)
        if isinstance(item, int):
            wanted = len(request.dice) if isinstance(request, Roll) else 1
            numbers = [item, *(self._number(n, request) for _ in range(wanted - 1))]
            item = Rolled(tuple(numbers)) if isinstance(request, Roll) else Drawn(numbers[0])
        check(request, item)
        return item

    def _take(self, n: int, request: Request) -> int | Answer:
        if self.spent:
            message = f"The script of chance is used up at request {n} ({describe(request)} for {request.purpose})."
            raise BadRecord(message)
        self._next += 1
        return self._script[self._next - 1]

    def _number(self, n: int, request: Request) -> int:
        item = self._take(n, request)
        if not isinstance(item, int):
            message = f"Request {n} wants {describe(request)}; the script holds {item!r} in the middle of it."
            raise BadRecord(message)
        return item


class LooseDice:
    """Quick dice from an ordinary generator, for search and benchmarks; not verifiable."""

    def __init__(self, rng: Randomness) -> None:
        self.rng = rng

    def answer(self, n: int, request: Request) -> Answer:  # noqa: ARG002 - the order is the generator's own
        """Answer the next request."""
        return answer_with(request, self.rng)
