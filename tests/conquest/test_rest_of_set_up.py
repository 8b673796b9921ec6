"""The rest of a set-up left to the rules: what is claimed and strengthened, and what is not left to them."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from wartable.board import load_board
from wartable.engine import registry
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.options import build
from wartable.engine.values import CHANCE, Seat
from wartable.games.conquest.core.rest import CLAIMS, PLACES
from wartable.games.conquest.core.tasks import Claims, SetUpPlacing


def begun(key: str, values: Mapping[str, object], seats: int = 3) -> Match:
    game = registry.get(key)
    options = build(game.options_type, values, next(iter(game.presets.values())))
    match = Match(game, options, seats, SealedDice.of("rest"))
    match.answer_chance()
    return match


@pytest.mark.parametrize(
    ("key", "values", "seats"),
    [
        ("risk", {"setup": "claim"}, 3),
        ("risk", {"setup": "turns"}, 3),
        ("balance-of-power", {}, 2),
        ("lotr-risk", {}, 3),
    ],
)
def test_all_of_the_set_up_can_be_left_and_nothing_that_follows(
    key: str, values: Mapping[str, object], seats: int
) -> None:
    match = begun(key, values, seats)
    game, options = match.game, match.options
    while isinstance(match.state.agenda[0], Claims | SetUpPlacing):
        (seat,) = match.to_act
        offered = [one.key for one in game.standing_now(match.state, options, seat)]
        said = [game.settled(match.state, seat, one.key) for one in (CLAIMS, PLACES) if one.key in offered]
        (action,) = [one for one in said if one is not None]
        others = {game.settled(match.state, other, PLACES.key) for other in map(Seat, range(seats)) if other != seat}
        assert others == {None}
        match.act(seat, action)
        match.answer_chance()
    assert not any(game.settled(match.state, seat, one.key) for seat in match.to_act for one in (CLAIMS, PLACES))
    assert CLAIMS not in game.standing_now(match.state, options, match.to_act[0])


def test_first_armies_spread_over_free_places_where_a_set_up_claims_none() -> None:
    values = {"neutral_army_2p": False, "neutral_off_fill": "empty", "require_unit_everywhere": False}
    match = begun("lotr-risk", {**values, "leave_one": False, "enter_minimum": "0"}, 2)
    assert isinstance(match.state.agenda[0], SetUpPlacing)
    while isinstance(match.state.agenda[0], SetUpPlacing):
        (seat,) = match.to_act
        action = match.game.settled(match.state, seat, PLACES.key)
        assert action is not None
        match.act(seat, action)
    assert [mask.bit_count() for mask in match.state.held[:2]] == [32, 32]
    assert max(match.state.armies) <= 8


def test_what_is_dealt_is_not_offered_to_be_claimed() -> None:
    game = registry.get("risk")
    for setup, keys in {"automatic": [], "turns": [PLACES.key], "claim": [CLAIMS.key, PLACES.key]}.items():
        options = build(game.options_type, {"setup": setup})
        assert [one.key for one in game.standing(options)] == keys


def test_claims_lie_together_and_armies_stand_where_others_are_near() -> None:
    match = begun("risk", {"setup": "claim"}, 2)
    for _ in range(12):
        (seat,) = match.to_act
        assert seat != CHANCE
        action = match.game.settled(match.state, seat, CLAIMS.key)
        assert action is not None
        match.act(seat, action)
    neighbours = load_board("classic").compile().neighbour_masks
    masks: tuple[int, ...] = match.state.held
    for held in masks:
        own = [space for space in range(42) if held >> space & 1]
        assert sum(bool(neighbours[space] & held) for space in own) >= len(own) - 1
