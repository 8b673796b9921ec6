"""How a game is shown to people: its board or ground, who owns what, colours, and pictures for any program."""

from __future__ import annotations

from typing import ClassVar, Generic, Literal, TypeVar

import msgspec

from wartable.engine.options import Options
from wartable.engine.told import Look
from wartable.engine.values import State

S = TypeVar("S", bound=State)
O = TypeVar("O", bound=Options)  # noqa: E741 - the letter of the options type


class Show(Generic[S, O]):
    """What of a game can be drawn; as it stands here, a game without a board and without pictures."""

    pictured: ClassVar[bool] = False
    """Whether `picture` shows the game, for lists of games; those with a board are shown by that."""

    def board_key(self, options: O) -> str | None:  # noqa: ARG002
        """Return the key of the board played on, or None."""
        return None

    def ground(self, options: O, theme: Literal["light", "dark"] = "light") -> msgspec.Struct | None:  # noqa: ARG002
        """Return what pieces lie on where that is no board of spaces: picture, scale and places; None where it is one.

        It is the same for everybody and throughout a game.
        """
        return None

    def owners(self, state: S) -> tuple[int, ...] | None:  # noqa: ARG002
        """Return the seat that owns each space of the board, -1 for nobody's, for small pictures; None: without."""
        return None

    def colours(self, options: O, seats: int) -> tuple[int, ...]:  # noqa: ARG002
        """Return the player colour of each seat, 1 to 48, where what it plays has one of its own; else nothing.

        Raises `BadOptions` for a wrong number of seats.
        """
        return ()

    def picture(self, theme: Literal["light", "dark"] = "light") -> str:
        """Return a picture of the game as SVG text. Raises `NotImplementedError` where it is not `pictured`."""
        raise NotImplementedError(f"{type(self).__name__} has no picture ({theme}).")

    def drawing(self, state: S, look: Look) -> str | None:  # noqa: ARG002
        """Return a position as everybody may see it, as SVG text for any program; None where the game draws none."""
        return None
