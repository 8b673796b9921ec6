"""Single questions of Lord of the Rings Risk and what bots make of them: the clock, leaders, missions, cards."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from wartable import bots
from wartable.bots.conquest.lotr.clock import clock_of, journey
from wartable.bots.conquest.lotr.lore import LotrLore
from wartable.bots.conquest.lotr.stance import stance
from wartable.bots.conquest.scene import Scene, scene_of
from wartable.engine.driver import Decision
from wartable.engine.values import Action, Seat
from wartable.games.conquest.core.actions import EndTurn
from wartable.games.conquest.core.state import Cards
from wartable.games.conquest.core.tasks import Attacking, Fortifying, Reinforcing
from wartable.games.conquest.lotr.actions import Discard, LotrAttack, MoveLeader, Pass, PlayCard, ShowMission
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.movement import leader_moves
from wartable.games.conquest.lotr.options import LotrOptions
from wartable.games.conquest.lotr.presets import PRESETS
from wartable.games.conquest.lotr.rules import LotrRules, rules_of
from wartable.games.conquest.lotr.start import first_state
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.tasks import Discarding, DrawingAdventure, Leaving, Reacting, Stage

TRILOGY = PRESETS["trilogy"]
RULES = rules_of(TRILOGY)
LAST = len(RULES.path) - 1


def mask(*spaces: str) -> int:
    """Territories by id."""
    return sum(1 << RULES.board.index[space] for space in spaces)


def position(
    step: object, *, own: int, units: dict[str, int] | None = None, leaders: tuple[str, ...] = (), hand: str = "",
    ring: int = 3, options: LotrOptions = TRILOGY, **more: object,
) -> LotrState:  # fmt: skip
    """Three players; seat 1 (green) holds `own`, the others half of the rest each; one unit everywhere else."""
    rules, board = rules_of(options), RULES.board
    rest = [space for space in range(len(board.ids)) if not own >> space & 1]
    half = sum(1 << space for space in rest[: len(rest) // 2])
    armies = [1] * len(board.ids)
    for space, count in (units or {}).items():
        armies[board.index[space]] = count
    pieces = tuple(int(board.ids[space] in leaders) for space in range(len(board.ids)))
    cards = tuple(number_of(rules, key) for key in hand.split())
    deck = ((1 << len(rules.deck)) - 1) & ~sum(1 << card for card in cards)
    state = first_state(options, 3)
    return replace(
        state, agenda=(step, Stage(Seat(0), 1)), pools=(), held=(own, half, board.everything & ~own & ~half),
        armies=tuple(armies), pieces=(pieces,), adventure=Cards((cards, (), ()), deck), ring=ring, **more,
    )  # fmt: skip


def number_of(rules: LotrRules, key: str) -> int:
    """The first copy of an adventure card."""
    return next(number for number, card in enumerate(rules.deck) if card.id == key)


def scene(state: LotrState) -> Scene:
    """What a bot of the first seat looks at."""
    return scene_of(rules_of(state.options), state, 0, Random(1))


def choice(state: LotrState, level: str = "medium") -> Decision:
    """What a level does, which is legal."""
    found = bots.get(LOTR_RISK, level).decide(LOTR_RISK, state, Seat(0), Random(1))
    assert LOTR_RISK.explain(state, Seat(0), found.action) is None, found
    return found


def action(state: LotrState, level: str = "medium") -> Action:
    """The same without its reason."""
    return choice(state, level).action


NORTH = mask("north_mirkwood", "eastern_mirkwood", "south_mirkwood", "anduin_valley", "carrock")


# --- the clock


def test_the_clock_is_exact_on_mount_doom() -> None:
    chances = journey(RULES, LAST)
    assert chances[:3] == pytest.approx((1 / 2, 1 / 4, 1 / 8))
    found = clock_of(RULES, position(Attacking(Seat(0)), own=NORTH, ring=LAST), 0)
    assert found.over == pytest.approx(1 / 2)
    assert found.again == pytest.approx(1 / 8)
    assert found.turns == pytest.approx(1 / 7)


def test_the_clock_counts_steps_with_and_without_a_die() -> None:
    dice = sum(RULES.path_dice >> step & 1 for step in range(len(RULES.path)))
    mean = sum((turn + 1) * chance for turn, chance in enumerate(journey(RULES, 0)))
    assert mean == pytest.approx(len(RULES.path) - dice + 2 * dice, abs=1e-3)
    assert sum(journey(RULES, 0)) == pytest.approx(1.0, abs=1e-6)


def test_the_clock_ends_on_reaching_mount_doom_without_a_roll_there() -> None:
    rules = rules_of(replace(TRILOGY, doom_roll=False))
    assert journey(rules, LAST - 1)[:2] == pytest.approx((1 / 2, 1 / 4))


def test_a_round_that_is_played_out_gives_the_last_seats_their_turns() -> None:
    options = replace(TRILOGY, equal_turns=True)
    state = position(Attacking(Seat(0)), own=NORTH, ring=LAST, options=options)
    assert clock_of(rules_of(options), state, 2).again == pytest.approx(1.0)
    ending = replace(state, ending="ring_destroyed")
    assert clock_of(rules_of(options), ending, 0).again == 0.0
    assert clock_of(rules_of(options), ending, 2).again == 1.0


def test_without_a_journey_the_end_is_far() -> None:
    options = PRESETS["domination"]
    state = position(Attacking(Seat(0)), own=NORTH, ring=-1, options=options)
    assert clock_of(rules_of(options), state, 0).turns > 5


# --- leaders and missions


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_leader_goes_along(level: str) -> None:
    state = position(Attacking(Seat(0)), own=NORTH, units={"carrock": 20}, leaders=("carrock",))
    found = action(state, level)
    assert isinstance(found, LotrAttack)
    assert found.leader == (found.source == "carrock")


def test_a_fulfilled_mission_is_shown_with_its_units_in_place() -> None:
    state = position(Fortifying(Seat(0)), own=NORTH, leaders=("north_mirkwood",), hand="elven_halls")
    assert action(state, "easy") == ShowMission("elven_halls", (("north_mirkwood", 2),))


def test_a_leader_is_sent_to_the_place_of_a_mission() -> None:
    state = position(Fortifying(Seat(0)), own=NORTH, leaders=("carrock",), hand="elven_halls")
    assert action(state) == MoveLeader("carrock", "north_mirkwood")


def test_a_leader_moves_to_a_site_where_that_earns_a_card() -> None:
    state = position(Fortifying(Seat(0)), own=NORTH, leaders=("carrock",), units={"carrock": 5})
    assert not isinstance(action(state), MoveLeader)
    moving = replace(TRILOGY, site_visit="conquer_or_move")
    state = position(Fortifying(Seat(0)), own=NORTH, leaders=("carrock",), units={"carrock": 5}, options=moving)
    assert action(state) == MoveLeader("carrock", "north_mirkwood")


@pytest.mark.parametrize("rule", ["conquer", "present", "conquer_or_move", "pass_through"])
@pytest.mark.parametrize("leader", ["carrock", "north_mirkwood"])
def test_what_a_move_of_a_leader_earns_is_what_the_rules_give(rule: str, leader: str) -> None:
    options = replace(TRILOGY, site_visit=rule)
    state = position(Fortifying(Seat(0)), own=NORTH, leaders=(leader,), units={leader: 5}, options=options)
    found, board = scene(state).lore, RULES.board
    assert isinstance(found, LotrLore)

    def draws(then: LotrState) -> bool:
        after = LOTR_RISK.advance(then, Seat(0), EndTurn())
        return isinstance(after.agenda[0], DrawingAdventure)

    moves = list(leader_moves(rules_of(options), state, 0))
    assert moves
    for source, target in moves:
        moved = LOTR_RISK.advance(state, Seat(0), MoveLeader(board.ids[source], board.ids[target]))
        earned = draws(moved) and not draws(state)
        assert found.earns_by_move(source, target) == earned, (board.ids[source], board.ids[target])


def test_a_leader_whose_stay_in_a_site_earns_a_card_stays_there() -> None:
    options = replace(TRILOGY, site_visit="present")
    units = dict.fromkeys(RULES.board.ids, 6) | {"north_mirkwood": 1, "carrock": 30}
    leaves, stays = (
        position(Fortifying(Seat(0)), own=NORTH, leaders=("north_mirkwood",), units=units, options=rules)
        for rules in (TRILOGY, options)
    )
    assert isinstance(action(leaves), MoveLeader)
    assert not isinstance(action(stays), MoveLeader)


# --- cards


def test_an_ambush_is_laid_before_an_attack_that_is_made_anyway() -> None:
    state = position(Attacking(Seat(0)), own=NORTH, units={"carrock": 9}, leaders=("carrock",), hand="ambush")
    found = action(state)
    assert isinstance(found, PlayCard)
    assert (found.card, found.source) == ("ambush", "carrock")


def test_hunters_find_units_where_the_fellowship_is_their_guest() -> None:
    ring = RULES.path.index(RULES.board.index["moria"])
    state = position(
        Reinforcing(Seat(0)), own=NORTH | mask("moria"), hand="hunt_for_the_ringbearer", ring=ring, to_place=3
    )
    assert action(state) == PlayCard("hunt_for_the_ringbearer")


def window(own: int) -> LotrState:
    """A window before the Fellowship leaves without a roll, a roll before the end of a short journey."""
    options = PRESETS["short-journey"]
    ring = RULES.path.index(RULES.board.index["emyn_muil"])
    state = position(Leaving(Seat(0)), own=own, hand="gollum", ring=ring, options=options)
    return replace(state, agenda=(Reacting((Seat(0),), about="fellowship.leaves"), *state.agenda))


def test_the_end_is_put_off_by_whoever_is_behind_and_by_nobody_who_leads() -> None:
    behind, ahead = window(mask("carrock")), window(sum(1 << space for space in range(50)))
    assert stance(scene(behind)) == -1
    assert action(behind) == PlayCard("gollum")
    assert stance(scene(ahead)) == 1
    assert action(ahead) == Pass()


def test_good_hurries_and_evil_puts_off_where_teams_win_outright() -> None:
    team = PRESETS["team"]
    state = first_state(team, 4)
    for seat in range(4):
        wanted = 1 if state.side(seat) == "good" else -1
        held = tuple(1 << other for other in range(4))
        placed = replace(state, held=held, pools=(), armies=(1,) * 64)
        assert stance(scene_of(rules_of(team), placed, seat, Random(1))) == wanted


def test_the_hardest_cards_to_use_are_discarded() -> None:
    state = position(
        Discarding(Seat(0)), own=NORTH, leaders=("carrock",), hand="elven_halls ambush wormtongue violent_storms erech"
    )
    assert action(state) in {Discard(("violent_storms",)), Discard(("erech",))}


# --- points against the clock


def test_points_count_for_more_the_nearer_the_end_is() -> None:
    early = scene(position(Attacking(Seat(0)), own=NORTH, ring=0)).lore
    late = scene(position(Attacking(Seat(0)), own=NORTH, ring=LAST)).lore
    assert isinstance(early, LotrLore)
    assert isinstance(late, LotrLore)
    assert late.weighing.point > 2 * early.weighing.point
    assert late.weighing.units < early.weighing.units
    assert late.hurry > early.hurry == pytest.approx(0.0, abs=1e-6)


def test_on_the_last_turn_risks_are_taken_for_a_territory() -> None:
    """Three units against two at even odds: left alone early on, attacked when there is nothing to save them for."""
    alone = mask("minas_tirith")
    units = {"minas_tirith": 4, "ithilien": 4, "lebennin": 4, "lamedon": 4, "gap_of_rohan": 4, "south_ithilien": 4}
    early = position(Attacking(Seat(0)), own=alone, units=units, ring=0)
    late = position(Attacking(Seat(0)), own=alone, units=units, ring=LAST)
    assert not isinstance(action(early), LotrAttack)
    assert isinstance(action(late, "hard"), LotrAttack)
