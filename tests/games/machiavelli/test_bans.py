"""Excommunication, as the edition of 1995 and as the web site Condottieri have it (machiavelli 14)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.machiavelli.stated import game, position
from wartable.engine.chance import SealedDice
from wartable.engine.conformance import conform
from wartable.engine.driver import Match
from wartable.engine.errors import BadNotation, IllegalAction
from wartable.engine.options import build
from wartable.engine.values import CHANCE, Seat
from wartable.games.machiavelli.ending import without_powers
from wartable.games.machiavelli.optional import bans
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.play.game import MACHIAVELLI

MILAN, VENICE, FLORENCE, PAPACY, NAPLES, TURKEY = map(Seat, range(6))


def before_a_campaign(how: str) -> Match:
    """Return a match of six in which the Papacy is asked before the first spring."""
    options = build(MachiavelliOptions, {"scenario": "balance_of_power_1454_six", "excommunication": how})
    return _on(Match(MACHIAVELLI, options, 6, SealedDice.of("bans")))


def _on(match: Match, about: str = "bans.") -> Match:
    while True:
        if match.to_act == (CHANCE,):
            match.answer_chance()
        elif (asked := MACHIAVELLI.asked(match.state)) and asked.about.startswith(about):
            return match
        else:
            match.act(match.to_act[0], MACHIAVELLI.default(match.state, match.to_act[0]))


def say(match: Match, seat: Seat, text: str) -> list[str]:
    """Give an answer; return what is told of it."""
    events = match.act(seat, MACHIAVELLI.parse(match.state, seat, text)).events
    return [MACHIAVELLI.tell(event, [], match.state.options) for event in events]


def silent(match: Match) -> set[tuple[int, int | None]]:
    """Return the pairs of seats of whom the first may not write to the second (None: to all)."""
    pairs = [(one, to) for one in range(6) for to in (None, *range(6)) if one != to]
    return {
        (one, to) for one, to in pairs
        if MACHIAVELLI.silenced(match.state, Seat(one), None if to is None else Seat(to))
    }  # fmt: skip


def test_by_1995_a_power_exchanges_no_letters_until_the_orders_are_in() -> None:
    """14, excommunication (1995): the Pope forbids one power to talk until the end of negotiation."""
    match = before_a_campaign("campaign")
    assert match.to_act == (PAPACY,)
    assert silent(match) == set()

    assert say(match, PAPACY, "excommunicate milan") == ["Milan is excommunicated."]
    asked = MACHIAVELLI.asked(match.state)
    assert asked is not None
    assert (asked.seats, asked.secret, asked.brief) == ((MILAN, VENICE, FLORENCE, NAPLES, TURKEY), True, True)
    for seat in asked.seats:
        say(match, seat, "heed" if seat == NAPLES else "ignore")
    everybody = {*range(6)} - {MILAN}
    assert silent(match) == {(MILAN, None), *((MILAN, one) for one in everybody), *((one, MILAN) for one in everybody)}
    assert "Milan is excommunicated" in MACHIAVELLI.silenced(match.state, VENICE, MILAN)

    for writer in map(Seat, range(6)):
        match.act(writer, MACHIAVELLI.default(match.state, writer))
    _on(match)
    assert silent(match) == set()
    assert MACHIAVELLI.clock(match.state)[0] == 1


def test_if_all_others_ignore_it_the_pope_is_silent() -> None:
    """14, excommunication (1995): all others may vote it down."""
    match = before_a_campaign("campaign")
    say(match, PAPACY, "excommunicate milan")
    told = [line for seat in (MILAN, VENICE, FLORENCE, NAPLES, TURKEY) for line in say(match, seat, "ignore")]

    assert told[0] == "The excommunication falls on Papacy. All others voted to ignore it."
    assert {pair for pair in silent(match) if VENICE in pair} == {(VENICE, PAPACY), (PAPACY, VENICE)}
    assert (PAPACY, None) in silent(match)
    assert (MILAN, VENICE) not in silent(match)


def test_against_the_turk_it_is_a_crusade() -> None:
    """14, excommunication (1995): against the Turk a crusade."""
    match = before_a_campaign("campaign")

    assert say(match, PAPACY, "excommunicate turkey") == ["A crusade is sent against Turkey."]
    assert (VENICE, TURKEY) in silent(match)


def test_who_writes_to_the_victim_is_excommunicated_too_and_may_be_forgiven() -> None:
    """14, excommunication (condottieri): one explicit one at a time, contagion, forgiveness, one act per turn."""
    match = before_a_campaign("forgiven")
    say(match, PAPACY, "excommunicate milan")
    assert MACHIAVELLI.asked(match.state).seats == (VENICE, FLORENCE, NAPLES, TURKEY)  # type: ignore[union-attr]
    for seat in (VENICE, FLORENCE, NAPLES):
        assert say(match, seat, "ignore" if seat == VENICE else "heed") == []
    told = say(match, TURKEY, "heed")
    assert told[0] == "Venice is excommunicated. It writes to the excommunicated."

    barred = {(MILAN, VENICE), (VENICE, MILAN)}
    assert not barred & silent(match)
    assert {(MILAN, None), (VENICE, FLORENCE), (FLORENCE, VENICE), (PAPACY, MILAN)} <= silent(match)
    assert not {(FLORENCE, None), (FLORENCE, NAPLES), (PAPACY, TURKEY)} & silent(match)

    _on(match)
    with pytest.raises(IllegalAction, match="nobody now, as one power is excommunicated"):
        say(match, PAPACY, "excommunicate naples")
    with pytest.raises(IllegalAction, match="this is: Milan, Venice"):
        say(match, PAPACY, "forgive naples")
    assert say(match, PAPACY, "forgive milan")[0] == "The Papacy forgives Milan, which may write letters again."
    assert (MILAN, FLORENCE) not in silent(match)
    assert (VENICE, FLORENCE) in silent(match)
    for seat in (MILAN, FLORENCE, NAPLES, TURKEY):
        say(match, seat, "heed")
    _on(match)
    assert bans.able(MACHIAVELLI.rules(match.state), match.state.position) == ("milan", "florence", "naples", "turkey")


def test_a_power_that_lets_all_as_it_is_asks_nobody_and_silence_does_the_same() -> None:
    """14, excommunication."""
    match = before_a_campaign("campaign")

    assert MACHIAVELLI.format(MACHIAVELLI.default(match.state, PAPACY)) == "pass"
    say(match, PAPACY, "pass")
    assert MACHIAVELLI.asked(match.state).about == "orders.campaign"  # type: ignore[union-attr]
    with pytest.raises(BadNotation, match="excommunicate milan"):
        MACHIAVELLI.parse(before_a_campaign("campaign").state, PAPACY, "curse milan")


def test_bans_end_with_the_papacy_and_with_the_barred() -> None:
    """14, excommunication: what is reconstructed of its end."""
    rules = game(excommunication="forgiven")
    start = position(rules).with_extra(banned=("milan", "venice"), sentenced="milan")

    assert bans.lapsed(rules, without_powers(start, {"papacy"})).extra.banned == ()
    left = bans.lapsed(rules, without_powers(start, {"milan"}))
    assert (left.extra.banned, left.extra.sentenced) == (("venice",), "")
    assert bans.pope(game(), start) == ""


@pytest.mark.parametrize("how", ["campaign", "forgiven"])
def test_games_with_excommunication_keep_every_promise(how: str) -> None:
    """14, excommunication: played at random; nothing tells what somebody answers before all have."""
    values: dict[str, Any] = {"scenario": "balance_of_power_1454_six", "excommunication": how, "last_year": 1}
    (report,) = conform(MACHIAVELLI, games=1, seed=3, preset="classic", limit=40, values=values)

    assert report.decisions >= 30
