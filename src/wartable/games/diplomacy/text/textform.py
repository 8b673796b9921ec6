"""Positions and orders as plain text, easy to write by hand.

A position begins with its phase; then each power has a heading, its units, and its centres::

    spring 1901 movement          # or S1901M; what follows a # is a remark

    England
    F EDI, F LON, A LVP
    centres: EDI, LON, LVP

    France: F BRE; A MAR; A PAR   # units may stand behind the heading
    centres: BRE MAR PAR

What stands beside other units, on maps that have such things, has a line of its own below the phase, in the words of
the map: `beside: Z minas_morgul, RB the_shire`.

A dislodged unit says by whom, and where it may go: `A MUN dislodged from BER: TYR, BOH`, or ends in a colon where it
may go nowhere. Where no line tells centres, every power owns its home centres. Orders stand one to a line, or apart
by `;` or commas, under headings of the same kind; those before the first heading belong to whoever owns the unit.
A line of dashes (`---`) ends what was sent together: what follows came in later, and replaces a power's orders from
before unless the rulings have it otherwise (DATC 4.D.1).
Places and orders may be written in any style `notation` reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from wartable.engine.errors import BadData, BadNotation, WartableError
from wartable.games.adjudication.mail import is_farewell
from wartable.games.adjudication.orders import AnyOrder, Build, Location, Power, Province, Unit, Waive
from wartable.games.adjudication.results import Dislodged
from wartable.games.adjudication.words import power_words
from wartable.games.diplomacy.adjudicate import start
from wartable.games.diplomacy.phases.calendar import read_phase
from wartable.games.diplomacy.position import Phase, Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.specials import specials_of
from wartable.games.diplomacy.text.letters import is_talk
from wartable.games.diplomacy.text.lines import Line, lines_of
from wartable.games.diplomacy.text.names import names_of, tokens_of
from wartable.games.diplomacy.text.notation import LONGEST, read_order
from wartable.games.diplomacy.text.ordersets import counted
from wartable.games.diplomacy.text.placing import check_units
from wartable.games.diplomacy.text.setting import Setting, marks_of, units_beside
from wartable.games.diplomacy.text.vocabulary import CONDITIONS, announces, verb_of
from wartable.games.diplomacy.variant import Variant

_CENTRES = re.compile(r"(?:centres|centers|owns|supply cent(?:res|ers))\s*:?\s*", re.IGNORECASE)
_BESIDE = re.compile(r"beside\s*:\s*", re.IGNORECASE)
_PHASE = re.compile(r"^phase\s*:?", re.IGNORECASE)
_JOINED = re.compile(r" (?:and|&) ", re.IGNORECASE)
_DISLODGED = re.compile(r"(.+?) dislodged (?:from|by) ([^:]+?) ?(?::(.*))?", re.IGNORECASE)


def read_position(variant: Variant, text: str) -> Position:
    """Read a position; raises `BadData` with every line that makes no sense."""
    found = _Found()
    faults: list[str] = []
    for line in lines_of(variant, text):
        try:
            _read_line(Setting(variant), line, found)
        except WartableError as error:
            faults.append(f"line {line.number}: {error}")
    if found.phase is None:
        faults.insert(0, "line 1: The phase is missing. Begin with one such as spring 1901 movement.")
    if faults or found.phase is None:
        raise BadData("\n".join(faults))
    owners = found.owners if found.centres_told else start(variant).owners
    units = {power: tuple(there) for power, there in found.units.items()}
    marks = marks_of(found.beside) if found.beside else msgspec.UNSET
    return Position(found.phase, units, owners, tuple(found.dislodged), marks)


class _Found(msgspec.Struct):
    """What has been read of a position so far."""

    phase: Phase | None = None
    units: dict[Power, list[Unit]] = {}
    owners: dict[Province, Power] = {}
    dislodged: list[Dislodged] = []
    standing: list[Unit] = []
    beside: list[Unit] = []
    centres_told: bool = False


def _read_line(setting: Setting, line: Line, found: _Found) -> None:
    if found.phase is None and not line.power:
        found.phase = read_phase(setting.variant, _PHASE.sub("", line.text).strip())
        return
    if told := _BESIDE.match(line.text):
        found.beside += [setting.beside(text) for text in _list(line.text[told.end() :])]
        return
    if not line.power:
        message = f"{line.text!r} stands under no power. Put a heading above it, such as {_example(setting.variant)}."
        raise BadData(message)
    if told := _CENTRES.match(line.text):
        found.centres_told = True
        for place in _list(line.text[told.end() :], r"[,;\s]+"):
            found.owners[_centre(setting, place)] = line.power
    elif lost := _DISLODGED.fullmatch(" ".join(line.text.split())):
        found.dislodged.append(_dislodged(setting, line.power, lost))
    else:
        for text in _list(line.text):
            _add(setting.variant, found, line.power, setting.unit(text))


def _example(variant: Variant) -> str:
    return next((facts.name for facts in variant.powers.values()), "the name of a power")


def _list(text: str, apart: str = r"[,;]") -> list[str]:
    return [part.strip() for part in re.split(apart, text) if part.strip()]


def _centre(setting: Setting, text: str) -> Province:
    place = setting.place(text)
    facts = setting.variant.provinces[place]
    if not facts.centre:
        message = f"{facts.name} is no supply centre."
        raise BadData(message)
    return place


def _add(variant: Variant, found: _Found, power: Power, unit: Unit) -> None:
    check_units(variant, (*found.standing, unit))
    found.standing.append(unit)
    found.units.setdefault(power, []).append(unit)


def _dislodged(setting: Setting, power: Power, lost: re.Match[str]) -> Dislodged:
    names = names_of(setting.variant)
    places: list[Location] = [names.place(tokens_of(place), 0, frozenset())[0] for place in _list(lost[3] or "")]
    return Dislodged(power, setting.unit(lost[1]), setting.place(lost[2]), tuple(places))


def write_position(variant: Variant, position: Position) -> str:
    """Write a position so that `read_position` gives it back."""
    told = dict.fromkeys((*variant.powers, *position.units, *position.owners.values()))
    beside = f"beside: {', '.join(map(str, units_beside(position.marks)))}" if position.marks else ""
    parts = [
        f"{str(position.phase).lower()}\n{beside}".rstrip(),
        *(_write_power(variant, position, power) for power in told),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _write_power(variant: Variant, position: Position, power: Power) -> str:
    units, centres = position.units.get(power, ()), position.centres(power)
    lost = [one for one in position.dislodged if one.power == power]
    lines = [power_words(variant.map, power)]
    if units:
        lines.append(", ".join(map(str, units)))
    lines += [f"{one.unit} dislodged from {one.attacker}: {', '.join(one.retreats)}".rstrip() for one in lost]
    if centres:
        lines.append(f"centres: {', '.join(centres)}")
    return "\n".join(lines) if len(lines) > 1 else ""


class ReadLine(msgspec.Struct, frozen=True):
    """One order as it stood in a text: its line from 1, its words, and what they say, or why they say nothing.

    `heading` is the power whose heading it stands under (or empty); `batch` counts the lines of dashes above it.
    """

    number: int
    text: str
    power: Power = ""
    heading: Power = ""
    order: AnyOrder | None = None
    fault: str = ""
    batch: int = 0


def read_order_lines(
    variant: Variant, text: str, position: Position, rulings: Rulings | None = None
) -> Iterator[ReadLine]:
    """Read orders one by one, so that what makes no sense can be said beside the line it stands in."""
    said_farewell: Line | None = None
    announced = _Announced("", 0, "")
    sender: ReadLine | None = None
    for line in lines_of(variant, text):
        if (verb := announces(line.text)) is not None:
            announced = _Announced(line.power, line.batch, verb)
            continue
        found = list(_read_line_of_orders(variant, line, position, rulings, announced.verb_for(line)))
        # Whoever writes `Rome holds` below their name orders it, so only what says nothing as an order can be talk.
        if any(read.order for read in found):
            said_farewell = None
            told = [read for read in found if read.order or not is_talk(names_of(variant), read.text)]
        elif not is_talk(names_of(variant), line.text, after_farewell=_under(said_farewell, line)):
            told = found
        else:
            told = []
            said_farewell = line if is_farewell(line.text) else said_farewell
        sender = _of_nobody(variant, line) if line.number == line.letter else sender
        if told and sender is not None and line.letter:
            yield sender
            sender = None
        yield from (_unsigned(read, line) if line.letter else read for read in told)


def _of_nobody(variant: Variant, line: Line) -> ReadLine:
    """Say of a line that begins a letter that it does not say whose orders follow."""
    message = f"A letter begins here that does not say whose it is. Put a heading below, such as {_example(variant)}."
    return ReadLine(line.number, line.text, fault=message, batch=line.batch)


def _unsigned(read: ReadLine, line: Line) -> ReadLine:
    """Take an order for nobody's: the letter it stands in does not say whose it is."""
    message = f"The letter that begins in line {line.letter} does not say whose it is."
    return replace(read, power="", order=None, fault=read.fault or message)


class _Announced(msgspec.Struct, frozen=True):
    """A line that said only what kind of orders follow: `Builds:`; its verb counts for the lines under its heading."""

    power: Power
    batch: int
    verb: str

    def verb_for(self, line: Line) -> str:
        """Return the verb for a line under the same heading; elsewhere the empty string."""
        return self.verb if (self.power, self.batch) == (line.power, line.batch) else ""


def _under(farewell: Line | None, line: Line) -> bool:
    """Whether a line stands below the farewell of the same letter."""
    return farewell is not None and (farewell.power, farewell.batch) == (line.power, line.batch)


def _read_line_of_orders(
    variant: Variant, line: Line, position: Position, rulings: Rulings | None, verb: str = ""
) -> Iterator[ReadLine]:
    """Read the orders of a line; a verb counts for all units named after it."""
    if (message := _not_meant(line.text)) and not is_talk(names_of(variant), line.text):
        yield ReadLine(line.number, line.text, line.power, line.power, fault=message, batch=line.batch)
        return
    for part in _list(line.text):
        found = _read_list(variant, line, part, position, rulings, verb)
        if not any(read.fault for read in found) or _is_phase(variant, part, position) is None:
            yield from found
        elif not _is_phase(variant, part, position):
            message = f"These are orders for another phase than {position.phase}: {part}"
            yield ReadLine(line.number, part, line.power, line.power, fault=message, batch=line.batch)
        verb = _verb_before(variant, part) or verb


def _not_meant(text: str) -> str:
    """Say why nothing of a line is an order though parts of it could be read; empty where it may be one."""
    if not CONDITIONS.isdisjoint(tokens_of(text)):
        return "An order cannot hang on something else. Write the one that is meant."
    if "~~" in text:
        return "This is struck out (~~). Delete the line, or only the marks."
    return ""


def _read_list(
    variant: Variant, line: Line, text: str, position: Position, rulings: Rulings | None, verb: str
) -> list[ReadLine]:
    """Read one order, or several joined by `and`: `build A PAR and F MAR`; a verb from before counts where none is."""
    whole = _read_with(variant, line, text, position, rulings, verb)
    parts = _JOINED.split(text)
    if not whole.fault or len(parts) == 1 or len(text) > LONGEST:
        return [whole]
    verb = _verb_before(variant, text) or verb
    each: list[ReadLine] = []
    for part in parts:
        each.append(read := _read_with(variant, line, part, position, rulings, verb))
        if read.fault:  # reading on would cost time, and change nothing
            return [whole]
    return each


def _verb_before(variant: Variant, text: str) -> str:
    """Return the verb that a text begins with, before a power's name or behind it: `France builds A PAR`."""
    tokens = tokens_of(text)
    named = names_of(variant).power(tokens, 0)
    return verb_of(tokens[named[1] :] if named else tokens)


def _read_with(
    variant: Variant, line: Line, text: str, position: Position, rulings: Rulings | None, verb: str
) -> ReadLine:
    read = _read_part(variant, line, text, position, rulings)
    if not read.fault or not verb:
        return read
    again = _read_part(variant, line, f"{verb} {text}", position, rulings)
    return read if again.fault else again


def _read_part(variant: Variant, line: Line, part: str, position: Position, rulings: Rulings | None) -> ReadLine:
    try:
        order = read_order(variant, part, position, rulings)
        power = _named_before(variant, part, position, order) or line.power or _owner(variant, position, order)
    except (BadNotation, BadData) as error:
        return ReadLine(line.number, part, line.power, line.power, fault=str(error), batch=line.batch)
    return ReadLine(line.number, part, power, line.power, order, batch=line.batch)


def _named_before(variant: Variant, text: str, position: Position, order: AnyOrder) -> Power:
    """Return the power an order begins with, if it may give it: `English F EDI - NTH`, `France builds A PAR`."""
    named = names_of(variant).power(tokens_of(text), 0)
    if named is None:
        return ""
    power = named[0]
    may = isinstance(order, Waive) or order.unit in position.units.get(power, ())
    return power if may or (isinstance(order, Build) and position.owners.get(order.unit.province) == power) else ""


def _is_phase(variant: Variant, text: str, position: Position) -> bool | None:
    """Whether a piece of text names the phase of the position; None where it names no phase at all."""
    try:
        named = read_phase(variant, _PHASE.sub("", text))
    except BadData:
        return None
    return (named.season, named.year) == (position.phase.season, position.phase.year)


def read_orders(
    variant: Variant, text: str, position: Position, rulings: Rulings | None = None
) -> dict[Power, list[AnyOrder]]:
    """Read the orders of all powers; raises `BadData` with every line that makes no sense.

    `rulings` say how strictly they are read (4.C, 4.E.2) and what counts of several sets (4.D.1); else as usual.
    """
    found, faults = read_what_can_be(variant, text, position, rulings)
    if faults:
        raise BadData("\n".join(faults))
    return found


def read_what_can_be(
    variant: Variant, text: str, position: Position, rulings: Rulings | None = None
) -> tuple[dict[Power, list[AnyOrder]], list[str]]:
    """Read the orders that make sense; return them by power, and what is wrong with every other line."""
    sets: dict[int, dict[Power, list[AnyOrder]]] = {}
    faults: list[str] = []
    for line in read_order_lines(variant, text, position, rulings):
        if line.order is None:
            faults.append(f"line {line.number}: {line.fault}")
        else:
            sets.setdefault(line.batch, {}).setdefault(line.power, []).append(line.order)
    return counted(list(sets.values()), rulings), faults


def _owner(variant: Variant, position: Position, order: AnyOrder) -> Power:
    """Return whose order one without a heading is: that of the power whose unit it is for."""
    province = "" if isinstance(order, Waive) else order.unit.province
    if not isinstance(order, Waive) and (leader := specials_of(variant).leader(position, order.unit)):
        return leader
    standing = ((unit, power) for power, units in position.units.items() for unit in units)
    for unit, power in (*((one.unit, one.power) for one in position.dislodged), *standing):
        if unit.province == province:
            return power
    if province in position.owners:
        return position.owners[province]
    message = f"It is not clear whose order {str(order)!r} is. Put a heading above it, such as {_example(variant)}."
    raise BadData(message)


def write_orders(variant: Variant, orders: Mapping[Power, Sequence[AnyOrder]]) -> str:
    """Write orders in canonical notation under headings, so that `read_orders` gives them back."""
    parts = ["\n".join([power_words(variant.map, power), *map(str, given)]) for power, given in orders.items() if given]
    return "\n\n".join(parts) + "\n" if parts else ""
