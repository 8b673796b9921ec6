"""Who leaves the rest of the set-up to the rules is never waited for again in it, whether their page is open or not."""

from __future__ import annotations

import pytest

from tests.server.live import Live
from tests.server.party import Party
from wartable.board import load_board
from wartable.games.conquest.core.rest import CLAIMS, PLACES

pytestmark = pytest.mark.storage

SPACES = [space.id for space in load_board("classic").spaces]


def test_one_request_leaves_all_claims_to_the_rules_and_one_all_placements(live: Live) -> None:
    party = Party(live, [live.player(), live.player()], game="risk", options={"setup": "claim"})
    first, other = 0, 1
    if party.update()["to_act"] == [1]:
        first, other = 1, 0
    party.settle(first, CLAIMS.key)
    party.settle(first, PLACES.key)

    claims = 0
    while party.update(other)["view"]["phase"] == "claim":
        assert party.update(other)["to_act"] == [other], "nobody waits for who has left it"
        free = party.update(other)["view"]["owners"].index(-1)
        party.act(other, {"type": "claim", "space": SPACES[free]})
        claims += 1
    assert claims == 21
    assert party.update(other)["view"]["phase"] == "setup"

    party.settle(other, PLACES.key)
    over = party.update(other)["view"]
    assert (over["phase"], sum(over["armies"])) == ("reinforce", 80)
    assert party.on(first) == party.on(other) == [], "in play there is nothing of it to leave"
