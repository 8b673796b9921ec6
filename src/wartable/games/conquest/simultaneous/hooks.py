"""What a game says of its simultaneous rounds: how its armies march, what they bring, what follows the battles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from wartable.engine.errors import Reason
from wartable.engine.values import Seat
from wartable.games.conquest.core.play import alone, standing
from wartable.games.conquest.core.turn import R, S, Tell, Turns, finish
from wartable.games.conquest.core.ways import fortify_targets
from wartable.games.conquest.simultaneous.actions import Order, SetTurnedIn
from wartable.games.conquest.simultaneous.state import Affairs, affairs_of
from wartable.games.flow.tasks import Task

NOBODY_LEFT = "Nobody is left: all fell in the same round."
ANY = 99
"""More leaders, sets or moves than there can be: no limit."""
A = TypeVar("A")


def settled_affairs(state: S, **fields: Any) -> S:  # noqa: ANN401 - fields of the affairs
    """Return the state with other values in the affairs of its round."""
    return replace(state, affairs=replace(affairs_of(state), **fields))


def first(state: S, *tasks: Task) -> S:
    """Return the state with tasks before everything else."""
    return replace(state, agenda=(*tasks, *state.agenda))


def playing(state: Any) -> tuple[Seat, ...]:  # noqa: ANN401 - a state of a game of the family
    """Return the seats that are still in the game, in turn order."""
    alive = state.alive
    return tuple(Seat(seat) for seat in state.order if alive[seat])


class Hooks(Turns[R, S]):
    """What simultaneous rounds ask of a game; the defaults are those of Classic Risk."""

    book: ClassVar[str] = "risk"
    """The rulebook that refusals name."""
    bonus_is_named: ClassVar[bool] = False
    """Whether the extra armies of a set must be given a place where there is one (`lotr-risk L87`)."""

    def refuse(self, code: str, message: str, rule: str, fix: tuple[str, ...] = ()) -> Reason:
        """Return a refusal by rules of the game: `M01`, or several as in `M15, T60`."""
        return Reason(code=code, message=message, rule=f"{self.book} {rule}", fix=fix)

    # --- moves

    def march_ways(self, rules: R, state: S) -> Sequence[int]:
        """Return for every space those that armies could be ordered to, as masks: over one border (`lotr-risk M01`)."""
        del state
        return rules.board.neighbour_masks

    def march_refusal(self, rules: R, state: S, seat: int, order: Order) -> Reason | None:
        """Say why the game refuses an order that is otherwise legal; None where it does not."""
        del rules, state, seat, order
        return None

    def most_leaders(self, rules: R) -> int:
        """Return how many leaders of one owner may stand in a space."""
        del rules
        return ANY

    def bonus(self, rules: R, state: S, place: int, leaders: int, *, stayed: bool) -> int:
        """Return what a side adds to the highest die of one group (`lotr-risk M14`)."""
        del rules, state, place, leaders, stayed
        return 0

    def arrived(
        self, rules: R, state: S, seat: int, place: int, leaders: int, *, taken: bool, fought: bool, tell: Tell
    ) -> S:
        """Do what follows where armies and leaders have come to stay.

        `taken`: the place is new to the seat; `fought`: they had to fight for it.
        """
        del rules, seat, place, leaders, taken, fought, tell
        return state

    def leaders_fought(self, state: S, place: int) -> S:
        """Note that leaders in a place have fought in this round."""
        del place
        return state

    # --- reinforcements

    def new_armies(self, rules: R, state: S, seat: int) -> int:
        """Return the armies that a seat places this round, sets aside."""
        return rules.income(state, seat)

    def unasked_armies(self, rules: R, state: S, tell: Tell) -> S:
        """Bring the armies that have their place already, before those that are placed."""
        del rules, tell
        return state

    def most_sets(self, rules: R, state: S, seat: int) -> int:
        """Return how many sets a seat may trade in this round, whatever its hand."""
        del rules
        return ANY if state.cards.hands and state.cards.hands[seat] else 0

    def sets_before(self, state: S, seat: int) -> int:
        """Return the number of sets by which the worth of the seat's first one is counted.

        Sets of others in the same round do not count yet: all trade at the same time.
        """
        del seat
        return state.cards.sets

    def bonus_spaces(self, rules: R, state: S, seat: int, one: SetTurnedIn, earlier: int) -> tuple[str, ...]:
        """Return the own territories on a set that could get its extra armies; `earlier` sets come before it."""
        if not rules.cards.picture_armies or earlier:
            return ()
        own, index = state.held[seat], rules.cards.index
        cards = [index[name] for name in one.cards]
        return tuple(rules.id(card) for card in cards if card < len(rules.board.ids) and own >> card & 1)

    def sets_counted(self, state: S, seat: int, number: int) -> S:
        """Return the state after a seat has traded so many sets."""
        del seat
        return replace(state, cards=replace(state.cards, sets=state.cards.sets + number))

    # --- strategic moves

    def most_moves(self, rules: R) -> int:
        """Return how many groups a seat may move at the end of a round (`lotr-risk T61`)."""
        return int(rules.fortify != "none")

    def move_reach(self, rules: R, state: S, seat: int, source: int, *, led: bool) -> int:
        """Return the own spaces that a strategic move can end in, as a mask; `led`: a leader goes along."""
        del led
        return fortify_targets(rules, state, seat, source)

    def leader_refusal(self, rules: R, state: S, seat: int, order: Order) -> Reason | None:
        """Say why the leader of a strategic move may not go; None where it may."""
        del rules, state, seat, order
        return None

    def leader_may_move(self, rules: R, state: S, seat: int) -> bool:
        """Whether a leader of a seat could move alone at the end of a round."""
        del rules, state, seat
        return False

    def lead_on(
        self, rules: R, state: S, seat: int, source: int, target: int, tell: Tell, *, everyone: bool = False
    ) -> S:
        """Move a leader at the end of a round, or all of a space."""
        raise NotImplementedError

    # --- what follows

    def judge_round(self, rules: R, state: S, tell: Tell) -> S:
        """End the game if one seat is left, or a goal was reached that counts at once."""
        if alone(state):
            return finish(state, standing(state), "Conquered the whole world.", tell)
        return self.check_victory(rules, state, tell)

    def nobody_left(self, rules: R, state: S, fell: tuple[int, ...], tell: Tell) -> S:
        """End the game in which all who were left fell in the same round: they share the win."""
        del rules
        return finish(state, fell, NOBODY_LEFT, tell)

    def turn_to(self, rules: R, state: S, seat: Seat, tell: Tell) -> S:
        """Begin a seat's cards and missions."""
        raise NotImplementedError

    def closing(self, rules: R, state: S) -> tuple[Task, ...]:
        """Return the tasks that end a round after the cards of all: the steps of the Fellowship, say."""
        del rules, state
        return ()

    def round_over(self, rules: R, state: S, turn: int, tell: Tell) -> S | None:
        """Return the state of a game that ends with the round before `turn`; None where it goes on."""
        return self.time_up(rules, state, turn, tell) if turn == rules.turn_limit != 0 else None

    def fresh_round(self, rules: R, state: S) -> S:
        """Return the state without what the game noted of the last round."""
        del rules
        return state

    def begun_affairs(self, state: S) -> Affairs:
        """Return the affairs of a round that begins."""
        return Affairs(before=state.held)
