"""Fog of war and diplomats (machiavelli 14): what a power sees, what reaches nobody else, and what is imagined."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from tests.games.machiavelli.stated import codes, expenses, game, position, purse
from wartable.engine.chance import SealedDice
from wartable.engine.conformance import conform
from wartable.engine.driver import Match
from wartable.engine.errors import IllegalAction
from wartable.engine.options import build
from wartable.engine.values import CHANCE, Event, Seat
from wartable.games.machiavelli import optional_rules
from wartable.games.machiavelli.events import DiplomatFound
from wartable.games.machiavelli.expenses import spend
from wartable.games.machiavelli.optional import fog
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.play.events import OrdersRevealed
from wartable.games.machiavelli.play.game import MACHIAVELLI
from wartable.games.machiavelli.play.view import MachiavelliView
from wartable.games.machiavelli.state import Diplomat

FOG = game(fog=True)
MILAN, VENICE, FLORENCE, PAPACY, NAPLES, TURKEY = map(Seat, range(6))


def in_fog(**values: object) -> Match:
    """Return a match of six at the orders of the first spring."""
    options = build(MachiavelliOptions, {"scenario": "balance_of_power_1454_six", "fog": True, **values})
    match = Match(MACHIAVELLI, options, 6, SealedDice.of("fog"))
    while True:
        asked = MACHIAVELLI.asked(match.state)
        if asked is not None and asked.about == "orders.campaign":
            return match
        if match.to_act == (CHANCE,):
            match.answer_chance()
        else:
            match.act(match.to_act[0], MACHIAVELLI.default(match.state, match.to_act[0]))


def view(match: Match, seat: Seat | None) -> MachiavelliView:
    return MACHIAVELLI.view(match.state, seat)


def ordered(match: Match, **lines: str) -> tuple[Event, ...]:
    """Let powers order so, the others nothing; return what is told."""
    events: tuple[Event, ...] = ()
    for seat, power in enumerate(match.state.powers):
        events = match.act(Seat(seat), MACHIAVELLI.parse(match.state, Seat(seat), lines.get(power, "nothing"))).events
    return events


def test_a_power_sees_what_is_its_own_and_what_borders_on_that() -> None:
    """14, fog of war: see only own and bordering areas."""
    held = {"milan": ["milan", "pavia"], "venice": ["venice"]}
    start = position(FOG, "milan A pavia", "venice A mantua", "florence A cremona", "naples A bari", held=held)
    places = fog.sight(FOG, start, "milan")

    assert places == {near for place in ("milan", "pavia") for near in FOG.board.around(place)}
    known = fog.cleared(start, "milan", places)
    assert [str(unit) for unit in known.units] == ["florence A cremona", "milan A pavia"]
    assert dict(known.provinces) == {"milan": "milan", "pavia": "milan"}
    assert fog.sight(FOG, start, "milan", ["bari"]) > places
    assert fog.sight(FOG, start, "") == frozenset()


def test_only_own_and_bordering_units_are_in_a_view_and_none_for_who_looks_on() -> None:
    """14, fog of war; 19.2: private maps."""
    match = in_fog()
    seen = view(match, MILAN)

    assert {unit.owner for unit in seen.position.units} < {unit.owner for unit in match.state.position.units}
    assert {unit.place for unit in seen.position.units} <= set(seen.position.extra.sights["milan"])
    assert "naples" not in seen.position.provinces.values()
    assert [power.cities for power in seen.powers] == [power.cities for power in view(match, NAPLES).powers]
    assert (view(match, None).position.units, view(match, None).position.provinces) == ((), {})
    assert set(MACHIAVELLI.show.owners(match.state) or ()) == {-1}
    assert view(in_fog(fog=False), None).position.units


def test_orders_and_losses_are_told_to_who_saw_them() -> None:
    """14, fog of war; 19.2: filtered events."""
    match = in_fog()
    told = ordered(match, naples="A bari - otranto", milan="A pavia - como; A milan H")
    orders = [event for event in told if isinstance(event, OrdersRevealed)]

    assert all(event.audience and len(event.audience) == 1 for event in orders)
    read = {seat: {event.power for event in orders if event.audience == (seat,)} for seat in (MILAN, VENICE, NAPLES)}
    assert "naples" in read[NAPLES]
    assert "naples" not in read[MILAN]
    for event in told:
        if getattr(event, "place", "") == "otranto":
            assert MILAN not in (event.audience or ()), event
    judged = view(match, MILAN).last
    assert judged is not None
    assert "milan" in {one.power for one in judged.judged}
    assert "naples" not in {one.power for one in judged.judged}
    assert view(match, None).last.judged == ()  # type: ignore[union-attr]


def test_what_is_not_seen_is_neither_offered_nor_taken_and_neither_tells_of_it() -> None:
    """14, fog of war: orders and bribes on units that are not seen are refused alike, there or not."""
    match = in_fog()
    here = next(unit for unit in match.state.position.units if unit.owner == "naples")
    for place in (here.place, "tunis"):
        text = f"A milan H; E1: 18 K naples {here.kind} {place}"
        with pytest.raises(IllegalAction, match="names no unit that is there"):
            match.act(MILAN, MACHIAVELLI.parse(match.state, MILAN, text))
    offered = str(MACHIAVELLI.legal(match.state, MILAN).structure())
    assert f"naples {here.kind} {here.place}" not in offered
    assert f"naples {here.kind} {here.place}" in str(MACHIAVELLI.legal(in_fog(fog=False).state, MILAN).structure())


def test_a_diplomat_watches_a_province_and_costs_less_at_home() -> None:
    """14, fog of war, diplomats: 1 ducat in own area, 3 elsewhere; watches an area and its neighbours."""
    start = position(FOG, "milan A milan", held={"milan": ["milan"]}, treasury={"milan": 9})
    lines = ["E1: 1 P milan", "E2: 3 P bari", "E3: 1 P tunis", "E4: 3 P ionian_sea"]
    spent = spend(FOG, start, expenses(FOG, milan=lines))

    assert spent.position.extra.diplomats == (Diplomat("bari", "milan"), Diplomat("milan", "milan"))
    assert purse(spent.position, "milan") == 9 - 8
    assert sorted(codes(spent.events)) == sorted(
        ["diplomat.sea", "diplomat.sent", "diplomat.sent", "expense.too_small"]
    )
    assert FOG.board.around("bari") <= fog.sight(FOG, spent.position, "milan")
    again = spend(FOG, spent.position, expenses(FOG, milan=["E1: 1 P milan"]))
    assert codes(again.events) == ["diplomat.there"]
    assert codes(spend(game(), start, expenses(game(), milan=["E1: 3 P bari"])).events) == ["expense.off"]


@pytest.mark.parametrize(("face", "left"), [(1, 1), (2, 1), (3, 2), (4, 3), (6, 3)])
def test_diplomats_are_found_out_by_the_die_of_their_power(face: int, left: int) -> None:
    """14, diplomats: found out each fall with 1/2 in enemy, 1/3 in nobody's area, never at home."""
    start = position(FOG, held={"milan": ["milan"], "naples": ["bari"]})
    sent = tuple(Diplomat(place, "milan") for place in ("bari", "milan", "tunis"))
    faces = [face if power == "milan" else 6 for power in start.powers]
    done = fog.found_out(FOG, start.with_extra(diplomats=sent), faces)

    assert len(fog.hunted(FOG, start)) == len(start.powers)
    assert len(done.position.extra.diplomats) == left
    assert {event.private_to for event in done.events if isinstance(event, DiplomatFound)} <= {
        ("milan", "naples"),
        ("milan",),
    }


def test_nobody_sees_diplomats_of_others() -> None:
    """14, diplomats."""
    match = in_fog()
    ordered(match, milan="E1: 1 P pavia")

    assert view(match, MILAN).position.extra.diplomats == (Diplomat("pavia", "milan"),)
    for seat in (VENICE, None):
        assert b'"diplomats"' not in msgspec.json.encode(view(match, seat).position)


def test_what_a_seat_does_not_see_is_drawn_anew_with_the_counts_that_all_know() -> None:
    """14, fog of war: bots get positions that might be."""
    match = in_fog()
    ordered(match, naples="A bari - otranto")
    drawn = [MACHIAVELLI.resample(match.state, MILAN, Random(seed)) for seed in range(3)]

    for state in drawn:
        assert list(MACHIAVELLI.invariants(state)) == []
        assert MACHIAVELLI.measures(state) == MACHIAVELLI.measures(match.state)
        assert MACHIAVELLI.view(state, MILAN) == view(match, MILAN)
    assert len({state.position.units for state in drawn}) == 3


def test_everybody_sees_all_once_the_game_is_over() -> None:
    match = in_fog(last_year=1)
    while match.outcome is None:
        if match.to_act == (CHANCE,):
            match.answer_chance()
        else:
            match.act(match.to_act[0], MACHIAVELLI.default(match.state, match.to_act[0]))

    assert view(match, None).position.units == match.state.position.units


@pytest.mark.parametrize("preset", ["classic", "condottieri", "basic"])
def test_games_in_fog_keep_every_promise(preset: str) -> None:
    """14, fog of war: played at random, nothing that a seat is shown hangs on what it does not see."""
    values: dict[str, Any] = {"scenario": "fall_of_the_lombards_725", "fog": True, "last_year": 2}
    if preset == "condottieri":
        values |= {"scenario": "balance_of_power_1454_1995", "treasuries": "open", "strategic_movement": True}
    (report,) = conform(MACHIAVELLI, games=1, seed=5, preset=preset, limit=50, values=values)

    assert report.decisions >= 20
    assert "fog" in optional_rules.NAMES
