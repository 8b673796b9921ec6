"""All a seat decides in a phase as one line of text: `A PAR - BUR; F BRE H; if dislodged: A PAR R GAS; draw`."""

from __future__ import annotations

import re

from wartable.engine.errors import BadNotation, Reason
from wartable.engine.values import Action
from wartable.engine.words import hint
from wartable.games.diplomacy.orders import AnyOrder, Build, Disband, Power, Retreat, Waive
from wartable.games.diplomacy.play.actions import Ahead, ComeBack, Orders
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.text.notation import read_order

NO_ORDERS = "no orders"
"""What stands for sending none."""
COME_BACK = "come back"
"""What ends the civil disorder of a power."""
IF_DISLODGED = "if dislodged"
"""Begins a retreat ordered in advance."""
IF_DUE = "if due"
"""Begins a build or removal ordered in advance."""
_AHEAD = re.compile(rf"({IF_DISLODGED}|{IF_DUE})\s*:?\s*(.+)", re.IGNORECASE)
_CONCEDE = re.compile(r"concede(?:\s+to)?\s+(.+)", re.IGNORECASE)
_DRAW = re.compile(r"(?:vote\s+(?:for\s+a\s+)?)?draw", re.IGNORECASE)


def format_action(action: Action) -> str:
    """Return the line of a decision."""
    if isinstance(action, ComeBack):
        return COME_BACK
    assert isinstance(action, Orders)  # noqa: S101 - the only other kind there is
    parts = [str(order) for order in action.orders]
    parts += [f"{IF_DISLODGED}: {order}" for order in action.ahead.retreats]
    parts += [f"{IF_DUE}: {order}" for order in action.ahead.adjustments]
    if action.draw:
        parts.append("draw")
    if action.concede_to:
        parts.append(f"concede to {action.concede_to}")
    return "; ".join(parts) or NO_ORDERS


def parse_action(rules: Rules, position: Position, text: str) -> Orders | ComeBack:
    """Read a line, in nearly any style orders are written in; parts end with `;` or a new line.

    Raises `BadNotation` with what is wrong with the first part that cannot be read.
    """
    if " ".join(text.casefold().split()) == COME_BACK:
        return ComeBack()
    reader = _Reader(rules, position)
    for part in re.split(r"[;\n]", text):
        if part.strip() and part.strip().lower() != NO_ORDERS:
            reader.take(part.strip())
    return reader.made()


class _Reader:
    """Reads one part after the other."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self._rules = rules
        self._position = position
        self._orders: list[AnyOrder] = []
        self._retreats: list[Retreat | Disband] = []
        self._adjustments: list[Build | Disband | Waive] = []
        self._draw = False
        self._concede_to: Power = ""

    def take(self, part: str) -> None:
        """Read an order, an order in advance or a vote."""
        if found := _AHEAD.fullmatch(part):
            self._take_ahead(found[1].lower(), found[2])
        elif found := _CONCEDE.fullmatch(part):
            self._concede_to = self._power(found[1])
        elif _DRAW.fullmatch(part):
            self._draw = True
        else:
            self._orders.append(read_order(self._rules.variant, part, self._position))

    def _take_ahead(self, when: str, text: str) -> None:
        order = read_order(self._rules.variant, text)
        if when == IF_DISLODGED and isinstance(order, Retreat | Disband):
            self._retreats.append(order)
        elif when == IF_DUE and isinstance(order, Build | Disband | Waive):
            self._adjustments.append(order)
        else:
            wanted = "a retreat or a disband" if when == IF_DISLODGED else "a build, a removal or a waive"
            message = f"After {when!r} comes {wanted}, not {order}."
            raise BadNotation(Reason(code="notation.ahead", message=message))

    def _power(self, text: str) -> Power:
        powers = self._rules.variant.powers
        known = {name.casefold(): power for power, facts in powers.items() for name in (power, facts.name)}
        word = text.strip().casefold()
        if word not in known:
            names = [facts.name for facts in powers.values()]
            raise BadNotation(Reason(code="notation.power", message=f"I know no power {text!r}. {hint(text, names)}"))
        return known[word]

    def made(self) -> Orders:
        """Return what was read."""
        ahead = Ahead(tuple(self._retreats), tuple(self._adjustments))
        return Orders(tuple(self._orders), self._draw, self._concede_to, ahead)
