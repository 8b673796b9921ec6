"""A whole game in one file: Pig. Roll as often as you dare; a 1 loses the turn's points, holding keeps them.

Run it to check the promises of the contract and to see one game between random players.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Annotated, Any

import msgspec

from wartable.engine.actions import ActionList, Actions
from wartable.engine.chance import Request, Roll, Rolled, SealedDice
from wartable.engine.conformance import conform
from wartable.engine.driver import Match, RandomPolicy, play
from wartable.engine.errors import BadNotation, Reason
from wartable.engine.game import Blurb, Game
from wartable.engine.options import About, Options
from wartable.engine.values import CHANCE, Action, Event, Measures, Outcome, Seat, State


class PigOptions(Options, frozen=True, kw_only=True):
    """What can be chosen before a game; the lobby form and the help come from this."""

    goal: Annotated[int, About("Goal", "Points that win the game.", rule="pig 4", least=10, most=200)] = 50


class RollOn(Action, frozen=True, tag="roll_on"):
    """Roll the die once more."""


class Hold(Action, frozen=True, tag="hold"):
    """Keep the points of this turn and pass the die."""


class Thrown(Event, frozen=True, tag="thrown"):
    """The die fell."""

    seat: int
    face: int


class Banked(Event, frozen=True, tag="banked"):
    """A seat kept its points and has so many now."""

    seat: int
    points: int


class Pig(State, frozen=True):
    """The whole position: points kept, whose turn, points at stake, and whether the die is in the air."""

    goal: int
    points: tuple[int, ...]
    seat: int = 0
    stake: int = 0
    rolling: bool = False
    turn: int = 0


class PigGame(Game[Pig, PigOptions]):
    """The rules of Pig."""

    key = "pig"
    title = "Pig"
    versions = ("1",)
    seats = (2, 6)
    blurb = Blurb(
        line="Dare to roll, or hold.", about="First to the goal wins. A 1 ends the turn.", minutes=5, dice=True
    )
    options_type = PigOptions
    presets = {"standard": PigOptions(), "long": PigOptions(goal=100)}  # noqa: RUF012 - the contract names its type
    action_types = (RollOn, Hold)
    event_types = (Thrown, Banked)
    state_type = Pig

    def _start(self, options: PigOptions, seats: int) -> Pig:
        """Rule 1: everyone begins with nothing."""
        self.check_seats(seats)
        return Pig(goal=options.goal, points=(0,) * seats)

    def to_act(self, state: Pig) -> tuple[Seat, ...]:
        """Rule 2: one at a time; the die itself is the seat of chance."""
        if self.outcome(state):
            return ()
        return (CHANCE,) if state.rolling else (Seat(state.seat),)

    def request(self, state: Pig) -> Request:
        """One die of six faces."""
        return Roll("turn", (6,))

    def default(self, state: Pig, seat: Seat) -> Action:
        """Do for an absent player what is safe: hold, or roll where there is nothing to hold."""
        return Hold() if state.stake else RollOn()

    def view(self, state: Pig, seat: Seat | None) -> msgspec.Struct:
        """Nothing is secret."""
        return state

    def outcome(self, state: Pig) -> Outcome | None:
        """Rule 4: the first to reach the goal wins."""
        if max(state.points) < state.goal:
            return None
        ranks = tuple(1 + sum(other > own for other in state.points) for own in state.points)
        return Outcome(ranks=ranks, scores=tuple(map(float, state.points)), reason=f"{state.goal} points reached")

    def format(self, action: Action) -> str:
        """Two words are the whole notation."""
        return "hold" if isinstance(action, Hold) else "roll"

    def parse(self, state: Pig, seat: Seat, text: str) -> Action:
        """Read the notation back."""
        words: dict[str, Action] = {"hold": Hold(), "roll": RollOn()}
        if text not in words:
            raise BadNotation(Reason(code="pig.notation", message=f"Say roll or hold, not {text!r}."))
        return words[text]

    def tell(self, event: Event, names: Sequence[str], options: PigOptions | None = None) -> str:
        """Say an event in a sentence."""
        if isinstance(event, Thrown):
            return f"{names[event.seat]} rolls a {event.face}."
        return f"{names[event.seat]} holds at {event.points}." if isinstance(event, Banked) else ""

    def prompt(self, state: Pig, seat: Seat) -> str:
        """Say what is asked."""
        return f"Roll, or hold {state.stake}"

    def measures(self, state: Pig) -> Measures:
        """Who is ahead, for charts."""
        return {"points": tuple(map(float, state.points))}

    def clock(self, state: Pig) -> tuple[int, Seat | None]:
        """Count turns and say whose it is."""
        return state.turn, Seat(state.seat)

    def _legal(self, state: Pig, seat: Seat) -> Actions:
        return ActionList([RollOn(), Hold()] if state.stake else [RollOn()])

    def _explain(self, state: Pig, seat: Seat, action: Action) -> Reason | None:
        if isinstance(action, Hold) and not state.stake:
            return Reason(
                code="pig.nothing", message="There is nothing to hold yet: roll.", rule="pig 3", fix=("roll",)
            )
        return None

    def _apply(self, state: Pig, seat: Seat, action: Action, tell: list[Event] | None) -> Pig:
        if isinstance(action, Rolled):
            return self._fallen(state, action.faces[0], tell)
        if isinstance(action, RollOn):
            return msgspec.structs.replace(state, rolling=True)
        kept = state.points[seat] + state.stake
        if tell is not None:
            tell.append(Banked(seat=seat, points=kept))
        points = tuple(kept if other == seat else have for other, have in enumerate(state.points))
        return self._next(msgspec.structs.replace(state, points=points))

    def _fallen(self, state: Pig, face: int, tell: list[Event] | None) -> Pig:
        """Rule 3: a 1 loses what is at stake, anything else adds to it."""
        if tell is not None:
            tell.append(Thrown(seat=state.seat, face=face))
        if face == 1:
            return self._next(state)
        return msgspec.structs.replace(state, stake=state.stake + face, rolling=False)

    def _next(self, state: Pig) -> Pig:
        following = (state.seat + 1) % len(state.points)
        return msgspec.structs.replace(state, seat=following, stake=0, rolling=False, turn=state.turn + 1)


PIG = PigGame()


def main() -> None:
    """Check the promises of the contract, then play and print one game."""
    conform(PIG, games=5)
    match: Match = Match(PIG, PigOptions(), 2, SealedDice.of("pig"))
    outcome: Any = play(match, [RandomPolicy()] * 2, [Random(1), Random(2)])
    for move in match.moves:
        for event in move.events:
            print(PIG.tell(event, ["Ada", "Bo"]))
    print(outcome.reason, outcome.scores)


if __name__ == "__main__":
    main()
