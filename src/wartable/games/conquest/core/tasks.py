"""What a conquest game waits for, as tasks on its agenda; the tag of each is the name of its phase."""

from __future__ import annotations

from typing import ClassVar

from wartable.games.flow.tasks import OfSeat


class Step(OfSeat, frozen=True, gc=False):
    """A step of a seat's turn, or of the set-up. It stays first on the agenda until what is done in it takes it off."""

    chance: ClassVar[bool] = False
    """Whether dice or a draw are awaited rather than the seat."""


class Chance(Step, frozen=True, gc=False):
    """A step in which dice or cards decide for the seat."""

    chance: ClassVar[bool] = True


class Claims(Step, frozen=True, tag="claim", gc=False):
    """A seat takes a free territory, while the map is being claimed."""


class SetUpPlacing(Step, frozen=True, tag="setup", gc=False):
    """A seat places one of its starting armies."""


class Reinforcing(Step, frozen=True, tag="reinforce", gc=False):
    """A seat places new armies, and trades cards for more."""


class Attacking(Step, frozen=True, tag="attack", gc=False):
    """A seat attacks as often as it likes."""


class Rolling(Chance, frozen=True, tag="battle", gc=False):
    """An attack whose dice are about to roll: spaces by index, dice and limit as in the action."""

    source: int
    target: int
    dice: int
    until: int | None


class MovingIn(Step, frozen=True, tag="occupy", gc=False):
    """A conquered territory waits for armies: at least `least` and at most `most` move in."""

    source: int
    target: int
    least: int
    most: int


class Fortifying(Step, frozen=True, tag="fortify", gc=False):
    """A seat makes its move at the end of the turn, or ends it without."""


class Drawing(Chance, frozen=True, tag="draw", gc=False):
    """A seat gets a card that it has earned."""
