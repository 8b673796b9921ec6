"""A tiny game that is made up to have the options no game of today has: sets, defaults by seats, needs among them.

Players walk in turn, no farther in a turn than the hand limit says, and who has come 12 steps first wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal

import msgspec

from wartable.engine.actions import ActionList, Actions
from wartable.engine.chance import Request
from wartable.engine.errors import BadNotation, Reason
from wartable.engine.game import Blurb, Game
from wartable.engine.needs import Other, need
from wartable.engine.options import BY_SEATS, About, Options
from wartable.engine.values import Action, Event, Outcome, Seat, State

Part = Literal["leaders", "ports", "ring"]
LEADERS = need("there are no leaders", parts="leaders")
RING = need("there is no Ring", parts="ring")


class TravelOptions(Options, frozen=True, kw_only=True):
    """A journey with parts that may be left out."""

    groups: ClassVar = ("Parts", "Ring", "Units")

    hand: Annotated[
        int,
        About("Hand limit", "Cards in hand.", rule="t 1", least=1, most=9, group="Units", by_seats={2: 5, 4: 4}),
    ] = BY_SEATS
    parts: Annotated[
        tuple[Part, ...],
        About("Parts", "What is played with.", rule="t 2", choices={"ring": "The Ring"}, most=2, group="Parts"),
    ] = ("leaders",)
    income: Annotated[
        tuple[Literal["lands", "cards"], ...],
        About(
            "Income",
            "What brings units.",
            least=1,
            group="Units",
            demands={"cards": (need("nobody holds cards", cards=True),)},
        ),
    ] = ("lands",)
    cards: Annotated[bool, About("Cards", "Whether there are any.", group="Units")] = False
    stars: Annotated[
        Literal["few", "many"], About("Stars", "On the cards.", group="Units", needs=(need("no cards", cards=True),))
    ] = "few"
    visits: Annotated[bool, About("Visits", "A leader's visit earns a card.", group="Parts", needs=(LEADERS,))] = False
    roll: Annotated[int, About("Roll", "What the Ring needs.", least=1, most=6, group="Ring", needs=(RING,))] = 4
    finder: Annotated[
        Literal["none", "leader", "anyone"],
        About(
            "Who finds it",
            "Who may look for the Ring.",
            group="Ring",
            needs=(RING,),
            demands={"leader": (LEADERS,), "anyone": (need("the roll never fails", roll=Other(1)),)},
        ),
    ] = "none"
    neutral: Annotated[bool, About("Neutral army", "A third side.", group="Units", seats=(2,))] = False


FAR = 12


class Walk(Action, frozen=True, tag="walk"):
    steps: int


class Walked(Event, frozen=True, tag="walked", kw_only=True):
    seat: Seat
    steps: int


class TravelState(State, frozen=True):
    options: TravelOptions
    walked: tuple[int, ...]
    turn: int = 0


class TravelGame(Game[TravelState, TravelOptions]):
    key = "tiny-travel"
    title = "Travel"
    versions = ("1",)
    seats = (2, 4)
    blurb = Blurb(
        line="Who walks fastest.",
        about="A journey.",
        minutes=1,
        dice=False,
        preset_lines={"short": "A short walk.", "ring": "A walk with the Ring."},
    )
    options_type = TravelOptions
    presets: ClassVar = {
        "short": TravelOptions(),
        "ring": TravelOptions(parts=("leaders", "ring"), finder="leader", hand=3),
    }
    action_types = (Walk,)
    event_types = (Walked,)
    state_type = TravelState

    def _start(self, options: TravelOptions, seats: int) -> TravelState:
        self.check_seats(seats)
        return TravelState(options, (0,) * seats)

    def to_act(self, state: TravelState) -> tuple[Seat, ...]:
        return () if self.outcome(state) else (Seat(state.turn % len(state.walked)),)

    def request(self, state: TravelState) -> Request:
        raise AssertionError(state)

    def default(self, state: TravelState, seat: Seat) -> Action:  # noqa: ARG002
        return Walk(1)

    def view(self, state: TravelState, seat: Seat | None) -> msgspec.Struct:  # noqa: ARG002
        return state

    def outcome(self, state: TravelState) -> Outcome | None:
        if max(state.walked) < FAR:
            return None
        ranks = tuple(1 + sum(other > mine for other in state.walked) for mine in state.walked)
        return Outcome(ranks=ranks, scores=tuple(map(float, state.walked)), reason="The journey is over.")

    def format(self, action: Action) -> str:
        assert isinstance(action, Walk)
        return f"walk {action.steps}"

    def parse(self, state: TravelState, seat: Seat, text: str) -> Action:  # noqa: ARG002
        word, _, steps = text.partition(" ")
        if word != "walk" or not steps.isdecimal():
            raise BadNotation(Reason(code="notation", message=f"{text!r} is no walk."))
        return Walk(int(steps))

    def tell(self, event: Event, names: Sequence[str], options: TravelOptions | None = None) -> str:  # noqa: ARG002
        return f"{names[0]} and others: {event}."

    def prompt(self, state: TravelState, seat: Seat) -> str:  # noqa: ARG002
        return "Walk"

    def _legal(self, state: TravelState, seat: Seat) -> Actions:  # noqa: ARG002
        return ActionList(tuple(Walk(steps) for steps in range(1, state.options.hand + 1)))

    def _explain(self, state: TravelState, seat: Seat, action: Action) -> Reason | None:  # noqa: ARG002
        assert isinstance(action, Walk)
        if 1 <= action.steps <= state.options.hand:
            return None
        return Reason(code="travel.far", message=f"Walk 1 to {state.options.hand} steps.", rule="t 1")

    def _apply(self, state: TravelState, seat: Seat, action: Action, tell: list[Event] | None) -> TravelState:
        assert isinstance(action, Walk)
        if tell is not None:
            tell.append(Walked(seat=seat, steps=action.steps))
        walked = tuple(done + action.steps * (one == seat) for one, done in enumerate(state.walked))
        return msgspec.structs.replace(state, walked=walked, turn=state.turn + 1)


TRAVEL_GAME = TravelGame()
