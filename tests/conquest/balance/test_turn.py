"""Rules 32 to 35 and 54 to 61 by number on the running game: cards, draft, attack, objectives, maneuver."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.conquest.balance.positions import (
    AUSTRALIA,
    MANY,
    MOST,
    NORTH,
    SOUTH_AMERICA,
    TWO,
    at,
    card,
    count,
    dealt,
    hand,
    position,
    rules,
    waiting,
)
from tests.conquest.balance.running import GAME, begin, begun, chance, did, do, draw, refusal, roll
from wartable.engine.chance import Drawn, Roll
from wartable.engine.values import Seat
from wartable.games.conquest.balance.actions import Done, FormTank, Give
from wartable.games.conquest.balance.effects import Alliance, Effects, General
from wartable.games.conquest.balance.options import PRESETS
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.actions import Attack, EndAttacks, EndTurn, Fortify, Trade
from wartable.games.conquest.core.state import Victory

# --- C9: cards


def test_rule_32_stars_bring_armies_by_the_table() -> None:
    cards = {0: hand("ural", "india", "japan", "brazil")}
    state = position(*SOUTH_AMERICA, phase="reinforce", hands=cards, to_place=3, drafted=3)
    after = do(state, Trade((card("ural"), card("india"), card("japan"))))
    assert after.to_place == 3 + 10, "two cavalry cards and another are five stars"
    assert len(after.cards.hands[0]) == 1
    reason = refusal(after, Trade((card("brazil"),)))
    assert (reason.code, reason.rule) == ("trade.stars", "balance-of-power 32")
    assert refusal(state, Trade((card("egypt"),))).code == "trade.not_held"
    assert refusal(state, Trade((card("ural"), card("ural")))).code == "trade.not_held"
    assert refusal(state, Trade((card("ural"),), "brazil")).code == "trade.bonus"
    assert refusal(replace(state, agenda=waiting("attack")), Trade((card("ural"),))).rule == "balance-of-power 32"


def test_rule_33_a_conquest_earns_one_card_at_the_end_of_the_turn() -> None:
    state = position(*SOUTH_AMERICA, phase="fortify", conquered=True, capitals=(at("peru"), at("ural")))
    drawing = do(state, EndTurn())
    assert drawing.phase == "draw"
    after = chance(drawing, Drawn(3))
    assert after.cards.hands[0] == (3,)
    assert after.seat == 1
    assert do(replace(state, conquered=False), EndTurn()).seat == 1


def sixth(*, theirs: tuple[str, ...], rich: bool) -> BalanceState:
    """Seat 0 draws a sixth card; it is winning where `rich`."""
    own = MOST if rich else SOUTH_AMERICA
    cards = {0: hand("brazil", "peru", "alaska", "india", "japan"), 1: hand(*theirs)}
    return draw(position(*own, phase="draw", conquered=True, hands=cards, capitals=(at("peru"), at("ural"))))


def test_rule_34_the_sixth_card_goes_to_the_losing_player() -> None:
    state = sixth(theirs=("ural",), rich=True)
    assert state.phase == "give"
    assert GAME.view(state, Seat(0)).give.to == 1  # type: ignore[union-attr]
    assert refusal(state, Give(card("egypt"))).rule == "balance-of-power 34"
    after, told = did(state, Give(card("india")))
    assert rules().cards.index[card("india")] in after.cards.hands[1]
    assert [len(each) for each in after.cards.hands] == [5, 2]
    handed = told[1]
    assert handed.audience == (Seat(0), Seat(1)), "the others do not hear which"
    assert after.seat == 1


def test_rule_34_discarded_where_the_holder_is_losing_or_the_losing_player_is_full() -> None:
    own = sixth(theirs=(), rich=False)
    assert GAME.view(own, Seat(0)).give.to is None  # type: ignore[union-attr]
    assert do(own, Give(card("india"))).cards.hands[1] == ()
    full = sixth(theirs=("egypt", "congo", "siam", "ural", "quebec"), rich=True)
    after, told = did(full, Give(card("india")))
    assert [len(each) for each in after.cards.hands] == [5, 5]
    assert told[1].audience is None, "everybody sees a card that is discarded"


def test_rule_35_the_conqueror_takes_cards_and_objectives() -> None:
    cards = {0: hand("brazil", "peru", "alaska", "india"), 1: hand("japan", "egypt", "congo")}
    state = position(*SOUTH_AMERICA, others={1: ("central_america",)}, seats=3, options=MANY, hands=cards,
                     phase="attack", armies={"venezuela": 9}, collected=((), ("o01",), ("o03",)), piles=(0, 7, 0, 0),
                     capitals=(at("peru"), at("central_america"), at("ural")))  # fmt: skip
    state = roll(do(state, Attack("venezuela", "central_america", 3)), 6, 6, 6, 1)
    assert state.collected == (("o01",), (), ("o03",))
    assert state.piles[1] == 0, "rule 31"
    state = do(state, "occupy 3")
    assert state.phase == "give"
    assert len(state.cards.hands[0]) == 7
    state = do(state, Give(card("japan")), Give(card("egypt")))
    assert (state.phase, state.seat, len(state.cards.hands[0])) == ("attack", 0, 5)


# --- C11, C12


def test_rule_55_the_draft_of_a_turn() -> None:
    africa = ("north_africa", "egypt", "congo", "east_africa", "south_africa", "madagascar")
    more = ("brazil", "peru", "alaska", "alberta", "ontario", "quebec", "japan", "india", "siam", "china", "ural")
    cities = rules().board.mask(("brazil", "peru", "egypt", "congo", "greenland"))
    state = position(*africa, *more, cities=cities, capitals=(at("egypt"), at("siam")), pile=0)
    state = begin(state)
    assert (state.phase, state.to_place) == ("reinforce", 7 + 3 + 2), "17 territories, 4 cities, Africa, two capitals"


@pytest.mark.parametrize(("rounding", "armies"), [("down", 3), ("up", 4)])
def test_rule_55_option_rounding(rounding: str, armies: int) -> None:
    own = ("brazil", "peru", "alaska", "alberta", "ontario", "quebec", "japan", "india", "siam", "china", "ural")
    options = replace(TWO, rounding=rounding)
    state = position(*own, options=options, capitals=(-1, -1))
    assert rules(options).income(state, 0) == armies


def test_rule_56_attackers_at_most_all_but_one_and_ties_to_the_defender() -> None:
    state = position(*SOUTH_AMERICA, phase="attack", armies={"brazil": 3, "north_africa": 2})
    assert refusal(state, Attack("brazil", "north_africa", 3)).rule == "balance-of-power 56"
    after = roll(do(state, Attack("brazil", "north_africa", 2)), 4, 4, 4, 4)
    assert (count(after, "brazil"), count(after, "north_africa")) == (1, 2)
    assert refusal(state, Attack("brazil", "congo", 2)).rule == "balance-of-power 56"


def test_rule_56_the_survivors_of_the_last_roll_move_in() -> None:
    state = position(*SOUTH_AMERICA, phase="attack", armies={"brazil": 9}, rough=1 << at("north_africa"))
    state = roll(do(state, Attack("brazil", "north_africa", 2)), 6, 1, 3, 3)
    assert (state.phase, state.entry and state.entry.least) == ("occupy", 1), "one of two attackers fell"
    plain = roll(
        do(position(*SOUTH_AMERICA, phase="attack", armies={"brazil": 9}), Attack("brazil", "north_africa", 3)),
        6,
        6,
        6,
        1,
    )
    assert plain.entry is not None
    assert plain.entry.least == 3
    assert refusal(plain, "occupy 2").rule == "balance-of-power 56"


def test_rule_54_bans_hold_whatever_was_bought() -> None:
    bound = Effects(alliances=(Alliance(1, 0),), attack_dice=2)
    state = position(*SOUTH_AMERICA, phase="attack", armies={"brazil": 9}, effects=bound)
    assert refusal(state, Attack("brazil", "north_africa", 3)).rule == "balance-of-power 40"
    assert refusal(state, Attack("brazil", "north_africa", 0)).rule == "balance-of-power 40", "whatever the dice"
    assert not [a for a in GAME.legal(state, Seat(0)) if isinstance(a, Attack)]
    killed = replace(state, effects=Effects(generals=(General(1, 0, at("brazil")),)))
    assert refusal(killed, Attack("brazil", "north_africa", 3)).rule == "balance-of-power 43"
    assert (
        GAME.explain(
            replace(killed, armies=tuple(9 for _ in killed.armies)), Seat(0), Attack("venezuela", "central_america", 3)
        )
        is None
    )


def test_rule_57_all_modifiers_in_their_order() -> None:
    effects = Effects(recon=1, attack_dice=1, special_forces=True, defence_dice=(0, 1))
    state = position(*SOUTH_AMERICA, phase="attack", armies={"brazil": 9, "north_africa": 4}, effects=effects,
                     rough=1 << at("north_africa"), sites=1 << at("north_africa"),
                     airfields=1 << at("brazil"))  # fmt: skip
    action = Attack("brazil", "north_africa", 3)
    fighting = do(state, action)
    assert GAME.request(fighting) == Roll("battle", (5, 6, 6, 6, 6, 6, 6)), (
        "one of four dice is protected; three defend"
    )
    after = roll(fighting, 5, 1, 1, 1, 6, 5, 1)
    assert (count(after, "brazil"), count(after, "north_africa")) == (8, 3), "6 and 1 more beat 6; 1 falls to 5"
    chips = GAME.forecast(state, Seat(0), action).chips  # type: ignore[union-attr]
    assert len(chips) == 6, chips
    rough = position(*SOUTH_AMERICA, phase="attack", armies={"brazil": 9}, rough=1 << at("north_africa"))
    named = GAME.forecast(rough, Seat(0), Attack("brazil", "north_africa", 2)).chips  # type: ignore[union-attr]
    assert named == ("rough terrain: two attack, two defend",)


@pytest.mark.parametrize(
    ("cards", "armies", "winners", "why"),
    [
        ({}, {"peru": 5}, (0, 1), "Most territories and cities"),
        ({1: (4,)}, {"peru": 9}, (1,), "Most cards among those with most territories and cities"),
        (
            {0: (3,), 1: (4,)},
            {"peru": 9},
            (0,),
            "Most armies among those with most territories and cities and most cards",
        ),
    ],
)
def test_rules_19_and_20_at_the_turn_limit_who_is_winning_wins(
    cards: dict[int, tuple[int, ...]], armies: dict[str, int], winners: tuple[int, ...], why: str
) -> None:
    """Seat 0 has South America and its four cities, seat 1 Australia and four other territories."""
    theirs = (*AUSTRALIA, "siam", "india", "china", "japan")
    state = position(
        *SOUTH_AMERICA, others={1: theirs}, seats=3, hands=cards, phase="fortify", seat=2,
        cities=rules().board.mask(SOUTH_AMERICA), armies=armies,
        options=replace(MANY, turn_limit=4, neutral_army="with_three"),
    )  # fmt: skip
    held = (*state.held[:2], rules().board.mask(["ural"]))
    over = do(replace(state, held=held), EndTurn())
    assert over.victory is not None
    assert (over.victory.seats, over.victory.reason) == (winners, f"{why} after 4 turns.")
    outcome = GAME.outcome(over)
    assert outcome is not None
    assert outcome.winners == winners
    assert outcome.scores == (8, 8, 1)


def test_rules_19_and_20_rank_those_whom_somebody_elses_objectives_beat() -> None:
    """Seats 1 and 2 hold four territories each; cities weigh as much as territories, then cards, then armies."""
    won = Victory((3,), "Objectives.")
    armed = position(
        *NORTH, others={1: AUSTRALIA, 2: SOUTH_AMERICA}, seats=4, armies={"peru": 9}, options=MANY, victory=won
    )
    assert ranks(armed) == (4, 3, 2, 1)
    assert ranks(replace(armed, cards=dealt(rules(MANY), 4, {1: (3,)}))) == (4, 2, 3, 1)
    assert ranks(replace(armed, cities=rules().board.mask(NORTH[:2]))) == (2, 4, 3, 1)


def ranks(state: BalanceState) -> tuple[int, ...]:
    outcome = GAME.outcome(state)
    assert outcome is not None
    return outcome.ranks


# --- C13, C14


def objectives(**more: object) -> BalanceState:
    """Seat 0 holds eight cities, twenty territories are not its own."""
    own = ("brazil", "peru", "alaska", "alberta", "ontario", "quebec", "japan", "india", "siam")
    state = position(*own, cities=rules().board.mask(own), face_up=("o06", "o01", "o11"), pile=0, phase="attack",
                     capitals=(at("brazil"), at("ural")), armies={"brazil": 5})  # fmt: skip
    return replace(state, **more)


def test_rule_58_one_objective_per_turn_after_all_attacks() -> None:
    state = do(objectives(), EndAttacks())
    assert state.phase == "collect"
    assert refusal(state, "collect o01").rule == "balance-of-power 58"
    after = do(state, "collect o06")
    assert after.collected[0] == ("o06",)
    assert after.face_up == ("o01", "o11"), "it is not replaced"
    assert after.phase == "fortify"
    assert do(state, Done()).phase == "fortify"
    assert do(objectives(), EndTurn()).phase == "collect", "who ends the turn at once is asked too"


def test_rule_58_three_objectives_and_the_own_capital_win_at_the_end_of_the_own_turn() -> None:
    state = do(objectives(collected=(("o02", "o03"), ())), EndAttacks(), "collect o06")
    assert state.victory is None
    over = do(state, EndTurn())
    assert over.victory is not None
    assert over.victory.seats == (0,)
    lost = do(
        objectives(collected=(("o02", "o03"), ()), capitals=(at("ural"), at("egypt"))), EndAttacks(), "collect o06"
    )
    assert do(lost, EndTurn()).victory is None, "without the own capital play goes on"


def test_rule_58_eight_lie_face_up() -> None:
    for seats, options in ((2, TWO), (4, MANY), (4, PRESETS["world-2008"])):
        state = begun(options, seats, until="claim")
        assert len(state.face_up) == 8
        if seats == 2:
            assert "o08" not in state.face_up, "two enemy capitals"
        if options.objectives == "game_2008":
            assert not {"o13", "o14"} & set(state.face_up)


def test_rule_58_who_is_left_alone_wins_at_once() -> None:
    own = (name for name in rules().board.ids if name != "egypt")
    state = position(*own, phase="attack", armies={"north_africa": 5},
                     capitals=(at("brazil"), at("egypt")))  # fmt: skip
    over = roll(do(state, Attack("north_africa", "egypt", 3)), 6, 6, 6, 1)
    assert over.victory is not None
    assert over.victory.reason == "All opponents are eliminated."


def test_rule_59_rewards_by_option() -> None:
    assert begun(TWO, 2, until="claim").rewards == ()
    state = begun(PRESETS["world-2008"], 3, until="claim")
    assert sorted(state.rewards) == [
        "additional_maneuver", "airfield", "airfield", "attack_die", "defense_die", "guaranteed_card",
        "starting_maneuver", "two_troops",
    ]  # fmt: skip


def test_rule_60_conquered_in_one_turn_counts_from_the_turns_start() -> None:
    own = rules().board.mask(("brazil", "peru", "alaska", "alberta"))
    four = objectives(face_up=("o02",), began=objectives().held[0] & ~own)
    assert do(four, EndAttacks()).phase == "collect", "four cities that were not own when the turn began"
    assert do(replace(four, began=four.began | 1 << at("brazil")), EndAttacks()).phase == "fortify"


def test_rule_61_one_maneuver_along_a_chain_then_the_card() -> None:
    state = position(*SOUTH_AMERICA, *AUSTRALIA, phase="fortify", conquered=True, armies={"venezuela": 6})
    assert refusal(state, Fortify("venezuela", "siam", 2)).rule == "balance-of-power 61"
    assert refusal(state, Fortify("venezuela", "indonesia", 2)).code == "fortify.not_connected"
    assert refusal(state, Fortify("venezuela", "argentina", 6)).code == "fortify.too_many"
    after = do(state, Fortify("venezuela", "argentina", 5))
    assert (count(after, "venezuela"), count(after, "argentina")) == (1, 6)
    assert after.phase == "draw"


def test_tanks_are_refused_where_the_game_has_none() -> None:
    state = position(*SOUTH_AMERICA, phase="fortify", armies={"brazil": 9})
    assert refusal(state, FormTank("brazil")).rule == "balance-of-power 67"
