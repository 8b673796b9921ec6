"""Both games keep the promises of the contract, above all that nobody sees orders before the reveal."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from tests.games.diplomacy.game.table import Sitting
from wartable.engine.chance import SealedDice
from wartable.engine.conformance import conform
from wartable.engine.driver import Match, RandomPolicy, play
from wartable.engine.values import Seat
from wartable.games.diplomacy.play.game import Diplomacy
from wartable.games.diplomacy.play.middle_earth import MIDDLE_EARTH_VIII
from wartable.games.diplomacy.play.standard import DIPLOMACY

GAMES = {"diplomacy": (DIPLOMACY, 1904), "middle-earth-viii": (MIDDLE_EARTH_VIII, 3006)}


@pytest.mark.parametrize(
    ("key", "preset"), [(key, preset) for key, (game, _) in GAMES.items() for preset in game.presets]
)
def test_every_preset_conforms(key: str, preset: str) -> None:
    game, year = GAMES[key]

    (report,) = conform(game, games=4, seed=2, preset=preset, values={"last_year": year})

    assert report.finished == report.games
    assert report.thorough > 3


@pytest.mark.parametrize("game", [DIPLOMACY, MIDDLE_EARTH_VIII], ids=lambda game: game.key)
def test_whoever_is_in_civil_disorder_may_come_back_and_every_promise_holds(game: Diplomacy) -> None:
    preset = next(iter(game.presets))

    (report,) = conform(game, games=2, seed=5, preset=preset, limit=200, values={"disorder_after": 1})

    assert report.decisions > 200


@pytest.mark.parametrize("game", [DIPLOMACY, MIDDLE_EARTH_VIII], ids=lambda game: game.key)
def test_orders_of_others_are_in_nobodys_view_before_the_reveal(game: Diplomacy) -> None:
    table = Sitting(game)
    seats = game.to_act(table.state)
    texts: list[str] = []
    for seat in seats[:-1]:
        action = game.legal(table.state, seat).sample(Random(seat))
        texts.append(game.format(action))
        table.state = game.apply(table.state, seat, action).state

    for viewer in (None, *map(Seat, range(game.seats[1]))):
        view = game.view(table.state, viewer)
        assert (view.mine is not None) == (viewer in seats[:-1])
        blind = msgspec.json.encode(msgspec.structs.replace(view, mine=None))
        assert b'"type":"move"' not in blind
        assert b'"type":"support_move"' not in blind
        assert [power.standing for power in view.powers].count("in") == len(seats) - 1


def test_who_is_asked_does_not_wait_for_the_rest() -> None:
    table = Sitting(DIPLOMACY)

    table.send("france", "A PAR - BUR; F BRE H; A MAR S A PAR - BUR")

    assert table.events == ()
    assert table.seat("france") not in DIPLOMACY.to_act(table.state)
    assert len(DIPLOMACY.to_act(table.state)) == 6


@pytest.mark.parametrize("seats", [5, 6, 7])
def test_powers_without_a_player_are_in_civil_disorder(seats: int) -> None:
    table = Sitting(DIPLOMACY, seats)
    empty = ["italy", "germany"][: 7 - seats]

    standing = {power.id: power.standing for power in DIPLOMACY.view(table.state, None).powers}
    state = table.phase({"austria": "A VIE - TYR; A BUD H"})

    assert {power for power, how in standing.items() if how == "disorder"} == set(empty)
    assert state.position.units["italy"] == DIPLOMACY.start(table.options, 7).position.units["italy"]


def test_whole_games_of_random_orders_end_in_victory_or_by_the_calendar() -> None:
    options = msgspec.structs.replace(MIDDLE_EARTH_VIII.presets["modern"], stalemate_years=4, last_year=3020)
    match = Match(MIDDLE_EARTH_VIII, options, 8, SealedDice.of("whole"))

    outcome = play(match, [RandomPolicy()] * 8, [Random(seat) for seat in range(8)])

    assert outcome is not None
    assert outcome.winners
    assert len(match.moves) > 50
