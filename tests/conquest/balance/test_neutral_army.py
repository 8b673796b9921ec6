"""Rules 18 to 28 by number on the running game: the turn, who is losing, and the neutral army."""

from __future__ import annotations

from msgspec.structs import replace

from tests.conquest.balance.positions import MOST, NORTH, SOUTH_AMERICA, at, count, position, rules
from tests.conquest.balance.running import GAME, begin, do, draw, refusal, roll
from wartable.engine.chance import Roll
from wartable.engine.values import CHANCE, Seat
from wartable.games.conquest.balance.actions import Done, Give
from wartable.games.conquest.balance.effects import Alliance, Effects
from wartable.games.conquest.balance.options import PRESETS
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.actions import Attack, EndAttacks, Place


def losing(**more: object) -> BalanceState:
    """Seat 0 has South America and is losing, seat 1 the rest but three neutral territories."""
    state = position(
        *SOUTH_AMERICA, neutral=NORTH, armies=dict.fromkeys(NORTH, 4), pile=0, capitals=(at("peru"), at("ural"))
    )
    return replace(state, **more)


def test_rule_18_the_phases_of_a_turn_in_order() -> None:
    state = begin(losing(piles=(5, 0, 0)))
    seen = [state.phase]
    while state.seat == 0:
        action = GAME.default(state, Seat(0))
        state = do(state, EndAttacks() if state.phase == "attack" else action)
        if state.phase != seen[-1] and state.seat == 0:
            seen.append(state.phase)
    assert seen == ["neutral_reinforce", "neutral_attack", "buy", "reinforce", "attack", "fortify"]
    assert GAME.view(begin(losing(piles=(5, 0, 0))), Seat(0)).course == (
        "neutral_reinforce", "buy", "reinforce", "attack", "collect", "fortify",
    )  # fmt: skip


def test_rule_21_a_tie_is_rolled_at_the_start_of_the_turn_and_holds() -> None:
    board = rules().board
    mine = tuple(name for name in board.ids if name not in NORTH)[:19]
    rest = tuple(name for name in board.ids if name not in NORTH)[19:38]
    state = position(*mine, others={1: rest}, neutral=(*NORTH, board.ids[-1]), armies={"iceland": 3}, pile=0,
                     capitals=(at(mine[0]), at(rest[0])))  # fmt: skip
    state = begin(state)
    assert (state.phase, GAME.request(state)) == ("ties", Roll("standing", (6, 6)))
    again = roll(state, 3, 3)
    assert again.phase == "ties", "level dice are rolled again"
    after = roll(again, 2, 5)
    assert after.phase == "neutral_reinforce", "the lower die is losing"
    assert GAME.view(after, None).standing.losing == 0
    next_turn = begin(after, seat=1)
    assert next_turn.rolls == (), "a new turn, a new roll"


def test_rule_21_who_comes_level_later_rolls_against_the_die_that_holds() -> None:
    board = rules().board.ids
    first, second, third = board[:18], board[18:29], board[29:40]
    state = position(
        *first, others={1: second, 2: third}, neutral=board[40:], seats=3, options=PRESETS["literal"], phase="draw",
        conquered=True, hands={0: (0, 1, 2, 3, 4)}, capitals=(at(first[0]), at(second[0]), at(third[0])),
        rolls=((4,), (2,), ()),
    )  # fmt: skip
    level = draw(state)
    assert level.phase == "ties"
    assert GAME.request(level) == Roll("standing", (6,)), "the second seat rolled in this turn already"
    assert [len(hand) for hand in do(roll(level, 1), Give("c01")).cards.hands] == [5, 0, 1]
    assert [len(hand) for hand in do(roll(level, 3), Give("c01")).cards.hands] == [5, 1, 0]
    assert GAME.request(roll(level, 2)) == Roll("standing", (6, 6))


def test_rule_22_the_winning_player_skips_the_neutral_army() -> None:
    state = begin(losing(), seat=1)
    assert state.phase == "reinforce"
    assert GAME.view(state, Seat(1)).course[0] == "buy"


def test_rule_23_two_armies_come_from_the_supply_every_time() -> None:
    state = begin(losing())
    assert (state.phase, state.to_place) == ("neutral_reinforce", 2)
    assert state.piles[-1] == 0


def test_rule_24_two_dice_revive_casualties() -> None:
    state = begin(losing(piles=(0, 0, 7)))
    assert GAME.request(state) == Roll("revival", (6, 6))
    after = roll(state, 3, 3)
    assert (after.to_place, after.piles[-1]) == (2 + 3, 4)
    assert roll(state, 2, 3).to_place == 2


def test_rule_25_neutral_armies_go_to_neutral_territories_or_are_discarded() -> None:
    state = begin(losing(piles=(0, 0, 12)))
    state = roll(state, 6, 6)
    assert (state.to_place, state.piles[-1]) == (8, 6)
    assert refusal(state, Place("brazil", 1)).rule == "balance-of-power 25"
    assert refusal(state, Place("iceland", 9)).code == "place.too_many"
    after = do(state, Place("iceland", 5))
    assert (count(after, "iceland"), after.to_place) == (9, 3)
    done = do(after, Done())
    assert (sum(done.armies) - sum(after.armies), done.to_place, done.piles[-1]) == (0, 0, 6)
    assert done.phase == "neutral_attack"


def test_rule_26_one_neutral_attack_with_as_many_rolls_as_liked() -> None:
    state = do(begin(losing()), Done())
    assert {(a.source, a.target) for a in GAME.legal(state, Seat(0)) if isinstance(a, Attack)} == {
        ("iceland", "greenland"), ("great_britain", "northern_europe"), ("great_britain", "western_europe"),
        ("scandinavia", "northern_europe"), ("scandinavia", "ukraine"),
    }  # fmt: skip
    state = do(state, Attack("iceland", "greenland", 3))
    assert GAME.request(state) == Roll("battle", (6, 6, 6, 6))
    state = roll(state, 1, 1, 1, 6)
    assert (state.phase, count(state, "iceland")) == ("neutral_attack", 3)
    reason = refusal(state, Attack("great_britain", "western_europe", 3))
    assert (reason.code, reason.rule) == ("raid.one", "balance-of-power 26")
    again = do(state, Attack("iceland", "greenland", 2))
    after = roll(again, 6, 6, 1)
    assert after.owner(at("greenland")) == -1
    assert not after.conquered, "rule 33: no card for that"
    assert after.phase == "reinforce", "the phase is over after a conquest"
    assert (count(after, "iceland"), count(after, "greenland")) == (1, 2)
    assert after.piles == (0, 1, 1)


def test_rule_26_what_the_neutral_army_may_not_attack() -> None:
    state = do(begin(losing()), Done())
    assert refusal(state, Attack("iceland", "great_britain", 3)).code == "raid.neutral"
    assert refusal(state, Attack("brazil", "venezuela", 1)).code == "raid.not_neutral"
    assert refusal(state, Attack("iceland", "alaska", 3)).code == "raid.not_adjacent"
    near = do(
        begin(
            losing(
                held=(
                    rules().board.mask((*SOUTH_AMERICA, "greenland")),
                    rules().board.mask(MOST) & ~(1 << at("greenland")),
                )
            )
        ),
        Done(),
    )
    assert refusal(near, Attack("iceland", "greenland", 3)).code == "raid.own"
    rough = replace(state, rough=1 << at("greenland"))
    assert refusal(rough, Attack("iceland", "greenland", 3)).code == "attack.rough"


def test_rule_26_stopping_ends_the_phase() -> None:
    state = do(begin(losing()), Done(), Attack("iceland", "greenland", 3))
    state = roll(state, 1, 1, 1, 6)
    assert do(state, Done()).phase == "reinforce"


def test_rule_26_more_armies_may_move_in() -> None:
    state = begin(losing(armies=tuple(9 if n == at("iceland") else c for n, c in enumerate(losing().armies))))
    state = roll(do(state, Done(), Attack("iceland", "greenland", 3)), 6, 6, 6, 1)
    assert state.phase == "occupy"
    assert GAME.view(state, Seat(0)).acting == -1
    assert refusal(state, "occupy 2").rule == "balance-of-power 56"
    after = do(state, "occupy 8")
    assert (count(after, "iceland"), count(after, "greenland")) == (1, 8)
    assert after.phase == "reinforce"


def test_rule_27_neutral_armies_defend_with_two_dice() -> None:
    state = position("greenland", "brazil", neutral=("iceland",), phase="attack", armies={"greenland": 9})
    fighting = do(state, Attack("greenland", "iceland", 3))
    assert GAME.request(fighting) == Roll("battle", (6,) * 5)
    after = roll(fighting, 6, 6, 1, 5, 5)
    assert after.held[0] >> at("iceland") & 1
    assert after.piles == (12, 0, 0), "it was the last one: its pile is emptied"


def test_rule_28_a_capital_that_the_neutral_army_takes_stays_with_nobody() -> None:
    state = losing(capitals=(at("peru"), at("greenland")))
    state = roll(do(begin(state), Done(), Attack("iceland", "greenland", 3)), 6, 6, 6, 1)
    assert state.capitals[1] == at("greenland")
    assert rules().income(state, 0) == 3 + 2 + 1, "own capital and South America; the lost one brings nobody anything"
    assert rules().income(state, 1) == rules().income(replace(state, capitals=(at("peru"), -1)), 1)


def test_rule_28_without_neutral_armies_phase_1_is_skipped_for_good() -> None:
    state = position(*SOUTH_AMERICA, "greenland", neutral=("iceland",), phase="attack", armies={"greenland": 9},
                     capitals=(at("peru"), at("ural")))  # fmt: skip
    state = replace(state, piles=(0, 0, 9), effects=Effects(alliances=(Alliance(0, -1),)))
    state = roll(do(state, Attack("greenland", "iceland", 3)), 6, 6, 6, 1, 1)
    assert state.piles[-1] == 0
    assert state.effects.alliances == ()
    assert begin(replace(state, armies=tuple(max(1, c) for c in state.armies))).phase == "reinforce"
    assert GAME.view(state, None).neutral is None


def test_nobody_but_the_seat_is_asked() -> None:
    state = begin(losing())
    assert GAME.to_act(state) == (Seat(0),)
    assert GAME.to_act(begin(losing(piles=(0, 0, 7)))) == (CHANCE,)
