"""Hits dealt out by the function that play and odds share, against dealing them one by one."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Literal

import pytest
from hypothesis import event, given
from hypothesis import strategies as st
from msgspec.structs import replace

from tests.games.ring_of_power.combat.builders import battle, fighter, troop
from wartable.engine.errors import IllegalAction
from wartable.games.ring_of_power.combat.allocation import deal, level_fault, order, victims
from wartable.games.ring_of_power.combat.lines import lines
from wartable.games.ring_of_power.combat.machine import answer, begin, sample, with_defaults
from wartable.games.ring_of_power.combat.requests import Allocate, Batch, Decision, Faces, Pick, Throw
from wartable.games.ring_of_power.combat.stage import Stage, Step
from wartable.games.ring_of_power.combat.values import Battle, CombatRules, Side

How = Literal["level", "free"]


def one_by_one(size: int, hits: list[int], picks: list[tuple[int, int]], how: How) -> list[list[int]]:
    counts = [[0] * len(hits) for _ in range(size)]
    rest = list(hits)
    for position, kind in picks:
        counts[position][kind] += 1
        rest[kind] -= 1
    row = [kind for kind, count in enumerate(rest) for _ in range(count)]
    picked = {position for position, _ in picks}
    slots = [position for position in range(size) if position not in picked]
    while len(slots) < len(row):
        slots += range(size) if how == "level" else [0]
    for kind, position in zip(row, slots, strict=False):
        counts[position][kind] += 1
    return counts


@given(
    size=st.integers(1, 7),
    hits=st.lists(st.integers(0, 9), min_size=1, max_size=3),
    picks=st.integers(0, 3),
    how=st.sampled_from(["level", "free"]),
)
def test_dealing_at_once_is_dealing_one_by_one(size: int, hits: list[int], picks: int, how: How) -> None:
    kinds = [kind for kind, count in enumerate(hits) for _ in range(count)][:picks]
    placed = list(zip(victims(size, len(kinds)), kinds, strict=True))
    found = [[0] * len(hits) for _ in range(size)]
    for share in deal(size, hits, placed, how):
        for position in range(share.start, share.stop):
            found[position] = list(share.hits)

    assert found == one_by_one(size, hits, placed, how)


@given(size=st.integers(1, 9), hits=st.lists(st.integers(0, 30), min_size=1, max_size=3), picks=st.integers(0, 12))
def test_level_hits_differ_by_one_at_most(size: int, hits: list[int], picks: int) -> None:
    """Statement G8, settlement Q9, case 7.5."""
    kinds = [kind for kind, count in enumerate(hits) for _ in range(count)][:picks]
    counts = [0] * size
    for share in deal(size, hits, list(zip(victims(size, len(kinds)), kinds, strict=True))):
        counts[share.start : share.stop] = [sum(share.hits)] * (share.stop - share.start)

    assert max(counts) - min(counts) <= 1
    assert sum(counts) == sum(hits)


def test_nobody_to_hit_wastes_the_hits() -> None:
    """Statement G8, settlement Q35."""
    assert deal(0, [3]) == []


def test_level_and_free_surplus() -> None:
    """Statement G8, settlement Q9."""
    assert level_fault({1: 3, 2: 1}, 2, "level") is not None
    assert level_fault({1: 3, 2: 1}, 2, "free") is None
    assert level_fault({1: 2}, 2, "free") is not None
    assert level_fault({1: 2, 2: 1}, 2, "level") is None


def dealt() -> Stage:
    """Three hits on two orcs and a troll, one of them by an axe."""
    axes = fighter(1, 0, (1, 2, 4), abilities=("axes",))
    start = battle([axes], troop(2, 2, 0, (1, 2, 4)), troop(11, 2, 1, (1, 5, 6)), [fighter(13, 1, (2, 3, 4))])
    stage = with_defaults(begin(start))
    stage = answer(stage, Faces((6, 6, 6, 1, 1, 1, 1)))
    assert isinstance(stage.awaits, Decision)
    return stage


def test_the_worst_hit_goes_to_the_cheapest() -> None:
    """Statements I6, G8."""
    start = dealt()
    decision = start.awaits
    assert isinstance(decision, Decision)

    assert decision.batches == (Batch(1, ("axes",)), Batch(2, ()))
    assert decision.figures == (11, 12, 13)
    assert decision.default == Allocate(((11, (1, 0)), (12, (0, 1)), (13, (0, 1))))


@pytest.mark.parametrize(
    ("hits", "message"),
    [
        (((11, (1, 0)), (12, (0, 1))), "no more and no fewer"),
        (((11, (1, 1)), (12, (0, 1))), "nobody gets one more"),
        (((11, (1, 0)), (12, (0, 1)), (1, (0, 1))), "only figures that can be hit"),
        (((11, (1,)), (12, (0, 1)), (13, (0, 1))), "each of the 2 kinds"),
        (((11, (1, 0)), (12, (0, 3)), (13, (0, -1))), "0 or more"),
    ],
)
def test_hits_dealt_out_wrongly_are_refused(hits: tuple[tuple[int, tuple[int, ...]], ...], message: str) -> None:
    with pytest.raises(IllegalAction, match=message):
        answer(dealt(), Allocate(hits))


def test_a_player_may_deal_otherwise() -> None:
    stage = answer(dealt(), Allocate(((13, (1, 0)), (12, (0, 1)), (11, (0, 1)))))

    assert stage.volley.dealt[1] == ((11, (0, 1)), (12, (0, 1)), (13, (1, 0)))


def test_an_assassin_picks_his_victim_first() -> None:
    """Statements M2, G8, settlement Q34."""
    killer = fighter(1, 0, (1, 2, 4), abilities=("assassin",))
    king = fighter(13, 1, (1, 4, 4), character=True, leadership=3)
    stage = with_defaults(begin(battle([killer], troop(2, 1, 0, (1, 2, 4)), troop(11, 2, 1, (1, 5, 6)), [king])))
    stage = answer(stage, Faces((6, 6, 1, 1, 1)))
    decision = stage.awaits
    assert isinstance(decision, Decision)
    assert (decision.kind, decision.need, decision.default) == ("pick", 1, Pick((13,)))

    with pytest.raises(IllegalAction, match="Name 1 of the figures"):
        answer(stage, Pick((1,)))
    stage = answer(stage, Pick((12,)))
    with pytest.raises(IllegalAction, match="that an assassin picked takes that hit"):
        answer(stage, Allocate(((11, (1,)), (13, (1,)))))
    stage = with_defaults(stage)
    assert stage.volley.dealt[1] == ((11, (1,)), (12, (1,)))


@pytest.mark.parametrize(("how", "asks"), [("level", False), ("free", True)])
def test_surplus_that_may_be_heaped_is_asked_about_even_where_it_could_be_shared(how: How, *, asks: bool) -> None:
    """Settlement Q9: four hits on two men are two on each, unless the second round may fall on one of them."""
    start = battle(troop(1, 2, 0, (1, 4, 4)), troop(11, 4, 1, (1, 4, 6)), rules=CombatRules(overflow_allocation=how))
    stage = answer(with_defaults(begin(start)), Faces((1, 1, 6, 6, 6, 6)))

    assert (isinstance(stage.awaits, Decision) and stage.awaits.kind == "allocate") == asks


def exposed(policy: Literal["cheapest", "sturdiest"]) -> tuple[int, ...]:
    """The order in which a mixed force takes hits."""
    king = fighter(11, 1, (2, 3, 3), character=True)
    mixed = [fighter(12, 1, (1, 4, 5)), fighter(13, 1, (1, 5, 6)), fighter(14, 1, (2, 3, 4), foot=(1, 4, 5))]
    sides = (Side(name="good", players=(0,)), Side(name="evil", players=(1,), policy=policy))
    stage = with_defaults(begin(battle([fighter(1, 0, (1, 4, 5))], [king, *mixed], sides=sides)))
    return order(lines(stage)[1].exposed)


def test_the_cheapest_go_first_the_mounted_later_characters_last() -> None:
    assert exposed("cheapest") == (13, 12, 14, 11)


def test_the_sturdiest_can_go_first() -> None:
    assert exposed("sturdiest") == (14, 12, 13, 11)


LEADER, ALLY, THIRD = 0, 2, 3


def allies(**more: Any) -> Battle:
    """A captain with two men, three men of an ally and one of a third player, against foes some of whom wield axes."""
    captain = fighter(1, 0, (1, 4, 4), character=True, leadership=2, owner=LEADER)
    men = [fighter(number, 0, (1, 4, 5), owner=LEADER) for number in (2, 3)]
    theirs = [fighter(number, 0, (1, 4, 5), owner=ALLY) for number in (4, 5, 6)]
    foes = [*troop(11, 2, 1, (2, 4, 4), abilities=("axes",)), *troop(13, 3, 1, (2, 4, 4))]
    sides = (Side(name="good", players=(LEADER, ALLY, THIRD)), Side(name="evil", players=(1,)))
    return battle([captain], men, theirs, [fighter(7, 0, (1, 4, 5), owner=THIRD)], foes, sides=sides, **more)


def hit_allies(axes: int, plain: int) -> Stage:
    """The question to the captain how so many hits on his side are dealt out; his side hits nobody."""
    faces = (1,) * 7 + (6,) * axes + (1,) * (4 - axes) + (6,) * plain + (1,) * (6 - plain)
    return answer(with_defaults(begin(allies())), Faces(faces))


def decision_of(stage: Stage) -> Decision:
    assert isinstance(stage.awaits, Decision)
    return stage.awaits


def test_a_commander_hands_hits_on_an_ally_to_him() -> None:
    """Settlement Q8: who commands says how many hits fall on an ally's figures, the ally on which of them."""
    stage = hit_allies(2, 2)
    assert decision_of(stage).allies == (ALLY,)  # a third player has one figure only, so nothing to choose
    dealt = ((2, (1, 0)), (3, (0, 1)), (4, (1, 0)), (5, (0, 1)))

    stage = answer(stage, Allocate(dealt, (ALLY,)))
    asked = decision_of(stage)
    assert (asked.kind, asked.player, asked.figures, asked.need) == ("allocate", ALLY, (4, 5, 6), 2)
    assert asked.batches == (Batch(1, ("axes",)), Batch(1, ()))
    assert asked.default == Allocate(((4, (1, 0)), (5, (0, 1))))
    assert answer(stage, asked.default).volley == answer(hit_allies(2, 2), Allocate(dealt)).volley

    stage = answer(stage, Allocate(((5, (1, 0)), (6, (0, 1)))))
    assert stage.volley.dealt[0] == ((2, (1, 0)), (3, (0, 1)), (5, (1, 0)), (6, (0, 1)))
    assert stage.step is Step.DEFEND


@pytest.mark.parametrize(
    ("hits", "message"),
    [
        (((4, (1, 0)), (5, (0, 0))), "no more and no fewer"),
        (((2, (1, 0)), (5, (0, 1))), "only figures that can be hit"),
        (((6, (1, 1)),), "nobody gets one more"),
    ],
)
def test_an_ally_deals_no_other_hits_than_those_handed_to_him(
    hits: tuple[tuple[int, tuple[int, ...]], ...], message: str
) -> None:
    stage = answer(hit_allies(2, 2), Allocate(((2, (1, 0)), (3, (0, 1)), (4, (1, 0)), (5, (0, 1))), (ALLY,)))

    with pytest.raises(IllegalAction, match=message):
        answer(stage, Allocate(hits))
    with pytest.raises(IllegalAction, match="nobody here"):  # nor does he hand them on
        answer(stage, Allocate(((5, (1, 0)), (6, (0, 1))), (ALLY,)))


@pytest.mark.parametrize("player", [LEADER, 1, THIRD, 9])
def test_hits_are_handed_only_to_an_ally_who_can_choose(player: int) -> None:
    stage = hit_allies(0, 3)

    with pytest.raises(IllegalAction, match="player 2 here"):
        answer(stage, Allocate(((1, (1,)), (4, (1,)), (5, (1,))), (player,)))


@pytest.mark.parametrize(
    "dealt",
    [((1, (1,)), (2, (1,)), (3, (1,))), ((4, (1,)), (5, (1,)), (6, (1,)))],
    ids=["nothing falls on him", "a hit on each"],
)
def test_an_ally_with_nothing_to_choose_is_not_asked(dealt: tuple[tuple[int, tuple[int, ...]], ...]) -> None:
    stage = answer(hit_allies(0, 3), Allocate(dealt, (ALLY,)))

    assert stage.step is Step.DEFEND
    assert stage.volley.dealt[0] == dealt


def test_an_ally_leaves_a_hit_where_an_assassin_placed_it() -> None:
    """Statement M2, settlement Q8."""
    start = allies()
    killers = tuple(replace(one, abilities=("assassin",)) if one.id == 13 else one for one in start.fighters)
    stage = answer(with_defaults(begin(replace(start, fighters=killers))), Faces((1,) * 7 + (1,) * 4 + (6,) * 6))
    stage = answer(stage, Pick((4,)))
    stage = answer(stage, Allocate(tuple((number, (1,)) for number in (1, 2, 3, 7, 4, 5)), (ALLY,)))

    with pytest.raises(IllegalAction, match="that an assassin picked takes that hit"):
        answer(stage, Allocate(((5, (1,)), (6, (1,)))))
    stage = answer(stage, Allocate(((4, (1,)), (6, (1,)))))
    assert [figure for figure, _ in stage.volley.dealt[0]] == [1, 2, 3, 4, 6, 7]


@given(seed=st.integers(0, 10**6), how=st.sampled_from(["level", "free"]))
def test_hits_stay_level_across_what_is_handed_to_allies(seed: int, how: How) -> None:
    """Statement G8, settlements Q8, Q9: whoever deals out what, no figure is hit before its time."""
    rng = random.Random(seed)
    stage = with_defaults(begin(allies(rules=CombatRules(overflow_allocation=how))))
    asked: list[int] = []
    while stage.step < Step.DEFEND:
        awaits = stage.awaits
        if isinstance(awaits, Throw):
            stage = answer(stage, Faces(tuple(rng.choices((1, 6), k=awaits.dice))))
            continue
        asked.append(decision_of(stage).player)
        stage = answer(stage, sample(stage, rng))

    for dealt, hits, size in zip(stage.volley.dealt, stage.volley.hits[::-1], (7, 5), strict=True):
        counts = {figure: sum(kinds) for figure, kinds in dealt}
        assert sum(counts.values()) == sum(count for _, count in hits)
        assert level_fault(counts, size, how) is None
    event(f"{Counter(asked)[ALLY]} times the ally")
