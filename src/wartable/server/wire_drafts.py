"""What goes over the wire of drafts: decisions a seat prepares in secret until all are ready."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from wartable.server.wire import Problem, SeatNumber, StepNumber

Revision = Annotated[int, Meta(ge=1, le=2_000_000_000, description="Greater than that of the draft before")]


class DraftWish(Struct, frozen=True, kw_only=True):
    """A draft as its seat wants it now, whole. It is for one `step` alone: that of `asked` in the last `Update`.

    `base` is the revision that it was written upon (0: none). Where another is stored by now the draft is refused, so
    that two windows of one player cannot undo each other's work unseen. With `ready` it counts as soon as all are
    ready; until then it can be changed, and the flag taken back.
    """

    seat: SeatNumber
    step: StepNumber
    revision: Revision
    action: dict[str, Any]
    ready: bool = False
    base: Annotated[int, Meta(ge=0, le=2_000_000_000)] | None = None


class TurnWish(Struct, frozen=True, kw_only=True):
    """The step of the question that is meant, so that a second click does not close the next one too."""

    step: StepNumber


class Draft(Struct, frozen=True, kw_only=True):
    """A draft as stored; only its own player ever gets it.

    Without one `action` is null and `revision` 0. `problem` says why it could not be entered as it is, `omissions` what
    it leaves open. `closed` says that with it the last was ready and the turn is over.
    """

    seat: int
    step: int
    revision: int
    action: Any
    ready: bool
    problem: Problem | None
    omissions: tuple[str, ...]
    closed: bool = False
