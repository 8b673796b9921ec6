"""What a power sees to write its orders and money by: cities, prices, whom money reaches, never the money of others."""

from __future__ import annotations

from random import Random

import pytest

from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.options import build
from wartable.engine.values import CHANCE
from wartable.games.machiavelli.forecast import spring
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.play.game import MACHIAVELLI
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.view import MachiavelliView
from wartable.games.machiavelli.rules import rules_of


def opened(**values: object) -> tuple[MachiavelliState, list[MachiavelliView]]:
    """Return the first campaign of the Balance of Power, and how each seat sees it."""
    options = build(MachiavelliOptions, values)
    match, rng = Match(MACHIAVELLI, options, 8, SealedDice.of("desk")), Random(1)
    state = match.state
    while (state := match.state) and MACHIAVELLI.view(state, None).asks != "campaign":
        if match.to_act == (CHANCE,):
            match.answer_chance()
        else:
            seat = match.to_act[0]
            match.act(seat, MACHIAVELLI.legal(state, seat).sample(rng))
    return state, [MACHIAVELLI.view(state, seat) for seat in range(8)]


def test_the_desk_has_the_forecast_and_prices_of_what_money_reaches() -> None:
    state, views = opened(treasuries="open")
    florence = views[1]
    assert florence.desk is not None
    foreseen = spring(rules_of(state.options), state.position, "florence")
    assert (florence.desk.spring.provinces, florence.desk.spring.upkeep) == (foreseen.provinces, foreseen.upkeep)
    assert sum(part / whole for _, part, whole in florence.desk.spring.dice) == pytest.approx(1)
    assert florence.desk.prices["autonomous G lucca"] == {"F": 3, "G": 6, "H": 9}
    assert florence.desk.prices["florence A arezzo"] == {"F": 3}
    assert "milan" not in florence.desk.reach
    assert florence.desk.murders == ((12, 1, 6), (24, 2, 6), (36, 3, 6))


@pytest.mark.parametrize("treasuries", ["open", "secret"])
def test_rivals_are_named_with_what_is_public_only(treasuries: str) -> None:
    state, views = opened(treasuries=treasuries)
    desk = views[1].desk
    assert desk is not None
    (rival,) = desk.rivals["lucca"]
    known = state.position.accounts["papacy"].treasury
    assert (rival.power, rival.reach) == ("papacy", "A bologna")
    assert rival.treasury == (known if treasuries == "open" else -1)


def test_only_who_writes_has_a_desk() -> None:
    state, views = opened()
    assert MACHIAVELLI.view(state, None).desk is None
    assert all(view.desk is not None for view in views)
    assert all(view.desk is None for view in opened(money=False)[1])


def test_cities_say_what_they_count_and_whether_garrisons_may_be_in_them() -> None:
    _, (view, *_) = opened()
    assert (view.cities["venice"].value, view.cities["venice"].fills) == (3, True)
    assert (view.cities["corsica"].walled, view.cities["corsica"].port) == (False, True)
    assert "romagna" not in view.cities, "a fortress counts nothing where fortresses are not used"
