"""Things found by key, of this package, of others and of the running process: what games and bots are kept in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Generic, TypeVar

from wartable.engine.errors import WartableError

T = TypeVar("T")

OURS = "wartable"
"""The name of this package, whose own things are announced like those of any other."""


class Plugins(Generic[T]):
    """Things of one kind by key. Those that packages announce by entry points are loaded when they are asked for.

    `noun` is what one is called (`game`); `read` makes it of what an entry point gives, or raises `WartableError`;
    `key_of` says its key. `own` are those this package brings without announcing them.
    """

    def __init__(
        self, group: str, noun: str, read: Callable[[object], T], key_of: Callable[[T], str], own: tuple[T, ...] = ()
    ) -> None:
        self.group = group
        self._noun = noun
        self._read = read
        self._key_of = key_of
        self._loaded = {key_of(thing): thing for thing in own}
        self._own = tuple(self._loaded)
        self._added: dict[str, T] = {}
        self._broken: dict[str, Exception] = {}
        """What could not be loaded; it is tried once."""

    @cached_property
    def announced(self) -> Mapping[str, EntryPoint]:
        """The entry points of the group by key: our own first, whose keys no other package takes."""
        points = entry_points(group=self.group)
        ours = {point.name: point for point in points if point.dist and point.dist.name == OURS}
        return {**ours, **{point.name: point for point in points if point.name not in ours}}

    @property
    def ours(self) -> tuple[str, ...]:
        """The keys that this package announces itself."""
        return tuple(key for key, point in self.announced.items() if point.dist and point.dist.name == OURS)

    def keys(self) -> tuple[str, ...]:
        """Return every key: ours in their order, then those announced, then those added in this process."""
        return tuple(dict.fromkeys((*self._own, *self.announced, *self._added)))

    def find(self, key: str) -> T | None:
        """Return a thing by its key, or None; raises `WartableError` where what is announced is something else."""
        if key in self._added:
            return self._added[key]
        if key not in self._loaded and key in self.announced:
            self._loaded[key] = self._load(self.announced[key])
        return self._loaded.get(key)

    def every(self) -> tuple[T, ...]:
        """Return all of them in the order of `keys`."""
        found = (self.find(key) for key in self.keys())
        return tuple(thing for thing in found if thing is not None)

    def working(self, on_fault: Callable[[str, Exception], object]) -> Iterator[T]:
        """Yield those that can be loaded, in the order of `keys`; `on_fault` is told which cannot, and why."""
        for key in self.keys():
            thing: T | None = None
            try:
                thing = None if key in self._broken else self.find(key)
            except Exception as error:  # noqa: BLE001 - another package's fault must not stop ours
                self._broken[key] = error
            if key in self._broken:
                on_fault(key, self._broken[key])
            elif thing is not None:
                yield thing

    def add(self, thing: T) -> T:
        """Add a thing in this process; returns it. Raises `ValueError` for a key in use."""
        key = self._key_of(thing)
        if key in self.keys():
            message = f"There is a {self._noun} of key {key!r} already."
            raise ValueError(message)
        self._added[key] = thing
        return thing

    def remove(self, key: str) -> None:
        """Remove what `add` added."""
        self._added.pop(key, None)

    def _load(self, point: EntryPoint) -> T:
        where = f"The entry point {point.name} of group {self.group}"
        try:
            given = point.load()
        except Exception as error:
            failure = f"{type(error).__name__}: {error}"
            raise WartableError(f"{where} cannot be loaded from {point.value}: {failure}") from error
        try:
            thing = self._read(given)
        except WartableError as error:
            raise WartableError(f"{where} {error}") from error
        if (key := self._key_of(thing)) != point.name:
            raise WartableError(f"{where} gives a {self._noun} of key {key!r}: announce it as {key} = {point.value!r}.")
        return thing
