"""The board as a picture: units that nobody shows are not written on it."""

from __future__ import annotations

from tests.conquest.lotr.play import past, started
from wartable.board.library import load_board
from wartable.engine.told import Look
from wartable.games.conquest.core.picture import picture_of
from wartable.games.conquest.lotr.game import LOTR_RISK


def test_units_that_are_not_seen_are_left_out() -> None:
    """lotr-risk V6."""
    open_game, hidden = past(started("trilogy", 3), 300, 2), past(started("hidden-armies", 3), 300, 2)
    board = load_board("lotr-64")
    assert len(picture_of(board, LOTR_RISK.view(open_game, None)).armies) == 64
    assert picture_of(board, LOTR_RISK.view(hidden, None)).armies == {}


def test_the_board_can_be_drawn() -> None:
    state = past(started("original", 2), 200, 2)
    drawn = LOTR_RISK.show.drawing(state, Look(colours=(1, 2)))
    assert drawn.startswith("<svg")
    assert LOTR_RISK.show.board_key(state.options) == "lotr-42"
