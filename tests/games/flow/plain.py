"""What the tiny games of the machine have in common: notation as JSON, sentences, an end by points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Union

import msgspec

from wartable.engine.errors import BadNotation, Reason
from wartable.engine.game import Blurb
from wartable.engine.options import Options
from wartable.engine.values import Action, Event, Outcome, Seat
from wartable.games.flow.game import FlowGame


class Happened(Event, frozen=True, tag="happened", kw_only=True):
    """Something that a sentence says."""

    reveals: ClassVar[bool] = True
    seat: int
    what: str


class PlainGame(FlowGame[Any, Any]):
    versions = ("1",)
    seats = (2, 4)
    blurb = Blurb(line="Tiny.", about="A tiny game.", minutes=1, dice=False)
    options_type: ClassVar[type[Options]] = Options
    presets: ClassVar[Any] = {"plain": Options()}
    event_types = (Happened,)

    def rules(self, state: Any) -> Any:
        return getattr(state, "options", None)

    def points_of(self, state: Any) -> tuple[int, ...]:
        points: tuple[int, ...] = state.points
        return points

    def view(self, state: Any, seat: Seat | None) -> Any:  # noqa: ARG002 - nothing is hidden
        return state

    def outcome(self, state: Any) -> Outcome | None:
        if state.agenda:
            return None
        points = self.points_of(state)
        ranks = tuple(1 + sum(other > own for other in points) for own in points)
        return Outcome(ranks=ranks, scores=tuple(map(float, points)), reason="The turns are over.")

    def format(self, action: Action) -> str:
        return msgspec.json.encode(action).decode()

    def parse(self, state: Any, seat: Seat, text: str) -> Action:  # noqa: ARG002
        try:
            found: Action = msgspec.json.decode(text, type=Union[self.action_types])  # noqa: UP007 - from a tuple
        except msgspec.MsgspecError as error:
            raise BadNotation(Reason(code="notation", message=f"{text!r} is no decision.")) from error
        return found

    def tell(self, event: Event, names: Sequence[str], options: Any = None) -> str:  # noqa: ARG002
        return f"{names[event.seat]} {event.what}." if isinstance(event, Happened) else ""

    def clock(self, state: Any) -> tuple[int, Seat | None]:
        return state.turn, None
