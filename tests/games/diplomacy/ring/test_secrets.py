"""Nobody learns what is hidden: states drawn anew fit everything shown, and contain what is true."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.diplomacy.ring.table import Sitting
from wartable.engine.chance import SealedDice
from wartable.engine.conformance import conform
from wartable.engine.driver import Match, RandomPolicy, play
from wartable.engine.values import Seat
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.game import RING_DIPLOMACY
from wartable.games.diplomacy.ring.options import PRESETS
from wartable.games.ring_figures import beliefs
from wartable.games.ring_figures.beliefs import Shown


@pytest.mark.parametrize("preset", list(PRESETS))
def test_every_preset_conforms(preset: str) -> None:
    (report,) = conform(RING_DIPLOMACY, games=2, seed=3, preset=preset, values={"last_year": 3003})

    assert report.finished == report.games
    assert report.thorough > 3


def test_hidden_figures_are_drawn_from_all_that_fits() -> None:
    table = Sitting(leader=0)
    state = table.phase({"eriador": "RB the_shire - buckland", "mordor": "BRC minas_morgul - nurn"})

    def drawn(seat: Seat | None) -> tuple[set[str], set[str], set[str]]:
        many = [RING_DIPLOMACY.resample(state, seat, Random(number)) for number in range(300)]
        at = [figures_of(one.position).at for one in many]
        return {one["RB"] for one in at}, {one["BRC"] for one in at}, {one.controller for one in many}

    bearers, riders, leaders = drawn(None)
    assert bearers == {"the_shire", "buckland", "tower_hills", "south_downs"}
    assert riders == {"minas_morgul", "nurn", "gorgoroth", "ithilien", "mount_doom", "south_ithilien"}
    assert leaders == {"eriador", "rohan", "gondor"}
    assert drawn(table.seat("eriador"))[0] == {"buckland"}
    assert drawn(table.seat("eriador"))[2] == {"eriador"}
    assert drawn(table.seat("mordor"))[1] == {"nurn"}
    assert drawn(table.seat("gondor"))[2] == {"eriador", "rohan"}


def test_random_games_end_and_the_truth_is_never_ruled_out() -> None:
    for number in range(2):
        match = Match(RING_DIPLOMACY, PRESETS["advanced"], 5, SealedDice.of(f"ring/{number}"))
        play(match, [RandomPolicy()] * 5, [Random(seat) for seat in range(5)], limit=400)
        assert not list(RING_DIPLOMACY.invariants(match.state))


def test_a_table_forgets_nothing_that_may_be_and_keeps_nothing_that_was_ruled_out() -> None:
    """A line of four places; both go one step; tried against all ways there are."""
    ways = (0b0011, 0b0111, 0b1110, 0b1100)
    rng = Random(7)
    for _ in range(300):
        shown = Shown(rng.randrange(16), rng.randrange(16), rng.choice([-1, -1, 0, 1, 2, 3]), riders=rng.random() < 0.5)
        table = tuple(rng.randrange(16) for _ in range(4))
        wanted = [0] * 4
        for bearer, rider in beliefs.pairs(table):
            for to in range(4):
                for there in range(4):
                    if ways[bearer] >> to & 1 and ways[rider] >> there & 1 and _fits(shown, bearer, to, rider, there):
                        wanted[to] |= 1 << there
        assert beliefs.after(table, ways, shown) == tuple(wanted)


def _fits(shown: Shown, bearer: int, to: int, rider: int, there: int) -> bool:
    """Y32, said once more."""
    came = bearer != to and (shown.stood >> to & 1 or rider == to)
    found = came or shown.entered >> to & 1 or (there == to and rider != to)
    if shown.bearer < 0:
        return not found
    return bool(found) and shown.bearer == to and shown.riders == (there == to)
