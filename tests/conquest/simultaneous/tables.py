"""Positions in simultaneous rounds, put up for tests of their rules."""

from __future__ import annotations

from typing import Any

from tests.conquest.simultaneous.playing import GAMES
from wartable.games.conquest.cases.form import Case
from wartable.games.conquest.cases.run import reader_of
from wartable.games.conquest.simultaneous.actions import Order, Orders

NAMES = ("Ada", "Bo", "Cy", "Di")


def table(preset: str, step: str, seats: int = 3, options: dict[str, Any] | None = None, **before: Any) -> Any:
    """Put up a position of a game in a step of a round."""
    key = GAMES[preset].key
    case = Case(
        id="here",
        game=key,
        preset=preset,
        seats=seats,
        options=options or {},
        before={"turn": 0, "step": step, **before},
    )
    return reader_of(key).table(case)


def brazil(step: str = "moves", options: dict[str, Any] | None = None, **before: Any) -> Any:
    """Seat 0 in Brazil with 4, seat 1 in Venezuela with 5, seat 2 in Peru with 3 and everywhere else."""
    stated = {"territories": {"brazil": [0, 4], "venezuela": [1, 5], "peru": [2, 3]}, "rest": [2, 1], **before}
    return table("risk-simultaneous", step, options=options, **stated)


def three_sided() -> Any:
    """Two attack Brazil."""
    here = brazil()
    for seat, source, count in ((1, "venezuela", 5), (2, "peru", 3)):
        here.act(seat, Orders((Order(source, "brazil", count),)))
    here.act(0, Orders())
    return here


def moved(here: Any, **written: tuple[tuple[str, str, int] | tuple[str, str, int, bool], ...]) -> list[str]:
    """Have all hand in their moves, those of a seat as `s0=(("brazil", "peru", 4),)`; returns what is told of them."""
    before = len(here.events)
    for seat in here.game.to_act(here.state):
        here.act(seat, Orders(tuple(Order(*one) for one in written.get(f"s{seat}", ()))))
    return told(here, before)


def told(here: Any, since: int = 0) -> list[str]:
    """Return what has been told, from some event on."""
    return [here.game.tell(event, NAMES, here.state.options) for event in here.events[since:]]
