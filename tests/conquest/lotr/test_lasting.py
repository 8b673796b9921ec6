"""Cards that last until the next turn of a player, when that turn never comes."""

from __future__ import annotations

from msgspec.structs import replace

from tests.conquest.lotr.play import started
from wartable.engine.values import Seat
from wartable.games.conquest.core.tasks import Attacking
from wartable.games.conquest.lotr.actions import LotrAttack
from wartable.games.conquest.lotr.game import LOTR_RISK
from wartable.games.conquest.lotr.handlers import COURSE
from wartable.games.conquest.lotr.rules import rules_of
from wartable.games.conquest.lotr.state import InForce, Standing


def test_what_a_player_who_is_out_has_closed_is_open_when_the_next_turn_begins() -> None:
    state = replace(
        started("trilogy", 3),
        held=(1, 0, 2),
        in_force=(
            InForce("winter_storms", 1, 4),
            InForce("you_shall_not_pass", 2, 3),
            InForce("corsairs_of_umbar", 0, 0),
        ),
    )

    after = COURSE.begin_turn(rules_of(state.options), state, 0, 1, None)

    assert [card.card for card in after.in_force] == ["you_shall_not_pass"]


def test_an_attack_under_the_mountains_goes_past_a_blocked_bridge() -> None:
    """Else a player who has played the card could neither attack nor go on (`lotr-risk L41`)."""
    state = started("trilogy", 3)
    index = rules_of(state.options).board.index
    source, target = index["dunland"], index["eregion"]
    beside = replace(
        state,
        agenda=(Attacking(Seat(0)), *state.agenda),
        held=(1 << source, 1 << target, 1),
        armies=tuple(5 if space in {source, target, 0} else 0 for space in range(len(state.armies))),
        in_force=(InForce("you_shall_not_pass", 2, 1 << source | 1 << target),),
    )
    attack = LotrAttack("dunland", "eregion", 3)
    reason = LOTR_RISK.explain(beside, Seat(0), attack)

    assert reason is not None
    assert reason.rule == "lotr-risk card:you_shall_not_pass"
    assert LOTR_RISK.explain(replace(beside, assault=Standing(source, target, mountain=True)), Seat(0), attack) is None
