"""All a seat decides in a phase as one line of text: `A PAR - BUR; F BRE H; if dislodged: A PAR R GAS; draw`."""

from __future__ import annotations

import re

from wartable.engine.errors import BadNotation, Reason
from wartable.engine.values import Action
from wartable.engine.words import hint
from wartable.games import voting
from wartable.games.adjudication.orders import AnyOrder, Build, Disband, Power, Retreat, Waive
from wartable.games.adjudication.words import power_words
from wartable.games.diplomacy.play.actions import Ahead, ComeBack, Orders
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.text.notation import read_order
from wartable.games.diplomacy.text.textform import ReadLine, read_order_lines

NO_ORDERS = "no orders"
"""What stands for sending none."""
COME_BACK = "come back"
"""What ends the civil disorder of a power."""
IF_DISLODGED = "if dislodged"
"""Begins a retreat ordered in advance."""
IF_DUE = "if due"
"""Begins a build or removal ordered in advance."""
_AHEAD = re.compile(rf"({IF_DISLODGED}|{IF_DUE})\s*:?\s*(.+)", re.IGNORECASE)


def format_action(action: Action) -> str:
    """Return the line of a decision."""
    if isinstance(action, ComeBack):
        return COME_BACK
    assert isinstance(action, Orders)  # noqa: S101 - the only other kind there is
    parts = [str(order) for order in action.orders]
    parts += [f"{IF_DISLODGED}: {order}" for order in action.ahead.retreats]
    parts += [f"{IF_DUE}: {order}" for order in action.ahead.adjustments]
    parts += voting.words(action)
    return "; ".join(parts) or NO_ORDERS


def parse_action(rules: Rules, position: Position, power: Power, text: str) -> Orders | ComeBack:
    """Read what a power decides: a line, or a letter as people mail them; parts end with `;` or a new line.

    Raises `BadNotation` with what is wrong with the first part that cannot be read, or that is another power's.
    """
    if " ".join(text.casefold().split()) == COME_BACK:
        return ComeBack()
    reader = _Reader(rules, position)
    lines = [";".join(part for part in line.split(";") if not reader.takes(part.strip())) for line in text.splitlines()]
    for read in read_order_lines(rules.variant, "\n".join([rules.power(power), *lines]), position):
        reader.take(power, read)
    return reader.made()


class _Reader:
    """Reads one part after the other."""

    def __init__(self, rules: Rules, position: Position) -> None:
        self._rules = rules
        self._position = position
        self._orders: list[AnyOrder] = []
        self._retreats: list[Retreat | Disband] = []
        self._adjustments: list[Build | Disband | Waive] = []
        self._vote = voting.Written()

    def takes(self, part: str) -> bool:
        """Read an order in advance or a vote, if it is one."""
        if found := _AHEAD.fullmatch(part):
            self._take_ahead(found[1].lower(), found[2])
        elif vote := voting.read(part, self._vote, self._power):
            self._vote = vote
        else:
            return False
        return True

    def take(self, power: Power, read: ReadLine) -> None:
        """Take an order that was read for a power; raises `BadNotation` where it makes no sense or is not its own."""
        if read.heading and read.heading != power:
            names = power_words(self._rules.variant.map, read.heading), self._rules.power(power)
            message = "These are orders of {}; you order the units of {}.".format(*names)
            raise BadNotation(Reason(code="notation.heading", message=message))
        if read.order is None:
            raise self._fault(read)
        if not read.heading:
            message = "Below a line of dashes another set of orders begins. Keep the set that is meant."
            raise BadNotation(Reason(code="notation.sets", message=message))
        self._orders.append(read.order)

    def _fault(self, read: ReadLine) -> BadNotation:
        """Return why a text is no order, with its code and what was probably meant where it is only misspelt."""
        try:
            read_order(self._rules.variant, read.text, self._position)
        except BadNotation as error:
            if str(error) == read.fault:
                return error
        return BadNotation(Reason(code="notation.unread", message=read.fault))

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
        vote = self._vote
        return Orders(tuple(self._orders), vote.draw, vote.concede_to, ahead, vote.draw_of)
