"""Advice on targets and withdrawals, and what battles are worth."""

import pytest

from wartable.games.conquest.simultaneous.advice import Stakes, advise, better_away, plans, worth
from wartable.games.conquest.simultaneous.aims import neutral_targets, refusal
from wartable.games.conquest.simultaneous.battle import Battle, Side, aimed, begun, lost
from wartable.games.conquest.simultaneous.odds import next_battles, straight, whole_odds
from wartable.games.conquest.simultaneous.standing import standing

D, A, B, C = range(4)
NEUTRAL = -1
BATTLES = [
    begun([Side(D, 4, stayed=True), Side(A, 5), Side(B, 3)]),
    begun([Side(D, 4, 1, stayed=True), Side(A, 5, 1), Side(B, 3)]),
    begun([Side(D, 3, stayed=True), Side(A, 2), Side(B, 2)], cap_by_units=True),
    begun([Side(D, 1, stayed=True), Side(A, 2), Side(B, 2)], cap_by_units=True),
    begun([Side(A, 5), Side(B, 3), Side(C, 2, 1)]),
    begun([Side(NEUTRAL, 5, stayed=True), Side(A, 5), Side(B, 3)]),
    begun([Side(D, 3, stayed=True), Side(A, 3), Side(B, 3), Side(C, 3)]),
    begun([Side(D, 3, stayed=True), Side(A, 3), Side(B, 3), Side(C, 3), Side(5, 3)]),
    begun([Side(D, 2, stayed=True), Side(A, 3)]),
]


@pytest.mark.parametrize("fight", BATTLES)
def test_every_plan_and_every_advice_is_allowed_and_uses_all_dice(fight: Battle) -> None:
    for player in fight.players:
        found = plans(fight, player)
        assert len(set(found)) == len(found)
        for plan in found:
            assert refusal(fight, player, plan) is None
            assert plan.total == fight.cap(player)
            assert (plan.bonus is not None) == (fight.side(player).bonus > 0)
        advice = advise(fight, player)
        assert advice.targets in found
        assert advice.reason.endswith(".")
        assert 0 <= advice.losses <= fight.side(player).units


@pytest.mark.parametrize("fight", BATTLES[:6])
def test_against_the_plain_policy_the_advice_is_the_best_answer(fight: Battle) -> None:
    others = straight(fight)
    stakes = Stakes(place=3.0, harm=0.5)
    for player in fight.players:
        if player == NEUTRAL:
            continue
        best = advise(fight, player, {player: stakes}, thought=0).targets

        def value(plan: object, player: int = player) -> float:
            after = next_battles(fight, {**others, player: plan})  # type: ignore[dict-item]
            return sum(chance * worth(left, player, stakes) for left, chance in after.items())

        assert value(best) == pytest.approx(max(value(plan) for plan in plans(fight, player)))


def test_the_strongest_of_three_is_turned_upon() -> None:
    fight = begun([Side(D, 20, stayed=True), Side(A, 15), Side(B, 30)])
    assert advise(fight, A).targets == aimed({B: 3})
    assert advise(fight, A).reason == "3 dice to answer seat 3."
    assert advise(begun([Side(D, 1, stayed=True), Side(A, 1), Side(B, 1)]), B, thought=0).reason == (
        "1 die at seat 1, who is likely to aim elsewhere, so that every die hits."
    )


def test_with_two_sides_all_dice_go_at_the_only_enemy() -> None:
    advice = advise(begun([Side(D, 2, stayed=True), Side(A, 3)]), A)
    assert advice.targets == aimed({D: 3})
    assert advice.reason == "3 dice at seat 1, the only enemy left."
    assert advice.losses == pytest.approx(7161 / 7776)
    assert advice.kills == pytest.approx(2 - 7161 / 7776)


def test_a_neutral_army_gets_what_its_rule_says() -> None:
    fight = BATTLES[5]
    assert advise(fight, NEUTRAL).targets == neutral_targets(fight, NEUTRAL)
    assert "strongest first" in advise(fight, NEUTRAL).reason


def test_the_reason_says_where_the_bonus_goes() -> None:
    fight = begun([Side(D, 6, 1, stayed=True), Side(A, 4), Side(B, 4)])
    reason = advise(fight, D).reason
    assert reason.endswith(("; the bonus goes against seat 2.", "; the bonus goes against seat 3."))


def test_small_battles_are_worth_what_their_exact_odds_say() -> None:
    for fight in BATTLES[:6]:
        odds = whole_odds(fight)
        for share in standing(fight):
            assert share.wins == pytest.approx(odds.share(share.player).wins, abs=1e-12)
            assert share.units == pytest.approx(odds.share(share.player).units, abs=1e-12)


@pytest.mark.parametrize("units", [(12, 10, 9), (20, 8, 14), (9, 9, 20)])
def test_large_battles_are_worth_about_what_their_exact_odds_say(units: tuple[int, int, int]) -> None:
    fight = begun([Side(D, units[0], stayed=True), Side(A, units[1]), Side(B, units[2])])
    odds, total = whole_odds(fight), 0.0
    for share in standing(fight):
        assert share.wins == pytest.approx(odds.share(share.player).wins, abs=0.25)
        total += share.wins
    assert total == pytest.approx(1, abs=1e-9)
    more = begun([Side(D, units[0], stayed=True), Side(A, units[1] + 1), Side(B, units[2])])
    assert worth(more, A) > worth(fight, A)


def test_who_is_far_weaker_withdraws_and_who_is_far_stronger_does_not() -> None:
    weak = lost(begun([Side(D, 9, stayed=True), Side(A, 3)]), {A: 1})
    strong = lost(begun([Side(D, 2, stayed=True), Side(A, 9)]), {D: 1})
    assert better_away(weak, A)
    assert not better_away(strong, A)
    assert not better_away(weak, A, safe=0.0)


def test_advice_is_for_those_in_the_battle() -> None:
    with pytest.raises(KeyError):
        advise(BATTLES[0], C)
