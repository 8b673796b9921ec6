"""Goals: secret missions with their fall-backs, territories, pairs of continents, and who wins first."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.conquest.positions import (
    AUSTRALIA,
    SOUTH_AMERICA,
    begun,
    chance,
    did,
    do,
    ids,
    position,
    refused,
    roll,
    rules,
)
from wartable.engine.chance import Draw, Drawn
from wartable.engine.errors import BadOptions
from wartable.engine.values import Seat
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.classic.options import RiskOptions
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core import goals
from wartable.games.conquest.core.actions import Place
from wartable.games.conquest.core.events import MissionGiven, Won
from wartable.games.conquest.core.state import Fallen

MISSIONS = RiskOptions(goal="missions")
NOTES = RiskOptions(goal="missions", missions="lotr_notes")
TERRITORIES = RiskOptions(goal="territories")
CONTINENTS = RiskOptions(goal="continents")
ELIMINATE = 8
"""Index of the mission to eliminate seat 0."""


def region(name: str) -> tuple[str, ...]:
    board = rules().board
    return board.names(board.region_masks[board.region_ids.index(name)])


def placing(*own: str, options: RiskOptions, missions: tuple[int, ...] = (), **more: object) -> RiskState:
    """Seat 0 of three is about to place its last army."""
    others: dict[int, tuple[str, ...]] = {1: tuple(space for space in ids() if space not in own)[::6]}
    state = position(*own, options=options, phase="reinforce", to_place=1, seats=3, others=others, missions=missions)
    return replace(state, **more)


def winner(state: RiskState, space: str) -> tuple[int, ...]:
    outcome = RISK.outcome(do(state, Place(space, 1)))
    return () if outcome is None else outcome.winners


def test_the_list_has_fourteen_missions() -> None:
    for options in (MISSIONS, NOTES):
        assert len(rules(options).missions) == 14
        assert len(goals.mission_pool(rules(options), 3)) == 14


def test_missions_are_dealt_in_secret() -> None:
    state = RISK.start(RiskOptions(goal="missions", first_player="seat_order"), 3)
    assert RISK.request(state) == Draw("mission", 14, audience=(0,))
    state, events = chance(state, Drawn(3))
    assert events == (MissionGiven(0, "m04", audience=(Seat(0),)),)
    assert RISK.request(state) == Draw("mission", 13, audience=(1,))
    state, _ = chance(state, Drawn(3))
    assert state.missions == (3, 4, -1), "a mission is dealt once"


def test_two_players_do_not_get_the_mission_they_begin_with() -> None:
    assert len(goals.mission_pool(rules(MISSIONS), 2)) == 13
    texts = {
        rules(MISSIONS).missions[each].said(rules(MISSIONS), begun(MISSIONS, 2), 0)
        for each in goals.mission_pool(rules(MISSIONS), 2)
    }
    assert not any("18" in text for text in texts)


@pytest.mark.parametrize(
    ("mission", "own"),
    [
        (0, ("asia", "south_america")),
        (1, ("asia", "africa")),
        (2, ("north_america", "africa")),
        (3, ("north_america", "australia")),
        (4, ("europe", "south_america", "australia")),
        (4, ("europe", "south_america", "africa")),
        (5, ("europe", "australia", "south_america")),
    ],
)
def test_continent_missions(mission: int, own: tuple[str, ...]) -> None:
    spaces = tuple(space for name in own for space in region(name))
    assert winner(placing(*spaces, options=MISSIONS, missions=(mission, 6, 7)), spaces[0]) == (0,)
    assert winner(placing(*spaces[1:], options=MISSIONS, missions=(mission, 6, 7)), spaces[1]) == ()


@pytest.mark.parametrize("mission", [4, 5])
def test_the_third_continent_is_asked_for_by_one_list_only(mission: int) -> None:
    spaces = region("europe") + region("south_america" if mission == 4 else "australia")
    assert winner(placing(*spaces, options=MISSIONS, missions=(mission, 6, 7)), spaces[0]) == ()
    assert winner(placing(*spaces, options=NOTES, missions=(mission, 6, 7)), spaces[0]) == (0,)


def test_twenty_four_territories() -> None:
    assert winner(placing(*ids()[:24], options=MISSIONS, missions=(6, 0, 1)), ids()[0]) == (0,)
    assert winner(placing(*ids()[:23], options=MISSIONS, missions=(6, 0, 1)), ids()[0]) == ()


def test_eighteen_with_two_armies_each() -> None:
    state = placing(*ids()[:18], options=MISSIONS, missions=(7, 0, 1))
    board = rules().board
    doubled = replace(state, armies=tuple(2 if space < 17 else 1 for space in range(len(board.ids))))
    assert winner(doubled, ids()[0]) == ()
    assert winner(doubled, ids()[17]) == (0,)


def attacking_last(missions: tuple[int, ...], *own: str) -> RiskState:
    """Seat 0 of three holds `own` and attacks Peru, the last territory of seat 1."""
    mine = own or ("brazil",)
    state = position(*mine, options=MISSIONS, armies={"brazil": 6}, seats=3, others={1: ("peru",)}, missions=missions)
    return roll(do(state, "attack brazil > peru x3"), 6, 6, 6, 1)


def test_eliminating_the_named_seat_wins() -> None:
    state = attacking_last((ELIMINATE + 1, 0, 1))
    after, events = did(state, "occupy 2")
    assert isinstance(events[-1], Won)
    assert events[-1].reason == "Fulfilled the mission: eliminate seat 2."
    assert RISK.tell(events[-1], ["Mira", "Jonas", "Fabius"]) == "Mira wins. Fulfilled the mission: eliminate Jonas."
    assert after.phase == "over"


@pytest.mark.parametrize(
    ("target", "fallen", "text"),
    [
        (0, (), "hold 24 territories, since the colour to eliminate is the player's own"),
        (5, (), "hold 24 territories, since the colour to eliminate does not play"),
        (1, (), "eliminate seat 2"),
        (1, (Fallen(1, 2),), "hold 24 territories, since seat 2 fell to another"),
        (1, (Fallen(1, 0),), "eliminate seat 2"),
        (2, (Fallen(1, 2),), "eliminate seat 3"),
    ],
)
def test_when_an_elimination_becomes_24_territories(
    target: int,
    fallen: tuple[Fallen, ...],
    text: str,
) -> None:
    state = placing("brazil", options=MISSIONS, missions=(ELIMINATE + target, 0, 1), fallen=fallen)
    mission = rules(MISSIONS).missions[ELIMINATE + target]
    assert mission.said(rules(MISSIONS), state, 0) == text


def test_the_moving_player_wins_when_two_reach_their_missions_at_once() -> None:
    both = attacking_last((ELIMINATE + 1, 0, ELIMINATE + 1))
    assert len(both.held) == 3
    assert both.held[2].bit_count() >= 24, "seat 2's mission has become 24 territories, and it holds them"
    outcome = RISK.outcome(do(both, "occupy 1"))
    assert outcome is not None
    assert outcome.winners == (0,)


def test_another_player_can_win_by_an_elimination() -> None:
    outcome = RISK.outcome(do(attacking_last((0, 1, ELIMINATE + 1)), "occupy 1"))
    assert outcome is not None
    assert outcome.winners == (2,)
    assert outcome.ranks == (2, 3, 1)


@pytest.mark.parametrize(
    ("choice", "count", "armies", "wins"),
    [("either", 24, 1, True), ("either", 18, 2, True), ("24", 18, 2, False), ("18_with_two", 24, 1, False)],
)
def test_territories_as_an_open_goal(choice: str, count: int, armies: int, wins: bool) -> None:  # noqa: FBT001
    options = RiskOptions(goal="territories", territories=choice)  # type: ignore[arg-type]
    state = placing(*ids()[:count], options=options)
    state = replace(state, armies=(armies,) * len(ids()))
    assert winner(state, ids()[0]) == ((0,) if wins else ())


def test_two_players_play_for_24_territories_only() -> None:
    assert goals.goal_text(rules(TERRITORIES), 2) == "Hold 24 territories; or be the last player left."
    with pytest.raises(BadOptions, match="Choose 24"):
        RISK.start(RiskOptions(goal="territories", territories="18_with_two"), 2)


def test_continent_pairs_are_open_to_all() -> None:
    spaces = region("europe") + AUSTRALIA
    assert winner(placing(*spaces, options=CONTINENTS), spaces[0]) == (0,)
    assert winner(placing(*AUSTRALIA, *SOUTH_AMERICA, options=CONTINENTS), "peru") == ()


def test_a_mission_is_shown_to_its_owner_only() -> None:
    state = placing("brazil", options=MISSIONS, missions=(3, ELIMINATE, 7))
    views = [RISK.view(state, seat).goal for seat in (Seat(0), Seat(1), Seat(2), None)]
    assert [view.mission for view in views] == [
        "Hold North America and Australia.",
        "Eliminate seat 1.",
        "Hold 18 territories with at least 2 armies on each.",
        None,
    ]
    assert [view.target for view in views] == [None, 0, None, None]
    assert views[1].progress == (None, 0.0, None)
    assert views[3].progress == (None, None, None)


def test_progress_of_open_goals_is_public() -> None:
    state = placing(*ids()[:12], options=TERRITORIES)
    assert RISK.view(state, None).goal.progress[0] == 0.5


def test_what_was_reached_by_claiming_counts_from_the_first_army_of_the_first_turn() -> None:
    pair = region("europe") + AUSTRALIA
    state = position("peru", options=CONTINENTS, phase="setup", seats=3, others={1: pair}, pools=(1, 0, 0))
    first_turn = do(state, Place("peru", 1))
    assert (first_turn.phase, first_turn.victory) == ("reinforce", None)
    outcome = RISK.outcome(do(first_turn, Place("peru", 1)))
    assert outcome is not None
    assert outcome.winners == (1,)


def test_no_goal_is_judged_in_the_set_up() -> None:
    state = position(*ids()[:30], options=TERRITORIES, phase="setup", seats=3, pools=(2, 2, 2))
    assert do(state, Place(ids()[0], 1)).victory is None
    assert refused(state, Place(ids()[0], 2)).code == "place.too_many"
