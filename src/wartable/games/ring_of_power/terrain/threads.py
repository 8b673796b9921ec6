"""Shapes for several threads: what GEOS works on is never shared, each thread makes its own from what cannot change."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

import shapely

from wartable.games.ring_of_power.terrain.geometry import Shape

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


def per_thread(shape: Shape) -> PerThread[Shape]:
    """Return a shape of which each thread gets a prepared copy, quick to ask many times."""
    data = packed(shape)
    return PerThread(lambda: unpacked(data), len(data))


def packed(shape: Shape) -> bytes:
    """Return a shape as bytes, which threads may share; no digit is lost."""
    return bytes(shapely.to_wkb(shape))


def unpacked(data: bytes) -> Shape:
    """Return a prepared shape made of its bytes."""
    shape = shapely.from_wkb(data)
    shapely.prepare(shape)
    return shape
