"""Positions as plain text: the step, marks on the board, then each power with units, lands and money.

Whatever `write_moment` writes is read back as it was, but for the numbers of units, which follow their order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from wartable.engine.errors import BadData, BadNotation
from wartable.games.machiavelli import orders
from wartable.games.machiavelli.adjudicate.moments import STEPS, Moment, Step, checked, first_moment
from wartable.games.machiavelli.results import Dislodged
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import (
    AUTONOMOUS,
    SEASONS,
    Account,
    Extra,
    Loan,
    Place,
    Position,
    Power,
    Rebellion,
    Season,
    Siege,
    SpaceKind,
    Tenure,
    Unit,
)
from wartable.games.machiavelli.text import Reader

NONE = "none"
_HEAD = re.compile(rf"({'|'.join(SEASONS)})\s+(\d+)\s+({'|'.join(STEPS)})", re.IGNORECASE)
_LINE = re.compile(r"([A-Za-z][A-Za-z ]*?)\s*:\s*(.*)")
_REBELS = re.compile(r"(.+?)\s+(field|city)\s+against\s+(.+)", re.IGNORECASE)
_LOAN = re.compile(rf"(\d+)\s*\+\s*(\d+)\s+in\s+({'|'.join(SEASONS)})\s+(\d+)", re.IGNORECASE)
_AWAY = re.compile(r"(.+?)\s+from\s+(.+?)\s+to\s+(.+)", re.IGNORECASE)
_MARKS = ("sieges", "rebellions", "famine", "storms", "plague", "tenures", "target")
_LANDS = ("controls", "provinces", "cities")
_OWN = (*_LANDS, "homes", "treasury", "assassins", "loans", "bank", "eliminated", "dislodged")


def power_named(read: Reader, text: str) -> Power | None:
    """Return the power that a text names; None where it names none."""
    try:
        return read.power(text)
    except BadNotation:
        return None


def _items(text: str, sign: str = ",") -> list[str]:
    return [item.strip() for item in text.split(sign) if item.strip() and item.strip().lower() != NONE]


# --- reading


def read_moment(rules: Rules, text: str) -> Moment:
    """Read a position; raises `BadData` that names every line that cannot be read, or what cannot be in it.

    What the section of a power leaves out is as at the beginning of the scenario; `none` is nothing.
    """
    step = _Reading(rules, text)
    if step.faults:
        raise BadData("\n".join(step.faults))
    return checked(rules, step.moment())


class _Reading:
    """A text under way: what was read so far, and the faults."""

    def __init__(self, rules: Rules, text: str) -> None:
        self.rules, self.read = rules, Reader(rules)
        self.faults: list[str] = []
        self.power: Power = ""
        self.units: list[Unit] = []
        self.dislodged: list[Dislodged] = []
        self.marks: dict[str, str] = {}
        self.own: dict[Power, dict[str, str]] = {}
        lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
        head = _HEAD.fullmatch(lines[0]) if lines else None
        if head is None:
            self.faults.append(
                "Line 1 says when it is and what is decided: `spring 1454 campaign`; or year, units, retreats, shifts."
            )
            return
        self.season: Season = cast("Season", head[1].lower())
        self.year = int(head[2])
        self.step: Step = cast("Step", head[3].lower())
        for line in lines[1:]:
            try:
                self.line(line)
            except (BadNotation, BadData) as error:
                self.faults.append(f"{line!r}: {error}")

    def line(self, line: str) -> None:
        """Read a heading, a field or units; raises `BadNotation` or `BadData`."""
        if power := power_named(self.read, line.rstrip(": ")):
            self.power = power
            return
        match = _LINE.fullmatch(line)
        key = match[1].lower() if match else ""
        if match and (power := power_named(self.read, key)):
            self.power = power
            self.add_units(match[2])
        elif match and key in (*_MARKS, *self.rules.mark_keys):
            self.marks[key] = match[2]
        elif match and key in _OWN:
            self.field(key, match[2])
        elif match:
            message = f"There is no field {key!r}; there are {', '.join((*_MARKS, *self.rules.mark_keys, *_OWN))}."
            raise BadData(message)
        else:
            self.add_units(line)

    def field(self, key: str, text: str) -> None:
        """Take in a field of the power whose section this is."""
        if self.power in {"", AUTONOMOUS}:
            message = "Whose is this? Put the name of a power above it."
            raise BadData(message)
        if key == "dislodged":
            self.dislodged.append(self.away(text))
        else:
            self.own.setdefault(self.power, {})[key] = text

    def unit(self, text: str) -> Unit:
        """Return a unit of the power whose section this is, with the next number."""
        name, unit_class = self.read.unit(text)
        number = len(self.units) + len(self.dislodged) + 1
        return Unit(self.power, name.kind, name.place, name.coast, unit_class, number)

    def add_units(self, text: str) -> None:
        """Take in units, by commas."""
        if not self.power:
            message = "Whose are these? Put the name of a power above them."
            raise BadData(message)
        for one in _items(text):
            self.units.append(self.unit(one))

    def away(self, text: str) -> Dislodged:
        """Return a dislodged unit: `A pavia from como to turin, city`."""
        match = _AWAY.fullmatch(text)
        if match is None:
            message = "Write `dislodged: A pavia from como to turin, city`, or `to none`."
            raise BadData(message)
        ways = (way if way == orders.CITY else self.read.at(way) for way in _items(match[3]))
        attacker = orders.CITY if match[2] == orders.CITY else self.read.place(match[2])
        return Dislodged(self.unit(match[1]), attacker, tuple(ways))

    def moment(self) -> Moment:
        """Return what was read; raises `BadData` or `BadNotation`."""
        first = first_moment(self.rules).position
        marks = {key: _items(self.marks.get(key, "")) for key in _MARKS}
        position = Position(
            year=self.year,
            season=self.season,
            units=tuple(self.units),
            provinces=self.lands(first.provinces, ("controls", "provinces")),
            cities={
                place: power
                for place, power in self.lands(first.cities, ("controls", "cities")).items()
                if place in self.rules.board.counting
            },
            countries=self.countries(first.countries),
            sieges=tuple(self.siege(self.read.place(text)) for text in marks["sieges"]),
            rebellions=tuple(map(self.rebellion, marks["rebellions"])),
            famine=tuple(map(self.read.place, marks["famine"])),
            storms=tuple(map(self.read.place, marks["storms"])),
            extra=Extra(plague=tuple(map(self.read.place, marks["plague"])), tenures=self.tenures(marks["tenures"])),
            accounts={power: self.account(power, account) for power, account in first.accounts.items()},
            target=_number("target", self.marks.get("target", str(first.target))),
        )
        own = {key: tuple(_items(self.marks[key])) for key in self.rules.mark_keys if key in self.marks}
        return Moment(step=self.step, position=self.rules.marked(position, own), dislodged=tuple(self.dislodged))

    def lands(self, first: Mapping[Place, Power], keys: Iterable[str]) -> dict[Place, Power]:
        """Return the controllers: as they begin for powers that name no lands, else as they are named."""
        named = {power for power, fields in self.own.items() if not fields.keys().isdisjoint(_LANDS)}
        found = {place: power for place, power in first.items() if power not in named}
        mine: dict[Place, Power] = {}
        for power, fields in self.own.items():
            for place in {self.read.place(text) for key in keys for text in _items(fields.get(key, ""))}:
                if mine.setdefault(place, power) != power:
                    message = f"{self.rules.place(place)} is controlled by {mine[place]} and by {power}; one is right."
                    raise BadData(message)
        return found | mine

    def countries(self, first: Mapping[str, Power]) -> dict[str, Power]:
        """Return who holds the home countries."""
        named = {power for power, fields in self.own.items() if "homes" in fields}
        found = {country: power for country, power in first.items() if power not in named}
        for power in named:
            found |= dict.fromkeys((text.lower().replace(" ", "_") for text in _items(self.own[power]["homes"])), power)
        return found

    def siege(self, place: Place) -> Siege:
        """Return the siege of a city by the unit in its field."""
        for unit in self.units:
            if unit.place == place and unit.kind != "G":
                return Siege(place, unit.number)
        message = f"Nobody besieges {self.rules.place(place)}: no unit is in its field."
        raise BadData(message)

    def rebellion(self, text: str) -> Rebellion:
        """Return rebels: `pisa city against florence`."""
        match = _REBELS.fullmatch(text)
        if match is None:
            message = f"rebellions: {text!r} is none; write `pisa field against florence`."
            raise BadData(message)
        space = cast("SpaceKind", match[2].lower())
        return Rebellion(self.read.place(match[1]), space, self.read.power(match[3]))

    def tenures(self, texts: Iterable[str]) -> dict[Place, Tenure]:
        """Return through how many falls provinces were held: `pavia milan 2`."""
        found: dict[Place, Tenure] = {}
        for text in texts:
            words = text.rsplit(maxsplit=2)
            if len(words) != 3:
                message = f"tenures: {text!r} is none; write place, power and falls, `pavia milan 2`."
                raise BadData(message)
            found[self.read.place(words[0])] = Tenure(self.read.power(words[1]), _number("tenures", words[2]))
        return found

    def account(self, power: Power, first: Account) -> Account:
        """Return the money of a power, its assassins, and whether it is still in the game."""
        fields = self.own.get(power, {})
        chits = first.chits
        if "assassins" in fields:
            chits = tuple(map(self.read.power, _items(fields["assassins"])))
        return Account(
            treasury=_number("treasury", fields.get("treasury", str(first.treasury))),
            loans=tuple(map(_loan, _items(fields.get("loans", "")))),
            chits=chits,
            defaulted=fields.get("bank", "").lower() == "defaulted",
            eliminated=fields.get("eliminated", "").lower() == "yes",
        )


def _number(key: str, text: str) -> int:
    if not text.strip().isdecimal():
        message = f"{key}: {text!r} is no whole number from 0 on."
        raise BadData(message)
    return int(text)


def _loan(text: str) -> Loan:
    match = _LOAN.fullmatch(text)
    if match is None:
        message = f"loans: {text!r} is none; write principal and interest, `10 + 2 in spring 1455`."
        raise BadData(message)
    return Loan(int(match[4]), cast("Season", match[3].lower()), int(match[1]), int(match[2]))


# --- writing


def write_moment(rules: Rules, moment: Moment) -> str:
    """Return a position as text, every field of it."""
    position = moment.position
    lines = [f"{position.season} {position.year} {moment.step}", *_mark_lines(position)]
    lines += (f"{key}: {told}" for key, told in rules.mark_lines(position).items())
    lines.append(f"target: {position.target}")
    for power in position.accounts:
        lines += ["", rules.power(power), *_power_lines(rules, moment, power)]
    if nobody := position.of(AUTONOMOUS):
        lines += ["", "Autonomous", _units(nobody)]
    return "\n".join(lines) + "\n"


def _units(units: Iterable[Unit]) -> str:
    return ", ".join(str(unit).partition(" ")[2] for unit in units)


def _listed(items: Iterable[str]) -> str:
    return ", ".join(items) or NONE


def _mark_lines(position: Position) -> Iterator[str]:
    marks: Mapping[str, Iterable[str]] = {
        "sieges": (siege.place for siege in position.sieges),
        "rebellions": (f"{one.place} {one.space} against {one.against}" for one in position.rebellions),
        "famine": position.famine,
        "storms": position.storms,
        "plague": position.extra.plague,
        "tenures": (f"{place} {one.power} {one.falls}" for place, one in position.extra.tenures.items()),
    }
    for key, items in marks.items():
        if words := ", ".join(items):
            yield f"{key}: {words}"


def _power_lines(rules: Rules, moment: Moment, power: Power) -> Iterator[str]:
    position, account = moment.position, moment.position.accounts[power]
    if units := position.of(power):
        yield _units(units)
    for one in moment.dislodged:
        if one.unit.owner == power:
            yield f"dislodged: {_units([one.unit])} from {one.attacker} to {_listed(one.retreats)}"
    yield from _land_lines(rules, position, power)
    yield f"homes: {_listed(position.held_by(power))}"
    yield f"treasury: {account.treasury}"
    yield f"assassins: {_listed(account.chits)}"
    if account.loans:
        loans = (f"{one.principal} + {one.interest} in {one.season} {one.year}" for one in account.loans)
        yield f"loans: {', '.join(loans)}"
    if account.defaulted:
        yield "bank: defaulted"
    if account.eliminated:
        yield "eliminated: yes"


def _land_lines(rules: Rules, position: Position, power: Power) -> Iterator[str]:
    fields = {place for place, holder in position.provinces.items() if holder == power}
    cities = {place for place, holder in position.cities.items() if holder == power}
    whole = {place for place in fields if place in cities or place not in rules.board.counting}

    yield f"controls: {_listed(sorted(whole))}"
    if rest := sorted(fields - whole):
        yield f"provinces: {_listed(rest)}"
    if alone := sorted(cities - whole):
        yield f"cities: {_listed(alone)}"
