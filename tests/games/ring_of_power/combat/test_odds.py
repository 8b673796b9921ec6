"""Exact odds: convolution against following every state, rounds and stops, symmetries, luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.ring_of_power.combat.brute import small_battle
from tests.games.ring_of_power.combat.builders import always, battle, fed, fighter, troop
from tests.games.ring_of_power.combat.test_brute_force import told
from tests.games.ring_of_power.combat.test_worked_example import POOLS, raid
from wartable.games.ring_of_power.combat.machine import begin, play
from wartable.games.ring_of_power.combat.odds.front import luck, odds, whole_tree
from wartable.games.ring_of_power.combat.odds.result import Odds, Stop
from wartable.games.ring_of_power.combat.values import Battle, Fate, Fighter

MAN, ORC, ELF = (1, 4, 5), (1, 5, 6), (1, 3, 5)


@pytest.mark.parametrize("seed", range(5000, 5030))
def test_convolution_is_following_every_state(seed: int) -> None:
    start = small_battle(seed, dice=6)
    quick, whole = odds(start), odds(start, detail=True)

    for one, other in zip(
        told(quick).values(), told(replace(whole, sides=quick_sides(quick, whole))).values(), strict=True
    ):
        for key in one.keys() | other.keys():
            assert abs(float(one.get(key, 0) - other.get(key, 0))) < 1e-12, (key, start)


def quick_sides(quick: Odds, whole: Odds) -> tuple[Any, ...]:
    """The sides of `whole` without what convolution leaves out."""
    return tuple(
        replace(
            there,
            lost=there.lost if here.lost else (),
            characters=tuple(
                replace(b, final=b.final if a.final else {})
                for a, b in zip(here.characters, there.characters, strict=True)
            ),
        )
        for here, there in zip(quick.sides, whole.sides, strict=True)
    )


def near(one: Sequence[Any], other: Sequence[Any]) -> bool:
    return len(one) == len(other) and all(abs(a - b) < 1e-12 for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("seed", range(6000, 6012))
def test_swapping_sides_swaps_odds(seed: int) -> None:
    """Case 7.5."""
    start = replace(small_battle(seed, dice=6), place=None)
    if len(start.sides) > 2:
        start = small_battle(0)
    fighters = tuple(replace(f, side=1 - f.side, inside=type(f.inside)("")) for f in start.fighters)
    plain = replace(start, fighters=tuple(replace(f, inside=type(f.inside)("")) for f in start.fighters))
    swapped = replace(start, sides=start.sides[::-1], fighters=fighters)
    one, other = odds(plain), odds(swapped)

    assert near((one.win, one.draw, one.loss), (other.loss, other.draw, other.win))
    assert near(one.sides[0].casualties, other.sides[1].casualties)


def test_terror_against_the_tough_is_neither() -> None:
    """Settlement Q38, case 7.5."""
    plain = odds(battle(troop(1, 5, 0, ELF), troop(11, 6, 1, ORC)))
    tough = troop(1, 5, 0, ELF, abilities=("tough",))
    both = odds(battle(tough, troop(11, 6, 1, ORC, abilities=("terror",))))

    assert near((both.win, both.draw, both.loss), (plain.win, plain.draw, plain.loss))
    assert near(both.sides[0].casualties, plain.sides[0].casualties)


@pytest.mark.parametrize("seed", range(7000, 7015))
def test_another_die_never_lowers_the_losses_of_the_enemy(seed: int) -> None:
    """Case 7.5."""
    start = small_battle(seed)
    if len(start.sides) > 2:
        start = small_battle(1)
    grown = [_grown(f) if f.side == 0 else f for f in start.fighters]
    more = replace(start, fighters=tuple(grown))

    assert odds(more).sides[1].expected >= odds(start).sides[1].expected - 1e-12


def _grown(figure: Fighter) -> Fighter:
    dice = figure.profile.dice
    assert dice != "crew"
    return replace(figure, profile=type(figure.profile)(dice + 1, figure.profile.attack, figure.profile.defence))


@pytest.mark.parametrize(("good", "evil"), [(1, 1), (40, 90), (300, 500)])
def test_large_sums_are_one(good: int, evil: int) -> None:
    start = battle(troop(1, good, 0, (2, 3, 4), foot=MAN), troop(10_000, evil, 1, MAN, abilities=("axes",)))
    found = odds(start)

    assert abs(float(found.win + found.draw + found.loss) - 1) < 1e-12
    for side in found.sides:
        assert abs(float(sum(side.casualties)) - 1) < 1e-12
        assert abs(float(sum(side.lost)) - 1) < 1e-12
        assert min(side.casualties) >= 0


def test_an_ambush_of_many() -> None:
    start = battle(troop(1, 12, 0, MAN, abilities=("ambush",)), troop(101, 15, 1, ORC))
    quick, whole = odds(start), odds(start, detail=True)

    assert near((quick.win, quick.draw, quick.loss), (whole.win, whole.draw, whole.loss))
    assert near(quick.sides[0].casualties, whole.sides[0].casualties[: len(quick.sides[0].casualties)])


def test_draws_are_fought_on_round_by_round() -> None:
    """Statement G12."""
    start = battle(troop(1, 2, 0, MAN), troop(11, 2, 1, MAN))
    one, two, four = (whole_tree(begin(start), rounds) for rounds in (1, 2, 4))

    assert [found.win + found.draw + found.loss for found in (one, two, four)] == pytest.approx([1, 1, 1])
    assert one.draw > two.draw > four.draw
    assert two.win == pytest.approx(two.loss)
    assert [after.win for after in four.rounds[:2]] == pytest.approx([one.win, two.win])
    assert len(four.rounds) == 4


def test_a_second_round_is_fought_by_who_is_left() -> None:
    """Both fall to the first blow or both miss: only those who missed meet again."""
    start = battle([fighter(1, 0, (1, 4, None))], [fighter(11, 1, (1, 4, None))])
    for found in (odds(start, rounds=2), whole_tree(begin(start), 2)):
        assert near((found.rounds[0].draw, found.rounds[1].draw, found.win), (1 / 2, 3 / 8, 5 / 16))


def test_breaking_off_after_a_draw() -> None:
    start = battle([fighter(1, 0, (1, 4, None)), fighter(2, 0, MAN)], troop(11, 2, 1, (1, 4, None)))
    free, bound = (
        odds(start, rounds=3),
        odds(start, rounds=3, stop=(Stop(side=0, casualties=1),)),
    )

    assert bound.result.stopped > 0
    assert bound.result.stopped + bound.win + bound.draw + bound.loss == pytest.approx(1)
    assert bound.win < free.win
    assert odds(start, rounds=2, stop=(Stop(side=0, figure=1),)).result.stopped > 0


def test_a_party_may_not_be_found() -> None:
    start = battle([fighter(1, 0, MAN, character=True)], troop(11, 2, 1, ORC))

    assert odds(start, detail=True).result.none == odds(start).result.none == 0.5


def test_the_end_of_characters_when_a_place_falls() -> None:
    lost = odds(raid(), detail=True).sides[0].characters[0]

    assert lost.final[Fate.WOUNDED] > lost.fates[Fate.WOUNDED]
    assert odds(raid()).sides[0].characters[0].final == {}


def test_luck_is_what_the_dice_did_less_what_was_expected() -> None:
    good, evil = luck(odds(raid()), fed(raid(), POOLS))

    assert (good.casualties, evil.casualties) == (1, 5)
    assert abs(evil.expected - 32 / 9) < 1e-12
    assert evil.luck < 0 < evil.as_bad < 0.5
    assert good.luck < 0


def test_no_round_is_refused() -> None:
    with pytest.raises(ValueError, match="one round or more"):
        odds(raid(), rounds=0)


def test_odds_of_a_stage_count_what_was_decided() -> None:
    stage = begin(battle(troop(1, 2, 0, MAN), troop(11, 2, 1, MAN)))
    from_start: Battle = stage.battle

    assert odds(stage).win == odds(from_start).win
    assert play(stage, always(1)).over
