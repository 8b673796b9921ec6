"""A decision as lines of text, and back: `A pavia - como; E1: 9 C ferrara; PAY 5 TO milan; ALLOW venice`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from wartable.engine.errors import BadNotation, Reason
from wartable.engine.values import Action
from wartable.games import voting
from wartable.games.machiavelli.optional.shifting import Shift
from wartable.games.machiavelli.orders import Advance, Banking, CampaignOrder, Expense
from wartable.games.machiavelli.play.actions import (
    Ban,
    CampaignOrders,
    Excommunicate,
    Forgive,
    Heed,
    Ignore,
    Refrain,
    RetreatOrders,
    ShiftOrders,
    YearOrders,
)
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import AskHeed, AskPope, SendRetreats, SendShifts, SendYear
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Power
from wartable.games.machiavelli.text import Reader

NOTHING = "nothing"
_ALLOW = re.compile(r"ALLOW\s+(.+)", re.IGNORECASE)
_TAX = re.compile(r"TAX\s+(.+)", re.IGNORECASE)
_RETREAT = re.compile(r"RETREAT\s+(.+)", re.IGNORECASE)
_SHIFT = re.compile(r"(?:SHIFT\s+)?(.+)", re.IGNORECASE)
_EXPENSE = re.compile(r"E\s*\d", re.IGNORECASE)
_BANKING = re.compile(r"(PAY|BORROW|GIVE)\s", re.IGNORECASE)


def format_action(action: Action) -> str:
    """Return a decision in canonical notation, its parts by semicolons."""
    return "; ".join(_parts(action)) or NOTHING


def _parts(action: Any) -> Iterator[str]:  # noqa: ANN401 - any of the decisions
    if isinstance(action, CampaignOrders):
        yield from map(str, action.banking)
        yield from map(str, action.expenses)
        if action.allow:
            yield f"ALLOW {', '.join(action.allow)}"
        yield from (f"RETREAT {one}" for one in action.retreats)
        yield from voting.words(action)
    if isinstance(action, YearOrders):
        yield from (f"TAX {place}" for place in action.taxes)
    if isinstance(action, Excommunicate | Forgive):
        yield f"{action.__struct_config__.tag} {action.power}"
    elif isinstance(action, Refrain | Heed | Ignore):
        yield str(action.__struct_config__.tag)
    else:
        yield from map(str, action.orders)


def parse_action(rules: Rules, state: MachiavelliState, text: str) -> Action:
    """Read what is asked for now; raises `BadNotation` for what cannot be read."""
    lines = [line.strip() for line in re.split(r"[;\n]", text) if line.strip() and line.strip().lower() != NOTHING]
    reader, task = Reader(rules), state.agenda[0] if state.agenda else None
    if isinstance(task, SendRetreats):
        return RetreatOrders(tuple(map(reader.retreat, lines)))
    if isinstance(task, AskPope | AskHeed):
        return _ban(reader, lines)
    if isinstance(task, SendShifts):
        return ShiftOrders(tuple(_shift(reader, line) for line in lines))
    if isinstance(task, SendYear):
        taxes = [match for line in lines if (match := _TAX.fullmatch(line))]
        orders = tuple(reader.adjustment(line) for line in lines if not _TAX.fullmatch(line))
        return YearOrders(orders, tuple(reader.place(match[1]) for match in taxes))
    return _campaign(reader, lines)


def _ban(reader: Reader, lines: list[str]) -> Ban:
    word, _, name = " ".join(lines).partition(" ")
    match word.lower(), name:
        case "excommunicate", _:
            return Excommunicate(reader.power(name))
        case "forgive", _:
            return Forgive(reader.power(name))
        case (("pass" | ""), ""):
            return Refrain()
        case "heed", "":
            return Heed()
        case "ignore", "":
            return Ignore()
        case _:
            pass
    message = f"{'; '.join(lines)!r} is none. Write `excommunicate milan`, `forgive milan`, `pass`, `heed` or `ignore`."
    raise BadNotation(Reason(code="notation.form", message=message))


def _shift(reader: Reader, line: str) -> Shift:
    match = _SHIFT.fullmatch(line)
    order = reader.order(match[1] if match else line)
    if not isinstance(order, Advance) or order.path:
        message = f"{line!r} is no shift. Write `SHIFT A pavia - como`."
        raise BadNotation(Reason(code="notation.form", message=message))
    return Shift(order.unit, order.to)


def _campaign(reader: Reader, lines: list[str]) -> CampaignOrders:
    retreats = tuple(reader.retreat(match[1]) for line in lines if (match := _RETREAT.fullmatch(line)))
    orders: list[CampaignOrder] = []
    banking: list[Banking] = []
    expenses: list[Expense] = []
    allow: list[Power] = []
    vote = voting.Written()
    for line in (line for line in lines if not _RETREAT.fullmatch(line)):
        if match := _ALLOW.fullmatch(line):
            allow += [reader.power(name) for name in match[1].split(",")]
        elif voted := voting.read(line, vote, reader.power):
            vote = voted
        elif _EXPENSE.match(line):
            expenses.append(reader.expense(line))
        elif _BANKING.match(line):
            banking.append(reader.banking(line))
        else:
            orders.append(reader.order(line))
    money = tuple(banking), tuple(expenses), tuple(allow)
    return CampaignOrders(tuple(orders), *money, retreats=retreats, **vote._asdict())
