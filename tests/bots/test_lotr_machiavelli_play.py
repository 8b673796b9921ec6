"""The easy bot of Lord of the Rings Machiavelli: legal decisions, elite units, figures that go."""

from __future__ import annotations

from tests.bots.games import play_on
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.options import build
from wartable.games.adjudication.orders import Move
from wartable.games.machiavelli.lotr.events import FiguresWent
from wartable.games.machiavelli.lotr.game import LOTR_MACHIAVELLI
from wartable.games.machiavelli.lotr.options import LotrOptions
from wartable.games.machiavelli.money_events import Raised


def test_bots_play_two_years_with_elite_units_and_figures() -> None:
    options = build(LotrOptions, {"last_year": 2, "sudden_death": []})
    match = Match(LOTR_MACHIAVELLI, options, 5, SealedDice.of("bots"))

    told = [event for move in play_on(match, ["easy"] * 5) for event in move.events]

    assert LOTR_MACHIAVELLI.outcome(match.state) is not None
    assert any(isinstance(event, Raised) and event.unit.unit_class != "regular" for event in told)
    went = [one.order for event in told if isinstance(event, FiguresWent) for one in event.judged]
    assert {"Z", "GEG"} <= {order.unit.kind for order in went if isinstance(order, Move)}
