"""A tiny game of secret simultaneous orders, with retreats and adjustments: armies on a ring of seven spaces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from wartable.engine.actions import ActionList, Actions, Offer
from wartable.engine.chance import Request
from wartable.engine.errors import BadNotation, BadOptions, Reason
from wartable.engine.game import Blurb, Game
from wartable.engine.options import About, Options
from wartable.engine.values import Action, Asked, Event, Outcome, Seat, State

RING = 7


class RingOptions(Options, frozen=True, kw_only=True):
    rounds: Annotated[int, About("Rounds", "How many rounds are played.", rule="ring 1", least=1, most=9)] = 4


class Order(Action, frozen=True, tag="order"):
    """Move each own army by -1, 0 or 1, in the order of its spaces."""

    moves: tuple[int, ...]


class Retreat(Action, frozen=True, tag="retreat"):
    space: int


class Build(Action, frozen=True, tag="build"):
    space: int | None


class Revealed(Event, frozen=True, tag="revealed", kw_only=True):
    reveals = True
    orders: tuple[tuple[int, ...], ...]


class Retreated(Event, frozen=True, tag="retreated", kw_only=True):
    seat: int
    space: int


class RingState(State, frozen=True):
    rounds: int
    round: int
    phase: Literal["orders", "retreats", "builds", "over"]
    armies: tuple[tuple[int, ...], ...]
    """Occupied spaces of each seat."""
    pending: tuple[tuple[int, ...] | None, ...]
    """Secret orders that are in; for builds the chosen space in a 1-tuple (empty: none)."""
    dislodged: tuple[tuple[int, int], ...]
    """(seat, space) in the order they retreat."""


class RingGame(Game[RingState, RingOptions]):
    key = "tiny-ring"
    title = "Ring"
    versions = ("1",)
    seats = (2, 3)
    blurb = Blurb(line="Secret moves on a ring.", about="A ring.", minutes=1, dice=False)
    options_type = RingOptions
    presets: ClassVar = {"standard": RingOptions(), "short": RingOptions(rounds=1)}
    action_types = (Order, Retreat, Build)
    event_types = (Revealed, Retreated)
    state_type = RingState
    hidden = True

    def _start(self, options: RingOptions, seats: int) -> RingState:
        if not 2 <= seats <= 3:
            raise BadOptions(Reason(code="seats", message=f"Two or three play, not {seats}."))
        armies = tuple((seat * 2, seat * 2 + 1) for seat in range(seats))
        return RingState(options.rounds, 0, "orders", armies, (None,) * seats, ())

    def to_act(self, state: RingState) -> tuple[Seat, ...]:
        if state.phase == "over":
            return ()
        if state.phase == "retreats":
            return (Seat(state.dislodged[0][0]),)
        return tuple(Seat(seat) for seat, pending in enumerate(state.pending) if pending is None)

    def request(self, state: RingState) -> Request:
        raise AssertionError(state)

    def default(self, state: RingState, seat: Seat) -> Action:
        if state.phase == "orders":
            return Order((0,) * len(state.armies[seat]))
        return next(iter(self._legal(state, seat))) if state.phase == "retreats" else Build(None)

    def view(self, state: RingState, seat: Seat | None) -> RingState:
        shown = tuple(
            pending if pending is None or other == seat else () for other, pending in enumerate(state.pending)
        )
        return msgspec.structs.replace(state, pending=shown)

    def outcome(self, state: RingState) -> Outcome | None:
        if state.phase != "over":
            return None
        scores = tuple(float(len(armies)) for armies in state.armies)
        ranks = tuple(1 + sum(other > score for other in scores) for score in scores)
        return Outcome(ranks=ranks, scores=scores, reason="The rounds are over.")

    def format(self, action: Action) -> str:
        match action:
            case Order(moves):
                return "order " + " ".join(str(move) for move in moves)
            case Retreat(space):
                return f"retreat {space}"
            case Build(space):
                return f"build {'none' if space is None else space}"
            case _:
                raise TypeError(action)

    def parse(self, state: RingState, seat: Seat, text: str) -> Action:  # noqa: ARG002
        kind, *words = text.split()
        try:
            if kind == "order":
                return Order(tuple(int(word) for word in words))
            return Retreat(int(words[0])) if kind == "retreat" else Build(None if words[0] == "none" else int(words[0]))
        except (ValueError, IndexError) as error:
            raise BadNotation(Reason(code="notation", message=f"{text!r} is no order.")) from error

    def tell(self, event: Event, names: Sequence[str], options: RingOptions | None = None) -> str:  # noqa: ARG002
        return f"{names[0]} and the others: {event}."

    def prompt(self, state: RingState, seat: Seat) -> str:  # noqa: ARG002
        return state.phase

    def _legal(self, state: RingState, seat: Seat) -> Actions:
        if state.phase == "orders":
            return Orders(len(state.armies[seat]))
        taken = {space for armies in state.armies for space in armies}
        if state.phase == "retreats":
            _, space = state.dislodged[0]
            free = [target for target in ((space - 1) % RING, (space + 1) % RING) if target not in taken]
            return ActionList([Retreat(target) for target in [*free, -1]])
        room = [space for space in range(RING) if space not in taken] if len(state.armies[seat]) < 2 else []
        return ActionList([Build(None), *(Build(space) for space in room)])

    def _explain(self, state: RingState, seat: Seat, action: Action) -> Reason | None:
        if action in self._legal(state, seat):
            return None
        return Reason(code="ring.illegal", message=f"{self.format(action)} is not possible now.", rule="ring 2")

    def _apply(self, state: RingState, seat: Seat, action: Action, tell: list[Event] | None) -> RingState:
        if isinstance(action, Retreat):
            return self._retreat(state, seat, action, tell)
        value = action.moves if isinstance(action, Order) else _chosen(action)
        pending = (*state.pending[:seat], value, *state.pending[seat + 1 :])
        state = msgspec.structs.replace(state, pending=pending)
        if None in pending:
            return state
        return self._resolve(state, tell) if state.phase == "orders" else self._adjust(state, tell)

    def _resolve(self, state: RingState, tell: list[Event] | None) -> RingState:
        """Where two meet, the one who stood there (or both) falls back; dislodged armies retreat in turn."""
        orders = tuple(pending or () for pending in state.pending)
        if tell is not None:
            tell.append(Revealed(orders=orders))
        targets = [
            (seat, space, (space + move) % RING)
            for seat, (armies, moves) in enumerate(zip(state.armies, orders, strict=True))
            for space, move in zip(armies, moves, strict=True)
        ]
        crowd = Counter(target for _, _, target in targets)
        stay = [(seat, target) for seat, _, target in targets if crowd[target] == 1]
        fall = tuple((seat, space) for seat, space, target in targets if crowd[target] > 1)
        armies = tuple(tuple(sorted(s for who, s in stay if who == seat)) for seat in range(len(state.armies)))
        phase: Any = "retreats" if fall else "builds"
        return RingState(state.rounds, state.round, phase, armies, (None,) * len(armies), fall)

    def _retreat(self, state: RingState, seat: Seat, action: Retreat, tell: list[Event] | None) -> RingState:
        if tell is not None:
            tell.append(Retreated(seat=seat, space=action.space))
        armies = state.armies
        if action.space >= 0:
            mine = tuple(sorted((*armies[seat], action.space)))
            armies = (*armies[:seat], mine, *armies[seat + 1 :])
        left = state.dislodged[1:]
        phase: Any = "retreats" if left else "builds"
        return msgspec.structs.replace(state, armies=armies, dislodged=left, phase=phase)

    def _adjust(self, state: RingState, tell: list[Event] | None) -> RingState:
        chosen = tuple(pending or () for pending in state.pending)
        if tell is not None:
            tell.append(Revealed(orders=chosen))
        crowd = Counter(space for pick in chosen for space in pick)
        armies = tuple(
            tuple(sorted((*mine, *(space for space in pick if crowd[space] == 1))))
            for mine, pick in zip(state.armies, chosen, strict=True)
        )
        over = state.round + 1 == state.rounds
        blank = (None,) * len(armies)
        return RingState(state.rounds, state.round + 1, "over" if over else "orders", armies, blank, ())

    def resample(self, state: RingState, seat: Seat | None, rng: Random) -> RingState:
        pending = tuple(
            value if value is None or other == seat else self._another(state, Seat(other), rng)
            for other, value in enumerate(state.pending)
        )
        return msgspec.structs.replace(state, pending=pending)

    def _another(self, state: RingState, seat: Seat, rng: Random) -> tuple[int, ...]:
        action = self._legal(state, seat).sample(rng)
        return action.moves if isinstance(action, Order) else _chosen(action)


def _chosen(action: Action) -> tuple[int, ...]:
    assert isinstance(action, Build)
    return () if action.space is None else (action.space,)


class Orders:
    """All combinations of moves for a number of armies, never listed as products beyond need."""

    listable = True

    def __init__(self, armies: int) -> None:
        self.armies = armies

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Order) and len(action.moves) == self.armies and set(action.moves) <= {-1, 0, 1}

    def __iter__(self) -> Any:
        return (Order(tuple(code // 3**army % 3 - 1 for army in range(self.armies))) for code in range(3**self.armies))

    def count(self) -> int:
        return int(3**self.armies)

    def sample(self, rng: Any) -> Order:
        return Order(tuple(rng.randrange(3) - 1 for _ in range(self.armies)))

    def structure(self) -> tuple[Offer, ...]:
        return tuple(Offer(kind="order", source=str(army), least=-1, most=1) for army in range(self.armies)) or (
            Offer(kind="order"),
        )


RING_GAME = RingGame()


class SealedRing(RingGame):
    """The same with drafts: orders and builds are two secret steps of one round, retreats are chosen openly between."""

    key = "tiny-sealed-ring"
    blurb = msgspec.structs.replace(RingGame.blurb, absent="armies stay")

    def clock(self, state: RingState) -> tuple[int, Seat | None]:
        return state.round, None

    def asked(self, state: RingState) -> Asked | None:
        if state.phase == "over":
            return None
        return Asked(
            seats=self.to_act(state),
            kind="reaction" if state.phase == "retreats" else "orders",
            secret=state.phase != "retreats",
            step=2 * state.round + (state.phase == "builds"),
            turn=state.round,
            whose=None,
            brief=state.phase != "orders",
            about=f"ring.{state.phase}",
        )


SEALED_RING = SealedRing()
