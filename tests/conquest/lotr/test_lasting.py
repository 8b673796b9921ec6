"""Cards that last until the next turn of a player, when that turn never comes."""

from __future__ import annotations

from msgspec.structs import replace

from tests.conquest.lotr.play import started
from wartable.games.conquest.lotr.course import COURSE
from wartable.games.conquest.lotr.rules import rules_of
from wartable.games.conquest.lotr.state import InForce


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
