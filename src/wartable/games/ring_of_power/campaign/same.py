"""Values as keys of what is remembered that equal only themselves."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class Same(Generic[T]):
    """A value as a key that equals only itself: comparing states, or hundreds of figures, takes longer than it saves.

    The key keeps its value alive, so that nothing else can take its identity as long as something is remembered.
    """

    def __init__(self, value: T) -> None:
        """Wrap a value."""
        self.value = value

    def __eq__(self, other: object) -> bool:
        """Whether both wrap one and the same value."""
        return isinstance(other, Same) and self.value is other.value  # pyright: ignore[reportUnknownMemberType]

    def __hash__(self) -> int:
        """Return a hash that lasts as long as the key."""
        return id(self.value)
