"""What was worked out before, as many bytes of it as a process may hold: what was asked for longest ago goes first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, Protocol, TypeVar


class Sized(Protocol):
    """What tells how many bytes its arrays take."""

    @property
    def nbytes(self) -> int:
        """How many bytes they take."""
        ...


V = TypeVar("V", bound=Sized)


class Remembered(Generic[V]):
    """Values by key, at most so many bytes of them; several threads may ask.

    A bound on their number would not do: journeys over the largest table take fifty times as much as over the smallest.
    """

    def __init__(self, most: int) -> None:
        """Take the number of bytes that are held at the most."""
        self.most = most
        self._held = 0
        self._values: OrderedDict[Hashable, V] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        """Return how many values are held."""
        return len(self._values)

    @property
    def held(self) -> int:
        """How many bytes are held."""
        return self._held

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return the value of a key, made now where it is not held."""
        with self._lock:
            found = self._values.get(key)
            if found is not None:
                self._values.move_to_end(key)
                return found
        # Nobody waits for another's long work; two threads may make the same value, and the first is kept.
        made = make()
        with self._lock:
            return self._kept(key, made)

    def _kept(self, key: Hashable, made: V) -> V:
        """Return the value that is held for a key from now on, and let go of what is too much."""
        if key in self._values:
            return self._values[key]
        self._values[key] = made
        self._held += made.nbytes
        while self._held > self.most:
            self._held -= self._values.popitem(last=False)[1].nbytes
        return made
