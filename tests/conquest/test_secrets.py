"""What a seat may not know: other hands, other missions, the deck."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from tests.conquest.positions import begun
from wartable.engine.chance import answer_with
from wartable.engine.values import CHANCE, Seat
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.classic.options import PRESETS
from wartable.games.conquest.classic.rules import rules_of
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.goals import reached
from wartable.games.conquest.core.state import Victory


def late(seed: int, decisions: int = 500) -> RiskState:
    """A state some way into a game with missions and cards, nobody having won."""
    state, rng = begun(PRESETS["missions"], 4, seed), Random(seed)
    last = state
    for _ in range(decisions):
        if state.victory:
            return last
        last = state
        seat = RISK.to_act(state)[0]
        action = answer_with(RISK.request(state), rng) if seat == CHANCE else RISK.legal(state, seat).sample(rng)
        state = RISK.advance(state, seat, action)
    return last


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
def test_views_do_not_change_when_secrets_do(seed: int, seat: int | None) -> None:
    state, rng = late(seed), Random(seed)
    viewer = None if seat is None else Seat(seat)
    seen = msgspec.json.encode(RISK.view(state, viewer))
    for _ in range(10):
        other = RISK.resample(state, viewer, rng)
        assert msgspec.json.encode(RISK.view(other, viewer)) == seen
        assert list(RISK.invariants(other)) == []
        assert RISK.to_act(other) == RISK.to_act(state)
        assert RISK.measures(other) == RISK.measures(state)


def test_resampling_reaches_every_unknown_card_and_mission() -> None:
    state, rng = late(1), Random(0)
    rules = rules_of(state.options)
    others = [RISK.resample(state, Seat(0), rng) for _ in range(300)]
    hidden = {card for other in others for hand in other.cards.hands[1:] for card in hand}
    out = {card for hand in state.cards.hands for card in hand}
    known = set(state.cards.hands[0])
    discarded = {card for card in range(rules.cards.size) if not state.cards.deck >> card & 1 and card not in out}
    assert hidden == set(range(rules.cards.size)) - known - discarded
    assert len({other.missions[1] for other in others}) > 8
    assert all(other.missions[0] == state.missions[0] for other in others)


def test_nobody_has_won_in_an_imagined_state() -> None:
    state, rng = late(2), Random(0)
    rules = rules_of(state.options)
    for _ in range(50):
        other = RISK.resample(state, Seat(1), rng)
        assert not any(reached(rules, other, seat) for seat in range(4) if other.held[seat])


def test_without_secrets_nothing_is_drawn_anew() -> None:
    state = begun()
    assert RISK.resample(state, Seat(0), Random(1)) is state


def test_the_deal_of_missions_shows_nothing() -> None:
    state, rng = RISK.start(PRESETS["missions"], 3), Random(1)
    while state.phase in ("first", "missions"):
        for viewer in (None, Seat(0), Seat(2)):
            other = RISK.resample(state, viewer, rng)
            assert RISK.view(other, viewer) == RISK.view(state, viewer)
            assert RISK.request(other) == RISK.request(state)
        state = RISK.advance(state, CHANCE, answer_with(RISK.request(state), rng))
    assert -1 not in state.missions


def test_a_game_says_when_it_begins_to_keep_a_secret() -> None:
    open_game, cards = begun(PRESETS["engine"], 3, 1), begun(PRESETS["classic"], 3, 1)
    assert not RISK.keeps_secrets(open_game)
    assert not RISK.keeps_secrets(cards), "nobody holds a card yet"
    assert RISK.keeps_secrets(msgspec.structs.replace(cards, cards=msgspec.structs.replace(cards.cards, hands=((3,),))))
    assert RISK.keeps_secrets(begun(PRESETS["missions"], 3, 1))
    assert not RISK.keeps_secrets(RISK.start(PRESETS["missions"], 3)), "no mission is dealt yet"


def test_missions_are_shown_to_everybody_when_the_game_is_over_and_not_before() -> None:
    state = late(2)
    over = msgspec.structs.replace(state, victory=Victory((Seat(0),), "It is over."))
    views = [RISK.view(over, seat) for seat in (None, Seat(0), Seat(3))]
    own = tuple(RISK.view(state, Seat(seat)).goal.mission for seat in range(4))

    assert all(view.goal.missions == own for view in views)
    assert all(None not in view.goal.progress for view in views)
    assert RISK.view(state, Seat(0)).goal.missions == ()
    assert RISK.view(over, None) == RISK.view(RISK.resample(over, None, Random(1)), None)
