"""Machiavelli: how long it takes to open a long game, and to judge a full campaign with its expenses.

Run `python bench/machiavelli.py [passes]`. A game of 60 phases is played at random and opened as the server opens it
(`wartable.server.table.Table` of its stored entries); limit 200 ms. A phase has 40 units of eight powers and 30
expenses: bank, expenses, bribes, movement and control, with the words of every reason; limit 10 ms. Times are
processor times, the best and the median of all passes.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median

import msgspec

from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.options import build
from wartable.engine.values import CHANCE
from wartable.games.machiavelli import expenses, steps
from wartable.games.machiavelli.banking import bank
from wartable.games.machiavelli.control import counted
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.orders import CampaignOrder, Expense, Letter, Target
from wartable.games.machiavelli.play.choices import UnitChoices
from wartable.games.machiavelli.play.game import MACHIAVELLI
from wartable.games.machiavelli.play.opening import opening
from wartable.games.machiavelli.rules import Rules, rules_of
from wartable.games.machiavelli.state import Account, Position, Power, Unit
from wartable.server.rows import EntryRow, SeatRow, TableRow
from wartable.server.store import Loaded
from wartable.server.table import Table

PHASES, UNITS, EXPENSES = 60, 40, 30
OPENED, JUDGED = 200.0, 10.0
"""Limits in milliseconds."""


def main() -> None:
    """Measure and print both, each beside its limit."""
    passes = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    match, phases = played()
    loaded = stored(match)
    report(f"opening a game of {phases} phases, {len(match.moves)} entries", passes, lambda: Table(loaded), OPENED)
    rules = rules_of(MachiavelliOptions())
    start = crowded(rules, Random(5))
    orders, spent = written(rules, start, Random(6))
    count = sum(map(len, spent.values()))
    what = f"a phase of {len(start.units)} units with {count} expenses"
    report(what, 5 * passes, lambda: judged(rules, start, orders, spent), JUDGED)


def report(what: str, passes: int, work: Callable[[], object], limit: float) -> None:
    """Print the times of some runs of some work."""
    times: list[float] = []
    for _ in range(passes):
        began = time.process_time()
        work()
        times.append(1000 * (time.process_time() - began))
    verdict = "kept" if median(times) < limit else "BROKEN"
    print(f"{what:56}{min(times):8.1f} ms best{median(times):8.1f} median   limit {limit:.0f}: {verdict}")


def played() -> tuple[Match, int]:
    """Play at random until so many phases are over; return the game, and how many they are."""
    rng = Random(1)
    options = build(MachiavelliOptions, {"plague": True, "storms": True, "length": "ultimate"})
    match = Match(MACHIAVELLI, options, 8, SealedDice.of("a long game"))
    phases = 0
    while match.to_act and phases < PHASES:
        if match.to_act == (CHANCE,):
            match.answer_chance()
            continue
        last = len(match.to_act) == 1
        seat = match.to_act[0]
        match.act(seat, MACHIAVELLI.legal(match.state, seat).sample(rng))
        phases += last
    return match, phases


def stored(match: Match) -> Loaded:
    """Return a game as the database gives it to the server."""
    entries = tuple(
        EntryRow(
            table_id="bench",
            seq=number,
            kind="chance" if move.entry.seat == CHANCE else "act",
            seat=None if move.entry.seat == CHANCE else move.entry.seat,
            body=msgspec.json.encode(move.entry.action).decode(),
            at=0.0,
        )
        for number, move in enumerate(match.moves, 1)
    )
    return Loaded(row_of(match), seats_of(match), entries)


def crowded(rules: Rules, rng: Random) -> Position:
    """Return the beginning of 1454 with armies in more provinces, and money for everybody."""
    first = opening(rules)
    units = list(first.units)
    free = sorted(set(rules.board.provinces) - {unit.place for unit in units} - set(rules.scenario.out))
    land = [place for place in free if rules.is_land(place) and not rules.board.provinces[place].fills]
    while len(units) < UNITS:
        place = land.pop(rng.randrange(len(land)))
        units.append(Unit(first.provinces.get(place) or rng.choice(first.powers), "A", place, number=len(units) + 1))
    accounts = {power: Account(treasury=120, chits=one.chits) for power, one in first.accounts.items()}
    return msgspec.structs.replace(first, units=tuple(units), accounts=accounts, born=len(units)).tidied()


def written(
    rules: Rules, position: Position, rng: Random
) -> tuple[dict[Power, list[CampaignOrder]], dict[Power, list[Expense]]]:
    """Return an order for every unit, and expenses on units at random that powers may pay for."""
    choices = UnitChoices(rules, position)
    orders = {power: [choices.draw(unit, rng) for unit in position.of(power)] for power in position.powers}
    spent: dict[Power, list[Expense]] = {power: [] for power in position.powers}
    while sum(map(len, spent.values())) < EXPENSES:
        power = rng.choice([power for power, those in spent.items() if len(those) < 4])
        unit = rng.choice(position.units)
        letters: tuple[Letter, ...] = ("F", "J", "K") if unit.owner in position.powers else ("F", "G", "H")
        target = Target(unit.owner, unit.kind, unit.place)
        spent[power].append(Expense(len(spent[power]) + 1, 3 * rng.randrange(1, 10), rng.choice(letters), unit=target))
    return orders, spent


def judged(
    rules: Rules,
    position: Position,
    orders: dict[Power, list[CampaignOrder]],
    spent: dict[Power, list[Expense]],
) -> Position:
    """Carry out a campaign from bank to control."""
    banked = bank(rules, position, {})
    paid = expenses.spend(rules, banked.position, spent)
    return steps.move(rules, counted(rules, paid.position).position, orders).position


def row_of(match: Match) -> TableRow:
    """Return the row of a table at which this game is played."""
    return TableRow(
        id="bench",
        game=MACHIAVELLI.key,
        rules_version=MACHIAVELLI.versions[-1],
        preset="classic",
        options=msgspec.json.encode(match.options.values()).decode(),
        title="",
        private=False,
        invite="",
        creator="",
        status="running",
        seed=b"0" * 32,
        created=0.0,
        updated=0.0,
    )


def seats_of(match: Match) -> tuple[SeatRow, ...]:
    """Return seats of bots."""
    return tuple(SeatRow(seat=seat, kind="bot", level="easy") for seat in range(len(match.state.powers)))


if __name__ == "__main__":
    main()
