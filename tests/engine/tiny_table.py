"""A tiny game of figures at continuous coordinates with dice pools, on a table of 12 by 12 inches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist
from typing import Annotated, Any, ClassVar

import msgspec

from wartable.engine.actions import Actions, Offer
from wartable.engine.chance import Randomness, Request, Roll, Rolled
from wartable.engine.errors import BadNotation, BadOptions, NotListable, Reason
from wartable.engine.game import Blurb, Game
from wartable.engine.options import About, Options
from wartable.engine.values import CHANCE, Action, Event, Outcome, Seat, State

INCH = 1000
SIZE = 12 * INCH
REACH = 3 * INCH
CONTACT = INCH


class FieldOptions(Options, frozen=True, kw_only=True):
    figures: Annotated[int, About("Figures", "Figures on each side.", rule="field 1", least=1, most=4)] = 2


class March(Action, frozen=True, tag="march"):
    """A figure goes along way-points in thousandths of an inch, at most three inches in all."""

    figure: int
    path: tuple[tuple[int, int], ...]


class Halt(Action, frozen=True, tag="halt"):
    pass


class Marched(Event, frozen=True, tag="marched", kw_only=True):
    figure: int
    path: tuple[tuple[int, int], ...]


class Fought(Event, frozen=True, tag="fought", kw_only=True):
    pools: tuple[tuple[int, ...], tuple[int, ...]]
    fallen: tuple[int, ...]


class Figure(msgspec.Struct, frozen=True):
    side: int
    at: tuple[int, int]


class FieldState(State, frozen=True):
    turn: int
    figures: tuple[Figure | None, ...]
    fight: tuple[tuple[int, ...], tuple[int, ...]] | None


class FieldGame(Game[FieldState, FieldOptions]):
    key = "tiny-field"
    title = "Field"
    versions = ("1",)
    seats = (2, 2)
    blurb = Blurb(line="Figures in inches.", about="A table.", minutes=1, dice=True)
    options_type = FieldOptions
    presets: ClassVar = {"pair": FieldOptions(), "four": FieldOptions(figures=4)}
    action_types = (March, Halt)
    event_types = (Marched, Fought)
    state_type = FieldState

    def _start(self, options: FieldOptions, seats: int) -> FieldState:
        if seats != 2:
            raise BadOptions(Reason(code="seats", message=f"Two play, not {seats}."))
        rows = [
            (side, (3 * INCH * (n + 1) - INCH, 4 * INCH + side * 4 * INCH))
            for side in (0, 1)
            for n in range(options.figures)
        ]
        return FieldState(0, tuple(Figure(side, at) for side, at in rows), None)

    def to_act(self, state: FieldState) -> tuple[Seat, ...]:
        if state.fight:
            return (CHANCE,)
        return () if self.outcome(state) else (Seat(state.turn % 2),)

    def request(self, state: FieldState) -> Request:
        assert state.fight
        return Roll("pool", (6,) * sum(map(len, state.fight)))

    def default(self, state: FieldState, seat: Seat) -> Action:  # noqa: ARG002
        return Halt()

    def view(self, state: FieldState, seat: Seat | None) -> FieldState:  # noqa: ARG002
        return state

    def outcome(self, state: FieldState) -> Outcome | None:
        if state.fight:
            return None
        left = tuple(float(sum(f is not None and f.side == side for f in state.figures)) for side in (0, 1))
        if min(left) > 0 and state.turn < 40:
            return None
        ranks = tuple(1 + sum(other > mine for other in left) for mine in left)
        return Outcome(ranks=ranks, scores=left, reason="The field is decided.")

    def format(self, action: Action) -> str:
        if isinstance(action, March):
            return f"march {action.figure} " + " ".join(f"{x},{y}" for x, y in action.path)
        return "halt"

    def parse(self, state: FieldState, seat: Seat, text: str) -> Action:  # noqa: ARG002
        kind, *words = text.split()
        if kind == "halt":
            return Halt()
        try:
            path = [tuple(int(number) for number in word.split(",")) for word in words[1:]]
            return March(int(words[0]), tuple((x, y) for x, y in path))
        except (ValueError, IndexError) as error:
            raise BadNotation(Reason(code="notation", message=f"{text!r} is no march.")) from error

    def tell(self, event: Event, names: Sequence[str], options: FieldOptions | None = None) -> str:  # noqa: ARG002
        return f"{names[0]} against {names[1]}: {event}."

    def prompt(self, state: FieldState, seat: Seat) -> str:  # noqa: ARG002
        return "March or halt"

    def _legal(self, state: FieldState, seat: Seat) -> Actions:
        return Marches(self, state, seat)

    def _explain(self, state: FieldState, seat: Seat, action: Action) -> Reason | None:
        if isinstance(action, Halt):
            return None
        assert isinstance(action, March)
        if not 0 <= action.figure < len(state.figures):
            return Reason(code="field.figure", message=f"There is no figure {action.figure}.")
        figure = state.figures[action.figure]
        if figure is None or figure.side != seat:
            return Reason(code="field.owner", message="That figure is not yours to move.", rule="field 2")
        if not action.path or not all(0 <= x <= SIZE and 0 <= y <= SIZE for x, y in action.path):
            return Reason(code="field.edge", message="The path leaves the table.", rule="field 3")
        length = sum(dist(a, b) for a, b in zip((figure.at, *action.path), action.path, strict=False))
        if length > REACH:
            return Reason(code="field.far", message=f"{length / INCH:.1f} inches are more than 3.", rule="field 4")
        return None

    def _apply(self, state: FieldState, seat: Seat, action: Action, tell: list[Event] | None) -> FieldState:
        if isinstance(action, Rolled):
            return self._fight(state, action.faces, tell)
        figures = state.figures
        if isinstance(action, March):
            if tell is not None:
                tell.append(Marched(figure=action.figure, path=action.path))
            moved = Figure(seat, action.path[-1])
            figures = (*figures[: action.figure], moved, *figures[action.figure + 1 :])
        return FieldState(state.turn + 1, figures, _contacts(figures))

    def _fight(self, state: FieldState, faces: tuple[int, ...], tell: list[Event] | None) -> FieldState:
        assert state.fight
        mine, theirs = state.fight
        pools = (faces[: len(mine)], faces[len(mine) :])
        hits = [sum(face > 3 for face in pool) for pool in pools]
        fallen = (*mine[: hits[1]], *theirs[: hits[0]])
        if tell is not None:
            tell.append(Fought(pools=pools, fallen=fallen))
        figures = tuple(None if number in fallen else figure for number, figure in enumerate(state.figures))
        return FieldState(state.turn, figures, None)

    def invariants(self, state: FieldState) -> Iterator[str]:
        for figure in state.figures:
            if figure and not all(0 <= value <= SIZE for value in figure.at):
                yield f"{figure} is off the table"


def _contacts(figures: Sequence[Figure | None]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    present = [(number, figure) for number, figure in enumerate(figures) if figure]
    touching = {
        number
        for number, one in present
        for _, other in present
        if one.side != other.side and dist(one.at, other.at) <= CONTACT
    }
    if not touching:
        return None
    sides = {number: figure.side for number, figure in present}
    return (
        tuple(sorted(n for n in touching if sides[n] == 0)),
        tuple(sorted(n for n in touching if sides[n] == 1)),
    )


class Marches:
    """Every path of three inches: too many to list or count, but one can be asked for and judged."""

    listable = False

    def __init__(self, game: FieldGame, state: FieldState, seat: Seat) -> None:
        self.game, self.state, self.seat = game, state, seat

    def _mine(self) -> list[int]:
        return [n for n, figure in enumerate(self.state.figures) if figure and figure.side == self.seat]

    def __contains__(self, action: object) -> bool:
        return isinstance(action, March | Halt) and self.game.explain(self.state, self.seat, action) is None

    def __iter__(self) -> Any:
        raise NotListable("Paths are continuous: sample them.")

    def count(self) -> None:
        return None

    def sample(self, rng: Randomness) -> Action:
        number = self._mine()[rng.randrange(len(self._mine()))]
        figure = self.state.figures[number]
        assert figure
        x, y = (value + rng.randrange(4001) - 2000 for value in figure.at)
        march = March(number, ((min(max(x, 0), SIZE), min(max(y, 0), SIZE)),))
        return march if march in self else Halt()

    def structure(self) -> tuple[Offer, ...]:
        return (*(Offer(kind="march", source=str(n), free=True) for n in self._mine()), Offer(kind="halt"))


FIELD_GAME = FieldGame()
