"""Runs files of cases: every stated fact of every case is held against the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias, cast

import msgspec
from msgspec.structs import replace

from wartable.engine.cases import CaseResult
from wartable.engine.errors import WartableError
from wartable.games.machiavelli import assassination, control, expenses, steps
from wartable.games.machiavelli.cases import ends, money
from wartable.games.machiavelli.cases.facts import differences, set_difference
from wartable.games.machiavelli.cases.form import After, Campaign, Case, CaseFile
from wartable.games.machiavelli.cases.positions import Stated, rules_for
from wartable.games.machiavelli.maps import named
from wartable.games.machiavelli.orders import CampaignOrder, Retreat
from wartable.games.machiavelli.results import Dislodged, Judged
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import SEASONS, Position, Power, Season, Unit
from wartable.games.machiavelli.tables import DIE

Runner: TypeAlias = Callable[[Case], Iterator[str]]


def run_file(path: Path) -> Iterator[CaseResult]:
    """Run every case of a file; raises `OSError` where there is none such.

    A case that makes no sense fails with the reason, and a file that is not of the schema as a whole.
    """
    try:
        file = msgspec.json.decode(path.read_bytes(), type=CaseFile)
    except msgspec.DecodeError as error:
        yield CaseResult(path.name, "", (str(error),))
        return
    for case in file.cases:
        yield CaseResult(case.id, case.words, _collected(case))


def _collected(case: Case) -> tuple[str, ...]:
    found: list[str] = []
    try:
        found.extend(_runner(case)(case))
    except WartableError as error:
        found.append(str(error))
    return tuple(found)


def _runner(case: Case) -> Runner:
    """Return what runs a case: those of some themes state figures in place of a position."""
    return _THEMES.get(case.theme, played) if case.before is None else played


_THEMES: Mapping[str, Runner] = {"elimination": ends.eliminated, "victory": ends.won, **money.RUNNERS}


# --- positions that are played


class _Board:
    """A case at play: the position, and what has happened in it so far."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.rules: Rules = rules_for(case)
        self.stated = Stated(self.rules)
        self.position: Position = self.stated.position(case)
        self.judged: list[Judged] = []
        self.lost: list[Unit] = []
        self.first = {unit.number: unit for unit in self.position.units}
        self.dislodged: tuple[Dislodged, ...] = ()
        self.standoffs: tuple[str, ...] = ()
        self.struck = frozenset(map(self.stated.read.power, case.assassinated))

    def orders(self, texts: Mapping[str, Sequence[str]]) -> dict[Power, list[CampaignOrder]]:
        read = self.stated.read
        return {read.power(power): list(map(read.order, lines)) for power, lines in texts.items()}

    def move(self, season: str, texts: Mapping[str, Sequence[str]]) -> None:
        """Play the movement of a campaign."""
        self.position = control.counted(self.rules, replace(self.position, season=cast("Season", season))).position
        moved = steps.move(self.rules, self.position, self.orders(texts), self.struck)
        self.judged += moved.result.judged
        self.lost += (unit for unit, _ in moved.result.lost)
        self.dislodged, self.standoffs = moved.result.dislodged, moved.result.standoffs
        self.position = moved.position

    def assassinate(self) -> None:
        """Let the rulers named be murdered; their provinces roll what the case states, or else stay loyal."""
        stated = self.case.dice.get("rebellion", {})
        victims = sorted(self.struck)
        places = (place for _, place in assassination.doubtful(self.rules, self.position, victims))
        faces = (stated.get(place, stated.get("*", DIE)) for place in places)
        self.become(assassination.strike(self.rules, self.position, victims, tuple(faces)).position)

    def spend(self) -> None:
        """Carry out the expenses that the case states."""
        read = self.stated.read
        texts = self.case.expenses
        given = {read.power(power): list(map(read.expense, lines)) for power, lines in texts.items()}
        self.become(expenses.spend(self.rules, self.position, given).position)
        self.become(control.counted(self.rules, self.position).position)

    def become(self, after: Position) -> None:
        """Go on from another position; units that are not in it are lost."""
        self.lost += (unit for unit in self.position.units if after.numbered(unit.number) is None)
        self.position = after

    def retreat(self) -> None:
        """Play the retreats that the case states."""
        read = self.stated.read
        texts = self.case.retreats
        given: dict[Power, list[Retreat]] = {
            read.power(power): [read.retreat(_without_class(line)) for line in lines] for power, lines in texts.items()
        }
        dislodged = self.dislodged or tuple(self._stated_dislodged(given))
        done = steps.fall_back(self.rules, self.position, dislodged, given)
        self.lost += done.result.lost
        self.dislodged = ()
        self.position = done.position

    def _stated_dislodged(self, given: Mapping[Power, Sequence[Retreat]]) -> Iterator[Dislodged]:
        """Yield the dislodged units that a case names, or that it orders to retreat; where they go is open to them."""
        before = self.case.before.dislodged if self.case.before else []
        lines = before or [f"{power} {line}" for power, those in self.case.retreats.items() for line in those]
        for number, line in enumerate(lines, 1000):
            unit = self.stated.unit(line.partition(" - ")[0], number)
            ways = tuple(
                order.to for order in given.get(unit.owner, ()) if order.unit == replace(named(unit), coast="")
            )
            yield Dislodged(unit, "", ways)

    def end(self, season: str) -> None:
        """Play the end of a campaign, as far as the case states what it needs."""
        if season == "spring":
            found = steps.starved(self.rules, self.position)
            self.lost += set(self.position.units) - set(found.position.units)
            self.position = found.position
        if self.case.plague:
            before = self.position
            places = tuple(map(self.stated.read.place, self.case.plague))
            self.position = steps.struck_down(self.rules, before, places, "lost.plague", "Plague.", "").position
            self.lost += set(before.units) - set(self.position.units)
        if season == SEASONS[-1]:
            self.position = steps.after_fall(self.rules, self.position).position


def _without_class(line: str) -> str:
    return " ".join(part for part in line.split() if not part.startswith("["))


def played(case: Case) -> Iterator[str]:
    """Yield what differs in a case that is played on a board."""
    board = _Board(case)
    if case.expenses:
        board.spend()
    if board.struck:
        board.assassinate()
    given_retreats = bool(case.retreats) or bool(case.before and case.before.dislodged)
    campaigns = case.campaigns or [Campaign(case.season, case.orders)]
    for campaign in campaigns:
        if case.orders or case.campaigns or not given_retreats:
            board.move(campaign.season, campaign.orders)
        if given_retreats:
            board.retreat()
        if not board.dislodged:
            board.end(campaign.season)
    if case.illegal is not None:
        found = (f"{one.power}: {one.order}" for one in board.judged if one.result == "illegal")
        yield from set_difference("illegal", (_legible(board, line) for line in case.illegal), found)
    yield from _expected(board, case)


def _legible(board: _Board, line: str) -> str:
    power, _, order = line.partition(": ")
    return f"{board.stated.read.power(power)}: {board.stated.read.order(order)}"


def _expected(board: _Board, case: Case) -> Iterator[str]:
    after = case.after or After()
    yield from differences(
        board.stated,
        after,
        board.position,
        (one.unit for one in board.dislodged),
        (board.first.get(unit.number, unit) for unit in board.lost),
    )
    if after.standoffs is not None:
        yield from set_difference("standoffs", after.standoffs, board.standoffs)
    if case.expect and "retreats" in case.expect:
        (one,) = board.dislodged
        yield from set_difference("retreats", case.expect["retreats"], map(_way_words(one), one.retreats))


def _way_words(one: Dislodged) -> Callable[[str], str]:
    return lambda way: f"city of {one.unit.place}" if way == "city" else way
