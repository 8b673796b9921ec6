"""Optional rules from elsewhere: taxation, with famine or with rebels (machiavelli 14)."""

from __future__ import annotations

import pytest

from tests.games.machiavelli.stated import codes, game, position, purse
from wartable.engine.chance import SealedDice
from wartable.engine.conformance import conform
from wartable.engine.driver import Match
from wartable.engine.options import build
from wartable.engine.values import CHANCE, Seat
from wartable.games.machiavelli.adjustment import build_fault
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.orders import Build, UnitName
from wartable.games.machiavelli.play.actions import YearOrders
from wartable.games.machiavelli.play.game import MACHIAVELLI
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Position
from wartable.games.machiavelli.taxation import taxed

FAMINE, REBELS = game(taxation="famine"), game(taxation="rebels")


def begun(rules: Rules) -> Position:
    return position(rules, "florence A pisa", held={"florence": ["florence", "pisa"]}, treasury={"florence": 2})


def test_a_city_pays_again_and_famine_follows() -> None:
    """14: the value of the city; its province starves, and nothing is built there."""
    after = taxed(FAMINE, begun(FAMINE), {"florence": ["florence"]})

    assert purse(after.position, "florence") == 2 + 3
    assert after.position.famine == ("florence",)
    assert codes(after.events) == ["tax.paid"]
    why = build_fault(FAMINE, after.position, "florence", Build(UnitName("A", "florence")))
    assert why is not None
    assert why.code == "build.famine"


def test_a_city_pays_again_and_rebels_rise() -> None:
    """14: house rules have rebels; in the field and in a city without garrison."""
    after = taxed(REBELS, begun(REBELS), {"florence": ["pisa"]}).position

    assert purse(after, "florence") == 2 + 1
    assert [(one.place, one.space, one.against) for one in after.rebellions] == [
        ("pisa", "city", "florence"),
        ("pisa", "field", "florence"),
    ]


@pytest.mark.parametrize(
    ("place", "famine", "provinces", "code"),
    [
        ("milan", (), {"florence": "florence"}, "tax.control"),
        ("florence", ("florence",), {"florence": "florence"}, "tax.nothing"),
        ("florence", (), {"florence": "milan"}, "tax.control"),
    ],
)
def test_what_cannot_be_taxed_is_named_and_pays_nothing(
    place: str, famine: tuple[str, ...], provinces: dict[str, str], code: str
) -> None:
    """14: control of both, and a city that pays."""
    there = position(FAMINE, held={"florence": ["florence"]}, famine=famine, provinces=provinces)

    after = taxed(FAMINE, there, {"florence": [place]})

    assert codes(after.events) == [code]
    assert purse(after.position, "florence") == 0


def test_a_city_is_taxed_once_and_only_where_the_option_says_so() -> None:
    """14: once a year."""
    assert purse(taxed(FAMINE, begun(FAMINE), {"florence": ["florence", "florence"]}).position, "florence") == 5
    assert codes(taxed(game(), begun(game()), {"florence": ["florence"]}).events) == ["tax.off"]


def test_taxes_pay_for_what_is_raised_in_the_same_year_and_are_written_with_it() -> None:
    """14, 11: before units are paid for; not before the first spring."""
    options = build(MachiavelliOptions, {"taxation": "famine", "famine": False})
    match = Match(MACHIAVELLI, options, 8, SealedDice.of("taxes"))
    florence = Seat(MACHIAVELLI.powers_of(options, 8).index("florence"))
    match.answer_chance()
    early = MACHIAVELLI.parse(match.state, florence, "TAX florence")
    assert (reason := MACHIAVELLI.explain(match.state, florence, early)) is not None
    assert reason.code == "order.tax"
    while MACHIAVELLI.clock(match.state)[0] < 3 or match.to_act == (CHANCE,):
        match.answer_chance()
        if MACHIAVELLI.clock(match.state)[0] < 3:
            match.act(match.to_act[0], MACHIAVELLI.default(match.state, match.to_act[0]))
    written = MACHIAVELLI.parse(match.state, florence, "TAX florence; BUILD A florence")
    assert written == YearOrders((Build(UnitName("A", "florence")),), ("florence",))
    assert MACHIAVELLI.format(written) == "TAX florence; BUILD A florence"
    assert (refused := MACHIAVELLI.explain(match.state, florence, written)) is not None
    assert refused.code == "order.build.famine"
    assert MACHIAVELLI.explain(match.state, florence, YearOrders((), ("florence",))) is None


def test_a_game_with_taxes_keeps_every_promise() -> None:
    (report,) = conform(MACHIAVELLI, games=1, seed=3, preset="classic", limit=40, values={"taxation": "rebels"})

    assert report.decisions >= 40
