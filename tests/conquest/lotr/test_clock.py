"""How soon the Ring's journey may be over, and how likely it is found."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from wartable.engine.values import Seat
from wartable.games.conquest.lotr.clock import arrival, search_odds
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.options import LotrOptions
from wartable.games.conquest.lotr.rules import LotrRules, rules_of
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.tasks import Going, Leaving, RingRolled

LAST = len(rules_of(LotrOptions().for_seats(4)).path) - 1
"""The step of Mount Doom."""


def position(step: int, **more: Any) -> tuple[LotrRules, LotrState]:
    options = LotrOptions(**more).for_seats(4)
    rules = rules_of(options)
    state = LOTR_RISK.start(options, 4)
    return rules, replace(state, ring=step, agenda=())


def test_three_rolls_ahead_are_counted_exactly() -> None:
    rules, state = position(LAST - 2)
    assert arrival(rules, state, 5) == (0.0, 0.0, 0.125, 0.3125, 0.5)


def test_the_way_from_its_first_step_takes_as_many_turns_as_it_has_steps() -> None:
    rules, state = position(0)
    chances = arrival(rules, state, 60)
    first = next(turn for turn, chance in enumerate(chances) if chance)
    assert first == len(rules.path) - 1
    assert chances[-1] == pytest.approx(1.0, abs=1e-6)
    assert list(chances) == sorted(chances)


def test_a_roll_that_is_known_counts_in_this_turn() -> None:
    rules, state = position(LAST)
    assert arrival(rules, state, 1) == (0.5,)
    assert arrival(rules, replace(state, agenda=(RingRolled(Seat(0), 3),)), 1) == (0.0,)
    assert arrival(rules, replace(state, agenda=(RingRolled(Seat(0), 3, 2),)), 1) == (1.0,)
    assert arrival(rules, replace(state, agenda=(Going(Seat(0)),)), 1) == (1.0,)


def test_without_a_roll_for_the_end_reaching_mount_doom_is_the_end() -> None:
    rules, state = position(LAST - 1, doom_roll=False)
    assert arrival(rules, state, 1) == (0.5,)


def test_a_leader_and_a_whole_region_help_to_find_the_ring() -> None:
    rules, state = position(0, find_ring=True, sides="team")
    space = rules.path[0]
    evil = next(seat for seat in range(4) if state.side(seat) == "evil")
    alone = tuple(1 << space if seat == evil else 0 for seat in range(4))
    here = replace(state, held=alone)
    assert search_odds(rules, here) == (evil, 1)
    led = replace(here, pieces=(tuple(int(at == space) for at in range(len(state.armies))),))
    assert search_odds(rules, led) == (evil, 3)
    whole = replace(led, held=tuple(rules.region_of[space] if seat == evil else 0 for seat in range(4)))
    assert search_odds(rules, whole) == (evil, 6)
    assert search_odds(*position(0)) is None


def test_who_has_searched_for_the_ring_does_so_no_more_in_that_turn() -> None:
    rules, state = position(0, find_ring=True, sides="team")
    evil = next(seat for seat in range(4) if state.side(seat) == "evil")
    here = replace(state, held=tuple(1 << rules.path[0] if seat == evil else 0 for seat in range(4)))
    for task in (Leaving, Going):
        assert search_odds(rules, replace(here, agenda=(task(Seat(evil)),))) is None
        assert search_odds(rules, replace(here, agenda=(task(Seat(0)),))) == (evil, 1)
