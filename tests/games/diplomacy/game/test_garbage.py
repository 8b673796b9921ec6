"""Whatever comes in as orders is refused with a reason, never with a crash: texts, and values of any content."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.diplomacy.game.table import Sitting
from wartable.engine.errors import BadNotation
from wartable.engine.values import Seat
from wartable.games.adjudication import orders as o
from wartable.games.diplomacy.play.actions import Ahead, Orders
from wartable.games.diplomacy.play.game import Diplomacy
from wartable.games.diplomacy.play.middle_earth import MIDDLE_EARTH_VIII
from wartable.games.diplomacy.play.standard import DIPLOMACY

PLACES = [
    "PAR",
    "BRE",
    "MAR",
    "SPA",
    "SPA/NC",
    "STP/XX",
    "MAO",
    "",
    "/",
    "Nowhere",
    "GHA",
    "HDE",
    "BEL",
    "B\x00R",
    "PAR/NC",
]
WORDS = [
    "A",
    "F",
    "-",
    "S",
    "C",
    "H",
    "R",
    "B",
    "D",
    "WAIVE",
    "VIA",
    "if dislodged:",
    "if due:",
    "draw",
    "concede to",
    ";",
    "=",
]
places = st.sampled_from(PLACES)
units = st.builds(o.Unit, st.sampled_from(["A", "F"]), places)
any_order = st.one_of(
    st.builds(o.Hold, units),
    st.builds(o.Move, units, places, st.booleans(), st.lists(places, max_size=2).map(tuple)),
    st.builds(o.SupportHold, units, units),
    st.builds(o.SupportMove, units, units, places),
    st.builds(o.Convoy, units, units, places),
    st.builds(o.Convert, units, st.sampled_from(["", "NC", "XX"])),
    st.builds(o.Retreat, units, places),
    st.builds(o.Disband, units),
    st.builds(o.Build, units),
    st.builds(o.Waive),
)
aheads = st.builds(
    Ahead,
    st.lists(st.one_of(st.builds(o.Retreat, units, places), st.builds(o.Disband, units)), max_size=2).map(tuple),
    st.lists(st.one_of(st.builds(o.Build, units), st.builds(o.Disband, units), st.builds(o.Waive)), max_size=2).map(
        tuple
    ),
)
anything = st.builds(
    Orders, st.lists(any_order, max_size=4).map(tuple), st.booleans(), st.sampled_from(["", "italy", "x"]), aheads
)


def sittings(game: Diplomacy) -> list[Sitting]:
    """A game in each kind of phase, with somebody asked."""
    first = Sitting(game)
    power = "france" if game is DIPLOMACY else "rohan"
    own, foe = ("A BUR", "A MUN, A RUH") if game is DIPLOMACY else ("A EDO", "A FAN, A EEM")
    other = "germany" if game is DIPLOMACY else "elves"
    driven = Sitting(game).put({power: own, other: foe})
    one, two = foe.split(", ")
    driven.phase({other: f"{one} - {own[2:]}; {two} S {one} - {own[2:]}"})
    winter = "winter 1901 adjustments" if game is DIPLOMACY else "winter 3001 adjustments"
    home = "PAR MAR BRE" if game is DIPLOMACY else "EDO HDE ISE"
    return [first, driven, Sitting(game).put({power: own}, {power: home}, winter)]


@pytest.mark.parametrize("game", [DIPLOMACY, MIDDLE_EARTH_VIII], ids=lambda game: game.key)
@settings(max_examples=200, deadline=None)
@given(action=anything)
def test_any_orders_are_taken_or_refused_with_a_reason(game: Diplomacy, action: Orders) -> None:
    for sitting in TABLES[game.key]:
        seat = sitting.seat("france" if game is DIPLOMACY else "rohan")
        reason = game.explain(sitting.state, seat, action)
        game.omissions(sitting.state, seat, action)
        if reason is None:
            after = game.apply(sitting.state, seat, action).state
            assert list(game.invariants(after)) == []
        else:
            assert reason.code
            assert reason.message


@pytest.mark.parametrize("game", [DIPLOMACY, MIDDLE_EARTH_VIII], ids=lambda game: game.key)
@settings(max_examples=200, deadline=None)
@given(text=st.one_of(st.text(max_size=60), st.lists(st.sampled_from(WORDS + PLACES), max_size=12).map(" ".join)))
def test_any_text_is_read_or_refused_with_a_reason(game: Diplomacy, text: str) -> None:
    for sitting in TABLES[game.key]:
        try:
            action = game.parse(sitting.state, Seat(0), text)
        except BadNotation as error:
            assert error.reason.message  # noqa: PT017 - either is right
        else:
            assert isinstance(action, Orders)


TABLES = {game.key: sittings(game) for game in (DIPLOMACY, MIDDLE_EARTH_VIII)}
