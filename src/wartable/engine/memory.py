"""What was worked out before and is kept for the next question: a thread's own, or up to so many bytes for all."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")


class PerThread(Generic[T]):
    """A value that each thread makes for itself when it first asks.

    GEOS builds the index of a prepared geometry on its first use and keeps scratch lists in it on every later one
    (libgeos issue 825), so two threads that ask one prepared shape crash the process. Shapely lets go of the
    interpreter's lock meanwhile: the lock does not save us. A lock of our own would make one person's question wait for
    another's; copies cost some memory per thread and no waiting.
    """

    def __init__(self, make: Callable[[], T], nbytes: int = 0) -> None:
        """Take what makes the value; it must not hand out anything of GEOS that another thread has.

        `nbytes` is about what the value takes, for those that remember only so much.
        """
        self._make = make
        self.nbytes = nbytes
        self._own = threading.local()

    @property
    def here(self) -> T:
        """The value of the thread that asks."""
        try:
            found: T = self._own.value
        except AttributeError:
            found = self._own.value = self._make()
        return found


class Sized(Protocol):
    """What tells how many bytes its arrays take."""

    @property
    def nbytes(self) -> int:
        """How many bytes they take."""
        ...


class Arrays:
    """Base of dataclasses of arrays."""

    @property
    def nbytes(self) -> int:
        """How many bytes they take."""
        return sum(getattr(value, "nbytes", 0) for value in vars(self).values())


V = TypeVar("V", bound=Sized)


class Remembered(Generic[V]):
    """Values by key, at most so many bytes of them; several threads may ask.

    A bound on their number would not do where one may take fifty times as much as another.
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
            if key in self._values:
                return self._values[key]
            self._values[key] = made
            self._held += made.nbytes
            while self._held > self.most:
                self._held -= self._values.popitem(last=False)[1].nbytes
            return made
