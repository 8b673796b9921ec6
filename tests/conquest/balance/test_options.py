"""Options of the variant: presets, contradictions, and refusals of decisions at the wrong time."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from tests.conquest.balance.positions import SOUTH_AMERICA, WITH_TANKS, at, position
from tests.conquest.balance.running import GAME, refusal
from wartable.engine.errors import BadNotation, BadOptions
from wartable.engine.options import build, describe
from wartable.engine.values import Action, Seat
from wartable.games.conquest.balance import actions as b
from wartable.games.conquest.balance.data import ActionKey
from wartable.games.conquest.balance.options import PRESETS, BalanceOptions
from wartable.games.conquest.balance.phases import PHASES
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core import actions as a

CONTRADICTIONS: list[tuple[dict[str, Any], str, int]] = [
    ({"sites": False}, "Neutral army (Yes, for two players) does not go with the rest: there are no sites.", 16),
    (
        {"sites": False, "neutral_army": "none"},
        "Objectives (Those of 2008 and two about sites) does not go with the rest: there are no sites.",
        58,
    ),
    (
        {"sites": False, "neutral_army": "none", "objectives": "game_2008", "recon": "raised"},
        "Recon mission has no effect: there are no sites.",
        38,
    ),
    (
        {"sites": False, "neutral_army": "none", "objectives": "game_2008", "site_effects": True},
        "Special effects of sites has no effect: there are no sites.",
        68,
    ),
    ({"actions": False, "recon": "raised"}, "Recon mission has no effect: there are no special combat actions.", 38),
    ({"actions": False, "prices": "printed"}, "Prices has no effect: there are no special combat actions.", 36),
    ({"actions": False, "alliances": "any_time"}, "Forced alliances has no effect", 40),
    ({"actions": False, "third_pair": True}, "neither actions nor rewards bring extra dice", 53),
    ({"actions": False, "die_cap": "six"}, "Highest die has no effect: nothing lifts a die.", 57),
    ({"six_players": True}, "Six players has no effect: this neutral army is for two players only.", 14),
    ({"fifth_player": "progressive"}, "Fifth player has no effect: this neutral army is for two players only.", 13),
    (
        {"neutral_army": "none", "starting_armies": "classic", "fifth_player": "progressive"},
        "all begin with the armies of Classic Risk",
        13,
    ),
]
SAMPLES: tuple[Action, ...] = (
    a.Claim("brazil"), a.Place("brazil", 1), a.Trade(("c01",)), a.Attack("brazil", "north_africa", 1), a.Occupy(1),
    a.EndAttacks(), a.Fortify("brazil", "peru", 1), a.EndTurn(), b.Capital("brazil"), b.Buy("recon"), b.Collect("o01"),
    b.Give("c01"), b.FormTank("brazil"), b.DisbandTank("brazil"), b.MoveTanks("brazil", "peru", 1), b.Done(),
)  # fmt: skip
ASKED = [phase for phase, row in PHASES.items() if row.actions and phase != "occupy"]


@pytest.mark.parametrize(("values", "message", "rule"), CONTRADICTIONS)
def test_contradictory_sets_are_refused(values: dict[str, object], message: str, rule: int) -> None:
    with pytest.raises(BadOptions) as caught:
        build(BalanceOptions, values)
    assert message in caught.value.reason.message
    assert caught.value.reason.rule == f"balance-of-power {rule}"


def test_every_need_and_demand_has_a_case() -> None:
    said = " ".join(message for _, message, _ in CONTRADICTIONS)
    for field in describe(BalanceOptions):
        if field.needs or field.demands:
            assert field.label in said or any(one.why in said for one in field.needs), field.name


def test_a_cap_on_dice_counts_where_only_sites_lift_them() -> None:
    values = {"actions": False, "prices": "balanced", "site_effects": True, "die_cap": "six"}
    assert build(BalanceOptions, values).die_cap == "six"


def test_what_only_the_preset_chose_may_lose_its_effect() -> None:
    options = build(BalanceOptions, {"actions": False}, PRESETS["literal"])
    assert (options.actions, options.prices, options.alliances) == (False, "printed", "any_time")


def test_every_option_names_its_rule() -> None:
    assert all(field.rule.startswith(("balance-of-power ", "risk ")) for field in describe(BalanceOptions))


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_survive_json(preset: str) -> None:
    options = PRESETS[preset]
    assert build(BalanceOptions, options.values()) == options


def test_seats_by_option() -> None:
    assert GAME.seat_counts(PRESETS["two-player"]) == (2,)
    assert GAME.seat_counts(PRESETS["many"]) == (2, 3, 4, 5)
    with pytest.raises(BadOptions):
        GAME.start(PRESETS["many"], 7)


def at_phase(phase: str, **more: Any) -> BalanceState:
    """A position in which seat 0 is asked in a phase."""
    hands = {0: tuple(range(6))} if phase == "give" else {}
    return position(
        *SOUTH_AMERICA, phase=phase, armies={"brazil": 9}, capitals=(at("peru"), at("ural")), options=WITH_TANKS,
        hands=hands, to_place=3 if phase in {"reinforce", "neutral_reinforce"} else 0, face_up=("o01",), **more,
    )  # fmt: skip


@pytest.mark.parametrize("phase", ASKED)
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda action: type(action).__name__)
def test_what_a_phase_does_not_allow_is_refused_with_what_it_wants(phase: str, sample: Action) -> None:
    if type(sample) in PHASES[phase].actions:
        return
    reason = refusal(at_phase(phase), sample)
    assert reason.code == "phase.wrong"
    assert reason.rule.startswith("balance-of-power ")
    assert PHASES[phase].hint.split("{")[0].split(":")[0] in reason.message


@pytest.mark.parametrize("key", get_args(ActionKey))
@pytest.mark.parametrize("phase", ["reinforce", "attack", "fortify", "neutral_reinforce"])
def test_every_action_is_refused_at_a_wrong_time(key: ActionKey, phase: str) -> None:
    reason = refusal(at_phase(phase), b.Buy(key))
    assert (reason.code, reason.rule) == ("phase.wrong", "balance-of-power 36")
    assert "before the draft" in reason.message


@pytest.mark.parametrize("key", get_args(ActionKey))
def test_every_action_is_refused_without_means(key: ActionKey) -> None:
    reason = refusal(at_phase("buy", pile=0, neutral=("alaska",)), b.Buy(key))
    assert reason.rule.startswith("balance-of-power ")
    assert reason.message


NOTATION = [
    (b.Buy("recon"), "buy recon"),
    (b.Buy("atomic_bomb", space="north_africa", cards=("c01", "w1")), "buy atomic_bomb on north_africa with c01 w1"),
    (b.Buy("forced_alliance", seat=-1), "buy forced_alliance against neutral"),
    (b.Buy("sabotage", seat=1), "buy sabotage against seat 2"),
    (b.Buy("draft", armies=(("brazil", 2), ("peru", 1))), "buy draft: brazil 2, peru 1"),
    (b.Buy("maneuver", space="brazil", armies=(("peru", 3),)), "buy maneuver on brazil: peru 3"),
    (b.Buy("maneuver", space="brazil", tank="peru", cards=("c02",)), "buy maneuver on brazil tank peru with c02"),
    (b.Collect("o06"), "collect o06"),
    (b.Collect("o06", "great_britain"), "collect o06 on great_britain"),
    (b.Capital("peru"), "capital peru"),
    (b.Give("c07"), "give c07"),
    (b.FormTank("peru"), "form tank peru"),
    (b.DisbandTank("peru"), "disband tank peru"),
    (b.MoveTanks("peru", "brazil", 2), "move tanks peru > brazil 2"),
    (b.MoveTanks("peru", "brazil", 2, 3), "move tanks peru > brazil 2 with 3"),
    (b.Done(), "done"),
    (a.Trade(("c01", "c02")), "trade c01 c02"),
    (a.Attack("brazil", "north_africa", 2, 1), "attack brazil > north_africa x2 until 1"),
]


@pytest.mark.parametrize(("action", "text"), NOTATION)
def test_notation_there_and_back(action: Action, text: str) -> None:
    state = position(*SOUTH_AMERICA)
    assert GAME.format(action) == text
    assert GAME.parse(state, Seat(0), text) == action


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("buy bomb", "There is no action 'bomb'."),
        ("buy", "Write buy ACTION [on SPACE]"),
        ("buy sabotage against seat 0", "Write buy ACTION [on SPACE]"),
        ("capital brazl", "Did you mean Brazil?"),
        ("hello", "claim SPACE or place SPACE"),
    ],
)
def test_unreadable_notation_says_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.parse(position(*SOUTH_AMERICA), Seat(0), text)
    assert message in str(caught.value)


def test_names_of_territories_are_read_as_people_write_them() -> None:
    read = GAME.parse(position(*SOUTH_AMERICA), Seat(0), "Buy Atomic_Bomb on North Africa with C01")
    assert read == b.Buy("atomic_bomb", space="north_africa", cards=("c01",))
