"""What a game with figures has still to do beside its phases."""

from __future__ import annotations

from wartable.games.flow.tasks import Task


class Elect(Task, frozen=True, tag="elect"):
    """A good power is drawn in secret to lead the ring-bearer (`ring-diplomacy Y31`)."""


class AskRiders(Task, frozen=True, tag="riders"):
    """The ring-bearer was seen: Mordor is asked whether the black riders go there (`ring-diplomacy Y33`)."""
