"""What powers write by mail: headings name powers; then orders, expenses and payments, one to a line or by `;`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from wartable.engine.errors import BadData, WartableError
from wartable.engine.values import Seat
from wartable.games.adjudication.mail import bare, is_farewell, stands_above, unannounced
from wartable.games.machiavelli.adjudicate.mail import heading_of, is_talk
from wartable.games.machiavelli.adjudicate.moments import Moment
from wartable.games.machiavelli.play.actions import CampaignOrders, Orders, RetreatOrders, ShiftOrders, YearOrders
from wartable.games.machiavelli.play.checks import MOST_EXPENSES, retreat_refusal
from wartable.games.machiavelli.play.game import Machiavelli
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import SendRetreats
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import AUTONOMOUS, Power
from wartable.games.machiavelli.text import Reader


class Letters(msgspec.Struct, frozen=True):
    """What was written, by power, and why lines of it cannot be read."""

    given: Mapping[Power, Orders]
    unread: tuple[str, ...] = ()


def state_at(game: Machiavelli, rules: Rules, moment: Moment) -> MachiavelliState:
    """Return the state of a game in which a moment is decided, with nobody's answer in."""
    state = game.state_at(rules.options, rules.scenario.played, moment.position)
    agenda = (game.asks[moment.step](()),) if moment.step in game.asks else ()
    return replace(state, dislodged=moment.dislodged, agenda=agenda)


def letters_from_json(game: Machiavelli, rules: Rules, moment: Moment, text: str) -> Letters:
    """Read lists of lines by power; raises `BadData` where the JSON is something else."""
    try:
        lists = msgspec.json.decode(text, type=dict[str, list[str]])
    except msgspec.DecodeError as error:
        message = f"These are no orders: {error}. Write lists of lines by power."
        raise BadData(message) from error
    return read_letters(
        game, rules, moment, "\n".join(f"{power}: {line}" for power, those in lists.items() for line in those)
    )


def read_letters(game: Machiavelli, rules: Rules, moment: Moment, text: str) -> Letters:
    """Read orders of all powers; an order for a unit without a heading belongs to its owner.

    What people write around orders in their mail is passed over: quotes, bullets, greetings, signatures.
    """
    reading = _Reading(game, rules, moment)
    for line in _lines(text):
        reading.take(line)
    given = {one: _joined(those) for one, those in reading.found.items()}
    for one, orders in given.items():
        reading.unread += (f"{rules.power(one)}: {fault}" for fault in _faults(game, rules, reading.state, one, orders))
    return Letters(given, tuple(reading.unread))


class _Reading:
    """Letters at work: whose orders the lines are, what was found, and what cannot be read."""

    def __init__(self, game: Machiavelli, rules: Rules, moment: Moment) -> None:
        self.game, self.rules, self.moment = game, rules, moment
        self.state, self.names = state_at(game, rules, moment), Reader(rules)
        self.found: dict[Power, list[Orders]] = {}
        self.unread: list[str] = []
        self.power: Power = ""
        self.said_farewell = False

    def take(self, line: str) -> None:
        """Read one line."""
        after, self.said_farewell = self.said_farewell, is_farewell(line)
        try:
            told = _heading(self.rules, self.names, line)
            self.power, rest = told or ("" if stands_above(line) else self.power, unannounced(line))
            if rest:
                order = _read(self.game, self.state, rest)
                power = self.power or _owner(self.game, self.state, self.moment, order)
                self.found.setdefault(power, []).append(order)
        except WartableError as error:
            if not is_talk(line, after_farewell=after):
                self.unread.append(f"{line}: {error}")


def _lines(text: str) -> Iterator[str]:
    for line in re.split(r"[;\n]", text):
        plain = bare(line.strip())
        if any(map(str.isalnum, plain)) and not plain.startswith("#"):
            yield plain


def _heading(rules: Rules, read: Reader, line: str) -> tuple[Power, str] | None:
    """Return the power that a line names first with the rest of it; None where it names none."""
    told = heading_of(read, line)
    if told is not None and (told[0] == AUTONOMOUS or told[0] in rules.scenario.idle):
        message = f"Nobody writes for {rules.power(told[0])}; its units hold."
        raise BadData(message)
    return told


def _read(game: Machiavelli, state: MachiavelliState, line: str) -> Orders:
    if not state.agenda:
        message = "Nothing is decided here: famine and income come first, and then units."
        raise BadData(message)
    found = game.parse(state, Seat(0), line)
    if not isinstance(found, CampaignOrders | RetreatOrders | YearOrders | ShiftOrders):
        raise TypeError(line)
    return found


def _owner(game: Machiavelli, state: MachiavelliState, moment: Moment, given: Orders) -> Power:
    """Return whose unit an order is for; raises `BadData` where that does not say whose the line is."""
    units = (*moment.position.units, *(one.unit for one in moment.dislodged))
    if moment.step == "retreats":
        units = tuple(one.unit for one in moment.dislodged)
    for order in (*given.orders, *(given.retreats if isinstance(given, CampaignOrders) else ())):
        for unit in units:
            if (unit.kind, unit.place) == (order.unit.kind, order.unit.place) and unit.owner != AUTONOMOUS:
                return unit.owner
    if power := game.whose(state, given):
        return power
    message = "Whose is this? Put the name of a power above it."
    raise BadData(message)


def _joined(those: Sequence[Orders]) -> Orders:
    """Return several decisions of one power as one: their lists one after the other, and of all else the last."""
    first = those[0]
    fields: dict[str, object] = {}
    for name in first.__struct_fields__:
        values = [getattr(one, name) for one in those]
        said = [value for value in values if value]
        if isinstance(values[0], tuple):
            fields[name] = tuple(one for value in values for one in value)
        else:
            fields[name] = said[-1] if said else values[0]
    return replace(first, **fields)


def _faults(game: Machiavelli, rules: Rules, state: MachiavelliState, power: Power, given: Orders) -> Iterator[str]:
    """Yield what would be passed over in silence: wrong numbers, money in a game without, retreats that may not be."""
    yield from _number_faults(given)
    yield from game.oddities(state, power, given)
    if isinstance(given, CampaignOrders) and (given.expenses or given.banking) and not rules.options.money:
        yield "there is no money in this game, so nothing can be paid."
    if isinstance(given, RetreatOrders):
        why = retreat_refusal(rules, state, SendRetreats(()), state.powers.index(power), given)
        if why is not None:
            yield why.message


def _number_faults(given: Orders) -> Iterator[str]:
    """Yield what is wrong with the numbers of expenses: 1 to 4, each once (machiavelli 12.2)."""
    numbers = [one.number for one in given.expenses] if isinstance(given, CampaignOrders) else []
    if len(set(numbers)) < len(numbers) or not all(1 <= number <= MOST_EXPENSES for number in numbers):
        written = ", ".join(f"E{number}" for number in numbers)
        yield f"the expenses are {written}; number them from E1 to E{MOST_EXPENSES}, each number once."
