"""Single judgements: positions put up by hand where the right decision, or the better of two, is plain."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from tests.bots.games import LEVELS
from tests.conquest.positions import AUSTRALIA, SOUTH_AMERICA, hand, ids, position, rules
from wartable import bots
from wartable.bots.conquest.cards import best_set, hand_worth
from wartable.bots.conquest.goals import own_aims
from wartable.bots.conquest.hard import stop_level
from wartable.bots.conquest.position import Position
from wartable.bots.conquest.progress import Progress
from wartable.bots.conquest.purpose import purpose
from wartable.bots.conquest.reply import Replies
from wartable.bots.conquest.scene import Scene, scene_of
from wartable.bots.conquest.threat import hold_chance, threat
from wartable.bots.conquest.value import Valuer
from wartable.bots.conquest.wishes import Wishes
from wartable.engine.driver import Decision
from wartable.engine.values import Seat
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.classic.options import PRESETS, RiskOptions
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.actions import Attack, EndAttacks, Fortify, Occupy, Place, Trade
from wartable.games.conquest.core.tasks import Attacking, MovingIn

INDEX = {space: number for number, space in enumerate(ids())}
CARDS = RiskOptions(cards="escalating")


def test_a_position_knows_its_holders_however_late_it_is_asked() -> None:
    state = position("peru", armies={"peru": 5})
    early, late = (scene_of(RISK.rules(state), state, 0, Random(1)).pos for _ in range(2))
    assert early.owner == list(state.owners)
    for pos in (early, late, late.copy()):
        pos.conquer(INDEX["peru"], INDEX["brazil"], 1, 4)
    assert early.owner == late.owner
    assert late.owner[INDEX["brazil"]] == 0
    assert late.copy().owner == late.owner


def decide(level: str, state: RiskState) -> Decision:
    decision = bots.get(RISK, level).decide(RISK, state, Seat(state.seat), Random(1))
    assert RISK.explain(state, Seat(state.seat), decision.action) is None
    return decision


def scene(state: RiskState) -> Scene:
    return scene_of(RISK.rules(state), state, 0, Random(1))


def all_but(*lacking: str) -> tuple[str, ...]:
    return tuple(space for space in ids() if space not in lacking)


def mixed(*own: str, seats: int = 3, others: dict[int, tuple[str, ...]] | None = None, **more: Any) -> RiskState:
    """A position where the rest of the world is held in turn by the others, so that none of them has a region."""
    taken = {*own, *(space for spaces in (others or {}).values() for space in spaces)}
    rest = all_but(*taken)
    dealt = {seat: rest[seat - 1 :: seats - 1] for seat in range(1, seats)}
    return position(*own, seats=seats, others={**dealt, **(others or {})}, **more)


# --- what every level must see


@pytest.mark.parametrize("level", LEVELS)
def test_the_last_enemy_is_finished_off(level: str) -> None:
    state = position(*all_but("japan"), armies={"kamchatka": 20, "mongolia": 3})
    action = decide(level, state).action
    assert isinstance(action, Attack)
    assert action.target == "japan"


@pytest.mark.parametrize("level", LEVELS)
def test_hopeless_attacks_are_not_made(level: str) -> None:
    others = dict.fromkeys(all_but(*AUSTRALIA), 30)
    state = position(*AUSTRALIA, armies={**others, "indonesia": 2})
    assert isinstance(decide(level, state).action, EndAttacks)


@pytest.mark.parametrize("level", LEVELS)
def test_an_idle_army_is_brought_up(level: str) -> None:
    state = position(*AUSTRALIA, phase="fortify", armies={"new_guinea": 9, "siam": 5})
    action = decide(level, state).action
    assert isinstance(action, Fortify)
    assert (action.source, action.target) == ("new_guinea", "indonesia")


@pytest.mark.parametrize("level", LEVELS)
def test_all_go_along_when_nobody_is_left_behind(level: str) -> None:
    index = rules().board.index
    entry = MovingIn(Seat(0), index["indonesia"], index["siam"], 1, 11)
    agenda = (entry, Attacking(Seat(0)))
    state = position(*AUSTRALIA, "siam", armies={"indonesia": 12, "siam": 0}, agenda=agenda)
    action = decide(level, state).action
    assert isinstance(action, Occupy)
    assert action.count >= 8


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_region_is_completed_where_it_can_be(level: str) -> None:
    state = mixed(*AUSTRALIA[:3], armies={"indonesia": 9, "new_guinea": 8}, seats=5)
    action = decide(level, state).action
    assert isinstance(action, Attack)
    assert action.target == "eastern_australia"


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_new_armies_go_where_a_region_can_be_completed(level: str) -> None:
    armies = {"indonesia": 9, "eastern_australia": 3, "siam": 6, "iceland": 3}
    state = mixed(*AUSTRALIA[:3], "iceland", phase="reinforce", armies=armies, to_place=5, seats=5)
    action = decide(level, state).action
    assert isinstance(action, Place)
    assert action.space in {"new_guinea", "western_australia"}


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_sets_are_turned_in(level: str) -> None:
    held = hand(CARDS, "c01", "c02", "c05")
    state = position(*AUSTRALIA, options=CARDS, phase="reinforce", to_place=3)
    cards = msgspec.structs.replace(state.cards, hands=(held, ()))
    found = best_set(scene(msgspec.structs.replace(state, cards=cards)))
    action = decide(level, msgspec.structs.replace(state, cards=cards)).action
    assert isinstance(action, Trade) == (found is not None)


# --- hard only


def test_hard_wins_by_its_goal_when_it_can() -> None:
    """Seat 0 lacks Argentina for 24 territories, and could complete Europe elsewhere for more income."""
    options = RiskOptions(goal="territories", territories="24")
    own = (*[space for space in ids() if space not in SOUTH_AMERICA][:20], "venezuela", "peru", "brazil")
    state = position(*own, options=options, armies={"brazil": 6, "argentina": 2}, seats=3, others={1: ("argentina",)})
    decision = decide("hard", state)
    assert isinstance(decision.action, Attack)
    assert decision.why.endswith("reach the goal.")


def test_hard_orders_a_stop_where_luck_could_turn() -> None:
    state = position(*AUSTRALIA, armies={"indonesia": 15, "siam": 12})
    keep = stop_level(scene(state), INDEX["indonesia"], INDEX["siam"])
    assert 3 < keep < 12
    small = position(*AUSTRALIA, armies={"indonesia": 4, "siam": 2})
    assert stop_level(scene(small), INDEX["indonesia"], INDEX["siam"]) == 1


# --- the parts


def test_more_armies_more_regions_and_fewer_enemies_are_worth_more() -> None:
    def value(*own: str, armies: int = 3) -> float:
        found = scene(mixed(*own, armies={"indonesia": armies}))
        return Valuer(found).value(found.pos)

    assert value(*AUSTRALIA, armies=9) > value(*AUSTRALIA, armies=3)
    assert value(*AUSTRALIA) > value(*AUSTRALIA[:3], "siam")
    assert value(*AUSTRALIA, "siam") > value(*AUSTRALIA)


def test_values_are_chances() -> None:
    found = scene(position(*SOUTH_AMERICA, armies={"brazil": 7}, seats=3, others={1: AUSTRALIA}))
    assert 0.0 < Valuer(found).value(found.pos) < 1.0


def test_an_open_region_is_taken_apart_in_reply_and_a_guarded_one_stands() -> None:
    def kept(guard: int) -> bool:
        state = mixed(*AUSTRALIA, armies={"indonesia": guard, "siam": 8})
        found = scene(state)
        mask = rules().board.mask(AUSTRALIA)
        return Replies(found).after(found.pos).own & mask == mask

    assert not kept(1)
    assert kept(40)


def test_replies_leave_the_position_they_start_from() -> None:
    found = scene(position(*AUSTRALIA, armies={"siam": 8}))
    before = (found.pos.armies[:], found.pos.held[:], found.pos.owner[:])
    Replies(found).after(found.pos)
    assert (found.pos.armies, found.pos.held, found.pos.owner) == before


def test_conquests_keep_the_books() -> None:
    pos = scene(position(*AUSTRALIA, armies={"indonesia": 5})).pos
    pos.conquer(INDEX["indonesia"], INDEX["siam"], 1, 3)
    assert (pos.armies[INDEX["indonesia"]], pos.armies[INDEX["siam"]]) == (1, 3)
    assert pos.owner[INDEX["siam"]] == 0
    assert not pos.held[1] >> INDEX["siam"] & 1


def test_the_threat_is_the_strongest_neighbour_not_all_of_them() -> None:
    armies = {"siam": 4, "china": 9, "india": 3}
    state = position("indonesia", "kamchatka", armies=armies, seats=3, others={1: ("siam",)})
    assert threat(scene(state).pos, INDEX["indonesia"]) == 3
    state = position("siam", armies=armies, seats=3, others={1: ("china",), 2: ("india", "indonesia")})
    assert threat(scene(state).pos, INDEX["siam"]) == 8


def test_a_space_without_enemies_around_holds_for_sure() -> None:
    pos = scene(position(*AUSTRALIA)).pos
    assert hold_chance(pos, INDEX["new_guinea"]) == 1.0
    assert hold_chance(pos, INDEX["indonesia"]) < 1.0 or not threat(pos, INDEX["indonesia"])


def test_wishes_are_highest_for_what_completes_a_region() -> None:
    wishes = Wishes(scene(mixed(*AUSTRALIA[:3], armies={"indonesia": 4})))
    assert wishes.wish(INDEX["eastern_australia"]) > wishes.wish(INDEX["siam"])
    assert wishes.because(INDEX["eastern_australia"]) == "and it completes Australia"


def test_a_hand_is_worth_more_the_more_cards_and_the_later() -> None:
    worths = [hand_worth(rules(CARDS), count, 0) for count in range(7)]
    assert worths == sorted(worths)
    assert worths[0] == 0.0
    assert hand_worth(rules(CARDS), 3, 6) > hand_worth(rules(CARDS), 3, 0)


def test_wild_cards_are_saved_where_another_set_will_do() -> None:
    deck = rules(CARDS).cards
    infantry = [card for card, symbol in zip(deck.ids, deck.symbols, strict=True) if symbol == "infantry"][:3]
    held = hand(CARDS, *infantry, "w1")
    state = position(*AUSTRALIA, options=CARDS, phase="reinforce", to_place=3)
    cards = msgspec.structs.replace(state.cards, hands=(held, ()))
    found = best_set(scene(msgspec.structs.replace(state, cards=cards)))
    assert found is not None
    assert found.wilds == 0


def test_purposes_are_told_from_the_greatest_on() -> None:
    state = position(*AUSTRALIA[:3], *SOUTH_AMERICA, seats=3, others={1: ("eastern_australia",)})
    found = scene(state)
    after = found.pos.copy()
    after.conquer(INDEX["new_guinea"], INDEX["eastern_australia"], 1, 1)
    assert purpose(found, after) == "knock out seat 2"
    state = position(*AUSTRALIA[:3], *SOUTH_AMERICA)
    found = scene(state)
    after = found.pos.copy()
    after.conquer(INDEX["new_guinea"], INDEX["eastern_australia"], 1, 1)
    assert purpose(found, after) == "complete Australia"
    after = found.pos.copy()
    after.conquer(INDEX["brazil"], INDEX["north_africa"], 1, 1)
    assert purpose(found, after) == "break the hold of seat 2 on Africa"


def test_missions_of_others_are_not_looked_at() -> None:
    """Two states that differ in the mission of another seat get the same progress and the same decision."""
    options = PRESETS["missions"]
    base = position(*AUSTRALIA[:3], options=options, armies={"new_guinea": 8}, seats=3, missions=(6, 0, 1))
    other = msgspec.structs.replace(base, missions=(6, 3, 4))
    assert Progress(scene(base)).of(scene(base).pos) == Progress(scene(other)).of(scene(other).pos)
    assert decide("hard", base) == decide("hard", other)


def test_an_elimination_mission_aims_at_its_seat() -> None:
    options = PRESETS["missions"]
    state = position(*AUSTRALIA, options=options, seats=3, others={1: ("japan",)}, missions=(9, 0, 1))
    assert [getattr(aim, "seat", None) for aim in own_aims(rules(options), state, 0)] == [1]
    wishes = Wishes(scene(state))
    assert wishes.wish(INDEX["japan"]) > wishes.wish(INDEX["kamchatka"])


def test_copies_are_independent() -> None:
    pos = scene(position(*AUSTRALIA, armies={"indonesia": 5})).pos
    copy: Position = pos.copy()
    copy.move(INDEX["indonesia"], INDEX["new_guinea"], 2)
    assert pos.armies[INDEX["indonesia"]] == 5
