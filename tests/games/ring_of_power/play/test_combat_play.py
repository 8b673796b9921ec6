"""A combat as the game plays it: resolved by one decision, seen by everybody, written down, and told as luck."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import cast

import msgspec
import pytest

from tests.games.ring_of_power.play.small_scenarios import FOOT, GONDOR, THEODEN, WARRIORS, two_banners
from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_example import after_battle, printed
from wartable.engine.chance import Roll, Rolled, ScriptedDice
from wartable.engine.errors import BadNotation
from wartable.engine.values import CHANCE, Seat
from wartable.games.ring_of_power.campaign import actions, agenda, events
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.combat import requests
from wartable.games.ring_of_power.combat.machine import sample
from wartable.games.ring_of_power.combat.report import Row
from wartable.games.ring_of_power.play.game import RING_OF_POWER
from wartable.games.ring_of_power.play.view import RingView

ROHAN, SARUMAN = Seat(0), Seat(1)


def fighting(state: RingState) -> bool:
    return bool(state.agenda) and isinstance(state.agenda[0], agenda.Clash)


def raid() -> Campaign:
    """The raid at the first question of its combat."""
    campaign = Campaign("edoras-raid", printed)
    campaign.by_default(fighting)
    return campaign


def view(campaign: Campaign) -> RingView:
    return RING_OF_POWER.view(campaign.state, None)


def test_one_who_resolves_is_asked_nothing_more_in_this_combat_not_even_his_retreat() -> None:
    campaign = raid()
    asked: list[Seat] = []
    while (seat := campaign.asked) is not None and campaign.state.turn == 1:
        asked.append(seat)
        campaign.do(actions.Resolve() if fighting(campaign.state) else RING_OF_POWER.default(campaign.state, seat))

    assert asked == [ROHAN, SARUMAN]
    assert campaign.state == after_battle().state
    assert len(campaign.told(events.FellBack)) == 1


def test_resolving_holds_for_one_seat_and_one_combat_only() -> None:
    campaign = raid()
    campaign.do(actions.Resolve())
    assert campaign.asked == SARUMAN
    task = cast("agenda.Clash", campaign.state.agenda[0])
    assert task.resolved == (campaign.world.index["rohan"],)
    campaign.by_default(lambda state: state.turn > 1)
    assert not any(isinstance(one, agenda.Clash) for one in campaign.state.agenda)


def test_resolving_is_for_combats_only() -> None:
    campaign = Campaign("edoras-raid")

    assert campaign.asked is not None
    assert campaign.refusal(actions.Resolve()) != ""


def test_the_view_tells_who_fights_with_what_and_what_was_rolled() -> None:
    campaign = raid()
    combat = view(campaign).combat
    assert combat is not None
    assert combat.step == "hold"
    ranks = {(one.name, one.engaged): one for one in combat.ranks}
    assert len(ranks["Uruk-hai", True].figures) == 9
    assert len(ranks["Uruk-hai", False].figures) == 7
    riders = ranks["Rider of Rohan", True]
    assert (riders.dice, riders.attack, riders.defence) == (2, 3, 4)
    assert "attack: 3+ base = 3+" in riders.numbers
    question = view(campaign).question
    assert question is not None
    assert question.decision is not None
    assert question.decision.default == requests.Hold()

    campaign.by_default(lambda state: combat_step(campaign, state) == "allocate")
    combat = view(campaign).combat
    assert combat is not None
    assert [side.hits for side in combat.sides] == [6, 5]
    assert [(row.kind, row.successes) for row in combat.rows] == [("attack", 6), ("attack", 5)]


def test_figures_of_which_the_same_is_shown_stand_in_one_line() -> None:
    """Foot of Rohan stood in two lines with the same numbers, as some of them had other ground under their feet."""
    campaign = raid()
    combat = view(campaign).combat
    assert combat is not None
    lines = [msgspec.structs.replace(one, figures=()) for one in combat.ranks if not (one.character or one.weapon)]
    assert len(lines) == len(set(lines))


def combat_step(campaign: Campaign, state: RingState) -> str:
    campaign.state = state
    combat = view(campaign).combat
    return combat.step if combat else ""


def test_the_beaten_see_their_combat_and_their_default_paths_while_they_are_asked() -> None:
    campaign = raid()
    campaign.by_default(lambda state: isinstance(state.agenda[0], agenda.Retreat))
    shown = view(campaign)

    assert shown.combat is not None
    assert shown.combat.step == "over"
    assert [tuple(score.score for score in bout.scores) for bout in shown.combat.bouts] == [(7, 2)]
    assert shown.question is not None
    assert {number for number, _ in shown.question.retreat} == set(shown.question.figures)
    before = campaign.state
    campaign.do(actions.FallBack(paths=shown.question.retreat))
    chosen = campaign.state
    campaign.put(before)
    campaign.do(actions.FallBack())
    assert chosen.figures == campaign.state.figures


def test_a_combat_that_is_no_more_is_not_shown() -> None:
    assert view(after_battle()).combat is None


def beside_gondor() -> Campaign:
    """A battle of three seats at the question to Rohan how two hits on Rohan and Gondor are dealt out."""

    def faces(purpose: str, count: int) -> tuple[int, ...]:
        hits = 2 if "attack" in purpose else 0
        return (*(1,) * (count - hits), *(6,) * hits)

    campaign = Campaign(two_banners(), faces, seats=3)
    campaign.by_default(lambda state: combat_step(campaign, state) == "allocate")
    return campaign


def allocate(*figures: int, to: tuple[int, ...] = ()) -> actions.Choose:
    """A hit on each of some figures, and whose shares are handed over."""
    return actions.Choose(choice=requests.Allocate(tuple((figure, (1,)) for figure in figures), to))


def fallen_of(campaign: Campaign) -> set[int]:
    """Return who of Rohan and Gondor lies dead after the combat."""
    campaign.by_default(lambda state: not fighting(state))
    gone = cast("list[events.Gone]", campaign.told(events.Gone))
    return {figure for one in gone for figure in one.figures} & {THEODEN, *FOOT, *WARRIORS}


def test_an_ally_in_another_seat_deals_out_the_hits_on_his_own_figures() -> None:
    """Settlement Q8."""
    campaign = beside_gondor()
    assert campaign.asked == ROHAN
    campaign.do(allocate(FOOT[0], WARRIORS[0], to=(GONDOR,)))
    assert campaign.asked == GONDOR
    question = view(campaign).question
    assert question is not None
    assert question.decision is not None
    assert (question.player, question.decision.figures, question.decision.need) == (GONDOR, WARRIORS, 1)

    assert campaign.refusal(allocate(FOOT[1])) == "combat.allocate"
    campaign.do(allocate(WARRIORS[2]))
    assert fallen_of(campaign) == {FOOT[0], WARRIORS[2]}


def test_an_ally_who_resolves_leaves_the_hits_where_his_commander_put_them() -> None:
    """Settlement Q8."""
    campaign = beside_gondor()
    campaign.do(allocate(FOOT[0], WARRIORS[1], to=(GONDOR,)))
    campaign.do(actions.Resolve())

    assert fallen_of(campaign) == {FOOT[0], WARRIORS[1]}


def test_a_commander_who_resolves_hands_out_nothing() -> None:
    """Settlement Q8."""
    campaign = beside_gondor()
    campaign.do(actions.Resolve())

    assert combat_step(campaign, campaign.state) != "allocate"
    assert fallen_of(campaign) == set(FOOT)


def test_luck_is_what_was_lost_against_what_was_to_be_expected() -> None:
    (told,) = cast("list[events.BattleLuck]", after_battle().told(events.BattleLuck))
    good, evil = told.sides

    assert (good.casualties, evil.casualties) == (1, 5)
    assert good.expected == pytest.approx(0.3095703125)
    assert evil.expected == pytest.approx(32 / 9)
    assert good.luck == pytest.approx((0.3095703125 - 1) - (32 / 9 - 5))
    assert good.luck == -evil.luck


def test_dice_of_a_battle_are_counted_for_the_seats_that_threw_them() -> None:
    first, second = cast("list[events.BattleRolled]", after_battle().told(events.BattleRolled))
    attack = {use.seat: use for use in RING_OF_POWER.study.dice(first)}
    saves = {use.seat: use for use in RING_OF_POWER.study.dice(second)}

    assert attack[ROHAN].gained == 6.0
    assert attack[ROHAN].expected == pytest.approx(8 * 2 / 3)
    assert (attack[SARUMAN].gained, attack[SARUMAN].expected) == (5.0, 5.0)
    assert (saves[ROHAN].gained, saves[ROHAN].expected) == (2.0, 2.5)
    assert (saves[SARUMAN].gained, saves[SARUMAN].expected) == (1.0, 2.0)
    assert RING_OF_POWER.study.dice(events.TurnBegan(turn=1)) == ()


def test_dice_that_are_added_up_expect_nothing() -> None:
    duel = Row("duel", 0, 0, ((3, 6, 0), (9, 1, 0)))

    assert (duel.successes, duel.expected) == (0, Fraction(0))
    assert Row("search", 0, 0, ((3, 6, 1), (9, 6, 8))).expected == Fraction(1)


def test_sentences_of_a_battle_name_players_and_count() -> None:
    campaign = after_battle()
    said = [RING_OF_POWER.tell(event, ("A", "B"), campaign.options) for event in campaign.events]

    assert any(one.startswith("Rohan rolls 8 attack dice, 6 hit: 6, 5, 4") for one in said)
    assert any("Saruman saves 1 of 6 hits" in one for one in said)
    ended = next(one for one in said if one.startswith("Rohan won 7 to 2: Rohan felled "))
    assert ended.endswith(". 7 figures are lost, 1 rider dismounted.")
    assert any(one.endswith("luck +0.8 for Rohan.") for one in said)


ANSWERS: list[tuple[requests.Choice, str]] = [
    (requests.Hide((1, 2)), "hide 1 2"),
    (requests.Hide(), "hide"),
    (requests.Search(((1, 4), (2, 4))), "search 1 for 4; 2 for 4"),
    (requests.Aim(((7, 2), (8, 1))), "aim 7 at 2; 8 at 1"),
    (requests.Hold((7, 8)), "hold 7 8"),
    (requests.Challenge(12), "challenge 12"),
    (requests.Challenge(), "challenge nobody"),
    (requests.Enchant(1, 0, 2), "enchant dice 1 attack 0 defence 2"),
    (requests.Serve(((20, "fire"), (21, "fight")), ((7, 20),)), "serve 20 fire; 21 fight; 7 joins 20"),
    (requests.Pick((3, 4)), "pick 3 4"),
    (requests.Allocate(((5, (1,)), (6, (2, 1)))), "allocate 5 1; 6 2,1"),
    (requests.Allocate(((5, (1,)), (6, (2, 1))), (1, 3)), "allocate 5 1; 6 2,1; delegate 1 3"),
    (requests.Allocate((), (1,)), "allocate delegate 1"),
    (requests.Lose((5, 6)), "lose 5 6"),
    (requests.Flee((5, 6)), "flee 5 6"),
    (requests.Enter((7, 8)), "enter 7 8"),
    (requests.Enter(()), "enter nobody"),
]


@pytest.mark.parametrize(("choice", "text"), ANSWERS)
def test_answers_are_written_plainly_and_read_back(choice: requests.Choice, text: str) -> None:
    campaign = Campaign("edoras-raid")
    action = actions.Choose(choice=choice)

    assert RING_OF_POWER.format(action) == f"choose {text}"
    assert RING_OF_POWER.parse(campaign.state, ROHAN, f"choose {text}") == action


@pytest.mark.parametrize(
    "action",
    [
        actions.Resolve(),
        actions.Declaration(),
        actions.Declaration(
            assaults=(actions.Assault(figure=7, place="moria"), actions.Assault(figure=8, place="edoras", tower=True)),
            sallies=(("helms_deep", (3, 4)),),
        ),
    ],
)
def test_other_decisions_of_a_combat_are_read_back(action: actions.Resolve | actions.Declaration) -> None:
    campaign = Campaign("edoras-raid")

    assert RING_OF_POWER.parse(campaign.state, ROHAN, RING_OF_POWER.format(action)) == action


@pytest.mark.parametrize("written", ["barad_dur", "Barad-d\u00fbr", "barad-dur", "BARAD DUR"])
def test_places_may_be_written_by_name_with_or_without_accents(written: str) -> None:
    state = Campaign("war-of-the-ring").state

    assert RING_OF_POWER.parse(state, ROHAN, f"declare 7 at {written} tower; 3 4 out of {written}") == (
        actions.Declaration(
            assaults=(actions.Assault(figure=7, place="barad_dur", tower=True),), sallies=(("barad_dur", (3, 4)),)
        )
    )
    assert RING_OF_POWER.parse(state, ROHAN, f"land {written}") == actions.Land(at="barad_dur")
    move = RING_OF_POWER.parse(state, ROHAN, f"move 3 1,1 > 2,2 into {written}")
    assert isinstance(move, actions.Move)
    assert move.into == "barad_dur"
    assert RING_OF_POWER.parse(state, ROHAN, "hand_over the one ring to 4") == (actions.HandOver(item="one_ring", to=4))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("choose", "begin with one of hide"),
        ("choose dance", "begin with one of hide"),
        ("choose hold seven", "Write it like this: hold 7 8"),
        ("choose allocate 5", "allocate 5 1; 6 2"),
        ("choose allocate 5 -1", "allocate 5 1; 6 2"),
        ("choose allocate 5 1; delegate gondor", "allocate 5 1; 6 2; delegate 3"),
        ("choose allocate 5 1; delegate", "allocate 5 1; 6 2; delegate 3"),
        ("choose enchant 1 2 3", "dice 1 attack 0 defence 2"),
        ("choose serve 20 explode", "serve 20 fire"),
        ("choose serve 7 enters 20", "serve 20 fire"),
        ("choose search 1 4", "search 1 for 4"),
        ("declare moria", "declare 7 at moria"),
    ],
)
def test_what_is_no_answer_is_said_with_what_would_be_one(text: str, said: str) -> None:
    campaign = Campaign("edoras-raid")

    with pytest.raises(BadNotation, match=said):
        RING_OF_POWER.parse(campaign.state, ROHAN, text)


def test_random_answers_are_legal_and_written_without_loss() -> None:
    campaign, rng = raid(), Random(5)
    campaign.faces = None
    kinds: set[str] = set()
    while campaign.asked is not None and fighting(campaign.state):
        stage = cast("agenda.Clash", campaign.state.agenda[0]).stage
        assert stage is not None
        action = actions.Choose(choice=sample(stage, rng))
        kinds.add(str(action.choice.__struct_config__.tag))
        assert RING_OF_POWER.parse(campaign.state, ROHAN, RING_OF_POWER.format(action)) == action
        campaign.do(action)

    assert {"hold", "allocate"} <= kinds


def test_dice_of_a_real_table_are_fed_in_and_each_says_what_it_is_for() -> None:
    campaign = raid()
    dice = ScriptedDice([Rolled(printed("battle.attack", 18))])
    while RING_OF_POWER.to_act(campaign.state) != (CHANCE,):
        seat = RING_OF_POWER.to_act(campaign.state)[0]
        campaign.put(RING_OF_POWER.advance(campaign.state, seat, RING_OF_POWER.default(campaign.state, seat)))
    throw = cast("agenda.Clash", campaign.state.agenda[0]).stage
    assert throw is not None
    assert isinstance(throw.awaits, requests.Throw)
    assert [(pool.name, pool.needs) for pool in throw.awaits.pools] == [
        ("attack.good", (3,) * 8),
        ("attack.evil", (4,) * 10),
    ]
    request = RING_OF_POWER.request(campaign.state)
    assert isinstance(request, Roll)
    after = RING_OF_POWER.advance(campaign.state, CHANCE, dice.answer(0, request))
    assert RING_OF_POWER.to_act(after) == (ROHAN,)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Uruk-hai",) * 3, "3 Uruk-hai fall."),
        (("Rider of Rohan", "Rider of Rohan", "\u00c9omer"), "2 Riders of Rohan and \u00c9omer fall."),
        (("Man of Dale",) * 2, "2 Men of Dale fall."),
        (("L\u00f3rien elf",) * 2, "2 L\u00f3rien elves fall."),
        (("M\u00fbmak",) * 2, "2 M\u00fbmakil fall."),
        (("Orc",), "Orc falls."),
    ],
)
def test_several_of_a_kind_are_spoken_of_as_such(names: tuple[str, ...], said: str) -> None:
    gone = events.Gone(figures=tuple(range(len(names))), names=names, why="dead")

    assert RING_OF_POWER.tell(gone, ()) == said
