"""Whole games of both maps of Diplomacy, played by bots through the server: seven or eight decide each phase."""

from __future__ import annotations

import pytest

from tests.server.live import Live, Player

TABLES = [("diplomacy", 7, 1902), ("middle-earth-viii", 8, 3002)]


@pytest.mark.parametrize(("game", "seats", "last"), TABLES)
def test_bots_play_a_table_to_its_end(live: Live, player: Player, game: str, seats: int, last: int) -> None:
    levels = [["hard", "medium", "easy", "random"][min(seat, seat % 3 + 1)] for seat in range(seats)]
    table = player.table(*levels, game=game, options={"last_year": last})["id"]

    player.wait_over(table)

    known = live.services.hub.known(table)
    assert known is not None
    assert {stamp.seat for stamp in known.stamps if stamp.bot} == set(range(seats))
    whys = [move.why for move in known.running().moves]
    assert all(why.endswith(".") for why in whys)
    assert "The bot found no move, so the rules decided." not in whys
