"""What the core can do beyond Classic Risk, by small rule sets: empty spaces, sides, closed ways, pieces, reactions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from tests.conquest.positions import count, position, rules
from wartable.engine.chance import Roll, Rolled
from wartable.engine.values import CHANCE, Action, Seat
from wartable.games.conquest.classic.game import ClassicRisk
from wartable.games.conquest.classic.rules import RiskRules
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.actions import Attack, EndAttacks, Fortify, Occupy
from wartable.games.conquest.core.pieces import PieceKind
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.core.tasks import Rolling
from wartable.games.flow.handler import Handler, asks
from wartable.games.flow.run import Run
from wartable.games.flow.tasks import InOrder

PASS = "venezuela", "brazil"


class Dig(Action, frozen=True, tag="dig"):
    more: bool


class Warned(InOrder, frozen=True, tag="warned"):
    """Those who are attacked may dig in."""


class SmallRules(RiskRules, frozen=True, eq=False, kw_only=True):
    side: tuple[int, ...] = ()
    """Seats that stand together."""
    closed: bool = False
    """Whether the way between Venezuela and Brazil is closed."""

    def friends(self, state: ConquestState, seat: int) -> int:
        return sum(state.held[each] for each in ({*self.side} if seat in self.side else {seat}))

    def foes(self, state: ConquestState, seat: int) -> int:
        return ~self.friends(state, seat)

    def ways(self, state: ConquestState, seat: int) -> Sequence[int]:  # noqa: ARG002
        near, (one, other) = list(self.board.neighbour_masks), map(self.board.index.__getitem__, PASS)
        if self.closed:
            near[one], near[other] = near[one] & ~(1 << other), near[other] & ~(1 << one)
        return near


def dug(run: Run[Any, Any], task: Warned, answer: Dig) -> None:  # noqa: ARG001
    """Put an army more where the dice are about to roll."""
    fight = next(step for step in run.state.agenda if isinstance(step, Rolling))
    armies = list(run.state.armies)
    armies[fight.target] += answer.more
    run.change(armies=tuple(armies))


def small(state: RiskState, *, warns: bool = False, **more: Any) -> SmallGame:
    """Return a game with rules of its own."""
    plain = rules(state.options)
    fields = {name: getattr(plain, name) for name in plain.__struct_fields__}
    return SmallGame(SmallRules(**fields | more), warns=warns)


class SmallGame(ClassicRisk):
    key = "small"
    action_types = (*ClassicRisk.action_types, Dig)
    others: ClassVar[Mapping[type, Handler]] = {
        Warned: Handler(
            awaits=asks("reaction", about="attack.declared"), takes=dug, asks_for=(Dig,), prompt="Dig in?",
            every=lambda rules, state, task, seat: (Dig(more=False), Dig(more=True)),  # noqa: ARG005
        )
    }  # fmt: skip

    def __init__(self, ruled: SmallRules, *, warns: bool) -> None:
        self.compiled: Any = lambda _options: ruled
        self.warns = warns
        super().__init__()

    def do(self, state: RiskState, action: Action, seat: int = 0) -> RiskState:
        """Do something; whoever is attacked is asked first where they are warned."""
        after = self.apply(state, Seat(seat), action).state
        if self.warns and isinstance(action, Attack):
            defender = Seat(after.owner(self.rules(state).board.index[action.target]))
            return replace(after, agenda=(Warned((defender,)), *after.agenda))
        return after

    def roll(self, state: RiskState, *faces: int) -> RiskState:
        return self.apply(state, CHANCE, Rolled(faces)).state


def test_where_no_army_must_stay_the_last_one_attacks_and_leaves_nobody_behind() -> None:
    state = position("brazil", "peru", armies={"brazil": 1, "venezuela": 1})
    game = small(state, stay=0, enter_least="none")
    odds = game.forecast(state, Seat(0), Attack("brazil", "venezuela", 1, 0))
    assert odds is not None
    assert odds.chance == pytest.approx(15 / 36), "one die against one, and ties to the defender"
    after = game.roll(game.do(state, Attack("brazil", "venezuela", 1)), 6, 1)
    moved = game.do(after, Occupy(1))
    assert (count(moved, "brazil"), count(moved, "venezuela")) == (0, 1)
    assert moved.owner(rules().board.index["brazil"]) == -1
    stayed = game.do(after, Occupy(0))
    assert stayed.owner(rules().board.index["venezuela"]) == -1, "nobody went in"
    assert not stayed.conquered, "which is no conquest"
    lost = game.roll(game.do(state, Attack("brazil", "venezuela", 1)), 1, 6)
    assert lost.owner(rules().board.index["brazil"]) == -1
    for each in (moved, stayed, lost):
        assert list(game.invariants(each)) == []


def test_a_space_where_nobody_stands_is_taken_without_dice() -> None:
    state = position("brazil", "peru", armies={"brazil": 4, "venezuela": 0})
    state = replace(state, held=(state.held[0], state.held[1] & ~(1 << rules().board.index["venezuela"])))
    game = small(state, empty_counts=False)
    after = game.do(state, Attack("brazil", "venezuela", 1))
    assert (after.phase, after.conquered, after.owner(rules().board.index["venezuela"])) == ("occupy", False, 0)
    assert count(game.do(after, Occupy(2)), "venezuela") == 2
    assert game.forecast(state, Seat(0), Attack("brazil", "venezuela", 1)) is None


def test_no_more_enter_than_fought_where_the_rules_say_so() -> None:
    state = position("brazil", armies={"brazil": 9, "venezuela": 1})
    game = small(state, enter_least="one", enter_most="fought")
    after = game.roll(game.do(state, Attack("brazil", "venezuela", 3)), 6, 5, 4, 1)
    assert [action.count for action in game.legal(after, Seat(0)) if isinstance(action, Occupy)] == [1, 2, 3]


def test_those_on_ones_side_are_not_attacked_but_passed_through() -> None:
    state = position("brazil", "north_africa", armies={"brazil": 5}, seats=3, others={1: ("venezuela", "peru")})
    game = small(state, side=(0, 1), fortify="chain")
    reason = game.explain(state, Seat(0), Attack("brazil", "venezuela", 3))
    assert reason is not None
    assert reason.code == "attack.friend"
    chain = position("brazil", "central_america", armies={"brazil": 5}, seats=3, others={1: ("venezuela",)})
    moved = game.do(game.do(chain, EndAttacks()), Fortify("brazil", "central_america", 3))
    assert count(moved, "central_america") == 4


def test_ways_depend_on_the_state() -> None:
    state = position("brazil", armies={"brazil": 5})
    assert small(state).explain(state, Seat(0), Attack("brazil", "venezuela", 3)) is None
    reason = small(state, closed=True).explain(state, Seat(0), Attack("brazil", "venezuela", 3))
    assert reason is not None
    assert reason.code == "attack.not_adjacent"


def test_a_leader_adds_to_the_highest_die_follows_the_conquest_and_falls_with_its_territory() -> None:
    state = position("brazil", armies={"brazil": 5, "venezuela": 1})
    where = [0] * len(state.armies)
    where[rules().board.index["brazil"]] = 1
    where[rules().board.index["venezuela"]] = 1
    state = replace(state, pieces=(tuple(where),))
    game = small(state, pieces=(PieceKind("leader", "leader", "leaders", attack=1, follows=True),), enter_least="one")
    step = game.apply(game.do(state, Attack("brazil", "venezuela", 1)), CHANCE, Rolled((4, 4)))
    assert game.tell(step.events[1], ["Ada", "Bo"]) != "", "the leader that stood there is lost"
    after = game.do(step.state, Occupy(2))
    assert after.pieces[0][rules().board.index["venezuela"]] == 1
    assert after.pieces[0][rules().board.index["brazil"]] == 0
    assert list(game.invariants(after)) == []


def test_a_seat_that_is_attacked_may_react_before_the_dice_roll() -> None:
    state = position("brazil", armies={"brazil": 5, "venezuela": 1})
    game = small(state, warns=True)
    asked = game.do(state, Attack("brazil", "venezuela", 3))
    found = game.asked(asked)
    assert found is not None
    assert (found.seats, found.kind, found.about, found.whose) == ((1,), "reaction", "attack.declared", 0)
    assert set(game.legal(asked, Seat(1))) == {Dig(more=False), Dig(more=True)}
    rolling = game.apply(asked, Seat(1), Dig(more=True)).state
    assert (rolling.phase, count(rolling, "venezuela")) == ("battle", 2)
    assert game.request(rolling) == Roll("battle", (6,) * 5)
