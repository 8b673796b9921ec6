"""What the core can do beyond Classic Risk, by small rule sets: empty spaces, sides, closed ways, pieces, reactions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from tests.conquest.positions import count, position, rules
from wartable.engine.chance import Roll, Rolled, answer_with
from wartable.engine.values import CHANCE, Action, Event, Seat
from wartable.games.conquest.classic.course import RiskCourse
from wartable.games.conquest.classic.game import ClassicRisk
from wartable.games.conquest.classic.options import RiskOptions
from wartable.games.conquest.classic.rules import RiskRules
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.actions import Attack, EndAttacks, EndTurn, Fortify, Occupy, Place
from wartable.games.conquest.core.cards import CardRules
from wartable.games.conquest.core.events import CardDrawn, CardTaken
from wartable.games.conquest.core.goals import Goal
from wartable.games.conquest.core.pieces import PieceKind
from wartable.games.conquest.core.resampling import redealt
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.core.turn import Tell, drawn
from wartable.games.flow.handler import Handler, asks
from wartable.games.flow.run import Run
from wartable.games.flow.tasks import InOrder, Together
from wartable.odds import DiceRules

PASS = "venezuela", "brazil"


class Dig(Action, frozen=True, tag="dig"):
    more: bool


class Warned(InOrder, frozen=True, tag="warned"):
    """Those who are attacked may dig in."""


class Bidding(Together, frozen=True, tag="bidding"):
    """All say at once whether to dig."""


def dig_or_not(*_: object) -> tuple[Dig, ...]:
    return Dig(more=False), Dig(more=True)


def skip_all(*_: object) -> None:
    """Make nothing of the answers."""


class SmallRules(RiskRules, frozen=True, eq=False, kw_only=True):
    side: tuple[int, ...] = ()
    """Seats that stand together."""
    closed: bool = False
    """Whether the way between Venezuela and Brazil is closed."""
    landing: tuple[str, ...] = ()
    """Where alone new armies may be placed."""

    def friends(self, state: ConquestState, seat: int) -> int:
        return sum(state.held[each] for each in ({*self.side} if seat in self.side else {seat}))

    def places(self, state: ConquestState, seat: int) -> int:
        own = super().places(state, seat)
        return own & self.board.mask(self.landing) if self.landing else own

    def ways(self, state: ConquestState, seat: int) -> Sequence[int]:  # noqa: ARG002
        near, (one, other) = list(self.board.neighbour_masks), map(self.board.index.__getitem__, PASS)
        if self.closed:
            near[one], near[other] = near[one] & ~(1 << other), near[other] & ~(1 << one)
        return near


def dug(run: Run[Any, Any], task: Warned, answer: Dig) -> None:  # noqa: ARG001
    """Put an army more where the dice are about to roll."""
    armies = list(run.state.armies)
    armies[run.state.fight.target] += answer.more
    run.change(armies=tuple(armies))


class WaryCourse(RiskCourse):
    """Whoever is attacked is asked first, if they are among those who are warned."""

    def attack(self, rules: RiskRules, state: RiskState, seat: Seat, action: Attack, tell: Tell) -> RiskState:
        after = super().attack(rules, state, seat, action, tell)
        defender = Seat(after.owner(rules.board.index[action.target]))
        asked = (defender,) if defender in WARNED else ()
        return replace(after, agenda=(Warned(asked), *after.agenda))


WARNED = {1}
COURSE = WaryCourse()


def small(state: RiskState, **more: Any) -> SmallGame:
    """Return a game with rules of its own."""
    plain = rules(state.options)
    fields = {name: getattr(plain, name) for name in plain.__struct_fields__}
    return SmallGame(SmallRules(**fields | more))


class SmallGame(ClassicRisk):
    key = "small"

    def __init__(self, ruled: SmallRules) -> None:
        self.compiled: Any = lambda _options: ruled
        super().__init__()

    def do(self, state: RiskState, action: Action, seat: int = 0) -> RiskState:
        after = self.apply(state, Seat(seat), action).state
        assert self.advance(state, Seat(seat), action) == after, "the short cut leads where the long way does"
        return after

    def roll(self, state: RiskState, *faces: int) -> RiskState:
        return self.do(state, Rolled(faces), CHANCE)


class WaryGame(SmallGame):
    action_types = (*ClassicRisk.action_types, Dig)
    machine = replace(ClassicRisk.machine, effects={**ClassicRisk.machine.effects, Attack: COURSE.attack})
    interrupts: ClassVar[Mapping[type, Handler]] = {
        Warned: Handler(
            awaits=asks("reaction", about="attack.declared"), takes=dug, asks_for=(Dig,), prompt="Dig in?",
            every=dig_or_not,
        ),
        Bidding: Handler(awaits=asks("vote", secret=True), takes=skip_all, asks_for=(Dig,), every=dig_or_not),
    }  # fmt: skip


def wary(state: RiskState) -> WaryGame:
    """Return the game in which those are warned who are attacked."""
    return WaryGame(small(state).compiled(state.options))


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
    game = wary(state)
    asked = game.do(state, Attack("brazil", "venezuela", 3))
    found = game.asked(asked)
    assert found is not None
    assert (found.seats, found.kind, found.about, found.whose) == ((1,), "reaction", "attack.declared", 0)
    assert set(game.legal(asked, Seat(1))) == {Dig(more=False), Dig(more=True)}
    assert (asked.phase, list(game.invariants(asked))) == ("battle", [])
    rolling = game.do(asked, Dig(more=True), 1)
    assert (rolling.phase, count(rolling, "venezuela")) == ("battle", 2)
    assert game.request(rolling) == Roll("battle", (6,) * 5)


def test_a_question_after_the_dice_is_another_one_than_that_before() -> None:
    state = position("brazil", armies={"brazil": 5, "venezuela": 3})
    game = wary(state)
    first = game.do(state, Attack("brazil", "venezuela", 3))
    attacking = game.roll(game.do(first, Dig(more=False), 1), 6, 6, 6, 1, 1)
    second = game.do(attacking, Attack("brazil", "venezuela", 3))
    steps = [asked.step for asked in map(game.asked, (first, second)) if asked]
    assert len(set(steps)) == 2


def test_an_interruption_that_asks_nobody_is_over_at_once() -> None:
    state = position("brazil", seats=3, armies={"brazil": 5})
    game = wary(state)
    rolling = game.do(state, Attack("brazil", "venezuela", 3))
    assert rolling.agenda[0] == rolling.fight
    assert game.to_act(rolling) == (CHANCE,)


def test_where_none_need_enter_a_conquered_space_is_nobodys_though_armies_stay_behind() -> None:
    state = position("brazil", "peru", armies={"brazil": 4, "venezuela": 1})
    game = small(state, enter_least="none")
    conquered = game.roll(game.do(state, Attack("brazil", "venezuela", 3)), 6, 5, 4, 1)
    stayed = game.do(conquered, Occupy(0))
    assert (stayed.owner(rules().board.index["venezuela"]), count(stayed, "brazil")) == (-1, 4)
    assert list(game.invariants(stayed)) == []


def test_no_more_enter_than_there_are() -> None:
    state = position("brazil", armies={"brazil": 1})
    brazil = rules().board.index["brazil"]
    for least in ("none", "one", "fought"):
        fought = small(state, enter_least=least, enter_most="fought").rules(state)
        assert fought.entering(state, brazil, 0) == (0, 0)


def test_a_seat_is_out_whose_last_army_falls_with_the_last_one_of_the_defender() -> None:
    flag = PieceKind("flag", "flag", "flags")
    for seats, victory, turn in ((2, (1,), 0), (3, None, 1)):
        state = position("brazil", armies={"brazil": 1}, seats=seats, others={1: ("venezuela", "peru")})
        state = replace(state, pieces=((0,) * len(state.armies),))
        both = DiceRules(attack_extra=1, defence_extra=1)
        game = small(state, stay=0, enter_least="none", plain=both, pieces=(flag,))
        fallen = game.roll(game.do(state, Attack("brazil", "venezuela", 1)), 6, 1, 5, 5)
        assert (fallen.alive[0], fallen.seat, fallen.victory and fallen.victory.seats) == (False, turn, victory)
        assert list(game.invariants(fallen)) == []


def test_the_default_places_where_the_rules_let_armies_come() -> None:
    state = position("brazil", "peru", phase="reinforce", to_place=3, armies={"peru": 4})
    assert small(state).default(state, Seat(0)) == Place("brazil", 3)
    for space in ("peru", "brazil"):
        game = small(state, landing=(space,))
        assert game.default(state, Seat(0)) == Place(space, 3)
        assert game.default(state, Seat(0)) in game.legal(state, Seat(0))


ADVENTURES = CardRules(ids=("a01", "a02", "a03"), symbols=("mission", "power", "power"), names=("One", "Two", "Three"))


def test_a_second_deck_is_dealt_played_and_used_up_beside_the_first() -> None:
    deck = replace(ADVENTURES, reshuffled=False)
    told: list[Event] = []
    cards = drawn(deck, deck.fresh(2), 1, 2, told)
    assert (cards.hands, deck.drawable(cards)) == (((), (2,)), 0b011)
    assert told == [CardTaken(1), CardDrawn(1, "a03", audience=(Seat(1),))]
    played = replace(cards, deck=0).passed((2,), 1)
    assert deck.drawable(played) == 0, "what has been played is not drawn again"
    assert ADVENTURES.drawable(played) == 0b111, "unless the deck is made of it anew"
    for seat, known in ((0, {(0,), (1,), (2,)}), (1, {(2,)})):
        assert {redealt(cards, seat, Random(seed)).hands[1] for seed in range(30)} == known


class Reach(Goal, frozen=True):
    """So many points: armies on the board."""

    points: int

    def progress(self, rules: Rules, state: ConquestState, seat: int) -> float:  # noqa: ARG002
        return min(1.0, state.army_totals()[seat] / self.points)

    def words(self, rules: Rules) -> str:  # noqa: ARG002
        return f"have {self.points} points"


def test_goals_of_its_own_win_a_game_at_once_or_at_the_end_of_a_turn() -> None:
    state = position("brazil", phase="reinforce", to_place=9)
    at_once = small(state, goals=(Reach(10),)).do(state, Place("brazil", 9))
    assert at_once.victory is not None
    assert at_once.victory.reason == "Reached the goal: have 10 points."
    game = small(state, goals=(Reach(10),), goals_count="end_of_turn")
    placed = game.do(state, Place("brazil", 9))
    assert placed.victory is None, "though the other seat had reached it before, and this one has now"
    assert game.do(placed, EndTurn()).victory == at_once.victory


def test_a_mission_is_a_goal_that_others_do_not_know() -> None:
    state = replace(position("brazil", phase="reinforce", to_place=9), missions=(0, 1))
    game = small(state, missions=(Reach(10), Reach(99), Reach(98)))
    seen = {game.resample(state, Seat(0), Random(seed)).missions for seed in range(30)}
    assert seen == {(0, 1), (0, 2)}
    won = game.do(state, Place("brazil", 9)).victory
    assert won is not None
    assert won.reason == "Fulfilled the mission: have 10 points."


def test_what_others_have_chosen_in_secret_is_drawn_anew_with_their_hands() -> None:
    state = position("brazil", seats=3, armies={"brazil": 5})
    bidding = replace(state, agenda=(Bidding((Seat(0),), ((Seat(1), Dig(more=True)),)), *state.agenda))
    drawn_anew = [wary(state).resample(bidding, Seat(0), Random(seed)) for seed in range(30)]
    given = {task.given[0][1] for each in drawn_anew for task in each.agenda if isinstance(task, Bidding)}
    assert given == {Dig(more=False), Dig(more=True)}


def test_a_game_may_seat_more_than_classic_risk_does() -> None:
    class Eight(ClassicRisk):
        seats = (2, 8)

    game, rng = Eight(), Random(5)
    turns: set[int] = set()
    state = game.start(RiskOptions(starting_armies=10, turn_limit=2), 8)
    while asked := game.to_act(state):
        answer = answer_with(game.request(state), rng) if asked == (CHANCE,) else game.default(state, asked[0])
        state = game.advance(state, asked[0], answer)
        turns.update(asked)
    assert turns >= set(range(8))
