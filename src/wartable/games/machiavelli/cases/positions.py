"""The positions that cases state, and the options under which they are judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from msgspec.structs import replace

from wartable.engine.errors import BadData
from wartable.engine.options import build
from wartable.games.machiavelli.cases.form import Before, Case
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.rules import Rules, rules_of
from wartable.games.machiavelli.state import Account, Position, Rebellion, Season, Siege, SpaceKind, Unit
from wartable.games.machiavelli.text import Reader

BOARDS: Mapping[str, Mapping[str, Any]] = {
    "classic": {},
    "1995": {"scenario": "balance_of_power_1454_1995", "straits_close": "standing"},
}
"""What an edition's board means for the options."""


def rules_for(case: Case) -> Rules:
    """Return the rules of a case: the profile `classic` with the options it names."""
    given = dict(case.options)
    board = given.pop("board", "classic")
    if board not in BOARDS:
        message = f"There is no board {board!r}; there are {', '.join(BOARDS)}."
        raise BadData(message)
    rules = rules_of(build(MachiavelliOptions, {**BOARDS[board], **given}))
    before = case.before
    if before is None or not before.homes:
        return rules
    countries = {
        country: replace(land, provinces=tuple(place for place in land.provinces if place not in before.homes))
        for country, land in rules.scenario.countries.items()
    }
    return Rules(rules.board, replace(rules.scenario, countries=countries), rules.options)


class Stated:
    """Reads what a case states: units, marks, control."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.read = Reader(rules)

    def unit(self, text: str, number: int = 0) -> Unit:
        """Return a unit: `milan A pavia [elite_mercenaries]`."""
        owner, name, unit_class = self.read.owned(text)
        return Unit(owner, name.kind, name.place, name.coast, unit_class, number)

    def units(self, texts: Iterable[str]) -> tuple[Unit, ...]:
        """Return units, numbered in their order from 1."""
        return tuple(self.unit(text, number) for number, text in enumerate(texts, 1))

    def position(self, case: Case) -> Position:
        """Return the position before."""
        before = case.before or Before()
        units = self.units(before.units)
        powers = self.rules.scenario.powers
        return Position(
            year=case.year,
            season=cast("Season", case.season),
            units=units,
            provinces=self._control(before.control, "province"),
            cities=self._control(before.control, "city"),
            countries={country: power for power, start in powers.items() for country in start.countries},
            sieges=tuple(self.siege(units, one.place, one.by) for one in before.sieges),
            rebellions=tuple(self.rebellion(one.place, one.space, one.against) for one in before.rebellions),
            famine=tuple(map(self.read.place, before.famine)),
            accounts={power: Account(treasury=before.treasury.get(power, 0)) for power in powers},
            born=len(units),
        ).tidied()

    def siege(self, units: Iterable[Unit], place: str, by: str) -> Siege:
        """Return a siege by one of some units."""
        return Siege(self.read.place(place), self._number(units, by))

    def rebellion(self, place: str, space: str, against: str) -> Rebellion:
        """Return rebels in a space."""
        return Rebellion(self.read.place(place), cast("SpaceKind", space), self.read.power(against))

    def _number(self, units: Iterable[Unit], text: str) -> int:
        wanted = self.unit(text)
        for unit in units:
            if (unit.owner, unit.kind, unit.place) == (wanted.owner, wanted.kind, wanted.place):
                return unit.number
        message = f"There is no {text} to besiege anybody."
        raise BadData(message)

    def _control(self, stated: Mapping[str, Mapping[str, str | None]], part: str) -> dict[str, str]:
        return {
            self.read.place(place): self.read.power(power)
            for place, facts in stated.items()
            if (power := facts.get(part))
        }
