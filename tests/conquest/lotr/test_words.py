"""What players read of what happened: true at its moment, and with one word for one thing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.conquest.lotr.play import NAMES, answer, past, positions, started
from wartable.board.compiled import bits
from wartable.engine.values import CHANCE, Action, Event, Seat
from wartable.games.conquest.core import events as core
from wartable.games.conquest.core.actions import Claim, EndTurn, Place
from wartable.games.conquest.core.tasks import Attacking, Claims, Fortifying, Reinforcing
from wartable.games.conquest.lotr import events as e
from wartable.games.conquest.lotr.actions import Discard, EndStep, Move, MoveLeader, NameCapital, PlayCard, ShowMission
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.movement import reach
from wartable.games.conquest.lotr.presets import PRESETS
from wartable.games.conquest.lotr.rules import LotrRules, rules_of
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.tasks import DrawingAdventure, NamingCapitals


def told(event: Event, preset: str = "trilogy") -> str:
    return LOTR_RISK.tell(event, NAMES, PRESETS[preset])


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (core.TurnBegan(0, 2, 8), "Ada begins turn 3 and gets 8 units."),
        (e.StrongholdUnits(0, ("rhudaur",)), "One of them stands in each stronghold of Ada: Rhudaur."),
        (core.Placed(1, "umbar", 1), "Bo places 1 unit in Umbar."),
        (core.MovedIn(1, "umbar", "deep_harad", 3), "Bo moves in 3 units from Umbar to Deep Harad."),
        (
            core.Battle(0, "moria", "eregion", 1, (5, 4), (5, 2), 0, 2, 3, 0, attack_bonus=1),
            "Ada attacks Eregion from Moria, 5+1 4 against 5 2: Bo loses 2.",
        ),
        (core.CardTaken(1), "Bo takes a territory card."),
        (core.MissionGiven(1, "m03"), "Bo gets a secret goal."),
        (
            e.PowerPlayed(0, "wormtongue", "belfalas", "lebennin", 2),
            "Ada plays Wormtongue: 2 units of Lebennin come over to Belfalas.",
        ),
        (e.PowerPlayed(0, "faramir_finds_ringbearer", count=-2), "Ada plays Faramir finds the Ringbearer, -2."),
        (e.AdventureSeized(0, 1, 1), "Ada takes 1 adventure card from Bo."),
        (e.RingRoll(0, "moria", 4, -2, leaves=False), "The Fellowship rolls 4 -2 and stays in Moria."),
        (e.RingRoll(0, "mount_doom", 5, 0, leaves=True), "The Fellowship rolls 5 in Mount Doom, enough."),
        (e.RingRoll(0, "mount_doom", 3, 0, leaves=False), "The Fellowship rolls 3 in Mount Doom, too little."),
    ],
)
def test_events_are_told(event: Event, words: str) -> None:
    assert told(event) == words


@pytest.mark.parametrize("preset", ["original", "short-journey"])
def test_the_journey_that_ends_before_mordor_does_not_reach_the_fire(preset: str) -> None:
    assert told(e.RingEnded("ring_gone", at_once=True), preset) == "The Fellowship leaves the Dead Marshes."


def test_the_deal_tells_of_the_neutral_army_too() -> None:
    state = started("trilogy", 2)
    events = LOTR_RISK.apply(state, CHANCE, answer(state, CHANCE, Random(1))).events

    words = [LOTR_RISK.tell(event, NAMES[:2], state.options) for event in events]

    assert words == [
        "The map is dealt: Ada holds 16 territories and Bo holds 16 territories. The neutral army holds 21 territories."
    ]


def test_what_is_left_to_place_is_said_in_units() -> None:
    state = past(started("trilogy", 3), 60, seed=1)

    assert "unit" in LOTR_RISK.prompt(state, LOTR_RISK.to_act(state)[0])


# --- refusals and prompts

ATTACKING = "You are attacking; end your attacks to go on."


def waiting(step: type, preset: str = "trilogy", seats: int = 3, seed: int = 1, **values: Any) -> LotrState:
    """Return the first position of a random game that waits for a step."""
    return next(
        state
        for state, _, _ in positions(started(preset, seats, **values), Random(seed))
        if state.agenda and type(state.agenda[0]) is step
    )


def refused(state: LotrState, action: Action) -> str:
    reason = LOTR_RISK.explain(state, LOTR_RISK.to_act(state)[0], action)
    assert reason is not None
    return reason.message


def own(state: LotrState) -> list[str]:
    """Return the territories of the seat at turn."""
    ids = rules_of(state.options).board.ids
    return [ids[space] for space in bits(state.held[state.seat])]


def with_hand(state: LotrState, *cards: str) -> LotrState:
    """Return the state with adventure cards in the hand of the seat at turn."""
    deck = [card.id for card in rules_of(state.options).deck]
    hand = tuple(deck.index(card) for card in cards)
    hands = tuple(hand if seat == state.seat else () for seat in range(state.seats))
    return replace(state, adventure=replace(state.adventure, hands=hands))


def test_what_comes_at_another_time_says_when() -> None:
    state = waiting(Attacking)
    space = own(state)[0]

    assert refused(state, Place(space, 1)) == f"Units are placed at the start of your turn. {ATTACKING}"
    assert refused(state, MoveLeader(space, space)) == f"Moves come after the attacks. {ATTACKING}"
    assert refused(state, NameCapital(space)) == f"Capitals are named in the set-up. {ATTACKING}"
    assert refused(state, EndStep()) == ATTACKING
    assert refused(state, Discard(("bree",))).startswith("Adventure cards are discarded where a hand holds too many.")


def test_a_mission_is_shown_not_played() -> None:
    state = with_hand(waiting(Attacking), "bree", "smeagol")

    assert refused(state, PlayCard("bree")) == "Bree is a mission: it is shown, not played, when it is fulfilled."
    assert refused(waiting(Fortifying), ShowMission("smeagol")) == "You hold no mission Smeagol."


def test_too_many_units_in_a_move_are_counted_in_good_english() -> None:
    state = waiting(Fortifying, amount="all")
    rules = rules_of(state.options)
    pair = next((one, other) for one in own(state) for other in own(state) if _joined(rules, state, one, other))
    lone = replace(state, armies=tuple(1 if name == pair[0] else 3 for name in rules.board.ids))

    assert refused(lone, Move(*pair, 1)).endswith("has 1 unit, and 1 must stay.")


def _joined(rules: LotrRules, state: LotrState, one: str, other: str) -> bool:
    index = rules.board.index
    return bool(reach(rules, state, state.seat, index[one]) >> index[other] & 1)


def test_a_capital_is_asked_for_by_name() -> None:
    assert refused(waiting(NamingCapitals, "capitals"), EndTurn()) == "Choose your capital first."


def test_a_territory_that_was_dealt_to_another_is_not_said_to_be_nobodys() -> None:
    state = waiting(Claims, "trilogy", require_unit_everywhere=False)
    seat = LOTR_RISK.to_act(state)[0]
    other = next(number for number in range(3) if number != seat)
    space = rules_of(state.options).board.ids[bits(state.dealt[other])[0]]

    assert f" was dealt to seat {other + 1}. " in refused(state, Claim(space))


def test_a_reinforcement_with_nothing_to_place_says_what_else_can_be_done() -> None:
    state = replace(waiting(Reinforcing), to_place=0)
    poor = replace(state, cards=replace(state.cards, hands=((),) * 3))
    wild = len(rules_of(state.options).board.ids)
    rich = replace(state, cards=replace(state.cards, hands=((0, 1, 2, wild, wild + 1),) * 3))

    assert LOTR_RISK.prompt(poor, Seat(state.seat)) == "Trade, play a card, or end this step"
    assert LOTR_RISK.prompt(rich, Seat(state.seat)) == "Trade a set of cards"


# --- missions after the attacks alone


@pytest.mark.parametrize(("when", "late"), [("after_combat", True), ("after_combat_and_fortify", False)])
@pytest.mark.parametrize("moved", [{"moves": 1}, {"moved": 1}])
def test_missions_of_the_end_of_the_attacks_are_not_shown_after_a_move(
    when: str,
    late: bool,  # noqa: FBT001 - a parameter
    moved: dict[str, int],
) -> None:
    """T18: units after combat, with the moves to come."""
    state = with_hand(_at_bree(waiting(Fortifying, reward_timing=when)), "bree")
    show = ShowMission("bree", (("fornost", 2 if state.side(state.seat) == "good" else 6),))

    assert LOTR_RISK.explain(state, Seat(state.seat), show) is None
    reason = LOTR_RISK.explain(replace(state, **moved), Seat(state.seat), show)
    assert (reason.rule if reason else "") == ("lotr-risk T18" if late else "")


def test_the_order_of_the_notes_has_no_second_step_for_missions_that_come_before_moves() -> None:
    notes = PRESETS["notes"].for_seats(3)

    assert "show" in rules_of(notes).stages
    assert "show" not in rules_of(replace(notes, reward_timing="after_combat")).stages


def _at_bree(state: LotrState) -> LotrState:
    """Return the state with Fornost and a leader there as the seat's at turn, who has no other leader."""
    board = rules_of(state.options).board
    site = 1 << board.index["fornost"]
    held = tuple(mask | site if seat == state.seat else mask & ~site for seat, mask in enumerate(state.held))
    places = tuple(int(1 << space == site) for space in range(len(board.ids)))
    return replace(state, held=held, pieces=(places,), moves=0, moved=0, claimed=0, fought=0, fresh=0)


# --- a leader that is present at a site, as the list of steps in the notes says


@pytest.mark.parametrize(("rule", "draws"), [("present", True), ("conquer_or_move", False)])
def test_a_leader_present_at_a_site_may_earn_a_card(rule: str, draws: bool) -> None:  # noqa: FBT001 - a parameter
    """T35: the LotR notes say once that the leader moves there, and once that it is present."""
    state = waiting(Fortifying, site_visit=rule)
    there = replace(_at_bree(state), site=False, conquered=False)

    after = LOTR_RISK.advance(there, Seat(state.seat), EndTurn())

    assert any(type(task) is DrawingAdventure for task in after.agenda) == draws
