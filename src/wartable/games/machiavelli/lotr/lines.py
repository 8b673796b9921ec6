"""A decision as lines of text, and back: those of Machiavelli, `Z minas_morgul - ithilien`, `DEAD AT belfalas`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import asdict

from wartable.engine.errors import BadNotation, Reason
from wartable.engine.values import Action
from wartable.games.adjudication.orders import Call, Hold, Move, Unit
from wartable.games.machiavelli.lotr.actions import FigureOrder, LotrOrders, LotrRetreats, LotrYear
from wartable.games.machiavelli.lotr.state import LotrState
from wartable.games.machiavelli.play.actions import CampaignOrders, RetreatOrders, YearOrders
from wartable.games.machiavelli.play.lines import NOTHING, format_action, parse_action
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.text import Reader
from wartable.games.ring_figures.actions import Pursue
from wartable.games.ring_figures.kinds import FIGURES, NAZGUL

_FIGURE = re.compile(rf"({'|'.join(FIGURES)})\s+(.+)", re.IGNORECASE)
_DEAD = re.compile(r"DEAD\s+AT\s+(.+)", re.IGNORECASE)
_FLEET = re.compile(r"FLEET\s+(.+)", re.IGNORECASE)
_STEP = re.compile(r"\s(?:->|-|→|to)\s", re.IGNORECASE)
_STAYS = re.compile(r"\s+(?:H|holds?)$", re.IGNORECASE)


def format_lotr(action: Action, nazgul_at: str = "") -> str:
    """Return a decision in canonical notation, its parts by semicolons."""
    if isinstance(action, Pursue):
        return str(action)
    usual = format_action(action)
    parts = [*([] if usual == NOTHING else [usual]), *_own_parts(action, nazgul_at)]
    return "; ".join(parts) or NOTHING


def _own_parts(action: Action, nazgul_at: str) -> Iterator[str]:
    if isinstance(action, LotrOrders):
        yield from map(str, action.figures)
    elif isinstance(action, LotrRetreats) and action.nazgul:
        yield f"{NAZGUL} {nazgul_at} - {action.nazgul}" if nazgul_at else f"{NAZGUL} - {action.nazgul}"
    elif isinstance(action, LotrYear):
        yield from (f"FLEET {place}" for place in action.fleets)


def is_own(line: str) -> bool:
    """Whether a line is for a figure, or for a port that begins with a fleet."""
    return bool(_FIGURE.match(line) or _DEAD.match(line) or _FLEET.match(line))


def parse_lotr(rules: Rules, state: LotrState, text: str) -> Action:
    """Read what is asked for now; raises `BadNotation` for what cannot be read."""
    lines = [line.strip() for line in re.split(r"[;\n]", text) if line.strip()]
    own = [line for line in lines if is_own(line)]
    usual = parse_action(rules, state, "; ".join(line for line in lines if not is_own(line)))
    read = Reader(rules)
    if isinstance(usual, RetreatOrders):
        return LotrRetreats(usual.orders, _nazgul(read, own))
    if isinstance(usual, YearOrders):
        return LotrYear(usual.orders, usual.taxes, tuple(_fleet(read, line) for line in own))
    if not isinstance(usual, CampaignOrders):
        raise TypeError(usual)
    figures = tuple(read_figure(read, line) for line in own)
    return LotrOrders(**asdict(usual), figures=figures)


def read_figure(read: Reader, line: str) -> FigureOrder:
    """Read an order for a figure: `Z minas_morgul - ithilien`, `GEG minas_tirith H`, `DEAD AT belfalas`."""
    if match := _DEAD.fullmatch(line):
        return Call(Unit("DEAD", read.place(match[1])))
    match = _FIGURE.fullmatch(line)
    if match is None:
        raise _bad(f"{line!r} is no order for a figure. Write `Z minas_morgul - ithilien` or `DEAD AT belfalas`.")
    kind, rest = match[1].upper(), match[2]
    places = _STEP.split(rest)
    if len(places) == 1:
        return Hold(Unit(kind, read.place(_STAYS.sub("", rest))))
    start, *way = (read.place(place) for place in places)
    return Move(Unit(kind, start), way[-1], path=tuple(way[:-1]))


def _nazgul(read: Reader, lines: list[str]) -> str:
    """Return where the Nazgul retreats to; empty where it stays."""
    for line in lines:
        match = _FIGURE.fullmatch(line)
        if match is None or match[1].upper() != NAZGUL:
            raise _bad(f"{line!r} is no retreat. Write `A belfalas - lebennin` or `Z minas_morgul - gorgoroth`.")
        places = [part.strip(" ->") for part in _STEP.split(f" {match[2]}")]
        return "" if len(places) == 1 and _STAYS.search(places[0]) else read.place(places[-1])
    return ""


def _fleet(read: Reader, line: str) -> str:
    match = _FLEET.fullmatch(line)
    if match is None:
        raise _bad(f"{line!r} is nothing to decide now. Write `FLEET mithlond`, `BUILD A mithlond` or `BUILD T moria`.")
    return read.place(match[1])


def _bad(message: str) -> BadNotation:
    return BadNotation(Reason(code="notation.form", message=message))
